// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "mce/study/data_table.hpp"
#include "mce/study/filter.hpp"
#include "mce/study/store.hpp"

namespace mce {

/// Which of a study's results.
struct ExportFilter {
  StudyFilter study;
  std::optional<std::uint32_t> repetition;
};

/// A table that a study's results can be read as.
struct ExportKind {
  enum class Rows : std::uint8_t { of_runs, of_selectors };
  std::string name;  ///< "runs"
  std::string meaning;
  DataTable (*table)(const Store&, const ExportFilter&);
  Rows rows;  ///< whether a single repetition can be asked for
};
std::span<const ExportKind> export_kinds();
/// Throws std::invalid_argument with the nearest name.
const ExportKind& export_kind(std::string_view name);

}  // namespace mce
