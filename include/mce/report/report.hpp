// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <filesystem>
#include <functional>
#include <string>

#include "mce/study/store.hpp"

namespace mce {

/// What was written, under one directory: report.html, tables/ and figures/.
struct ReportFiles {
  std::filesystem::path page;
  std::size_t tables = 0;
  std::size_t figures = 0;
};

/// Called as the work goes on, with how much of it is done and what comes next.
using ReportWatch = std::function<void(std::size_t done, std::size_t all, const std::string& next)>;

/// Writes all tables and figures of a study, and one page with all of it that opens from the disk. Throws Error, also
/// if no treatment is complete yet.
ReportFiles write_report(const Store& store, const std::filesystem::path& directory, const ReportWatch& watch);

}  // namespace mce
