// SPDX-License-Identifier: MIT
#include "report/html.hpp"

#include <gtest/gtest.h>

namespace mce::html_test {
namespace {

TEST(Html, TextStaysText) { EXPECT_EQ(escape_markup(R"(a<b & "c">d)"), "a&lt;b &amp; &quot;c&quot;&gt;d"); }

std::string encoded(std::string_view text) { return data_uri("text/plain", std::as_bytes(std::span(text))); }

/// The examples of RFC 4648, section 10.
TEST(Html, FilesBecomePartOfThePage) {
  EXPECT_EQ(encoded(""), "data:text/plain;base64,");
  EXPECT_EQ(encoded("f"), "data:text/plain;base64,Zg==");
  EXPECT_EQ(encoded("fo"), "data:text/plain;base64,Zm8=");
  EXPECT_EQ(encoded("foo"), "data:text/plain;base64,Zm9v");
  EXPECT_EQ(encoded("foob"), "data:text/plain;base64,Zm9vYg==");
  EXPECT_EQ(encoded("fooba"), "data:text/plain;base64,Zm9vYmE=");
  EXPECT_EQ(encoded("foobar"), "data:text/plain;base64,Zm9vYmFy");
  EXPECT_EQ(encoded("\xff\xfe\xfd"), "data:text/plain;base64,//79");
}

TEST(Html, TablesHaveCaptionsAndHeadings) {
  TextTable table;
  table.caption = "a < b";
  table.heads = {"", "x & y"};
  table.rows = {{{"row", false}, {"1", true}}};
  const std::string html = to_html(table);
  for (const std::string part : {"<caption>a &lt; b</caption>", R"(<th scope="col">x &amp; y</th>)",
                                 R"(<th scope="row" class="left">row</th>)", "<td><strong>1</strong></td>"}) {
    EXPECT_NE(html.find(part), std::string::npos) << part << " in " << html;
  }
}

TEST(Html, APageLeadsToItsSections) {
  const std::vector<HtmlSection> sections = {{"one", "First & last", "<p>body</p>"}};
  const std::string page = html_page("Study <x>", "subtitle", sections);
  for (const std::string part : {"<title>Study &lt;x&gt;</title>", R"(<a href="#one">First &amp; last</a>)",
                                 R"(<section id="one")", "<p>body</p>"}) {
    EXPECT_NE(page.find(part), std::string::npos) << part;
  }
}

}  // namespace
}  // namespace mce::html_test
