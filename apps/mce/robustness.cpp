// SPDX-License-Identifier: MIT
#include "mce/study/robustness.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <vector>

#include "commands.hpp"
#include "mce/core/wording.hpp"
#include "rows.hpp"

namespace mce::app {
namespace {

constexpr std::size_t kPageWidth = 100;

/// One selector after the other, the safest first.
void print_summary(const Robustness& table) {
  std::vector<Row> rows = {
      {.head = "", .entries = {"mean", "worst", "within 1 %", "above"}, .remark = "where it is worst"}};
  for (const SelectorRobustness& each : table.rows) {
    Row row{.head = each.label, .entries = {relative_text(each.mean)}};
    row.entries.push_back(relative_text(each.worst_value()));
    row.entries.push_back(fmt::format("{} of {}", each.within, each.defined));
    row.entries.push_back(fmt::format("{}", each.above));
    if (each.worst) row.remark = table.treatments[*each.worst];
    rows.push_back(row);
  }
  print_rows(rows);
}

/// The selectors from `first` up to `last`, a row per treatment.
void print_values(const Robustness& table, const std::vector<std::string>& heads, std::size_t first, std::size_t last) {
  std::vector<Row> rows = {{.head = "", .entries = {}}};
  for (std::size_t i = first; i < last; ++i) rows.front().entries.push_back(table.rows[i].label);
  for (std::size_t treatment = 0; treatment < table.treatments.size(); ++treatment) {
    Row row{.head = heads[treatment], .entries = {}};
    for (std::size_t i = first; i < last; ++i) {
      const auto& value = table.rows[i].values[treatment];
      row.entries.push_back(value ? percent_text(value->percent) : "n/a");
      row.best.push_back(value && value->percent >= kWithin);
    }
    rows.push_back(row);
  }
  print_rows(rows);
}

/// The columns of a selector in the table of values, with the space before it and a star.
std::size_t column_width(const SelectorRobustness& row) {
  std::size_t width = width_of(row.label);
  for (const auto& value : row.values) {
    if (value) width = std::max(width, percent_text(value->percent).size() + 1);
  }
  return width + 2;
}

std::size_t widest(const std::vector<std::string>& texts) {
  std::size_t width = 0;
  for (const std::string& each : texts) width = std::max(width, width_of(each));
  return width;
}

/// Treatments go by their names if everything fits beside them, and otherwise by numbers. Selectors that still do not
/// fit beside each other are below.
void print_all_values(const Robustness& table) {
  std::size_t columns = 0;
  for (const SelectorRobustness& each : table.rows) columns += column_width(each);
  std::vector<std::string> heads = table.treatments;
  if (widest(heads) + columns + 2 > kPageWidth) {
    for (std::size_t i = 0; i < heads.size(); ++i) {
      heads[i] = fmt::format("{}", i + 1);
      fmt::print("  {:>{}}  {}\n", i + 1, fmt::format("{}", heads.size()).size(), table.treatments[i]);
    }
    fmt::print("\n");
  }
  const std::size_t room = kPageWidth - std::min(kPageWidth / 2, widest(heads) + 2);
  for (std::size_t first = 0, last = 0; first < table.rows.size(); first = last) {
    if (first > 0) fmt::print("\n");
    std::size_t used = 0;
    while (last < table.rows.size() && (last == first || used + column_width(table.rows[last]) <= room)) {
      used += column_width(table.rows[last++]);
    }
    print_values(table, heads, first, last);
  }
}

}  // namespace

void print_robustness(const Store& store, const MetricKind& metric, const std::string& reference) {
  const Robustness table = robustness(store, metric.metric, reference);
  const Protocol& protocol = store.protocol();
  fmt::print("\n{}: area under the curve, in percent above or below the reference\n", metric.title);
  fmt::print("Reference: the highest mean of {} on each treatment\n", fmt::join(table.reference, " "));
  if (table.treatments.empty()) {
    fmt::print("\nno treatment has all its runs yet\n");
    return;
  }
  const std::size_t all = protocol.treatments.size();
  fmt::print("{}{}, {}\n\n", table.treatments.size() < all ? fmt::format("{} of ", table.treatments.size()) : "",
             wording::count(all, "treatment"), wording::count(protocol.repetitions, "repetition"));
  print_summary(table);
  fmt::print("\nEvery treatment (what is within 1 % of the reference, or above it, stands out):\n\n");
  print_all_values(table);
  fmt::print("\n");
  for (const std::string& note : robustness_notes(table)) fmt::print("{}\n", note);
}

}  // namespace mce::app
