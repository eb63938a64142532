// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <map>
#include <string>
#include <vector>

#include "mce/study/duels.hpp"

namespace mce::test {

/// RunValues in which every selector has the level that is set for it, 1 at first, plus a little that differs from run
/// to run: two levels that differ by 0.1 or more are a significant difference, equal ones a tie.
class HandMadeValues {
 public:
  explicit HandMadeValues(std::vector<std::string> selectors = {"Ui", "Uc", "Ei", "Ec", "Xi", "Xc", "G", "R", "C"}) {
    values_.selectors = std::move(selectors);
  }

  HandMadeValues& add(const std::string& testbed, std::vector<Moment> moments = {}, int treatments = 1,
                      int repetitions = 5) {
    moments.push_back(kWholeRun);
    moments.push_back(kEnd);
    for (int i = 0; i < treatments; ++i) {
      TreatmentValues& treatment = values_.treatments.emplace_back();
      treatment.name = testbed + " " + std::to_string(i);
      treatment.testbed = testbed;
      for (const Moment moment : moments) {
        const Samples level(values_.selectors.size(), runs(1, repetitions));
        treatment.samples[moment].assign(metric_kinds().size(), level);
      }
    }
    return *this;
  }

  /// For the first `treatments` of the testbed.
  HandMadeValues& set(const std::string& testbed, Metric metric, const std::vector<std::string>& selectors,
                      double level, Moment moment = kWholeRun, int treatments = 1000) {
    for (TreatmentValues& treatment : values_.treatments) {
      if (treatment.testbed != testbed || treatments-- <= 0) continue;
      for (const std::string& selector : selectors) {
        const auto place = std::ranges::find(values_.selectors, selector) - values_.selectors.begin();
        auto& sample = treatment.samples.at(moment)[place_of(metric)][static_cast<std::size_t>(place)];
        sample = runs(level, static_cast<int>(sample.size()));
      }
    }
    return *this;
  }

  operator const RunValues&() const { return values_; }

 private:
  static std::vector<double> runs(double level, int repetitions) {
    std::vector<double> values;
    for (int i = 0; i < repetitions; ++i) values.push_back(level + 0.001 * i);
    return values;
  }
  RunValues values_;
};

}  // namespace mce::test
