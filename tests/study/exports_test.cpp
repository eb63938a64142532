// SPDX-License-Identifier: MIT
#include "mce/study/exports.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "study/study_support.hpp"

namespace mce::exports_test {
namespace {

using test::complaint;
using test::expect_mentions;
using test::small_protocol;

template <class Value>
const std::vector<Value>& column(const DataTable& table, std::string_view name) {
  for (const Column& each : table.columns) {
    if (each.name == name) return std::get<std::vector<Value>>(each.values);
  }
  throw std::out_of_range(std::string(name));
}

ExportFilter one_run(const std::string& treatment, const std::string& selector) {
  return {.study = {.treatments = {treatment}, .selectors = {selector}}, .repetition = {}};
}

TEST(Exports, HaveTheirColumnsWithoutRowsToo) {
  const test::TemporaryDirectory directory;
  const Store store = Store::for_running(directory / "s.mce", small_protocol());
  for (const ExportKind& kind : export_kinds()) {
    if (kind.name == "elites" || kind.name == "maps" || kind.name == "centroids") continue;  // of one run
    const DataTable table = kind.table(store, {});
    table.check();
    EXPECT_EQ(table.rows(), 0U) << kind.name;
    EXPECT_GE(table.columns.size(), 3U) << kind.name;
  }
}

TEST(Exports, MapsAreARowPerMapAndCell) {
  const test::TemporaryDirectory directory;
  test::complete_study(directory / "s.mce", small_protocol());
  const Store store = Store::for_reading(directory / "s.mce");
  const DataTable table = export_kind("maps").table(store, one_run("arm", "Uc"));
  table.check();
  const auto maps = store.maps({.treatment = 1});
  ASSERT_EQ(maps.size(), 2U);
  ASSERT_EQ(table.rows(), 2U * 144U);
  for (std::size_t row = 0; row < table.rows(); ++row) {
    const KeptMap& map = maps[row / 144];
    const std::size_t cell = row % 144;
    ASSERT_EQ(column<std::int64_t>(table, "evaluations")[row], static_cast<std::int64_t>(map.evaluations));
    ASSERT_EQ(column<std::int64_t>(table, "index")[row], static_cast<std::int64_t>(cell));
    ASSERT_EQ(column<std::int64_t>(table, "bin_0")[row], static_cast<std::int64_t>(cell / 12));
    ASSERT_EQ(column<std::int64_t>(table, "bin_1")[row], static_cast<std::int64_t>(cell % 12));
    const double fitness = column<double>(table, "objective")[row];
    ASSERT_TRUE(fitness == map.fitness[cell] || (std::isnan(fitness) && std::isnan(map.fitness[cell])));
    ASSERT_EQ(column<std::int64_t>(table, "cell_selections")[row], map.selections[cell]);
    ASSERT_EQ(column<std::int64_t>(table, "cell_survivals")[row], map.survivals[cell]);
  }
}

TEST(Exports, OfMapsWithCentroidsSayWhereTheyAre) {
  const test::TemporaryDirectory directory;
  const Protocol protocol = parse_protocol(
      "repetitions = 1\nselectors = [\"Uc\"]\nevaluations = 1000\n[[treatment]]\ntestbed = \"arm\"\n"
      "centroids = 30\n[[treatment]]\ntestbed = \"arm\"\nname = \"grid\"\nresolution = 5\n",
      "p.toml");
  test::complete_study(directory / "s.mce", protocol);
  const Store store = Store::for_reading(directory / "s.mce");
  const Partition map = partition_of(protocol.treatments[0].plan);
  const auto points = map.centroids()->points();
  const auto centroids_in = [](const DataTable& table) {
    const auto found = std::ranges::find(table.columns, "centroid", &Column::name);
    return found == table.columns.end() ? Matrix{} : std::get<Matrix>(found->values);
  };

  const DataTable centroids = export_kind("centroids").table(store, one_run("arm", "Uc"));
  EXPECT_EQ(centroids.rows(), 30U);
  EXPECT_EQ(centroids_in(centroids).width, 2U);
  EXPECT_TRUE(std::ranges::equal(centroids_in(centroids).values, points));

  const DataTable maps = export_kind("maps").table(store, one_run("arm", "Uc"));
  maps.check();
  const std::size_t kept = store.maps({}).size();
  EXPECT_EQ(maps.rows(), kept * 30);
  EXPECT_EQ(std::ranges::count(maps.columns, "bin_0", &Column::name), 0);
  const std::vector<double> of_maps = centroids_in(maps).values;
  ASSERT_EQ(of_maps.size(), kept * 60);
  EXPECT_TRUE(std::ranges::equal(std::span(of_maps).last(60), points));

  expect_mentions(complaint([&] { export_kind("centroids").table(store, one_run("grid", "Uc")); }),
                  {"treatment 'grid' has a grid"});
}

TEST(Exports, MapsAndElitesAreOfOneRunThatIsKept) {
  const test::TemporaryDirectory directory;
  test::complete_study(directory / "s.mce", small_protocol());
  const Store store = Store::for_reading(directory / "s.mce");
  for (const std::string what : {"maps", "elites"}) {
    const ExportKind& kind = export_kind(what);
    expect_mentions(complaint([&] { kind.table(store, {}); }), {what + " of 9 runs", "one treatment and one selector"});
    ExportFilter second = one_run("arm", "Uc");
    second.repetition = 1;
    expect_mentions(complaint([&] { kind.table(store, second); }), {"no " + what + " of repetition 1", "\"first\""});
  }
}

TEST(Exports, MeansAreThoseOfTheCurves) {
  const test::TemporaryDirectory directory;
  const auto path = directory / "s.mce";
  test::complete_study(path, small_protocol());
  const DataTable table = export_kind("mean-curves").table(Store::for_reading(path), {});
  ASSERT_EQ(table.rows(), 3U * 3U * 4U);
  const std::string groups =
      " FROM curve JOIN treatment USING (treatment) GROUP BY treatment, selector, evaluations "
      "ORDER BY treatment, selector, evaluations";
  EXPECT_EQ(column<std::int64_t>(table, "runs"), std::vector<std::int64_t>(36, 3));
  for (const std::string mean :
       {"1.0 * filled / cells|filled_share", "best|best", "qd_score|qd_score", "coverage|coverage"}) {
    const std::size_t bar = mean.find('|');
    const auto expected = test::numbers(path, "SELECT avg(" + mean.substr(0, bar) + ")" + groups);
    const auto& found = column<double>(table, mean.substr(bar + 1));
    ASSERT_EQ(found.size(), expected.size());
    for (std::size_t i = 0; i < found.size(); ++i) EXPECT_NEAR(found[i], expected[i], 1e-12 * std::abs(expected[i]));
  }
}

}  // namespace
}  // namespace mce::exports_test
