// SPDX-License-Identifier: MIT
#include "study/measure.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <map>

#include "mce/study/exports.hpp"
#include "study/study_support.hpp"

namespace mce::measure_test {
namespace {

/// Quality of every filled cell.
using Map = std::map<CellIndex, double>;

Map map_of(const Run& run) {
  Map map;
  for (const CellIndex cell : run.archive().filled()) map[cell] = run.quality(run.archive().fitness(cell));
  return map;
}

/// The maps of a run at its save points, by making it again.
std::vector<Map> maps_of(const Plan& plan) {
  const auto run = Run::make(plan);
  std::vector<Map> maps = {map_of(*run)};
  for (std::size_t i = 1; i < plan.save_points.size(); ++i) {
    run->advance(plan.save_points[i] - plan.save_points[i - 1]);
    maps.push_back(map_of(*run));
  }
  return maps;
}

double area(const std::vector<double>& values, const std::vector<std::uint64_t>& at) {
  double sum = 0;
  for (std::size_t i = 1; i < values.size(); ++i) {
    sum += (values[i] + values[i - 1]) / 2 * static_cast<double>(at[i] - at[i - 1]);
  }
  return sum / static_cast<double>(at.back());
}

const std::vector<double>& reals(const DataTable& table, const std::string& name) {
  for (const Column& column : table.columns) {
    if (column.name == name) return std::get<std::vector<double>>(column.values);
  }
  throw std::out_of_range(name);
}

/// Metrics of docs/algorithm.md, section 6, from runs made again, word by word, against those in the store.
TEST(Measure, AgreesWithTheDefinitionsOnEveryTestbed) {
  const test::TemporaryDirectory directory;
  const Protocol protocol = test::small_protocol();
  test::complete_study(directory / "s.mce", protocol);
  const Store store = Store::for_reading(directory / "s.mce");
  for (std::uint32_t treatment = 0; treatment < 3; ++treatment) {
    const auto& points = protocol.treatments[treatment].plan.save_points;
    std::vector<std::vector<Map>> runs;
    Map best;
    double highest = 0;
    for (std::uint32_t selector = 0; selector < 3; ++selector) {
      for (std::uint32_t repetition = 0; repetition < 3; ++repetition) {
        runs.push_back(maps_of(plan_of(protocol, treatment, selector, repetition)));
        for (const auto& [cell, quality] : runs.back().back()) {
          best[cell] = std::max(best[cell], quality);
          highest = std::max(highest, quality);
        }
      }
    }
    const ExportFilter filter{.study = {.treatments = {protocol.treatments[treatment].name}, .selectors = {}},
                              .repetition = {}};
    const DataTable curves = export_kind("curves").table(store, filter);
    const DataTable areas = export_kind("auc").table(store, filter);
    ASSERT_EQ(curves.rows(), runs.size() * points.size());
    ASSERT_EQ(areas.rows(), runs.size());
    for (std::size_t run = 0; run < runs.size(); ++run) {
      std::map<std::string, std::vector<double>> expected;
      for (const Map& map : runs[run]) {
        double ratios = 0;
        double sum = 0;
        double top = 0;
        for (const auto& [cell, quality] : map) {
          ratios += best[cell] == 0 ? 1 : quality / best[cell];
          sum += quality;
          top = std::max(top, quality);
        }
        expected["global_performance"].push_back(top / highest);
        expected["global_reliability"].push_back(ratios / static_cast<double>(best.size()));
        expected["precision"].push_back(ratios / static_cast<double>(map.size()));
        expected["coverage"].push_back(static_cast<double>(map.size()) / static_cast<double>(best.size()));
        expected["qd_score"].push_back(sum);
      }
      for (const auto& [metric, values] : expected) {
        for (std::size_t i = 0; i < points.size(); ++i) {
          EXPECT_NEAR(reals(curves, metric)[run * points.size() + i], values[i], 1e-12 * values[i])
              << metric << " of run " << run << " at " << points[i];
        }
        EXPECT_NEAR(reals(areas, metric)[run], area(values, points), 1e-12 * std::abs(area(values, points))) << metric;
      }
    }
  }
}

}  // namespace
}  // namespace mce::measure_test
