// SPDX-License-Identifier: MIT
#include "mean_curves.hpp"

#include <algorithm>
#include <iterator>
#include <map>
#include <variant>

#include "mce/study/exports.hpp"

namespace mce {
namespace {

constexpr std::size_t kMetrics = 6;

template <class Value>
const std::vector<Value>& values_of(const DataTable& table, std::string_view name) {
  return std::get<std::vector<Value>>(std::ranges::find(table.columns, name, &Column::name)->values);
}

/// The values of a treatment's runs by selector, metric and save point, in the order of repetitions.
using CurveValues = std::vector<std::array<std::vector<std::vector<double>>, kMetrics>>;

CurveValues samples_of(const Store& store, std::uint32_t treatment) {
  const Protocol& protocol = store.protocol();
  const Treatment& measured = protocol.treatments[treatment];
  std::map<std::string_view, std::size_t> selectors;
  for (const SelectorEntry& each : protocol.selectors) selectors.emplace(each.label, selectors.size());

  ExportFilter filter;
  filter.study.treatments = {measured.name};  // which is a testbed's name too: then there may be others of it
  const DataTable table = export_kind("curves").table(store, filter);
  const auto& names = values_of<std::string>(table, "treatment");
  const auto& labels = values_of<std::string>(table, "selector");
  const auto& evaluations = values_of<std::int64_t>(table, "evaluations");
  const std::array<const std::vector<double>*, kMetrics> columns = {
      &values_of<double>(table, "global_performance"), &values_of<double>(table, "global_reliability"),
      &values_of<double>(table, "precision"),          &values_of<double>(table, "coverage"),
      &values_of<double>(table, "qd_score"),           &values_of<double>(table, "selection_entropy")};

  CurveValues samples(selectors.size());
  for (auto& selector : samples) selector.fill(std::vector<std::vector<double>>(measured.plan.save_points.size()));
  for (std::size_t row = 0; row < names.size(); ++row) {
    if (names[row] != measured.name) continue;
    const auto found =
        std::ranges::lower_bound(measured.plan.save_points, static_cast<std::uint64_t>(evaluations[row]));
    const auto point = static_cast<std::size_t>(found - measured.plan.save_points.begin());
    for (std::size_t metric = 0; metric < kMetrics; ++metric) {
      samples[selectors.at(labels[row])][metric].at(point).push_back((*columns[metric])[row]);
    }
  }
  return samples;
}

}  // namespace

std::vector<std::uint64_t> shared_save_points(const Protocol& protocol, const std::vector<std::uint32_t>& treatments) {
  std::vector<std::uint64_t> shared = protocol.treatments[treatments.front()].plan.save_points;
  for (const std::uint32_t treatment : treatments) {
    std::vector<std::uint64_t> left;
    std::ranges::set_intersection(shared, protocol.treatments[treatment].plan.save_points, std::back_inserter(left));
    shared = std::move(left);
  }
  return shared;
}

MeanCurves mean_curves(const Store& store, std::string_view testbed) {
  const Protocol& protocol = store.protocol();
  MeanCurves result{.testbed = std::string(testbed), .treatments = {}, .selectors = {}};
  const std::vector<TreatmentState> states = store.states();
  for (std::uint32_t i = 0; i < states.size(); ++i) {
    if (states[i].measured && protocol.treatments[i].plan.testbed == testbed) result.treatments.push_back(i);
  }
  if (result.treatments.empty()) return result;

  const std::vector<std::uint64_t> shared = shared_save_points(protocol, result.treatments);
  // One value per repetition: its mean over the treatments.
  CurveValues all(protocol.selectors.size());
  for (auto& selector : all) {
    selector.fill(std::vector<std::vector<double>>(shared.size(), std::vector<double>(protocol.repetitions)));
  }
  for (const std::uint32_t treatment : result.treatments) {
    const CurveValues samples = samples_of(store, treatment);
    const auto& save_points = protocol.treatments[treatment].plan.save_points;
    for (std::size_t point = 0; point < shared.size(); ++point) {
      const auto found = std::ranges::lower_bound(save_points, shared[point]);
      const auto place = static_cast<std::size_t>(found - save_points.begin());
      for (std::size_t selector = 0; selector < all.size(); ++selector) {
        for (std::size_t metric = 0; metric < kMetrics; ++metric) {
          for (std::size_t run = 0; run < protocol.repetitions; ++run) {
            all[selector][metric][point][run] +=
                samples[selector][metric][place].at(run) / static_cast<double>(result.treatments.size());
          }
        }
      }
    }
  }

  for (const auto& selector : all) {
    std::vector<MeanPoint>& points = result.selectors.emplace_back();
    for (std::size_t point = 0; point < shared.size(); ++point) {
      MeanPoint& described = points.emplace_back();
      described.evaluations = shared[point];
      for (std::size_t metric = 0; metric < kMetrics; ++metric) {
        described.metrics.at(metric) = describe(selector[metric][point]);
      }
    }
  }
  return result;
}

}  // namespace mce
