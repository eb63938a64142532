// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "mce/analysis/metrics.hpp"
#include "mce/study/data_table.hpp"
#include "mce/study/duels.hpp"
#include "mce/study/exports.hpp"
#include "mce/study/store.hpp"

/// Which selector is safe on a problem that one does not know (docs/algorithm.md, section 7).
namespace mce {

/// A selector whose value is at least this, in percent, is as good as the reference for most purposes.
inline constexpr double kWithin = -1;

/// 100·(mean / reference − 1), and its standard error, by the delta method for two independent means.
struct RelativeMean {
  double percent = 0;
  double error = 0;  ///< NaN if there is one run only
};

/// One selector on all treatments.
struct SelectorRobustness {
  std::size_t selector = 0;                         ///< its place in the study
  std::string label;                                ///< the short one: "Uc"
  std::vector<std::optional<RelativeMean>> values;  ///< by treatment; none where it is undefined
  std::optional<std::size_t> worst;                 ///< the treatment with the lowest value, the first of equals
  std::optional<RelativeMean> mean;                 ///< over the treatments that have a value
  std::size_t defined = 0;                          ///< how many treatments have a value
  std::size_t within = 0;                           ///< how many values are at least kWithin
  std::size_t above = 0;                            ///< how many values are above 0

  /// The value of the worst treatment, if there is one.
  [[nodiscard]] std::optional<RelativeMean> worst_value() const { return worst ? values[*worst] : std::nullopt; }
};

/// All selectors of a study by one metric. The reference of a treatment is the highest mean area under the curve among
/// a set of selectors. It has to be above 0; otherwise no selector has a value there.
struct Robustness {
  Metric metric{};
  std::vector<std::string> reference;            ///< the reference set, by short labels
  std::vector<std::string> treatments;           ///< names of those that are measured
  std::vector<std::optional<std::size_t>> best;  ///< by treatment: who is the reference, by its place in the study
  std::vector<SelectorRobustness> rows;          ///< the highest mean first

  /// The treatments whose reference is not above 0.
  [[nodiscard]] std::size_t undefined() const;
};

/// The reference set of a study, by short labels. `list` has names, symbols or labels, such as "Ui,ucb-cell:lambda=2".
/// Without it: the nine selectors of the paper, as far as the study has them with the settings of its profile; or all
/// selectors if it has none of the nine. Throws std::invalid_argument that names what the study does not have.
std::vector<std::string> reference_set(const Protocol& protocol, std::string_view list = "");

/// From the areas under the curves of whole runs. Throws std::invalid_argument if the values do not have a selector of
/// the reference set, or if it is empty.
Robustness robustness(const RunValues& values, Metric metric, std::span<const std::string> reference);
/// Of the treatments that are measured.
Robustness robustness(const Store& store, Metric metric, std::string_view reference = "");

/// "+3.2", "-0.4", "0.0"
std::string percent_text(double percent);
/// "+3.2 ± 0.4"; without an error "+3.2"; without a value "n/a"
std::string relative_text(const std::optional<RelativeMean>& value);

/// What to know before one trusts the values, a line each.
std::vector<std::string> robustness_notes(const Robustness& robustness);

/// A row per treatment, metric and selector, with the default reference set.
DataTable robustness_table(const Store& store, const ExportFilter& filter);

}  // namespace mce
