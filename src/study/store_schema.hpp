// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "mce/analysis/metrics.hpp"
#include "mce/study/protocol.hpp"
#include "mce/study/shard.hpp"
#include "sqlite.hpp"

/// The tables of a store (docs/store.md). Those of metrics have a column for each, so that a file tells which it has.
namespace mce {

inline constexpr int kStoreApplication = 0x4d434531;  ///< marks the file as ours: "MCE1"

/// Makes all tables, in an empty file, and writes the protocol into them.
void make_tables(sqlite::Database& database, const Protocol& protocol, std::optional<Shard> shard);

/// The metrics that the file has columns for.
std::vector<MetricKind> metrics_in(const sqlite::Database& database);
void add_metric(sqlite::Database& database, const MetricKind& kind);
/// Their columns, each written as `form` says, in which {0} is its name: "global_performance, global_reliability, …".
std::string metric_columns(std::span<const MetricKind> metrics, std::string_view form = "{0}");

/// Whether the file has a table of pictures. It is made with the first of them: most studies have none.
bool has_pictures(const sqlite::Database& database);
void add_pictures(sqlite::Database& database);

std::string study_text(const sqlite::Database& database, std::string_view key);  ///< "" if there is none
/// Writes the protocol, the treatments and selectors that are not in yet, and how they behave.
void write_protocol(const sqlite::Database& database, const Protocol& protocol);

/// The metrics of treatments are no longer true, or not all there; `which` is an SQL condition on `treatment`.
void forget_metrics(sqlite::Database& database, std::string_view which);

/// Throws Error, which names the pair, if runs of a testbed with a selector that were made for the file end differently
/// today. It begins with the path.
void check_behaviour(const sqlite::Database& database, const std::string& path);
/// Also if the file does not say it of each pair of the protocol.
void check_behaviour(const sqlite::Database& database, const Protocol& protocol, const std::string& path);
/// From the format of 0.1.0 to today's.
void upgrade(sqlite::Database& database);

}  // namespace mce
