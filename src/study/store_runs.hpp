// SPDX-License-Identifier: MIT
#pragma once

#include <span>
#include <vector>

#include "mce/analysis/metrics.hpp"
#include "mce/study/store.hpp"
#include "packed_run.hpp"
#include "store_file.hpp"

/// A run in the tables of a store, whole. What is read from a file may be anything: what cannot be throws Error with
/// the path.
namespace mce {

/// A value for each of `metrics`, from column `first` on; NaN for NULL, and for the other metrics.
MetricValues values_in(const sqlite::Statement& row, int first, std::span<const MetricKind> metrics);
/// Those of `values` that `metrics` have.
MetricValues values_for(std::span<const MetricKind> metrics, const MetricValues& values);
/// "?, ?, ?": so many values of a statement.
std::string places(std::size_t count);

/// Replaces what the store has of a run, within a transaction. `measured`: what is known of it by comparing all runs of
/// its treatment; nothing if that is still to be done.
void write_run(StoreFile& file, const PackedRun& run, const MeasuredRun* measured = nullptr);

/// What comparing all runs of a treatment tells of one, in place of what the store had.
void write_measured(const StoreFile& file, const MeasuredRun& run);
/// The treatment is measured. Its histories are dropped, if they are not to be kept.
void mark_as_measured(const StoreFile& file, std::uint32_t treatment);

/// In the order of its points.
std::vector<CurvePoint> read_curve(const StoreFile& file, const RunKey& key, std::uint32_t cells);
/// All that the store has of a run. It is checked (check_run).
PackedRun read_run(const StoreFile& file, const RunKey& key);
/// What is known of such a run of a measured treatment; every metric of the file has to be there.
MeasuredRun read_measured(const StoreFile& file, const PackedRun& of);

}  // namespace mce
