// SPDX-License-Identifier: MIT
#include "mce/study/npz.hpp"

#include <gtest/gtest.h>

#include "mce/core/error.hpp"
#include "mce/run/files.hpp"
#include "support/complaint.hpp"
#include "support/files.hpp"

// What NumPy reads from them is tested in numpy_test.py.
namespace mce::npz_test {
namespace {

using test::has;
using test::message_of;
using test::TemporaryDirectory;
using Numbers = std::vector<double>;
using Wholes = std::vector<std::int64_t>;
using Texts = std::vector<std::string>;

DataTable sample() {
  return {{{"x", Numbers{1, 2}}, {"n", Wholes{3, 4}}, {"t", Texts{"ä", ""}}, {"m", Matrix{2, {1, 2, 3, 4}}}}};
}

TEST(ToNpz, SameTableSameBytes) {
  EXPECT_EQ(to_npz(sample()), to_npz(sample()));
  DataTable other = sample();
  std::get<Wholes>(other.columns[1].values)[1] = 5;
  EXPECT_NE(to_npz(other), to_npz(sample()));
}

TEST(ToNpz, TheColumnsAreChecked) {
  EXPECT_THROW(to_npz({{{"a", Numbers{1, 2}}, {"b", Wholes{1}}}}), std::invalid_argument);
  EXPECT_THROW(to_npz({{{"a", Numbers{}}, {"a", Wholes{}}}}), std::invalid_argument);
}

TEST(ToNpz, TextThatIsNotUtf8IsAnErrorWithColumnAndRow) {
  const Texts wrong = {
      "\x80",              // goes on with nothing
      "\xC3",              // ends early
      "\xE2\x82",          // so does this
      "\xC3(",             // does not go on
      "\xC0\xAF",          // longer than it has to be
      "\xE0\x80\xAF",      //
      "\xF0\x80\x80\xAF",  //
      "\xED\xA0\x80",      // half of a surrogate pair
      "\xF4\x90\x80\x80",  // beyond the last code point
      "\xF8\x88\x80\x80\x80",
      "\xFF",
      "\xE4",  // Latin-1
  };
  for (const std::string& text : wrong) {
    const auto message = message_of<std::invalid_argument>([&] { to_npz({{{"who", Texts{"good", text}}}}); });
    EXPECT_EQ(message, "column 'who': row 1 is not UTF-8");
    EXPECT_THROW(to_npz({{{text, Numbers{}}}}), std::invalid_argument);
  }
}

TEST(ToNpz, TheEndsOfEveryLengthOfUtf8AreText) {
  const Texts right = {"\x7F",         "\xC2\x80",     "\xDF\xBF",         "\xE0\xA0\x80",    "\xED\x9F\xBF",
                       "\xEE\x80\x80", "\xEF\xBF\xBF", "\xF0\x90\x80\x80", "\xF4\x8F\xBF\xBF"};
  EXPECT_NO_THROW(to_npz({{{"t", right}}}));
}

TEST(ToNpz, ANameTooLongForTheFormatIsAnError) {
  EXPECT_THROW(to_npz({{{std::string(70'000, 'n'), Numbers{}}}}), std::invalid_argument);
}

TEST(ToNpz, APathThatCannotBeWrittenIsAnErrorAndLeavesNothing) {
  const TemporaryDirectory directory;
  const auto path = directory / "missing" / "table.npz";
  const auto text = message_of<Error>([&] { write_file(path, to_npz(sample())); });
  EXPECT_TRUE(has(text, path.string())) << text;
  EXPECT_TRUE(directory.names().empty());
}

}  // namespace
}  // namespace mce::npz_test
