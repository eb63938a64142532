// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "mce/run/plan.hpp"

namespace mce {

/// Which maps of a study are kept once the metrics are computed from them.
enum class Retention : std::uint8_t {
  curves,  ///< none
  first,   ///< those of each selector's first repetition
  all,
};
std::string to_text(Retention keep);
/// Throws std::invalid_argument.
Retention parse_retention(std::string_view text);

/// A selector as a study calls it: "ucb-cell", or "ucb-cell:lambda=0.5" with what was written explicitly.
struct SelectorEntry {
  std::string label;
  std::string name;
  Settings settings;  ///< every parameter of the selector
  bool operator==(const SelectorEntry&) const = default;
};

/// "Uc", or with the parameters it was given: "Uc:lambda=0.5". The whole label if it has no symbol.
std::string short_label(const SelectorEntry& selector);

/// What every selector is run on.
struct Treatment {
  std::string name;  ///< "rastrigin", "maze size=8 fitness=corners features=straights,path"
  Plan plan;         ///< of its runs, but for selector and seed
  bool operator==(const Treatment&) const = default;
};

/// All runs of a study: every treatment with every selector, `repetitions` times. Nothing is left to be looked up.
struct Protocol {
  std::string name;
  std::string profile;
  std::uint64_t seed = 1;
  std::uint32_t repetitions = 1;
  Retention keep = Retention::first;
  std::vector<SelectorEntry> selectors;  ///< labels are unique
  std::vector<Treatment> treatments;     ///< names are unique
  bool operator==(const Protocol&) const = default;
};

inline constexpr std::uint64_t kMaxRuns = 10'000'000;
inline constexpr std::uint64_t kMaxTreatments = 1'000'000;
inline constexpr std::uint64_t kMaxSelectors = 1'000'000;
inline constexpr std::uint32_t kMaxRepetitions = 100'000;
/// The most save points of all treatments together.
inline constexpr std::uint64_t kMaxSavePointsOfStudy = 10'000'000;

/// One run of the study; repetitions count from 0. Its seed does not depend on the selector, so the same repetition of
/// every selector starts from the same initial population. Seeds are below 2^53: every tool reads them exactly.
Plan plan_of(const Protocol& protocol, std::size_t treatment, std::size_t selector, std::uint32_t repetition);

/// Throws std::invalid_argument that names both for a treatment, checked by itself, and a selector that do not go
/// together.
void check(const Protocol& protocol);

/// The testbeds, and the selectors' short labels, in the order in which they are named.
std::vector<std::string> testbeds(const Protocol& protocol);
std::vector<std::string> short_labels(const Protocol& protocol);

/// Whether maps and elites of this repetition stay in the store.
bool keeps_maps(const Protocol& protocol, std::uint32_t repetition);

std::uint64_t run_count(const Protocol& protocol);
/// The evaluations of all runs together.
std::uint64_t evaluation_count(const Protocol& protocol);

/// Why a study of the protocol `old` cannot go on with `now`, a line for each reason; none if `now` is the same or only
/// adds repetitions, selectors or treatments.
std::vector<std::string> differences(const Protocol& old, const Protocol& now);

}  // namespace mce
