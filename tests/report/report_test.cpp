// SPDX-License-Identifier: MIT
#include "mce/report/report.hpp"

#include <cctype>
#include <limits>
#include <regex>
#include <set>

#include "mce/core/error.hpp"
#include "report_support.hpp"
#include "support/complaint.hpp"
#include "support/problem_study.hpp"
#include "support/xml.hpp"

namespace mce::report_test {
namespace {

using namespace test;

constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();
constexpr double kInfinity = std::numeric_limits<double>::infinity();

void unwatched(std::size_t /*done*/, std::size_t /*all*/, const std::string& /*next*/) {}

/// The page without its pictures.
std::string page_of(const std::filesystem::path& path, const TemporaryDirectory& directory) {
  const ReportFiles files = write_report(Store::for_reading(path), directory / "report", unwatched);
  std::string page = slurp(files.page);
  constexpr std::string_view kData = "data:";
  for (auto at = page.find(kData); at != std::string::npos; at = page.find(kData, at + 1)) {
    const auto begin = at + kData.size();
    page.erase(begin, page.find('"', begin) - begin);
  }
  return page;
}

std::string lower(std::string text) {
  std::ranges::transform(text, text.begin(), [](unsigned char letter) { return std::tolower(letter); });
  return text;
}

/// Ids are not empty and not there twice, and all links lead somewhere.
void expect_sound(const std::string& page, const std::filesystem::path& directory) {
  std::set<std::string> ids;
  for (const std::string& id : attributes(page, "id")) {
    EXPECT_TRUE(ids.insert(id).second) << id;
    EXPECT_TRUE(std::regex_match(id, std::regex("[A-Za-z0-9][A-Za-z0-9.-]*"))) << id;
  }
  for (const std::string& link : attributes(page, "href")) {
    if (link == "data:") continue;
    if (link.starts_with("#")) {
      EXPECT_TRUE(ids.contains(link.substr(1))) << link;
    } else {
      EXPECT_TRUE(std::filesystem::is_regular_file(directory / link)) << link;
    }
  }
}

/// Drawing takes most of the time, so the studies here have few treatments.
Protocol of_the_arm(const std::string& selectors) {
  return parse_protocol("repetitions = 2\nselectors = [" + selectors +
                            "]\nevaluations = 1500\nsave_points = [0, 100, 1000]\nresolution = 12\n"
                            "[[treatment]]\ntestbed = \"arm\"\n",
                        "arm.toml");
}

Protocol with_treatments(const std::vector<std::string>& names) {
  std::string text = "repetitions = 2\nselectors = [\"Uc\", \"R\"]\nevaluations = 200\nresolution = 5\n";
  for (const std::string& name : names) text += "[[treatment]]\ntestbed = \"arm\"\nname = '''" + name + "'''\n";
  return parse_protocol(text, "names.toml");
}

/// Three treatments of a testbed have figures of their own, so names are tried by threes.
TEST(Report, FilesHaveSafeNamesWhateverTreatmentsAreCalled) {
  const std::vector<std::vector<std::string>> names = {
      {"迷宮", "λ", "***"},
      {"-x", "../../a/b", ".hidden"},
      {std::string(240, 'x') + "1", std::string(240, 'x') + "2", std::string(300, '-')},
      {"Arm one", "arm ONE", "arm:one!"},
      {"$HOME `id` \"q\"", "a'b; quit", "treatment-1"},
  };
  for (const auto& three : names) {
    SCOPED_TRACE(three.front());
    const TemporaryDirectory directory;
    finished_study(directory / "s.mce", with_treatments(three));
    expect_sound(page_of(directory / "s.mce", directory), directory / "report");
    std::set<std::string> found;
    std::size_t maps = 0;
    for (const auto& entry : std::filesystem::directory_iterator(directory / "report" / "figures")) {
      const std::string name = entry.path().filename().string();
      EXPECT_TRUE(std::regex_match(name, std::regex("[A-Za-z0-9][A-Za-z0-9.-]{0,99}"))) << name;
      EXPECT_TRUE(found.insert(lower(name)).second) << name << " is there twice where letters' case does not count";
      maps += name.ends_with(".png") ? 1 : 0;
    }
    EXPECT_EQ(maps, 2U + 2 * 3) << "a chart, robustness, and for each treatment maps of fitness and of selections";
  }
}

TEST(Report, NamesStayText) {
  const TemporaryDirectory directory;
  finished_study(directory / "s.mce", with_treatments({"<script>alert(1)</script>", "a \"b\" & c", "</figcaption>"}));
  const std::string page = page_of(directory / "s.mce", directory);
  expect_sound(page, directory / "report");
  EXPECT_FALSE(has(page, "<script"));
  EXPECT_EQ(count_of(page, "<figcaption>"), count_of(page, "</figcaption>"));
  EXPECT_TRUE(has(page, "&lt;script&gt;alert(1)&lt;/script&gt;"));
  EXPECT_TRUE(has(page, "A &quot;b&quot; &amp; c: fitness"));
}

/// The paper says nothing about it, and its name is that of another section.
TEST(Report, OfAProblemAlone) {
  const TemporaryDirectory directory;
  const ProblemStudy study{.name = "summary", .features = R"("<b>", "`id`")", .lowest_fitness = -1};
  finished_study(directory / "s.mce", problem_protocol(directory.path(), study));
  const std::string page = page_of(directory / "s.mce", directory);
  expect_sound(page, directory / "report");
  EXPECT_TRUE(has(page, "Heat-maps of fitness over &lt;b&gt; and `id`"));
  EXPECT_TRUE(has(page, "have a fitness below lowest_fitness = -1 and count as 0 in the QD-score"));
  for (const std::string id : {"claims", "agreement"}) EXPECT_FALSE(has(page, "id=\"" + id + "\"")) << id;
  EXPECT_FALSE(has(page, "claims of the paper"));
  EXPECT_FALSE(std::filesystem::exists(directory / "report/tables/claims.md"));
}

TEST(Report, OfAnyNumberOfSelectors) {
  const std::string nine = R"("Ui", "Uc", "Ei", "Ec", "Xi", "Xc", "G", "R", "C")";
  struct Study {
    std::string selectors;
    std::size_t count;
    bool with_agreement;
  };
  for (const auto& [selectors, count, with_agreement] :
       {Study{R"("R")", 1, false}, Study{R"("Uc:lambda=2", "G", "R")", 3, false},
        Study{nine + R"(, "Uc:lambda=0.5")", 10, true},
        Study{R"("Uc:lambda=0.5", "Ui:lambda=1", "Uc:lambda=2", )" + nine, 12, true}}) {
    SCOPED_TRACE(selectors);
    const TemporaryDirectory directory;
    finished_study(directory / "s.mce", of_the_arm(selectors));
    const std::string page = page_of(directory / "s.mce", directory);
    expect_sound(page, directory / "report");
    EXPECT_TRUE(has(page, " · " + std::to_string(count) + " selectors · ")) << page.substr(0, 6000);
    EXPECT_EQ(has(page, "id=\"agreement\""), with_agreement);
    EXPECT_TRUE(has(page, "id=\"claims\""));
    EXPECT_FALSE(has(page, "id=\"robustness\"")) << "one treatment";
    EXPECT_FALSE(has(page, "no picture, since"));
  }
}

TEST(Report, GoesOnWhereTheEngineHasChanged) {
  const TemporaryDirectory directory;
  finished_study(directory / "s.mce", small_protocol());
  tamper(directory / "s.mce", "UPDATE run SET signature = '0123456789abcdef' WHERE treatment = 1");
  const std::string page = page_of(directory / "s.mce", directory);
  expect_sound(page, directory / "report");
  EXPECT_EQ(count_of(page, "the engine has changed since this run was made."), 1U);
  EXPECT_TRUE(std::filesystem::exists(directory / "report/figures/maze-animation.gif"));
  EXPECT_FALSE(std::filesystem::exists(directory / "report/figures/arm-animation.gif"));
}

TEST(Report, OfValuesThatNoRunHasIsRefused) {
  const TemporaryDirectory directory;
  const auto path = directory / "s.mce";
  for (const std::string sql : {"UPDATE curve SET coverage = NULL WHERE treatment = 1 AND evaluations = 1000",
                                "UPDATE auc SET qd_score = 9e999 WHERE treatment = 1 AND selector = 0",
                                "UPDATE curve SET precision = -9e999 WHERE treatment = 1 AND evaluations = 1500",
                                "DELETE FROM curve WHERE treatment = 1 AND selector = 0 AND repetition = 1"}) {
    SCOPED_TRACE(sql);
    std::filesystem::remove(path);
    finished_study(path, small_protocol());
    tamper(path, sql);
    expect_mentions(message_of<Error>([&] { write_report(Store::for_reading(path), directory / "report", unwatched); }),
                    {path.string(), "'arm'"});
    EXPECT_FALSE(std::filesystem::exists(directory / "report/report.html"));
  }
}

TEST(Report, LeavesOutATreatmentThatHasLostRuns) {
  const TemporaryDirectory directory;
  finished_study(directory / "s.mce", small_protocol());
  tamper(directory / "s.mce", "DELETE FROM auc WHERE treatment = 1 AND selector = 0 AND repetition = 1");
  const std::string page = page_of(directory / "s.mce", directory);
  expect_sound(page, directory / "report");
  EXPECT_TRUE(has(page, "Not finished, and so not in the results: arm."));
  EXPECT_TRUE(has(page, "id=\"robustness\""));
  EXPECT_TRUE(has(page, "best of Uc, G and R on each of 2 treatments"));
  for (const std::string name : {"robustness.md", "robustness.tex", "robustness-values.md", "robustness-values.tex"}) {
    EXPECT_TRUE(std::filesystem::exists(directory / "report/tables" / name)) << name;
  }
}

TEST(Report, OfMapsThatNoRunHasIsDrawnOrSaysWhyNot) {
  const TemporaryDirectory directory;
  const auto path = directory / "s.mce";
  std::vector<double> hostile(144, 0.25);
  hostile[0] = kNaN;
  hostile[1] = kInfinity;
  hostile[2] = -kInfinity;
  hostile[3] = 1e308;
  hostile[4] = -1e308;
  for (const auto& [sql, reason] : std::vector<std::pair<std::string, std::string>>{
           {"UPDATE map SET fitness = " + blob(hostile), ""},
           {"UPDATE map SET fitness = " + blob(std::vector<double>(144, kNaN)), ""},
           {"UPDATE map SET fitness = " + blob(std::vector<double>(144, kInfinity)), ""},
           {"UPDATE map SET selections = " + blob(std::vector<std::uint32_t>(144, UINT32_MAX)), ""},
           {"UPDATE map SET fitness = " + blob(std::vector<double>(143)), "143"},
           {"UPDATE map SET fitness = " + blob(std::vector<double>()), "0"},
           {"DELETE FROM map WHERE selector = 1 AND evaluations = 1000", "some maps of 'greedy' are missing"}}) {
    SCOPED_TRACE(sql.substr(0, 60));
    std::filesystem::remove(path);
    finished_study(path, of_the_arm(R"("Uc", "G")"));
    tamper(path, sql);
    const std::string page = page_of(path, directory);
    expect_sound(page, directory / "report");
    if (reason.empty()) {
      EXPECT_FALSE(has(page, "no picture"));
    } else {
      const auto at = page.find("Arm: fitness: no picture, since ");
      ASSERT_NE(at, std::string::npos);
      EXPECT_TRUE(has(page.substr(at, page.find('<', at) - at), reason)) << page.substr(at, 200);
    }
  }
}

TEST(Report, OfNothingIsRefused) {
  const TemporaryDirectory directory;
  Store::for_running(directory / "s.mce", small_protocol());
  expect_mentions(
      message_of<Error>([&] { write_report(Store::for_reading(directory / "s.mce"), directory / "r", unwatched); }),
      {"nothing to report yet"});
}

}  // namespace
}  // namespace mce::report_test
