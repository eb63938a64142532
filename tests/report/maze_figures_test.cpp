// SPDX-License-Identifier: MIT
#include "report/maze_figures.hpp"

#include <limits>

#include "report_support.hpp"
#include "support/complaint.hpp"
#include "support/xml.hpp"

namespace mce::maze_figures_test {
namespace {

using namespace test;

Protocol mazes(const std::string& more = "", const std::string& keep = "first") {
  return parse_protocol("repetitions = 2\nkeep = \"" + keep +
                            "\"\nselectors = [\"R\"]\nevaluations = 300\nresolution = 6\n"
                            "[[treatment]]\ntestbed = \"maze\"\nsize = 4\n" +
                            more,
                        "mazes.toml");
}

std::vector<Figure> figures_of(const std::filesystem::path& path, const TemporaryDirectory& directory) {
  return write_maze_figures(Store::for_reading(path), directory.path());
}

TEST(MazeFigures, AreAStripAndAnAtlas) {
  const TemporaryDirectory directory;
  finished_study(directory / "s.mce", mazes());
  const auto figures = figures_of(directory / "s.mce", directory);
  ASSERT_EQ(figures.size(), 2U);
  EXPECT_EQ(figures[0].id, "maze-mutation");
  EXPECT_EQ(figures[1].id, "maze-atlas-0");
  for (const Figure& figure : figures) {
    EXPECT_EQ(figure.missing, "");
    ASSERT_EQ(figure.pictures.size(), 1U);
    EXPECT_TRUE(is_well_formed(slurp(directory / figure.pictures[0]))) << figure.id;
  }
}

TEST(MazeFigures, AnAtlasShowsTheShapesOfCells) {
  const TemporaryDirectory directory;
  finished_study(directory / "s.mce",
                 parse_protocol("repetitions = 1\nselectors = [\"R\"]\nevaluations = 300\n[[treatment]]\n"
                                "testbed = \"maze\"\nsize = 4\ncentroids = 20\n",
                                "mazes.toml"));
  const auto figures = figures_of(directory / "s.mce", directory);
  ASSERT_EQ(figures.size(), 2U);
  EXPECT_EQ(figures[1].missing, "");
  const std::string atlas = slurp(directory / "maze-atlas-0.svg");
  EXPECT_TRUE(is_well_formed(atlas));
  EXPECT_TRUE(has(atlas, "h30v1h-30z")) << "a row of 30 pixels";
}

TEST(MazeFigures, AreNoneWithoutElites) {
  const TemporaryDirectory directory;
  finished_study(directory / "s.mce", mazes("", "curves"));
  EXPECT_TRUE(figures_of(directory / "s.mce", directory).empty());
}

TEST(MazeFigures, AreNoneOfOtherTestbeds) {
  const TemporaryDirectory directory;
  finished_study(directory / "s.mce",
                 parse_protocol("repetitions = 1\nselectors = [\"R\"]\nevaluations = 100\nresolution = 6\n"
                                "[[treatment]]\ntestbed = \"arm\"\n",
                                "arm.toml"));
  EXPECT_TRUE(figures_of(directory / "s.mce", directory).empty());
}

TEST(MazeFigures, OfManyTreatmentsAreAFew) {
  const TemporaryDirectory directory;
  finished_study(directory / "s.mce", mazes("destruction = [0.01, 0.02, 0.03, 0.04, 0.05]\n"));
  EXPECT_EQ(figures_of(directory / "s.mce", directory).size(), 4U);
}

/// What a store of ours never holds: both figures say why there is no picture, and nothing is written.
void expect_no_picture(const TemporaryDirectory& directory, const std::string& sql, const std::string& reason) {
  SCOPED_TRACE(sql.substr(0, 80));
  const auto path = directory / "forged.mce";
  std::filesystem::copy_file(directory / "s.mce", path, std::filesystem::copy_options::overwrite_existing);
  tamper(path, sql);
  const auto figures = figures_of(path, directory);
  ASSERT_EQ(figures.size(), 2U);
  for (const Figure& figure : figures) {
    EXPECT_NE(figure.missing, "");
    expect_mentions(figure.missing, {reason});
    EXPECT_TRUE(figure.pictures.empty());
  }
  EXPECT_FALSE(std::filesystem::exists(directory / "maze-mutation.svg"));
  EXPECT_FALSE(std::filesystem::exists(directory / "maze-atlas-0.svg"));
}

TEST(MazeFigures, SayWhyTheyCannotBeDrawn) {
  const TemporaryDirectory directory;
  const Store store = finished_study(directory / "s.mce", mazes());
  const KeptElites elites = *store.elites({0, 0, 0});
  const auto set = [](const std::string& column, const auto& values) {
    return "UPDATE elites SET " + column + " = " + blob(values);
  };
  const auto with = [](auto values, std::size_t place, auto value) {
    values[place] = value;
    return values;
  };
  constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  expect_no_picture(directory, "DELETE FROM elites", "no elites of 'uniform' are kept");
  // No mazes: tiles that are open on all sides, closed on all, or no tiles at all.
  const std::size_t genes = elites.solutions.size();
  expect_no_picture(directory, set("solutions", std::vector<double>(genes, 15)), "");
  expect_no_picture(directory, set("solutions", std::vector<double>(genes, 0)), "not perfect");
  for (const double code : {kNaN, kInfinity, -1.0, 16.0, 1e300}) {
    expect_no_picture(directory, set("solutions", std::vector<double>(genes, code)), "no tile of a maze");
  }
  for (const double fitness : {kNaN, kInfinity, -kInfinity}) {
    expect_no_picture(directory, set("fitness", with(elites.fitness, 1, fitness)), "an elite with fitness");
  }
}

TEST(MazeFigures, SayWhyElitesAreNotThoseOfTheMap) {
  const TemporaryDirectory directory;
  const Store store = finished_study(directory / "s.mce", mazes());
  const KeptElites elites = *store.elites({0, 0, 0});
  auto outside = elites.cells;
  outside.back() = 36;
  expect_no_picture(directory, "UPDATE elites SET cells = " + blob(outside), "cell");
  expect_no_picture(directory, "UPDATE elites SET solutions = " + blob(std::vector<double>(7, 0.0)), "");
  expect_no_picture(directory, "UPDATE elites SET fitness = " + blob(std::vector<double>(1, 0.0)), "");
  expect_no_picture(directory,
                    "UPDATE elites SET cells = " + blob(std::vector<std::uint32_t>()) +
                        ", fitness = " + blob(std::vector<double>()) + ", solutions = " + blob(std::vector<double>()),
                    "");
  expect_no_picture(directory, "UPDATE elites SET solutions = x'00'", "");
}

}  // namespace
}  // namespace mce::maze_figures_test
