// SPDX-License-Identifier: MIT
#include <fmt/core.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <atomic>
#include <mutex>
#include <optional>
#include <stdexcept>
#include <string>
#include <thread>
#include <variant>

#include "arrays.hpp"
#include "bindings.hpp"
#include "guard.hpp"
#include "listening.hpp"
#include "mce/study/exports.hpp"
#include "mce/study/low_fitness.hpp"
#include "mce/study/protocol_reader.hpp"
#include "mce/study/runner.hpp"
#include "mce/study/store.hpp"

namespace mce::python {
namespace {

using Patterns = std::vector<std::string>;

nb::object values_of(const Column& column) {
  if (const auto* numbers = std::get_if<std::vector<double>>(&column.values)) {
    return nb::cast(array_of<double>(*numbers));
  }
  if (const auto* wholes = std::get_if<std::vector<std::int64_t>>(&column.values)) {
    return nb::cast(array_of<std::int64_t>(*wholes));
  }
  if (const auto* texts = std::get_if<std::vector<std::string>>(&column.values)) return nb::cast(*texts);
  const auto& matrix = std::get<Matrix>(column.values);
  const std::size_t width = std::max<std::size_t>(matrix.width, 1);
  NewArray<double> rows({matrix.values.size() / width, width});
  std::ranges::copy(matrix.values, rows.values.begin());
  return nb::cast(rows.get());
}

/// What `mce export --what WHAT` writes, by column.
nb::typed<nb::dict, nb::str, nb::any> study_table(const std::string& path, const std::string& what,
                                                  const Patterns& treatments, const Patterns& selectors,
                                                  std::optional<std::uint32_t> repetition) {
  DataTable table;
  {
    const Unlocked unlocked(true);
    const Store store = Store::for_reading(path);
    table = export_kind(what).table(store, {.study = {treatments, selectors}, .repetition = repetition});
  }
  nb::dict columns;
  for (const Column& column : table.columns) columns[nb::cast(column.name)] = values_of(column);
  return columns;
}

/// Makes the runs that are missing. `look` is None, or is called some times a second: evaluations so far and in all,
/// runs so far and in all, and the treatment. Gives back notes about the results.
std::vector<std::string> run_study(const std::string& protocol, const std::string& source, const std::string& path,
                                   std::optional<unsigned> threads, const Patterns& treatments,
                                   const Patterns& selectors, bool rerun, const nb::object& look) {
  constexpr unsigned kMostThreads = 1024;
  if (threads && (*threads < 1 || *threads > kMostThreads)) {
    throw std::invalid_argument(fmt::format("threads is {}: it has to be 1 to {}", *threads, kMostThreads));
  }
  std::atomic<bool> stop = false;
  std::mutex mutex;
  std::optional<StudyProgress> seen;
  std::vector<std::string> notes;
  const auto work = [&] {
    Store store = Store::for_running(path, parse_protocol(protocol, source), rerun);
    const auto watch = [&](const StudyProgress& now) {
      const std::scoped_lock lock(mutex);
      seen = now;
    };
    const unsigned usual = std::max(1U, std::thread::hardware_concurrency());
    mce::run_study(
        store, {.threads = threads.value_or(usual), .only = {treatments, selectors}, .stop = &stop, .watch = watch});
    if (!stop) notes = low_fitness_notes(store);
  };
  while_listening(stop, work, [&] {
    std::optional<StudyProgress> now;
    {
      const std::scoped_lock lock(mutex);
      now = seen;
    }
    if (now && !look.is_none()) look(now->evaluations, now->all_evaluations, now->runs, now->all_runs, now->treatment);
  });
  return notes;
}

}  // namespace

void bind_studies(nb::module_& module) {
  module.def("study_table", &study_table, nb::arg("path"), nb::arg("what"), nb::arg("treatments"), nb::arg("selectors"),
             nb::arg("repetition").none());
  module.def("run_study", &run_study, nb::arg("protocol"), nb::arg("source"), nb::arg("path"),
             nb::arg("threads").none(), nb::arg("treatments"), nb::arg("selectors"), nb::arg("rerun"),
             nb::arg("look").none());
}

}  // namespace mce::python
