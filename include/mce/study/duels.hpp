// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <limits>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "mce/analysis/comparison.hpp"
#include "mce/analysis/metrics.hpp"
#include "mce/study/samples.hpp"
#include "mce/study/store.hpp"

namespace mce {

/// When runs are compared: after so many evaluations, at their end, or over the whole run by the area under the curve.
/// With batches, after so many evaluations is where the batch ends that passes them.
using Moment = std::uint64_t;
inline constexpr Moment kWholeRun = 0;
inline constexpr Moment kEnd = std::numeric_limits<Moment>::max();

struct TreatmentValues {
  std::string name;
  std::string testbed;
  std::map<Moment, MetricSamples> samples;
};

/// What claims are judged by: the values of all runs of the treatments that are measured.
struct RunValues {
  std::vector<std::string> selectors;  ///< symbol, "Uc"; or with parameters of its own, "Uc:lambda=0.5"
  std::vector<TreatmentValues> treatments;
};

/// The whole runs, their save points from 1000 evaluations on, and their ends.
RunValues gather_values(const Store& store);

/// One selector against another, by their symbols.
struct Duel {
  std::string_view first;
  std::string_view second;
  Metric metric{};
  std::string_view testbed;
  Moment moment = kWholeRun;
};

/// How it ends. In one treatment by the rule of the tables: Welch's p below 0.05 / (selectors - 1). In several by a
/// sign test, p below 0.05, on the treatments that one of the two wins.
struct DuelResult {
  Verdict verdict = Verdict::undecided;
  double p = 1;  ///< of the test that decides; NaN if there are too few runs for one
  std::uint32_t won = 0;
  std::uint32_t lost = 0;
  std::uint32_t treatments = 0;
  double first_mean = 0;  ///< over runs, then over treatments
  double second_mean = 0;
};
/// What a duel needs and the values does not have, in words; "" if all is there.
std::string missing_for(const RunValues& values, const Duel& duel);
/// Throws std::invalid_argument if something is missing.
DuelResult fight(const RunValues& values, const Duel& duel);

/// "QD-score on arm after 10^5 evaluations"
std::string where_text(const Duel& duel);
/// "Uc against R by QD-score on arm: 0.91 to 0.88, p = 0.001"; of several treatments "28 won and 8 lost of 60".
std::string result_text(const Duel& duel, const DuelResult& result);

/// The runs of one selector by one metric at one moment, of every treatment of a testbed.
std::vector<std::vector<double>> samples_by_treatment(const RunValues& values, std::string_view selector, Metric metric,
                                                      std::string_view testbed, Moment moment);

/// Two-sided sign test: how likely so uneven a result is between equals. 1 if there is none at all.
double sign_test(std::uint32_t won, std::uint32_t lost);

}  // namespace mce
