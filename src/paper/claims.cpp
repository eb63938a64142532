// SPDX-License-Identifier: MIT
#include "mce/paper/claims.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>

#include "claim_checks.hpp"
#include "mce/core/parameters.hpp"

namespace mce {
namespace {

using enum Metric;
using claim_checks::all_reach;
using claim_checks::all_round;
using claim_checks::all_won;
using claim_checks::entropy_drops;
using claim_checks::nine_but;
using claim_checks::one_leads;
using claim_checks::stays_close;
using claim_checks::Symbols;
using Metrics = std::vector<Metric>;

const Symbols proposed = {"Ui", "Uc", "Ei", "Ec", "Xi", "Xc"};
const Symbols individual_based = {"Ui", "Ei", "Xi"};
const Symbols cell_based = {"Uc", "Ec", "Xc"};
const Symbols all_testbeds = {"rastrigin", "arm", "maze"};
const Metrics performance_metrics = {global_performance, global_reliability, precision, coverage, qd_score};
/// Those that Rastrigin's results are told of together.
const Metrics quality_metrics = {global_reliability, precision, qd_score};
const Metrics spread_metrics = {global_reliability, coverage, qd_score};

/// With the whole tally inherited, `inherit` is Uc but for the reward.
const std::string replacement_reward = "I:share=1,reward=replacement";
const std::string new_cell_reward = "I:share=1,reward=new-cell";

const std::vector<Claim>& table_of_claims() {
  static const std::vector<Claim> table = {
      {"rastrigin-greedy-stalls",
       "On Rastrigin all others overtake greedy in global performance, by 10^5 and 10^6 evaluations.", "5.1",
       [](const RunValues& values) {
         return all_won(values, {{nine_but({"G"}), {"G"}, {global_performance}, {"rastrigin"}, {100'000, 1'000'000}}});
       }},
      {"rastrigin-early-coverage",
       "On Rastrigin the three cell-based selectors lead coverage early, at 10^3 evaluations.", "5.1",
       [](const RunValues& values) {
         return all_won(values, {{cell_based, nine_but(cell_based), {coverage}, {"rastrigin"}, {1000}}});
       }},
      {"rastrigin-full-coverage", "On Rastrigin all but greedy end with 100 % coverage.", "5.1",
       [](const RunValues& values) { return all_reach(values, nine_but({"G"}), coverage, "rastrigin", kEnd, 0.995); }},
      {"rastrigin-individual-quality",
       "On Rastrigin the three individual-based selectors lead reliability, precision and QD-score from 10^4 "
       "evaluations on.",
       "5.1",
       [](const RunValues& values) {
         return all_won(values, {{individual_based,
                                  nine_but(individual_based),
                                  quality_metrics,
                                  {"rastrigin"},
                                  {10'000, 100'000, 1'000'000}}});
       }},
      {"rastrigin-exploit-then-ucb",
       "On Rastrigin Ei leads reliability, precision and QD-score after 10^5 evaluations, and Ui after 10^6.", "5.1",
       [](const RunValues& values) {
         return all_won(values, {{{"Ei"}, nine_but({"Ei"}), quality_metrics, {"rastrigin"}, {100'000}},
                                 {{"Ui"}, nine_but({"Ui"}), quality_metrics, {"rastrigin"}, {1'000'000}}});
       }},
      {"rastrigin-quality-over-the-run",
       "On Rastrigin Ei and Ui beat the seven others in reliability, precision and QD-score over the whole run.",
       "5.1, Table 1",
       [](const RunValues& values) {
         return all_won(values, {{{"Ei", "Ui"}, nine_but({"Ei", "Ui"}), quality_metrics, {"rastrigin"}}});
       }},
      {"rastrigin-coverage", "On Rastrigin Uc and Xc beat the seven others in coverage.", "5.1, Table 1",
       [](const RunValues& values) {
         return all_won(values, {{{"Uc", "Xc"}, nine_but({"Uc", "Xc"}), {coverage}, {"rastrigin"}}});
       }},
      {"rastrigin-curiosity-performance", "On Rastrigin all others beat curiosity in global performance.",
       "5.1, Table 1",
       [](const RunValues& values) {
         return all_won(values, {{nine_but({"C"}), {"C"}, {global_performance}, {"rastrigin"}}});
       }},
      {"rastrigin-entropy-early",
       "On Rastrigin the six proposed selectors have a higher selection entropy than uniform until 10^4 evaluations.",
       "5.1",
       [](const RunValues& values) {
         return all_won(values, {{proposed, {"R"}, {selection_entropy}, {"rastrigin"}, {1000, 10'000}}});
       }},
      {"rastrigin-exploit-entropy", "On Rastrigin the selection entropy of Ei and Ec drops once coverage is complete.",
       "5.1", [](const RunValues& values) { return entropy_drops(values, {"Ei", "Ec"}, "rastrigin", 0.995); }},
      {"rastrigin-curiosity-entropy",
       "On Rastrigin curiosity's selection entropy rises more slowly than that of uniform and the six proposed "
       "selectors (at 10^3 and 10^4 evaluations).",
       "5.1",
       [](const RunValues& values) {
         return all_won(values, {{nine_but({"G", "C"}), {"C"}, {selection_entropy}, {"rastrigin"}, {1000, 10'000}}});
       }},
      {"arm-greedy-performance", "On the arm greedy beats all others in global performance.", "5.2, Table 2",
       [](const RunValues& values) {
         return all_won(values, {{{"G"}, nine_but({"G"}), {global_performance}, {"arm"}}});
       }},
      {"arm-proposed-performance",
       "On the arm all six proposed selectors beat uniform and curiosity in global performance.", "5.2, Table 2",
       [](const RunValues& values) {
         return all_won(values, {{proposed, {"R", "C"}, {global_performance}, {"arm"}}});
       }},
      {"arm-individual-performance",
       "On the arm individual-based selectors beat their cell-based counterparts in global performance.",
       "5.2, Table 2",
       [](const RunValues& values) {
         return all_won(values, {{{"Ui"}, {"Uc"}, {global_performance}, {"arm"}},
                                 {{"Ei"}, {"Ec"}, {global_performance}, {"arm"}},
                                 {{"Xi"}, {"Xc"}, {global_performance}, {"arm"}}});
       }},
      {"arm-lead-changes",
       "On the arm Uc leads reliability, coverage and QD-score after 10^4 evaluations, and Xc after 10^6.", "5.2",
       [](const RunValues& values) {
         return all_won(values, {{{"Uc"}, nine_but({"Uc"}), spread_metrics, {"arm"}, {10'000}},
                                 {{"Xc"}, nine_but({"Xc"}), spread_metrics, {"arm"}, {1'000'000}}});
       }},
      {"arm-precision-late", "On the arm Ei, Ec and Ui beat the others in precision from 10^5 evaluations on.", "5.2",
       [](const RunValues& values) {
         return all_won(
             values, {{{"Ei", "Ec", "Ui"}, nine_but({"Ei", "Ec", "Ui"}), {precision}, {"arm"}, {100'000, 1'000'000}}});
       }},
      {"arm-explore-cell", "On the arm Xc beats all others in reliability and coverage.", "5.2, Table 2",
       [](const RunValues& values) {
         return all_won(values, {{{"Xc"}, nine_but({"Xc"}), {global_reliability, coverage}, {"arm"}}});
       }},
      {"arm-qd-score", "On the arm Xc and Uc beat the seven others in QD-score.", "5.2, Table 2",
       [](const RunValues& values) {
         return all_won(values, {{{"Xc", "Uc"}, nine_but({"Xc", "Uc"}), {qd_score}, {"arm"}}});
       }},
      {"arm-ucb-individual",
       "On the arm Ui beats at least half of the others by every metric, and is always beaten by one.", "5.2, Table 2",
       [](const RunValues& values) { return all_round(values, "Ui", performance_metrics, "arm"); }},
      {"arm-exploit-entropy", "On the arm the selection entropy of Ei and Ec drops when coverage levels off.", "5.2",
       [](const RunValues& values) { return entropy_drops(values, {"Ei", "Ec"}, "arm", 0.95); }},
      {"maze-curiosity-coverage", "In mazes curiosity covers more than uniform.", "5.3",
       [](const RunValues& values) { return all_won(values, {{{"C"}, {"R"}, {coverage}, {"maze"}}}); }},
      {"maze-exploit-entropy",
       "In mazes the selection entropy of Ei and Ec is lower than that of all others but greedy, throughout.", "5.3",
       [](const RunValues& values) {
         return all_won(
             values,
             {{nine_but({"Ei", "Ec", "G"}), {"Ei", "Ec"}, {selection_entropy}, {"maze"}, {1000, 10'000, 100'000}}});
       }},
      {"maze-greedy-performance", "In mazes greedy wins the most comparisons by global performance.", "5.3, Table 3",
       [](const RunValues& values) { return one_leads(values, {"G"}, {global_performance}, {"maze"}); }},
      {"maze-exploit-cell-performance",
       "In mazes Ec beats curiosity in global performance more often than the reverse (28 to 8 of 60).", "5.3",
       [](const RunValues& values) { return all_won(values, {{{"Ec"}, {"C"}, {global_performance}, {"maze"}}}); }},
      {"maze-curiosity-over-exploit", "In mazes curiosity beats Ei and Ec in reliability, coverage and QD-score.",
       "5.3, Table 3",
       [](const RunValues& values) { return all_won(values, {{{"C"}, {"Ei", "Ec"}, spread_metrics, {"maze"}}}); }},
      {"maze-ucb-cell", "In mazes Uc wins the most comparisons by QD-score and reliability.", "5.3, Table 3",
       [](const RunValues& values) { return one_leads(values, {"Uc"}, {qd_score, global_reliability}, {"maze"}); }},
      {"maze-ucb-cell-direct", "In mazes Uc beats curiosity (42 of 60) and Xc (36 of 60) in QD-score.", "5.3",
       [](const RunValues& values) { return all_won(values, {{{"Uc"}, {"C", "Xc"}, {qd_score}, {"maze"}}}); }},
      {"maze-exploit-cell-precision", "In mazes Ec wins the most comparisons by precision.", "5.3, Table 3",
       [](const RunValues& values) { return one_leads(values, {"Ec"}, {precision}, {"maze"}); }},
      {"maze-explore-cell", "In mazes Xc beats all others in coverage.", "5.3, Table 3",
       [](const RunValues& values) { return all_won(values, {{{"Xc"}, nine_but({"Xc"}), {coverage}, {"maze"}}}); }},
      {"maze-explore-cell-performance", "In mazes Xc has a lower global performance than all others.", "5.3, Table 3",
       [](const RunValues& values) {
         return all_won(values, {{nine_but({"Xc"}), {"Xc"}, {global_performance}, {"maze"}}});
       }},
      {"proposed-beat-uniform", "All six proposed selectors beat uniform in QD-score on Rastrigin and the arm.",
       "6, Tables 1 and 2",
       [](const RunValues& values) { return all_won(values, {{proposed, {"R"}, {qd_score}, {"rastrigin", "arm"}}}); }},
      {"proposed-beat-uniform-everywhere",
       "All six proposed selectors beat uniform by all five metrics on all three testbeds.", "6",
       [](const RunValues& values) { return all_won(values, {{proposed, {"R"}, performance_metrics, all_testbeds}}); }},
      {"curiosity-covers-slowly",
       "On Rastrigin and the arm curiosity covers less than uniform and the six proposed selectors.", "6",
       [](const RunValues& values) {
         return all_won(values, {{nine_but({"C", "G"}), {"C"}, {coverage}, {"rastrigin", "arm"}}});
       }},
      {"cells-lead-coverage", "On all testbeds Uc and Xc beat the seven others in coverage.", "6",
       [](const RunValues& values) {
         return all_won(values, {{{"Uc", "Xc"}, nine_but({"Uc", "Xc"}), {coverage}, all_testbeds}});
       }},
      {"cells-cover-more",
       "On all testbeds UCB and explore cover more when they go by the cell than by the individual.", "6",
       [](const RunValues& values) {
         return all_won(values,
                        {{{"Uc"}, {"Ui"}, {coverage}, all_testbeds}, {{"Xc"}, {"Xi"}, {coverage}, all_testbeds}});
       }},
      {"explore-covers-exploit-refines",
       "On all testbeds exploring leads to more coverage, exploiting to more precision (each by individual and by "
       "cell).",
       "6",
       [](const RunValues& values) {
         return all_won(values, {{{"Xi"}, {"Ei"}, {coverage}, all_testbeds},
                                 {{"Xc"}, {"Ec"}, {coverage}, all_testbeds},
                                 {{"Ei"}, {"Xi"}, {precision}, all_testbeds},
                                 {{"Ec"}, {"Xc"}, {precision}, all_testbeds}});
       }},
      {"ucb-leads-qd-score", "On every testbed one of the two UCB selectors leads QD-score, or shares the lead.", "6",
       [](const RunValues& values) { return one_leads(values, {"Ui", "Uc"}, {qd_score}, all_testbeds); }},
      {"landscape-decides",
       "Going by the individual gives the higher QD-score on deceptive Rastrigin, going by the cell on the arm and in "
       "mazes (UCB, exploit and explore).",
       "6",
       [](const RunValues& values) {
         std::vector<claim_checks::Bout> bouts;
         for (std::size_t i = 0; i < cell_based.size(); ++i) {
           bouts.push_back({{individual_based[i]}, {cell_based[i]}, {qd_score}, {"rastrigin"}});
           bouts.push_back({{cell_based[i]}, {individual_based[i]}, {qd_score}, {"arm", "maze"}});
         }
         return all_won(values, bouts);
       }},
      {"reward-replacement",
       "On all testbeds Uc has about the same QD-score (within 2 %, averaged over treatments) if only offspring that "
       "replace an elite count as rewards.",
       "6",
       [](const RunValues& values) { return stays_close(values, replacement_reward, "Uc", qd_score, all_testbeds, 2); },
       {replacement_reward}},
      {"reward-new-cell",
       "On all testbeds Uc has about the same QD-score (within 2 %, averaged over treatments) if only offspring that "
       "discover a new cell count as rewards.",
       "6",
       [](const RunValues& values) { return stays_close(values, new_cell_reward, "Uc", qd_score, all_testbeds, 2); },
       {new_cell_reward}},
      {"fitness-needs-weights",
       "On all testbeds Uc has a lower QD-score if the fitness itself is the reward and lambda is not adapted to its "
       "range.",
       "6",
       [](const RunValues& values) { return all_won(values, {{{"Uc"}, {"F"}, {qd_score}, all_testbeds}}); },
       {"F"}},
  };
  return table;
}

}  // namespace

std::string to_text(ClaimVerdict verdict) {
  switch (verdict) {
    case ClaimVerdict::holds: return "holds";
    case ClaimVerdict::fails: return "does not hold";
    case ClaimVerdict::undecided: return "undecided";
  }
  return "";
}

std::span<const Claim> claims() { return table_of_claims(); }

const Claim& claim(std::string_view id) {
  std::vector<std::string> ids;
  for (const Claim& each : claims()) {
    if (each.id == id) return each;
    ids.push_back(each.id);
  }
  throw std::invalid_argument(unknown_name("claim", id, ids));
}

std::vector<CheckedClaim> check_claims(const RunValues& values) {
  const RunValues nine = claim_checks::of_the_nine_and({}, values);
  std::vector<CheckedClaim> checked;
  for (const Claim& each : claims()) {
    if (each.further.empty()) {
      checked.push_back({.claim = &each, .finding = each.check(nine)});
    } else if (std::ranges::find_first_of(values.selectors, each.further) != values.selectors.end()) {
      checked.push_back({.claim = &each, .finding = each.check(claim_checks::of_the_nine_and(each.further, values))});
    }
  }
  return checked;
}

std::vector<CheckedClaim> check_claims(const Store& store) { return check_claims(gather_values(store)); }

}  // namespace mce
