// SPDX-License-Identifier: MIT
#include "claim_checks.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <set>
#include <string>

#include "mce/analysis/statistics.hpp"
#include "mce/core/wording.hpp"
#include "mce/run/profile.hpp"
#include "mce/selectors/selector_kinds.hpp"
#include "mce/study/robustness.hpp"

namespace mce::claim_checks {
namespace {

std::vector<Duel> duels_of(const Bout& bout) {
  std::vector<Duel> duels;
  for (const std::string_view testbed : bout.testbeds) {
    for (const Moment moment : bout.moments) {
      for (const Metric metric : bout.metrics) {
        for (const std::string_view first : bout.better) {
          for (const std::string_view second : bout.worse) {
            if (first != second) {
              duels.push_back(
                  {.first = first, .second = second, .metric = metric, .testbed = testbed, .moment = moment});
            }
          }
        }
      }
    }
  }
  return duels;
}

/// What the study does not have for any of these duels, as an open finding.
std::optional<Finding> open_for_lack(const RunValues& values, const std::vector<Duel>& duels) {
  std::set<std::string> missing;
  for (const Duel& duel : duels) {
    const std::string each = missing_for(values, duel);
    if (!each.empty()) missing.insert(each);
  }
  if (missing.empty()) return std::nullopt;
  const std::vector<std::string> all(missing.begin(), missing.end());
  return Finding{.verdict = ClaimVerdict::undecided,
                 .figures = fmt::format("The study has no {}.", wording::list(all))};
}

/// One selector alone, asked for as a duel with itself.
Duel alone(std::string_view selector, Metric metric, std::string_view testbed, Moment moment) {
  return {.first = selector, .second = selector, .metric = metric, .testbed = testbed, .moment = moment};
}

ClaimVerdict verdict_of(bool failed, bool open) {
  if (failed) return ClaimVerdict::fails;
  return open ? ClaimVerdict::undecided : ClaimVerdict::holds;
}

/// Fails if one does, holds if all do.
struct Parts {
  bool failed = false;
  bool open = false;
  std::vector<std::string> texts;

  void add(ClaimVerdict verdict, std::string text) {
    failed = failed || verdict == ClaimVerdict::fails;
    open = open || verdict == ClaimVerdict::undecided;
    texts.push_back(std::move(text));
  }
  [[nodiscard]] Finding finding() const {
    return {.verdict = verdict_of(failed, open), .figures = fmt::format("{}.", fmt::join(texts, "; "))};
  }
};

/// How many of the nine a selector beats, over all treatments of a testbed.
std::uint32_t beaten_by(const RunValues& values, std::string_view selector, Metric metric, std::string_view testbed) {
  std::uint32_t beaten = 0;
  for (const std::string_view other : nine_but({selector})) {
    beaten += fight(values, {.first = selector, .second = other, .metric = metric, .testbed = testbed}).won;
  }
  return beaten;
}

std::vector<Duel> all_duels(const Metric metric, std::string_view testbed) {
  const Symbols nine = nine_but({});
  return duels_of({.better = nine, .worse = nine, .metrics = {metric}, .testbeds = {testbed}});
}

/// Adds the verdict for one testbed.
void add_leader(Parts& parts, const RunValues& values, const Symbols& selectors, Metric metric,
                std::string_view testbed) {
  std::string_view leader;
  std::string_view rival;
  std::uint32_t most = 0;
  std::uint32_t rival_most = 0;
  for (const std::string_view symbol : nine_but({})) {
    const std::uint32_t beaten = beaten_by(values, symbol, metric, testbed);
    const bool one_of_them = std::ranges::find(selectors, symbol) != selectors.end();
    auto& best = one_of_them ? leader : rival;
    auto& best_beaten = one_of_them ? most : rival_most;
    if (best.empty() || beaten > best_beaten) {
      best = symbol;
      best_beaten = beaten;
    }
  }
  ClaimVerdict verdict = ClaimVerdict::undecided;
  if (most >= rival_most && most > 0) verdict = ClaimVerdict::holds;
  if (most < rival_most) {
    const Duel duel{.first = leader, .second = rival, .metric = metric, .testbed = testbed};
    if (fight(values, duel).verdict == Verdict::worse) verdict = ClaimVerdict::fails;
  }
  parts.add(verdict, fmt::format("{}: {} wins {} comparisons, the next is {} with {}",
                                 where_text({.first = leader, .second = rival, .metric = metric, .testbed = testbed}),
                                 leader, most, rival, rival_most));
}

/// Adds the verdict for one selector in one treatment: from the first save point at which it covers so much to the end.
void add_drop(Parts& parts, const RunValues& values, const TreatmentValues& treatment, std::string_view selector,
              double level) {
  const auto place = std::ranges::find(values.selectors, selector) - values.selectors.begin();
  const auto at = [&](Moment moment, Metric metric) -> const std::vector<double>& {
    return treatment.samples.at(moment)[static_cast<std::size_t>(metric)][static_cast<std::size_t>(place)];
  };
  Moment covered = kEnd;
  for (const auto& [moment, samples] : treatment.samples) {  // ascending
    if (moment == kWholeRun || mean(at(moment, Metric::coverage)) < level) continue;
    covered = moment;
    break;
  }
  const auto& then = at(covered, Metric::selection_entropy);
  const auto& end = at(kEnd, Metric::selection_entropy);
  if (covered == kEnd || mean(then) == mean(end)) {
    parts.add(ClaimVerdict::undecided,
              fmt::format("{} has a coverage of {:.3f} and an entropy of {:.3f} at the end, with nothing to compare",
                          selector, mean(at(kEnd, Metric::coverage)), mean(end)));
    return;
  }
  const double p = end.size() > 1 ? welch_test(then, end).p : std::numeric_limits<double>::quiet_NaN();
  ClaimVerdict verdict = ClaimVerdict::undecided;
  if (p < 0.05) verdict = mean(end) < mean(then) ? ClaimVerdict::holds : ClaimVerdict::fails;
  parts.add(verdict, fmt::format("{} {:.3f} after {} evaluations, when coverage is {:.3f}, and {:.3f} at the end ({})",
                                 selector, mean(then), wording::evaluations(covered),
                                 mean(at(covered, Metric::coverage)), mean(end), wording::p_value(p)));
}

/// Adds the verdict for one testbed: how far the first is from the second, in percent of the second.
void add_difference(Parts& parts, const RunValues& values, const Duel& duel, double tolerance) {
  RunValues testbed{.selectors = values.selectors, .treatments = {}};
  std::ranges::copy_if(values.treatments, std::back_inserter(testbed.treatments),
                       [&](const TreatmentValues& each) { return each.testbed == duel.testbed; });
  const std::vector<std::string> reference = {std::string(duel.second)};
  const Robustness all = robustness(testbed, duel.metric, reference);
  const SelectorRobustness& row = *std::ranges::find(all.rows, duel.first, &SelectorRobustness::label);
  ClaimVerdict verdict = ClaimVerdict::undecided;
  if (row.mean && !std::isnan(row.mean->error)) {
    const double excess = std::abs(row.mean->percent) - tolerance;
    if (excess <= 0) verdict = ClaimVerdict::holds;
    if (excess > 2 * row.mean->error) verdict = ClaimVerdict::fails;
  }
  parts.add(verdict, fmt::format("{} {} % ({})", where_text(duel), relative_text(row.mean),
                                 wording::count(row.defined, "treatment")));
}

}  // namespace

Symbols nine_but(const Symbols& some) {
  Symbols others;
  for (const std::string& name : paper_selectors()) {
    const std::string& symbol = selector_kind(name).symbol;
    if (std::ranges::find(some, symbol) == some.end()) others.emplace_back(symbol);
  }
  return others;
}

RunValues of_the_nine_and(std::span<const std::string> further, const RunValues& values) {
  Symbols wanted = nine_but({});
  wanted.insert(wanted.end(), further.begin(), further.end());
  std::vector<std::size_t> places;
  RunValues left;
  for (std::size_t i = 0; i < values.selectors.size(); ++i) {
    if (std::ranges::find(wanted, values.selectors[i]) == wanted.end()) continue;
    places.push_back(i);
    left.selectors.push_back(values.selectors[i]);
  }
  left.treatments = values.treatments;
  for (TreatmentValues& treatment : left.treatments) {
    for (auto& [moment, metrics] : treatment.samples) {
      for (Samples& samples : metrics) {
        Samples chosen;
        for (const std::size_t place : places) chosen.push_back(std::move(samples[place]));
        samples = std::move(chosen);
      }
    }
  }
  return left;
}

Finding all_won(const RunValues& values, const std::vector<Bout>& bouts) {
  std::vector<Duel> duels;
  for (const Bout& bout : bouts) std::ranges::copy(duels_of(bout), std::back_inserter(duels));
  if (const auto open = open_for_lack(values, duels)) return *open;

  std::vector<std::string> won;
  std::vector<std::string> lost;
  std::vector<std::string> open;
  std::string closest;
  double closest_p = -1;
  for (const Duel& duel : duels) {
    const DuelResult result = fight(values, duel);
    auto& decided = result.verdict == Verdict::better ? won : lost;
    auto& those = result.verdict == Verdict::undecided ? open : decided;
    those.push_back(result_text(duel, result));
    if (result.verdict == Verdict::better && result.p > closest_p) {
      closest_p = result.p;
      closest = those.back();
    }
  }
  const ClaimVerdict verdict = verdict_of(!lost.empty(), !open.empty());
  if (duels.size() == 1) return {.verdict = verdict, .figures = result_text(duels[0], fight(values, duels[0])) + "."};
  std::string text = fmt::format("{} of {} comparisons won", won.size(), duels.size());
  if (!lost.empty()) text += fmt::format(", {} lost ({}{})", lost.size(), lost.size() > 1 ? "e.g. " : "", lost[0]);
  if (!open.empty()) text += fmt::format(", {} open ({}{})", open.size(), open.size() > 1 ? "e.g. " : "", open[0]);
  if (won.size() == duels.size()) text += "; the closest: " + closest;
  return {.verdict = verdict, .figures = text + "."};
}

Finding all_reach(const RunValues& values, const Symbols& selectors, Metric metric, std::string_view testbed,
                  Moment moment, double level) {
  std::vector<Duel> needed;
  for (const std::string_view each : selectors) needed.push_back(alone(each, metric, testbed, moment));
  if (const auto open = open_for_lack(values, needed)) return *open;
  Parts parts;
  for (const std::string_view selector : selectors) {
    double lowest = std::numeric_limits<double>::infinity();
    for (const auto& sample : samples_by_treatment(values, selector, metric, testbed, moment)) {
      lowest = std::min(lowest, mean(sample));
    }
    parts.add(lowest >= level ? ClaimVerdict::holds : ClaimVerdict::fails, fmt::format("{} {:.3f}", selector, lowest));
  }
  Finding finding = parts.finding();
  finding.figures = fmt::format("{}: {}", where_text(needed.front()), finding.figures);
  return finding;
}

Finding entropy_drops(const RunValues& values, const Symbols& selectors, std::string_view testbed, double level) {
  std::vector<Duel> needed;
  for (const std::string_view each : selectors) {
    needed.push_back(alone(each, Metric::selection_entropy, testbed, kEnd));
  }
  if (const auto open = open_for_lack(values, needed)) return *open;
  Parts parts;
  for (const TreatmentValues& treatment : values.treatments) {
    if (treatment.testbed != testbed) continue;
    for (const std::string_view selector : selectors) add_drop(parts, values, treatment, selector, level);
  }
  return parts.finding();
}

Finding one_leads(const RunValues& values, const Symbols& selectors, const std::vector<Metric>& metrics,
                  const Symbols& testbeds) {
  std::vector<Duel> needed;
  for (const std::string_view testbed : testbeds) {
    std::ranges::copy(all_duels(metrics.front(), testbed), std::back_inserter(needed));
  }
  if (const auto open = open_for_lack(values, needed)) return *open;
  Parts parts;
  for (const std::string_view testbed : testbeds) {
    for (const Metric metric : metrics) add_leader(parts, values, selectors, metric, testbed);
  }
  return parts.finding();
}

Finding all_round(const RunValues& values, std::string_view selector, const std::vector<Metric>& metrics,
                  std::string_view testbed) {
  if (const auto open = open_for_lack(values, all_duels(metrics.front(), testbed))) return *open;
  Parts parts;
  for (const Metric metric : metrics) {
    std::uint32_t won = 0;
    std::uint32_t lost = 0;
    std::uint32_t fights = 0;
    for (const std::string_view other : nine_but({selector})) {
      const DuelResult result =
          fight(values, {.first = selector, .second = other, .metric = metric, .testbed = testbed});
      won += result.won;
      lost += result.lost;
      fights += result.treatments;
    }
    ClaimVerdict verdict = 2 * won >= fights && lost > 0 ? ClaimVerdict::holds : ClaimVerdict::undecided;
    if (2 * lost > fights) verdict = ClaimVerdict::fails;
    parts.add(verdict, fmt::format("{} {} beaten, beaten by {}", metric_kinds()[static_cast<std::size_t>(metric)].title,
                                   won, lost));
  }
  return parts.finding();
}

Finding stays_close(const RunValues& values, std::string_view variant, std::string_view base, Metric metric,
                    const Symbols& testbeds, double tolerance) {
  const std::vector<Duel> needed =
      duels_of({.better = {variant}, .worse = {base}, .metrics = {metric}, .testbeds = testbeds});
  if (const auto open = open_for_lack(values, needed)) return *open;
  Parts parts;
  for (const Duel& each : needed) add_difference(parts, values, each, tolerance);
  Finding finding = parts.finding();
  finding.figures = fmt::format("{} against {}: {}", variant, base, finding.figures);
  return finding;
}

}  // namespace mce::claim_checks
