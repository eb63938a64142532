// SPDX-License-Identifier: MIT
#include "store_runs.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <limits>
#include <string>
#include <string_view>
#include <utility>

#include "mce/core/error.hpp"
#include "measure.hpp"
#include "store_checks.hpp"
#include "store_elites.hpp"
#include "store_schema.hpp"

namespace mce {
namespace {

using sqlite::Database;
using sqlite::Statement;

std::vector<MetricKind> alone(std::span<const MetricKind> metrics) {
  std::vector<MetricKind> found;
  std::ranges::copy_if(metrics, std::back_inserter(found), &MetricKind::alone);
  return found;
}

void write_curve(const StoreFile& file, const PackedRun& run, const MeasuredRun* measured) {
  const auto& [treatment, selector, repetition] = run.key;
  const std::vector<MetricKind> known = measured != nullptr ? file.metrics : alone(file.metrics);
  Statement point = file.database.prepare(fmt::format(
      "INSERT OR REPLACE INTO curve (treatment, selector, repetition, evaluations, filled, best, {}) VALUES ({})",
      metric_columns(known), places(6 + known.size())));
  for (std::size_t i = 0; i < run.curve.size(); ++i) {
    const auto& [evaluations, map] = run.curve[i];
    const MetricValues values = measured != nullptr ? measured->points.at(i) : metric_values({.own = map});
    point.run(treatment, selector, repetition, evaluations, map.filled, map.best, values_for(known, values));
  }
}

void write_areas(const StoreFile& file, const MeasuredRun& run) {
  file.database
      .prepare(fmt::format("INSERT OR REPLACE INTO auc (treatment, selector, repetition, {}) VALUES ({})",
                           metric_columns(file.metrics), places(3 + file.metrics.size())))
      .run(run.key.treatment, run.key.selector, run.key.repetition, values_for(file.metrics, run.areas));
}

void write_pictures(StoreFile& file, const PackedRun& run) {
  const auto& [treatment, selector, repetition] = run.key;
  if (!run.pictures.empty()) add_pictures(file.database);
  if (!has_pictures(file.database)) return;
  file.database.prepare(fmt::format("DELETE FROM picture{}", kOfRun)).run(treatment, selector, repetition);
  Statement insert = file.database.prepare("INSERT INTO picture VALUES (?, ?, ?, ?, ?)");
  for (const auto& [cell, svg] : run.pictures) insert.run(treatment, selector, repetition, cell, svg);
}

std::vector<PackedMap> read_maps(const StoreFile& file, const RunKey& key) {
  Statement row = rows_of(file, key, "evaluations, fitness, selections, survivals", "map", " ORDER BY evaluations");
  std::vector<PackedMap> maps;
  while (row.step()) {
    maps.push_back({.evaluations = count_in(file, row, 0),
                    .fitness = row.blob(1),
                    .selections = row.blob(2),
                    .survivals = row.blob(3)});
  }
  return maps;
}

/// Every metric of the file; they are the only columns of the row.
MetricValues all_values_in(const StoreFile& file, const Statement& row) {
  for (int i = 0; std::cmp_less(i, file.metrics.size()); ++i) {
    const double value = number_in(file, row, i);
    if (!std::isfinite(value)) fail_as_damaged(file, fmt::format("a metric is {}", value));
  }
  return values_in(row, 0, file.metrics);
}

}  // namespace

MetricValues values_in(const Statement& row, int first, std::span<const MetricKind> metrics) {
  MetricValues values(metric_kinds().size(), std::numeric_limits<double>::quiet_NaN());
  for (const MetricKind& each : metrics) values[place_of(each.metric)] = row.real(first++);
  return values;
}

MetricValues values_for(std::span<const MetricKind> metrics, const MetricValues& values) {
  MetricValues chosen;
  for (const MetricKind& each : metrics) chosen.push_back(values[place_of(each.metric)]);
  return chosen;
}

std::string places(std::size_t count) {
  return fmt::format("{}", fmt::join(std::vector<std::string_view>(count, "?"), ", "));
}

void write_run(StoreFile& file, const PackedRun& run, const MeasuredRun* measured) {
  const auto& [treatment, selector, repetition] = run.key;
  const Database& database = file.database;
  database.prepare("INSERT OR REPLACE INTO run VALUES (?, ?, ?, ?, ?, ?, ?, ?)")
      .run(treatment, selector, repetition, run.seed, fmt::format("{:016x}", run.signature),
           run.curve.back().evaluations, run.rejected, run.seconds);
  write_curve(file, run, measured);
  if (measured != nullptr) write_areas(file, *measured);
  if (!run.history.empty()) {
    database.prepare("INSERT OR REPLACE INTO history VALUES (?, ?, ?, ?)")
        .run(treatment, selector, repetition, run.history);
  }
  Statement map = database.prepare("INSERT OR REPLACE INTO map VALUES (?, ?, ?, ?, ?, ?, ?)");
  for (const PackedMap& each : run.maps) {
    map.run(treatment, selector, repetition, each.evaluations, each.fitness, each.selections, each.survivals);
  }
  if (run.elites) {
    const PackedElites& elites = *run.elites;
    database.prepare("INSERT OR REPLACE INTO elites VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)")
        .run(treatment, selector, repetition, elites.cells, elites.fitness, elites.features, elites.solutions,
             elites.selections, elites.survivals);
  }
  write_pictures(file, run);
}

void write_measured(const StoreFile& file, const MeasuredRun& run) {
  const auto& [treatment, selector, repetition] = run.key;
  Statement points = file.database.prepare(fmt::format("SELECT evaluations FROM curve{} ORDER BY evaluations", kOfRun));
  Statement update = file.database.prepare(
      fmt::format("UPDATE curve SET {}{} AND evaluations = ?", metric_columns(file.metrics, "{0} = ?"), kOfRun));
  points.bind(treatment, selector, repetition);
  for (const MetricValues& values : run.points) {
    points.step();
    update.run(values_for(file.metrics, values), treatment, selector, repetition, points.whole(0));
  }
  write_areas(file, run);
}

void mark_as_measured(const StoreFile& file, std::uint32_t treatment) {
  if (file.protocol.keep != Retention::all) {
    file.database.prepare("DELETE FROM history WHERE treatment = ?").run(treatment);
  }
  file.database.prepare("UPDATE treatment SET measured = 1 WHERE treatment = ?").run(treatment);
}

std::vector<CurvePoint> read_curve(const StoreFile& file, const RunKey& key, std::uint32_t cells) {
  Statement row =
      rows_of(file, key, "evaluations, filled, best, qd_score, selection_entropy", "curve", " ORDER BY evaluations");
  std::vector<CurvePoint> curve;
  while (row.step()) {
    const std::uint64_t filled = count_in(file, row, 1);
    if (filled > cells) fail_as_damaged(file, fmt::format("{}: {} filled cells", name_of(file, key), filled));
    curve.push_back({.evaluations = count_in(file, row, 0),
                     .summary = {.filled = static_cast<std::uint32_t>(filled),
                                 .coverage = static_cast<double>(filled) / cells,
                                 .best = number_in(file, row, 2),
                                 .qd_score = number_in(file, row, 3),
                                 .selection_entropy = number_in(file, row, 4)}});
  }
  return curve;
}

PackedRun read_run(const StoreFile& file, const RunKey& key) {
  const std::uint32_t cells = cell_count(file.protocol.treatments.at(key.treatment).plan);
  Statement row = rows_of(file, key, "seed, signature, rejected, seconds, evaluations", "run");
  if (!row.step()) fail_as_damaged(file, name_of(file, key) + " is missing");
  PackedRun run{.key = key,
                .seed = count_in(file, row, 0),
                .signature = signature_in(file, row, 1),
                .rejected = count_in(file, row, 2),
                .seconds = number_in(file, row, 3),
                .curve = read_curve(file, key, cells),
                .history = {},
                .maps = read_maps(file, key),
                .elites = read_packed_elites(file, key),
                .pictures = read_packed_pictures(file, key)};
  Statement history = rows_of(file, key, "maps", "history");
  if (history.step()) run.history = history.blob(0);
  try {
    check_run(file.protocol, run);
    if (count_in(file, row, 4) != run.curve.back().evaluations) throw Error("it ended elsewhere than its curve");
  } catch (const Error& error) {
    fail_as_damaged(file, fmt::format("{}: {}", name_of(file, key), error.what()));
  }
  return run;
}

MeasuredRun read_measured(const StoreFile& file, const PackedRun& of) {
  const RunKey& key = of.key;
  const std::string columns = metric_columns(file.metrics);
  MeasuredRun run{.key = key, .points = {}, .areas = {}};
  Statement row = rows_of(file, key, columns, "curve", " ORDER BY evaluations");
  while (row.step()) run.points.push_back(all_values_in(file, row));
  if (run.points.size() != of.curve.size()) fail_as_damaged(file, name_of(file, key) + ": its metrics");
  Statement area = rows_of(file, key, columns, "auc");
  if (!area.step()) fail_as_damaged(file, name_of(file, key) + " has no areas under its curves");
  run.areas = all_values_in(file, area);
  const MetricValues computed = areas_of(of.curve, run.points);
  if (values_for(file.metrics, run.areas) != values_for(file.metrics, computed)) {
    fail_as_damaged(file, name_of(file, key) + ": the areas are not those under its curves");
  }
  return run;
}

}  // namespace mce
