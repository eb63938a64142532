// SPDX-License-Identifier: MIT
#include "mce/report/report.hpp"

#include <fmt/core.h>

#include <cstdio>
#include <filesystem>
#include <stdexcept>
#include <string>
#include <system_error>

#include "commands.hpp"
#include "mce/core/text.hpp"
#include "mce/run/files.hpp"
#include "overwriting.hpp"
#include "terminal.hpp"

namespace mce::app {
namespace {

namespace fs = std::filesystem;

/// A report replaces an older one. Its files have many names: the page tells whether all of them are ours.
void check_directory(const fs::path& directory, const std::string& study, bool force) {
  const fs::path page = directory / "report.html";
  std::error_code ignored;
  check_not_study("--out", page, study);
  const fs::path home = fs::weakly_canonical(fs::absolute(study, ignored), ignored).parent_path();
  for (const char* part : {"tables", "figures"}) {
    if (!is_same_file(home, directory / part)) continue;
    throw std::invalid_argument(fmt::format("--out {}: the study itself is in its {}/; choose another directory",
                                            in_quotes(directory.string()), part));
  }
  if (tail_of(page).find("Made by mce, Monte Carlo Elites.") != std::string::npos) return;
  for (const fs::path& each : {page, directory / "tables", directory / "figures"}) {
    const bool taken = fs::is_directory(each, ignored) ? !fs::is_empty(each, ignored) : fs::exists(each, ignored);
    if (!taken || force) continue;
    throw std::invalid_argument(fmt::format(
        "--out {}: {} is there already, and there is no report of mce: choose another directory, or write into it "
        "with --force",
        in_quotes(directory.string()), in_quotes(each.string())));
  }
}

}  // namespace

void report(const std::string& path, const std::string& directory, bool force) {
  check_directory(directory, path, force);
  const Store store = Store::for_reading(path);
  const bool interactive = Terminal::of(stderr).interactive;
  const auto show = [interactive](const std::string& text) {
    if (interactive) std::fputs(("\r\x1b[K" + text).c_str(), stderr);
  };
  const ReportFiles files =
      write_report(store, directory, [&show](std::size_t done, std::size_t all, const std::string& next) {
        show(fmt::format("{} of {} · {}", done, all, next));
      });
  show("");
  fmt::print("{} tables and {} figures of study {}\nReport: {}\n", files.tables, files.figures, store.protocol().name,
             one_line(files.page.string()));
}

}  // namespace mce::app
