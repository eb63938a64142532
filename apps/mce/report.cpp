// SPDX-License-Identifier: MIT
#include "mce/report/report.hpp"

#include <fmt/core.h>

#include <cstdio>
#include <string>

#include "commands.hpp"
#include "terminal.hpp"

namespace mce::app {

void report(const std::string& path, const std::string& directory) {
  const Store store = Store::for_reading(path);
  const bool interactive = Terminal::of(stderr).interactive;
  const auto watch = [interactive](std::size_t done, std::size_t all, const std::string& next) {
    if (interactive) fmt::print(stderr, "\r\x1b[K{} of {} · {}", done, all, next);
  };
  const ReportFiles files = write_report(store, directory, watch);
  if (interactive) fmt::print(stderr, "\r\x1b[K");
  fmt::print("{} tables and {} figures of study {}\nReport: {}\n", files.tables, files.figures, store.protocol().name,
             files.page.string());
}

}  // namespace mce::app
