// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <vector>

#include "commands.hpp"
#include "mce/analysis/comparison.hpp"
#include "mce/analysis/statistics.hpp"
#include "mce/study/beaten.hpp"
#include "rows.hpp"

namespace mce::app {
namespace {

std::string head_of(const BeatenTable& table, const Store& store) {
  const std::string treatments = table.treatments.size() == 1 ? store.protocol().treatments[table.treatments[0]].name
                                                              : fmt::format("{} treatments", table.treatments.size());
  return fmt::format("{} ({}, {} repetitions)", table.testbed, treatments, store.protocol().repetitions);
}

/// What a number of selectors was significantly better than, by every metric.
void print_beaten(const Store& store, const BeatenTable& table) {
  std::vector<Row> rows = {{.head = "", .entries = short_labels(store.protocol()), .best = {}}};
  for (const MetricKind& kind : store.metrics()) {
    const auto& beaten = table.beaten[place_of(kind.metric)];
    const std::uint32_t most = *std::ranges::max_element(beaten);
    Row row{.head = kind.title, .entries = {}, .best = {}};
    for (const std::uint32_t each : beaten) {
      row.entries.push_back(fmt::format("{}", each));
      row.best.push_back(each == most && most > 0);
    }
    rows.push_back(row);
  }
  print_rows(rows);
}

/// One metric in one treatment: every selector's values, and what it beats.
void print_values(const Store& store, std::uint32_t treatment, Metric metric) {
  const auto samples = areas(store, treatment, metric);
  const Comparisons comparisons(samples);
  std::vector<Row> rows = {
      {.head = "", .entries = {"mean", "deviation", "95 % interval", "beats", "beaten by"}, .best = {}}};
  const auto labels = short_labels(store.protocol());
  for (std::size_t i = 0; i < samples.size(); ++i) {
    const Description each = describe(samples[i]);
    std::string better;
    std::string worse;
    for (std::size_t j = 0; j < samples.size(); ++j) {
      const Verdict verdict = comparisons.between(i, j).verdict;
      if (verdict == Verdict::better) better += (better.empty() ? "" : " ") + labels[j];
      if (verdict == Verdict::worse) worse += (worse.empty() ? "" : " ") + labels[j];
    }
    rows.push_back({.head = store.protocol().selectors[i].label,
                    .entries = {fmt::format("{:.6g}", each.mean), fmt::format("{:.2g}", each.deviation),
                                fmt::format("{:.6g} to {:.6g}", each.low, each.high), better, worse},
                    .best = {}});
  }
  print_rows(rows);
}

/// One metric over several treatments: in how many of them the row beats the column.
void print_victories(const Store& store, const BeatenTable& table, Metric metric) {
  const auto labels = short_labels(store.protocol());
  std::vector<Row> rows = {{.head = "", .entries = labels, .best = {}}};
  rows.front().entries.emplace_back("all");
  const auto& counts = table.victories[place_of(metric)];
  for (std::size_t i = 0; i < labels.size(); ++i) {
    Row row{.head = store.protocol().selectors[i].label, .entries = {}, .best = {}};
    for (std::size_t j = 0; j < labels.size(); ++j)
      row.entries.push_back(i == j ? "" : fmt::format("{}", counts[i][j]));
    row.entries.push_back(fmt::format("{}", table.beaten[place_of(metric)][i]));
    rows.push_back(row);
  }
  print_rows(rows);
}

}  // namespace

void print_tables(const Store& store) {
  fmt::print("\nSelectors that each one beats: a higher mean area under the curve, Welch's t-test, p < 0.05/{}\n",
             std::max<std::size_t>(store.protocol().selectors.size(), 2) - 1);
  for (const BeatenTable& table : beaten_tables(store)) {
    if (table.treatments.empty()) {
      fmt::print("\n{}: no treatment has all its runs yet\n", table.testbed);
      continue;
    }
    fmt::print("\n{}\n", head_of(table, store));
    print_beaten(store, table);
  }
}

void compare(const CompareOptions& options) {
  const MetricKind* kind = options.metric.empty() ? nullptr : &metric_kind(options.metric);
  const Store store = Store::for_reading(options.store);
  if (kind != nullptr) store.require(kind->metric);
  if (options.robustness) {
    print_robustness(store, kind == nullptr ? metric_kind(Metric::qd_score) : *kind, options.reference);
    return;
  }
  print_tables(store);
  if (kind == nullptr) return;
  for (const BeatenTable& table : beaten_tables(store)) {
    if (table.treatments.empty()) continue;
    const bool one = table.treatments.size() == 1;
    fmt::print("\n{} in {}: {}\n", kind->title, head_of(table, store),
               one ? "area under the curve" : "in how many treatments the row beats the column");
    if (one) {
      print_values(store, table.treatments.front(), kind->metric);
    } else {
      print_victories(store, table, kind->metric);
    }
  }
}

}  // namespace mce::app
