// SPDX-License-Identifier: MIT
#include "beaten_tables.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <string>

#include "mce/analysis/comparison.hpp"
#include "mce/analysis/statistics.hpp"
#include "mce/core/wording.hpp"
#include "mce/study/beaten.hpp"

namespace mce {
namespace {

/// "Maze, 4 of 6 treatments, 10 repetitions"
std::string scope_of(const Store& store, const BeatenTable& table) {
  const auto& all = store.protocol().treatments;
  const auto planned = static_cast<std::size_t>(
      std::ranges::count(all, table.testbed, [](const Treatment& each) { return each.plan.testbed; }));
  const std::size_t measured = table.treatments.size();
  return fmt::format("{}, {}{}, {}", wording::title(table.testbed),
                     measured < planned ? fmt::format("{} of ", measured) : "", wording::count(planned, "treatment"),
                     wording::count(store.protocol().repetitions, "repetition"));
}

std::size_t opponents_in(const Store& store) { return std::max<std::size_t>(store.protocol().selectors.size(), 2) - 1; }

std::string rule_of(const Store& store) {
  const std::size_t opponents = opponents_in(store);
  return fmt::format("a higher mean area under the curve, Welch's t-test, p < 0.05/{} = {:.3g}", opponents,
                     0.05 / static_cast<double>(opponents));
}

std::vector<std::string> heads_of(const Store& store, const std::string& first) {
  std::vector<std::string> heads = short_labels(store.protocol());
  heads.insert(heads.begin(), first);
  return heads;
}

TextTable beaten_text(const Store& store, const BeatenTable& table) {
  TextTable text{.name = "beaten-" + table.testbed,
                 .caption = fmt::format("{}: selectors that each one beats ({}). The most are bold.",
                                        scope_of(store, table), rule_of(store)),
                 .heads = heads_of(store, "Metric"),
                 .rows = {}};
  for (const MetricKind& kind : store.metrics()) {
    const auto& beaten = table.beaten[place_of(kind.metric)];
    const std::uint32_t most = *std::ranges::max_element(beaten);
    auto& row = text.rows.emplace_back();
    row.push_back({kind.title});
    for (const std::uint32_t each : beaten) row.push_back({fmt::format("{}", each), each == most && most > 0});
  }
  return text;
}

/// One metric of one treatment: the samples of all selectors, compared.
struct Match {
  const Store& store;
  const BeatenTable& table;
  const MetricKind& kind;
  std::vector<std::vector<double>> samples;
  Comparisons comparisons;

  Match(const Store& a_store, const BeatenTable& a_table, const MetricKind& a_kind)
      : store(a_store),
        table(a_table),
        kind(a_kind),
        samples(areas(a_store, a_table.treatments.front(), a_kind.metric)),
        comparisons(samples) {}

  [[nodiscard]] TextTable empty(const std::string& what, const std::string& caption) const {
    return {.name = fmt::format("{}-{}-{}", what, table.testbed, kind.key),
            .caption = fmt::format("{}, {}: {}", scope_of(store, table), kind.title, caption),
            .heads = heads_of(store, "Selector"),
            .rows = {}};
  }

  /// A row per selector with a cell per opponent; none of oneself.
  template <class CellOf>
  void fill(TextTable& text, CellOf cell_of) const {
    for (std::size_t a = 0; a < samples.size(); ++a) {
      auto& row = text.rows.emplace_back();
      row.push_back({store.protocol().selectors[a].label});
      for (std::size_t b = 0; b < samples.size(); ++b) row.push_back(a == b ? TextCell{} : cell_of(a, b));
    }
  }
};

TextTable values_text(const Match& match) {
  TextTable text = match.empty("values", "area under the curve, and who is significantly better than whom");
  text.heads = {"Selector", "Mean", "Deviation", "95 % interval", "Beats", "Beaten by"};
  const auto labels = short_labels(match.store.protocol());
  for (std::size_t a = 0; a < match.samples.size(); ++a) {
    const Description each = describe(match.samples[a]);
    std::vector<std::string> better;
    std::vector<std::string> worse;
    for (std::size_t b = 0; b < match.samples.size(); ++b) {
      const Verdict verdict = match.comparisons.between(a, b).verdict;
      if (verdict == Verdict::better) better.push_back(labels[b]);
      if (verdict == Verdict::worse) worse.push_back(labels[b]);
    }
    const std::string interval = std::isnan(each.low) ? "-" : fmt::format("{:.6g} to {:.6g}", each.low, each.high);
    text.rows.push_back({{match.store.protocol().selectors[a].label},
                         {fmt::format("{:.6g}", each.mean)},
                         {std::isnan(each.deviation) ? "-" : fmt::format("{:.2g}", each.deviation)},
                         {interval},
                         {fmt::format("{}", fmt::join(better, " "))},
                         {fmt::format("{}", fmt::join(worse, " "))}});
  }
  return text;
}

TextTable effects_text(const Match& match) {
  TextTable text = match.empty(
      "effects",
      fmt::format("Hedges' g of the row less the column. Bold: the row beats the column ({}).", rule_of(match.store)));
  match.fill(text, [&match](std::size_t a, std::size_t b) -> TextCell {
    const Comparison& each = match.comparisons.between(a, b);
    return {std::isnan(each.hedges_g) ? "-" : fmt::format("{:+.2f}", each.hedges_g), each.verdict == Verdict::better};
  });
  return text;
}

/// Both tests are two-sided, so one triangle is enough for each.
TextTable p_values_text(const Match& match) {
  TextTable text = match.empty("p", "p, two-sided and not corrected. Above the diagonal: Welch; below: Mann-Whitney.");
  match.fill(text, [&match](std::size_t a, std::size_t b) -> TextCell {
    const Comparison& each = match.comparisons.between(a, b);
    const double p = a < b ? each.welch_p : each.mann_whitney_p;
    return {std::isnan(p) ? "-" : fmt::format("{:.2g}", p), p < match.comparisons.threshold()};
  });
  text.caption += fmt::format(" Bold: below {:.3g}.", match.comparisons.threshold());
  return text;
}

TextTable victories_text(const Store& store, const BeatenTable& table, const MetricKind& kind) {
  TextTable text{
      .name = fmt::format("victories-{}-{}", table.testbed, kind.key),
      .caption = fmt::format("{}, {}: in how many treatments the row beats the column ({}). The most are bold.",
                             scope_of(store, table), kind.title, rule_of(store)),
      .heads = heads_of(store, "Selector"),
      .rows = {}};
  text.heads.emplace_back("All");
  const auto& counts = table.victories[place_of(kind.metric)];
  const auto& beaten = table.beaten[place_of(kind.metric)];
  const std::uint32_t most = *std::ranges::max_element(beaten);
  for (std::size_t a = 0; a < counts.size(); ++a) {
    auto& row = text.rows.emplace_back();
    row.push_back({store.protocol().selectors[a].label});
    for (std::size_t b = 0; b < counts.size(); ++b) row.push_back({a == b ? "" : fmt::format("{}", counts[a][b])});
    row.push_back({fmt::format("{}", beaten[a]), beaten[a] == most && most > 0});
  }
  return text;
}

}  // namespace

std::vector<TextTable> beaten_texts(const Store& store) {
  std::vector<TextTable> texts;
  for (const BeatenTable& table : beaten_tables(store)) {
    if (!table.treatments.empty()) texts.push_back(beaten_text(store, table));
  }
  return texts;
}

std::vector<TextTable> comparison_matrices(const Store& store) {
  std::vector<TextTable> texts;
  for (const BeatenTable& table : beaten_tables(store)) {
    if (table.treatments.empty()) continue;
    for (const MetricKind& kind : store.metrics()) {
      if (table.treatments.size() > 1) {
        texts.push_back(victories_text(store, table, kind));
        continue;
      }
      const Match match(store, table, kind);
      texts.push_back(values_text(match));
      texts.push_back(effects_text(match));
      texts.push_back(p_values_text(match));
    }
  }
  return texts;
}

}  // namespace mce
