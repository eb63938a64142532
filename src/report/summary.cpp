// SPDX-License-Identifier: MIT
#include "summary.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <limits>
#include <map>
#include <utility>

#include "mce/analysis/statistics.hpp"
#include "mce/core/wording.hpp"
#include "mce/study/beaten.hpp"
#include "mce/study/low_fitness.hpp"

namespace mce {
namespace {

constexpr std::array kHeadlines = {Metric::qd_score, Metric::coverage, Metric::global_performance};

const std::string& title_of(Metric metric) { return metric_kind(metric).title; }

/// What all lines of a testbed are written from.
struct Field {
  const Store& store;
  const RunValues& values;
  const BeatenTable& table;
  std::vector<std::string> names;  ///< of selectors, in full

  [[nodiscard]] Duel duel(std::size_t first, std::size_t second, Metric metric) const {
    return {.first = values.selectors[first],
            .second = values.selectors[second],
            .metric = metric,
            .testbed = table.testbed};
  }
  [[nodiscard]] const std::vector<std::uint32_t>& beaten(Metric metric) const { return table.beaten[place_of(metric)]; }
};

std::size_t uniform_in(const Protocol& protocol) {
  const auto found = std::ranges::find(protocol.selectors, std::string("uniform"), &SelectorEntry::label);
  return static_cast<std::size_t>(found - protocol.selectors.begin());
}

/// Who beats most; among equals, who has the highest mean.
std::size_t leader_of(const Field& field, Metric metric) {
  const auto& beaten = field.beaten(metric);
  std::size_t best = 0;
  for (std::size_t i = 1; i < beaten.size(); ++i) {
    const bool higher = beaten[i] == beaten[best] && relative_gain(field.values, field.duel(i, best, metric)).mean > 0;
    if (beaten[i] > beaten[best] || higher) best = i;
  }
  return best;
}

/// "+12.3 % compared with uniform (95 % interval +11.0 % to +13.6 %, p < 1e-12)"
std::string beside_uniform(const Field& field, std::size_t selector, std::size_t uniform, Metric metric) {
  const Duel duel = field.duel(selector, uniform, metric);
  const RelativeGain gain = relative_gain(field.values, duel);
  const DuelResult result = fight(field.values, duel);
  std::string sure;
  if (!std::isnan(gain.low)) {
    sure = fmt::format("95 % interval {} to {}, ", wording::percent(gain.low), wording::percent(gain.high));
  }
  sure += wording::p_value(result.p);
  if (result.treatments > 1) {
    sure += fmt::format(" by sign test: better in {} and worse in {} of {} treatments", result.won, result.lost,
                        result.treatments);
  }
  return fmt::format("{} compared with uniform ({})", wording::percent(gain.mean), sure);
}

/// Those that a leader does not beat, in one treatment; or what share of all comparisons it wins, in several.
std::string reach_of(const Field& field, std::size_t leader, Metric metric) {
  const std::size_t others = field.names.size() - 1;
  const std::size_t treatments = field.table.treatments.size();
  const std::uint32_t beaten = field.beaten(metric)[leader];
  if (treatments > 1) {
    std::size_t next = leader == 0 ? 1 : 0;
    for (std::size_t i = 0; i < field.names.size(); ++i) {
      if (i != leader && field.beaten(metric)[i] > field.beaten(metric)[next]) next = i;
    }
    return fmt::format("it wins {} of {} comparisons (next: {}, {})", beaten, others * treatments, field.names[next],
                       field.beaten(metric)[next]);
  }
  if (beaten == others) return "it beats all others";
  std::vector<std::string> equals;
  for (std::size_t i = 0; i < field.names.size(); ++i) {
    if (i == leader) continue;
    if (fight(field.values, field.duel(leader, i, metric)).verdict == Verdict::undecided) {
      equals.push_back(field.names[i]);
    }
  }
  const std::string rest = equals.empty() ? "" : ", no clear difference to " + wording::list(equals);
  return fmt::format("it beats {} of {} others{}", beaten, others, rest);
}

std::string headline(const Field& field, Metric metric) {
  const std::size_t leader = leader_of(field, metric);
  const std::size_t uniform = uniform_in(field.store.protocol());
  std::string text;
  if (field.store.protocol().repetitions < 2) {
    text = fmt::format("{}: {} is highest; one repetition cannot tell whether that is chance", title_of(metric),
                       field.names[leader]);
  } else if (field.beaten(metric)[leader] == 0) {
    return fmt::format("{}: no selector is significantly better than another.", title_of(metric));
  } else {
    text = fmt::format("{}: {} leads, {}", title_of(metric), field.names[leader], reach_of(field, leader, metric));
  }
  if (uniform < field.names.size() && uniform != leader) {
    text += "; " + beside_uniform(field, leader, uniform, metric);
  }
  return text + ".";
}

Paragraph extent_of(const Store& store) {
  const Protocol& protocol = store.protocol();
  const auto states = store.states();
  std::uint64_t runs = 0;
  std::vector<std::string> unfinished;
  for (std::size_t i = 0; i < states.size(); ++i) {
    runs += states[i].runs;
    if (!states[i].measured) unfinished.push_back(protocol.treatments[i].name);
  }
  Paragraph paragraph{.head = "Study", .lines = {}};
  paragraph.lines.push_back(fmt::format("{} follows profile {}: {}, {}, {}; {} of {} runs are finished.", protocol.name,
                                        protocol.profile, wording::count(protocol.treatments.size(), "treatment"),
                                        wording::count(protocol.selectors.size(), "selector"),
                                        wording::count(protocol.repetitions, "repetition"), runs, run_count(protocol)));
  if (!unfinished.empty()) {
    const std::size_t all = unfinished.size();
    unfinished.resize(std::min<std::size_t>(all, 3));
    if (all > 3) unfinished.push_back(fmt::format("{} more", all - 3));
    paragraph.lines.push_back(fmt::format("Not finished, and so not in the results: {}.", wording::list(unfinished)));
  }
  if (protocol.selectors.size() > 1) {
    paragraph.lines.push_back(fmt::format(
        "Selectors are compared by the area under the curve of every run; one is better than another if its mean is "
        "higher and Welch's t-test gives p < 0.05/{}.",
        protocol.selectors.size() - 1));
  } else {
    paragraph.lines.emplace_back("There is only one selector, so there is nothing to compare.");
  }
  for (std::string& note : low_fitness_notes(store)) paragraph.lines.push_back(std::move(note));
  return paragraph;
}

/// Who beats uniform by QD-score in how many treatments, all testbeds together.
Paragraph beside_uniform_everywhere(const std::vector<Field>& fields, std::size_t uniform) {
  Paragraph paragraph{.head = "All testbeds", .lines = {}};
  const auto& names = fields.front().names;
  std::map<std::pair<std::uint32_t, std::uint32_t>, std::vector<std::string>> by_result;
  std::uint32_t treatments = 0;
  for (const Field& field : fields) treatments += static_cast<std::uint32_t>(field.table.treatments.size());
  for (std::size_t i = 0; i < names.size(); ++i) {
    if (i == uniform) continue;
    std::uint32_t won = 0;
    std::uint32_t lost = 0;
    for (const Field& field : fields) {
      const DuelResult result = fight(field.values, field.duel(i, uniform, Metric::qd_score));
      won += result.won;
      lost += result.lost;
    }
    by_result[{treatments - won, lost}].push_back(names[i]);
  }
  std::vector<std::string> parts;
  parts.reserve(by_result.size());
  for (const auto& [result, selectors] : by_result) {
    parts.push_back(fmt::format("{} better in {} and worse in {}", wording::list(selectors), treatments - result.first,
                                result.second));
  }
  paragraph.lines.push_back(fmt::format("QD-score compared with uniform, of {}: {}.",
                                        wording::count(treatments, "treatment"), fmt::join(parts, "; ")));
  return paragraph;
}

}  // namespace

RelativeGain relative_gain(const RunValues& values, const Duel& duel) {
  const auto firsts = samples_by_treatment(values, duel.first, duel.metric, duel.testbed, duel.moment);
  const auto seconds = samples_by_treatment(values, duel.second, duel.metric, duel.testbed, duel.moment);
  // Two equal values are no gain, also where they are 0.
  const auto gain = [](double first, double second) { return first == second ? 0 : first / second - 1; };
  std::vector<double> gains;
  if (firsts.size() == 1) {
    std::ranges::transform(firsts[0], seconds[0], std::back_inserter(gains), gain);
  } else {
    std::ranges::transform(firsts, seconds, std::back_inserter(gains),
                           [&gain](const auto& first, const auto& second) { return gain(mean(first), mean(second)); });
  }
  constexpr double kNone = std::numeric_limits<double>::quiet_NaN();
  if (gains.empty() || !std::ranges::all_of(gains, [](double each) { return std::isfinite(each); })) {
    return {.mean = kNone, .low = kNone, .high = kNone};
  }
  const Description description = describe(gains);
  return {.mean = description.mean, .low = description.low, .high = description.high};
}

std::vector<Paragraph> summary(const Store& store) {
  std::vector<Paragraph> paragraphs = {extent_of(store)};
  const Protocol& protocol = store.protocol();
  if (protocol.selectors.size() < 2) return paragraphs;
  const RunValues values = gather_values(store);
  const std::vector<BeatenTable> tables = beaten_tables(store);
  std::vector<std::string> names(protocol.selectors.size());
  std::ranges::transform(protocol.selectors, names.begin(), &SelectorEntry::label);
  std::vector<Field> fields;
  for (const BeatenTable& table : tables) {
    if (table.treatments.empty()) continue;
    const Field& field = fields.emplace_back(Field{.store = store, .values = values, .table = table, .names = names});
    Paragraph paragraph{.head = wording::title(table.testbed), .lines = {}};
    for (const Metric metric : kHeadlines) paragraph.lines.push_back(headline(field, metric));
    paragraphs.push_back(std::move(paragraph));
  }
  const std::size_t uniform = uniform_in(protocol);
  if (!fields.empty() && uniform < names.size() && protocol.repetitions > 1) {
    paragraphs.push_back(beside_uniform_everywhere(fields, uniform));
  }
  return paragraphs;
}

}  // namespace mce
