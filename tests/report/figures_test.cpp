// SPDX-License-Identifier: MIT
#include "report/figures.hpp"

#include <set>

#include "mce/core/error.hpp"
#include "report_support.hpp"
#include "support/complaint.hpp"

namespace mce::figures_test {
namespace {

using namespace test;

Protocol one_treatment(int repetitions, const std::string& keep = "first", const std::string& more = "") {
  return parse_protocol("repetitions = " + std::to_string(repetitions) + "\nkeep = \"" + keep +
                            "\"\nselectors = [\"Uc\", \"R\"]\nevaluations = 1000\nresolution = 10\n"
                            "[[treatment]]\ntestbed = \"rastrigin\"\n" +
                            more,
                        "one.toml");
}

std::vector<std::string> ids(const std::vector<Figure>& figures) {
  std::vector<std::string> all;
  for (const Figure& each : figures) all.push_back(each.id);
  return all;
}

TEST(Figures, AreWrittenWithAllThatIsSaidOfThem) {
  const TemporaryDirectory directory;
  const Store store = finished_study(directory / "s.mce", one_treatment(3));
  std::vector<std::string> watched;
  const auto figures =
      write_figures(store, directory / "figures", [&](std::size_t done, std::size_t all, const auto& title) {
        EXPECT_EQ(all, 4U);
        EXPECT_EQ(done, watched.size());
        watched.push_back(title);
      });
  EXPECT_EQ(ids(figures), (std::vector<std::string>{"rastrigin-progress", "rastrigin-fitness", "rastrigin-selections",
                                                    "rastrigin-animation"}));
  ASSERT_EQ(watched.size(), 5U);
  std::set<std::string> listed;
  for (std::size_t i = 0; i < figures.size(); ++i) {
    const Figure& figure = figures[i];
    EXPECT_EQ(figure.testbed, "rastrigin");
    EXPECT_EQ(figure.title, watched[i]);
    EXPECT_EQ(figure.missing, "");
    EXPECT_TRUE(figure.caption.ends_with("."));
    EXPECT_TRUE(figure.alternative.ends_with("."));
    EXPECT_EQ(figure.pictures.size(), i == 3 ? 1U : 3U);
    EXPECT_EQ(figure.sources.size(), 2U);
    listed.insert(figure.pictures.begin(), figure.pictures.end());
    listed.insert(figure.sources.begin(), figure.sources.end());
  }
  std::set<std::string> found;
  for (const auto& entry : std::filesystem::directory_iterator(directory / "figures")) {
    EXPECT_GT(entry.file_size(), 0U);
    found.insert(entry.path().filename().string());
  }
  EXPECT_EQ(found, listed);
  expect_mentions(figures[0].caption, {"3 runs", "95 % confidence", "Student's t"});
}

TEST(Figures, OfOneRunSayThatThereIsNoInterval) {
  const TemporaryDirectory directory;
  const Store store = finished_study(directory / "s.mce", one_treatment(1));
  const auto figures = write_figures(store, directory.path());
  expect_mentions(figures.at(0).caption, {"1 run ", "no confidence interval"});
  EXPECT_EQ(figures.at(0).missing, "");
}

TEST(Figures, SayWhyMapsAreMissing) {
  const TemporaryDirectory directory;
  const Store store = finished_study(directory / "s.mce", one_treatment(2, "curves"));
  const auto figures = write_figures(store, directory.path());
  ASSERT_EQ(figures.size(), 4U);
  for (const std::size_t i : {1, 2}) {
    EXPECT_TRUE(figures[i].pictures.empty());
    expect_mentions(figures[i].missing, {"keep = \"curves\""});
  }
  EXPECT_EQ(figures[3].missing, "");  // is made again
}

TEST(Figures, OfOneFeatureHaveNoMaps) {
  const TemporaryDirectory directory;
  const Store store = finished_study(directory / "s.mce", one_treatment(2, "first", "features = 1\n"));
  const auto figures = write_figures(store, directory.path());
  ASSERT_EQ(figures.size(), 4U);
  EXPECT_EQ(figures[0].missing, "");
  for (const std::size_t i : {1, 2, 3}) expect_mentions(figures[i].missing, {"1 feature,"});
}

TEST(Figures, ShowOnlyWhatIsMeasured) {
  const TemporaryDirectory directory;
  {
    Store store = Store::for_running(directory / "s.mce", small_protocol());
    StudyOptions options;
    options.only.treatments = {"maze"};
    ASSERT_TRUE(run_study(store, options));
  }
  const auto figures = write_figures(Store::for_reading(directory / "s.mce"), directory.path());
  EXPECT_EQ(figures.size(), 4U);
  for (const Figure& each : figures) EXPECT_EQ(each.testbed, "maze");
}

TEST(Figures, OfNothingAreNone) {
  const TemporaryDirectory directory;
  const Store store = Store::for_running(directory / "s.mce", small_protocol());
  EXPECT_TRUE(write_figures(store, directory.path()).empty());
}

TEST(Figures, OfManyTreatmentsMapAFew) {
  const TemporaryDirectory directory;
  const Store store =
      finished_study(directory / "s.mce", one_treatment(2, "first", "mutation = [0.1, 0.2, 0.3, 0.4, 0.5]\n"));
  const auto figures = write_figures(store, directory.path());
  EXPECT_EQ(ids(figures),
            (std::vector<std::string>{"rastrigin-progress", "rastrigin-mutation-0.1-fitness",
                                      "rastrigin-mutation-0.1-selections", "rastrigin-mutation-0.3-fitness",
                                      "rastrigin-mutation-0.3-selections", "rastrigin-mutation-0.5-fitness",
                                      "rastrigin-mutation-0.5-selections", "rastrigin-animation"}));
  expect_mentions(figures.front().caption, {"5 treatments", "2 runs"});
}

TEST(Figures, TreatmentsWithoutACommonSavePointHaveNoChart) {
  const TemporaryDirectory directory;
  const Store store = finished_study(
      directory / "s.mce",
      one_treatment(2, "curves",
                    "[[treatment]]\ntestbed = \"rastrigin\"\nmutation = 0.1\nevaluations = 50\nfeatures = 1\n"));
  const auto figures = write_figures(store, directory.path());
  expect_mentions(figures.at(0).missing, {"save point"});
}

TEST(Figures, NeedGnuplotAndADirectory) {
  const TemporaryDirectory directory;
  const Store store = finished_study(directory / "s.mce", one_treatment(1));
  spill(directory / "file", "x");
  expect_mentions(message_of<Error>([&] { write_figures(store, directory / "file"); }),
                  {(directory / "file").string()});
  const NoPrograms none;
  EXPECT_EQ(message_of<Error>([&] { write_figures(store, directory / "figures"); }),
            "gnuplot is not installed: apt install gnuplot-nox");
  EXPECT_FALSE(std::filesystem::exists(directory / "figures"));
}

}  // namespace
}  // namespace mce::figures_test
