// SPDX-License-Identifier: MIT
#include <fmt/core.h>

#include <stdexcept>
#include <string>

#include "commands.hpp"
#include "mce/run/files.hpp"
#include "mce/study/exports.hpp"
#include "mce/study/npz.hpp"
#include "options.hpp"

namespace mce::app {

void export_results(const ExportOptions& options) {
  if (options.format != "csv" && options.format != "npz") {
    throw std::invalid_argument(fmt::format("--format '{}': allowed are csv and npz", options.format));
  }
  if (options.format == "npz" && options.out.empty()) {
    throw std::invalid_argument("--format npz needs --out FILE: it is not text");
  }
  const ExportKind& kind = export_kind(options.what);
  ExportFilter filter{.study = {.treatments = options.treatments, .selectors = options.selectors}, .repetition = {}};
  if (!options.repetition.empty()) {
    if (kind.rows != ExportKind::Rows::of_runs) {
      throw std::invalid_argument(
          fmt::format("--repetition {}: {} are of all repetitions together", options.repetition, kind.name));
    }
    filter.repetition = static_cast<std::uint32_t>(whole_option("--repetition", options.repetition, 0, kMaxRuns));
  }
  const Store store = Store::for_reading(options.store);
  const DataTable table = kind.table(store, filter);
  if (options.out.empty()) {
    fmt::print("{}", to_csv(table));
  } else if (options.format == "csv") {
    write_file(options.out, to_csv(table));
  } else {
    write_file(options.out, to_npz(table));
  }
}

}  // namespace mce::app
