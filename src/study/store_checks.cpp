// SPDX-License-Identifier: MIT
#include "store_checks.hpp"

#include <fmt/format.h>

#include <charconv>
#include <utility>
#include <vector>

#include "make_run.hpp"

namespace mce {

using sqlite::Database;
using sqlite::Statement;

namespace {

/// The runs with their history and as many points of their curve as are bound first; further columns say how many
/// elites and maps there are.
Statement rows_of_whole_runs(const StoreFile& file, std::string_view which) {
  const auto rows = [](std::string_view table) {
    return fmt::format(
        "(SELECT count(*) FROM {0} o WHERE (o.treatment, o.selector, o.repetition) = (r.treatment, r.selector, "
        "r.repetition))",
        table);
  };
  return file.database.prepare(
      fmt::format("SELECT treatment, selector, repetition, {}, {} FROM run r WHERE {} = 1 AND {} = ? AND {}",
                  rows("elites"), rows("map"), rows("history"), rows("curve"), which));
}

std::size_t points_of_whole_runs(const StoreFile& file, std::uint32_t treatment) {
  return recorded_points(file.protocol.treatments[treatment].plan).size();
}

std::set<RunKey> whole_runs_in(const StoreFile& file, Statement& query, std::uint32_t treatment) {
  const std::size_t maps = map_points(file.protocol.treatments[treatment].plan).size();
  std::set<RunKey> found;
  while (query.step()) {
    const RunKey key = key_in(file, query);
    const bool kept = query.whole(3) == 1 && std::cmp_equal(query.whole(4), maps);
    if (kept || !keeps_maps(file.protocol, key.repetition)) found.insert(key);
  }
  return found;
}

}  // namespace

void fail_as_damaged(const StoreFile& file, std::string_view what) {
  throw Error(fmt::format("'{}': damaged: {}", file.path.string(), what));
}

std::string name_of(const Protocol& protocol, const RunKey& run) {
  return fmt::format("treatment {}, selector {}, repetition {}", in_quotes(protocol.treatments.at(run.treatment).name),
                     in_quotes(protocol.selectors.at(run.selector).label), run.repetition);
}

std::string name_of(const StoreFile& file, const RunKey& key) { return name_of(file.protocol, key); }

Statement rows_of(const StoreFile& file, const RunKey& key, std::string_view columns, std::string_view table,
                  std::string_view rest) {
  Statement query = file.database.prepare(fmt::format("SELECT {} FROM {}{}{}", columns, table, kOfRun, rest));
  query.bind(key.treatment, key.selector, key.repetition);
  return query;
}

RunKey key_in(const StoreFile& file, const Statement& row) {
  const auto below = [&](std::size_t size, int column) {
    const std::int64_t value = row.whole(column);
    if (!row.is_whole(column) || value < 0 || std::cmp_greater_equal(value, size)) {
      fail_as_damaged(file, "it has a run that is not of its protocol");
    }
    return static_cast<std::uint32_t>(value);
  };
  return {.treatment = below(file.protocol.treatments.size(), 0),
          .selector = below(file.protocol.selectors.size(), 1),
          .repetition = below(file.protocol.repetitions, 2)};
}

std::uint64_t count_in(const StoreFile& file, const Statement& row, int column) {
  const std::int64_t value = row.whole(column);
  if (value < 0 || !row.is_whole(column)) {
    fail_as_damaged(file, fmt::format("a count of {}", in_quotes(row.text(column))));
  }
  return static_cast<std::uint64_t>(value);
}

double number_in(const StoreFile& file, const Statement& row, int column) {
  if (!row.is_number(column)) fail_as_damaged(file, fmt::format("{} is no number", in_quotes(row.text(column))));
  return row.real(column);
}

std::uint64_t signature_in(const StoreFile& file, const Statement& row, int column) {
  const std::string text = row.text(column);
  std::uint64_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value, 16);
  if (error != std::errc() || end != text.data() + text.size() || text.size() != 16) {
    fail_as_damaged(file, fmt::format("{} is no signature of a run", in_quotes(text)));
  }
  return value;
}

bool is_measured(const Database& database, const Protocol& protocol, std::uint32_t treatment) {
  const auto number = [&](std::string_view query) {
    Statement statement = database.prepare(query);
    statement.bind(treatment).step();
    return static_cast<std::uint64_t>(statement.whole(0));
  };
  const auto has_rows = [&](std::string_view table, std::uint64_t count) {
    return number(fmt::format("SELECT count(*) FROM {} WHERE treatment = ?", table)) == count;
  };
  if (number("SELECT max(measured) FROM treatment WHERE treatment = ?") != 1) return false;
  std::uint64_t kept = 0;  // repetitions
  for (std::uint32_t i = 0; i < protocol.repetitions; ++i) kept += keeps_maps(protocol, i) ? 1 : 0;
  const std::uint64_t selectors = protocol.selectors.size();
  const std::uint64_t all = selectors * protocol.repetitions;
  const Plan& plan = protocol.treatments[treatment].plan;
  return has_rows("run", all) && has_rows("auc", all) && has_rows("curve", all * recorded_points(plan).size()) &&
         has_rows("elites", selectors * kept) && has_rows("map", selectors * kept * map_points(plan).size());
}

std::string incomplete_treatments(const Database& database, const Protocol& protocol) {
  std::vector<std::uint32_t> incomplete;
  auto query = database.prepare("SELECT treatment FROM treatment WHERE measured");
  while (query.step()) {
    const std::int64_t i = query.whole(0);
    if (i < 0 || std::cmp_greater_equal(i, protocol.treatments.size())) continue;
    const auto treatment = static_cast<std::uint32_t>(i);
    if (!is_measured(database, protocol, treatment)) incomplete.push_back(treatment);
  }
  return fmt::format("{}", fmt::join(incomplete, ", "));
}

std::set<RunKey> whole_runs(const StoreFile& file, std::uint32_t treatment) {
  Statement query = rows_of_whole_runs(file, "treatment = ?");
  query.bind(points_of_whole_runs(file, treatment), treatment);
  return whole_runs_in(file, query, treatment);
}

bool is_whole(const StoreFile& file, const RunKey& key) {
  Statement query = rows_of_whole_runs(file, "treatment = ? AND selector = ? AND repetition = ?");
  query.bind(points_of_whole_runs(file, key.treatment), key.treatment, key.selector, key.repetition);
  return !whole_runs_in(file, query, key.treatment).empty();
}

}  // namespace mce
