// SPDX-License-Identifier: MIT
#include "mce/study/exports.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <stdexcept>

#include "mce/core/error.hpp"
#include "mce/study/beaten.hpp"
#include "sqlite.hpp"

namespace mce {
namespace {

/// The treatments and selectors that a filter leaves, as an SQL condition on table `r`.
std::string condition(const Store& store, const ExportFilter& filter) {
  const FilteredStudy left = apply(filter.study, store.protocol());
  const auto among = [](const char* column, const std::vector<bool>& marks) {
    std::vector<std::size_t> places;
    for (std::size_t i = 0; i < marks.size(); ++i) {
      if (marks[i]) places.push_back(i);
    }
    return fmt::format("r.{} IN ({})", column, fmt::join(places, ", "));
  };
  std::string text = among("treatment", left.treatments) + " AND " + among("selector", left.selectors);
  if (filter.repetition) text += fmt::format(" AND r.repetition = {}", *filter.repetition);
  return text;
}

struct Query {
  std::string_view table;  ///< called `r` in the columns; `t` is the table of treatments
  std::string_view keys;   ///< what tells the rows of a treatment and selector apart
  std::string columns;     ///< that follow
  bool grouped = false;    ///< rows with the same keys become one
};

/// The rows that a filter leaves, with the names of treatment and selector in front. Types are those of the tables;
/// what is computed is a real number.
DataTable queried(const Store& store, const ExportFilter& filter, const Query& wanted) {
  const std::string sql = fmt::format(
      "SELECT t.name AS treatment, s.label AS selector, {0}, {1} FROM {2} r JOIN treatment t USING (treatment) "
      "JOIN selector s USING (selector) WHERE {3} {4} ORDER BY r.treatment, r.selector, {0}",
      wanted.keys, wanted.columns, wanted.table, condition(store, filter),
      wanted.grouped ? fmt::format("GROUP BY r.treatment, r.selector, {}", wanted.keys) : "");
  const auto lock = store.lock();
  auto query = store.database().prepare(sql);
  DataTable table;
  for (int i = 0; i < query.columns(); ++i) {
    const std::string type = query.type(i);
    ColumnValues values = std::vector<double>();
    if (type == "TEXT") values = std::vector<std::string>();
    if (type == "INTEGER") values = std::vector<std::int64_t>();
    table.columns.push_back({query.name(i), std::move(values)});
  }
  while (query.step()) {
    for (std::size_t i = 0; i < table.columns.size(); ++i) {
      const int column = static_cast<int>(i);
      auto& values = table.columns[i].values;
      if (auto* reals = std::get_if<std::vector<double>>(&values)) reals->push_back(query.real(column));
      if (auto* wholes = std::get_if<std::vector<std::int64_t>>(&values)) wholes->push_back(query.whole(column));
      if (auto* texts = std::get_if<std::vector<std::string>>(&values)) texts->push_back(query.text(column));
    }
  }
  return table;
}

/// All metrics as columns, each written as `form` says, in which {0} is its name.
std::string metric_columns(std::string_view form) {
  std::vector<std::string> columns;
  for (const MetricKind& kind : metric_kinds()) {
    std::string name = kind.key;
    std::ranges::replace(name, '-', '_');
    columns.push_back(fmt::format(fmt::runtime(form), name));
  }
  return fmt::format("{}", fmt::join(columns, ", "));
}

DataTable runs(const Store& store, const ExportFilter& filter) {
  return queried(store, filter,
                 {.table = "(SELECT * FROM run JOIN curve USING (treatment, selector, repetition, evaluations))",
                  .keys = "r.repetition",
                  .columns = "r.seed, r.signature, r.evaluations, r.rejected, r.seconds, r.filled, r.best, " +
                             metric_columns("r.{0}")});
}

DataTable curves(const Store& store, const ExportFilter& filter) {
  return queried(store, filter,
                 {.table = "curve",
                  .keys = "r.repetition, r.evaluations",
                  .columns = "r.filled, 1.0 * r.filled / t.cells AS filled_share, r.best, " + metric_columns("r.{0}")});
}

DataTable mean_curves(const Store& store, const ExportFilter& filter) {
  return queried(store, filter,
                 {.table = "curve",
                  .keys = "r.evaluations",
                  .columns = "count(*) AS runs, avg(1.0 * r.filled / t.cells) AS filled_share, avg(r.best) AS best, " +
                             metric_columns("avg(r.{0}) AS {0}"),
                  .grouped = true});
}

DataTable areas(const Store& store, const ExportFilter& filter) {
  return queried(store, filter, {.table = "auc", .keys = "r.repetition", .columns = metric_columns("r.{0}")});
}

/// The elites of one run: genomes differ in length between treatments.
DataTable elites(const Store& store, const ExportFilter& filter) {
  const FilteredStudy left = apply(filter.study, store.protocol());
  std::vector<RunKey> keys;
  for (std::uint32_t treatment = 0; treatment < left.treatments.size(); ++treatment) {
    if (!left.treatments[treatment]) continue;
    for (const RunKey& key : store.runs(treatment)) {
      if (left.selectors[key.selector] && key.repetition == filter.repetition.value_or(0)) keys.push_back(key);
    }
  }
  if (keys.size() != 1) {
    throw std::invalid_argument(
        fmt::format("elites of {} runs: choose one treatment and one selector (and repetition, else 0)", keys.size()));
  }
  const auto found = store.elites(keys.front());
  if (!found) {
    throw std::invalid_argument(fmt::format("no elites of repetition {} are kept: the protocol says keep = \"{}\"",
                                            keys.front().repetition, to_text(store.protocol().keep)));
  }
  const std::size_t count = std::max<std::size_t>(found->cells.size(), 1);
  const auto wholes = [](const std::vector<std::uint32_t>& values) {
    return std::vector<std::int64_t>(values.begin(), values.end());
  };
  return {{{"index", wholes(found->cells)},
           {"solution", Matrix{found->solutions.size() / count, found->solutions}},
           {"objective", found->fitness},
           {"measures", Matrix{found->features.size() / count, found->features}},
           {"elite_selections", wholes(found->selections)},
           {"elite_survivals", wholes(found->survivals)}}};
}

}  // namespace

std::span<const ExportKind> export_kinds() {
  using enum ExportKind::Rows;
  static const std::array<ExportKind, 8> kinds = {
      {{"runs", "a row per run: its seed and signature, and how it ended", runs, of_runs},
       {"curves", "a row per run and save point: all metrics", curves, of_runs},
       {"mean-curves", "a row per treatment, selector and save point: means over the runs", mean_curves, of_selectors},
       {"auc", "a row per run: area under the curve of every metric", areas, of_runs},
       {"mean-auc", "a row per treatment, metric and selector: mean area, deviation, 95 % interval", mean_areas_table,
        of_selectors},
       {"comparisons", "a row per treatment, metric and pair of selectors: tests and effect sizes", comparisons_table,
        of_selectors},
       {"tables", "a row per testbed and metric: selectors that each one beats, as in the paper", beaten_table,
        of_selectors},
       {"elites", "a row per elite of one run, as pyribs has it", elites, of_runs}}};
  return kinds;
}

const ExportKind& export_kind(std::string_view name) {
  std::vector<std::string> names;
  for (const ExportKind& each : export_kinds()) {
    if (each.name == name) return each;
    names.push_back(each.name);
  }
  throw std::invalid_argument(unknown_name("--what", name, names));
}

}  // namespace mce
