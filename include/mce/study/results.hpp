// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "mce/study/filter.hpp"
#include "mce/study/store.hpp"
#include "mce/study/table.hpp"

namespace mce {

/// Which of a study's results.
struct ResultFilter {
  StudyFilter study;
  std::optional<std::uint32_t> repetition;
};

/// The results of a study as tidy tables: a row per run, per run and save point, per pair of selectors, or per elite.
struct ResultKind {
  std::string name;  ///< "runs"
  std::string meaning;
  Table (*table)(const Store&, const ResultFilter&);
};
std::span<const ResultKind> result_kinds();
/// Throws std::invalid_argument with the nearest name.
const ResultKind& result_kind(std::string_view name);

}  // namespace mce
