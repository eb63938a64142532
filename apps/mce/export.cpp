// SPDX-License-Identifier: MIT
#include <fmt/core.h>

#include <stdexcept>
#include <string>

#include "commands.hpp"
#include "mce/run/files.hpp"
#include "mce/study/exports.hpp"
#include "mce/study/npz.hpp"
#include "options.hpp"
#include "overwriting.hpp"

namespace mce::app {

void export_results(const ExportOptions& options) {
  if (options.format != "csv" && options.format != "npz") {
    throw std::invalid_argument(fmt::format("--format {}: allowed are csv and npz", in_quotes(options.format)));
  }
  if (options.format == "npz" && options.out.empty()) {
    throw std::invalid_argument("--format npz needs --out FILE: it is not text");
  }
  const ExportKind& kind = export_kind(options.what);
  ExportFilter filter{.study = {.treatments = options.treatments, .selectors = options.selectors}, .repetition = {}};
  if (!options.repetition.empty()) {
    if (kind.rows != ExportKind::Rows::of_runs) {
      throw std::invalid_argument(
          fmt::format("--repetition {}: {} are of all repetitions together", in_quotes(options.repetition), kind.name));
    }
    filter.repetition = static_cast<std::uint32_t>(whole_option("--repetition", options.repetition, 0, kMaxRuns));
  }
  if (!options.out.empty()) {
    check_not_study("--out", options.out, options.store);
    check_free("--out", options.out, options.force);
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
