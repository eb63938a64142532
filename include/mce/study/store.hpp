// SPDX-License-Identifier: MIT
#pragma once

#include <compare>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "mce/analysis/metrics.hpp"
#include "mce/problems/pictures.hpp"
#include "mce/run/run.hpp"
#include "mce/study/protocol.hpp"
#include "mce/study/shard.hpp"

namespace mce {

/// Which run of a study: positions of its treatment and selector in the store's protocol, and its repetition, from 0.
struct RunKey {
  std::uint32_t treatment = 0;
  std::uint32_t selector = 0;
  std::uint32_t repetition = 0;
  auto operator<=>(const RunKey&) const = default;
};

/// "treatment 'arm', selector 'ucb-cell', repetition 0"
std::string name_of(const Protocol& protocol, const RunKey& run);

/// A map of a run as pictures need it: values by cell.
struct KeptMap {
  std::uint64_t evaluations = 0;
  std::vector<double> fitness;  ///< NaN where there is no elite
  std::vector<std::uint32_t> selections;
  std::vector<std::uint32_t> survivals;
};

/// The elites at the end of a run, by ascending cell.
struct KeptElites {
  std::vector<std::uint32_t> cells;
  std::vector<double> fitness;
  std::vector<double> features;   ///< one elite's after the other
  std::vector<double> solutions;  ///< in the same order
  std::vector<std::uint32_t> selections;
  std::vector<std::uint32_t> survivals;
};

/// All that a study keeps of a run.
struct FinishedRun {
  RunKey key;
  std::uint64_t seed = 0;
  std::uint64_t signature = 0;
  std::uint64_t rejected = 0;
  double seconds = 0;
  std::vector<CurvePoint> curve;
  std::vector<std::byte> history;  ///< a packed MapHistory with a map for every point of the curve
  std::vector<KeptMap> maps;
  std::optional<KeptElites> elites;
  Pictures pictures;  ///< of those elites that have one
};

struct PackedRun;

/// What comparing all runs of a treatment tells of one of them.
struct MeasuredRun {
  RunKey key;
  std::vector<MetricValues> points;  ///< one for every point of the curve
  MetricValues areas;                ///< area under the curve of every metric
};

/// A run that is in the store, without its curve and maps.
struct StoredRun {
  RunKey key;
  std::uint64_t seed = 0;
  std::uint64_t signature = 0;
  std::uint64_t evaluations = 0;
  std::uint64_t rejected = 0;
  double seconds = 0;
};

/// The curve of a run that is in the store.
struct StoredCurve {
  struct Point {
    std::uint64_t evaluations = 0;
    std::uint32_t filled = 0;
    double best = 0;
    MetricValues metrics;  ///< NaN if it is not measured yet, and for metrics that the file does not have
  };
  RunKey key;
  std::vector<Point> points;
};

/// The areas under the curves of a measured run.
struct StoredAreas {
  RunKey key;
  MetricValues areas;  ///< NaN for metrics that the file does not have
};

/// How far a treatment is.
struct TreatmentState {
  std::uint32_t runs = 0;         ///< in the store
  bool measured = false;          ///< all runs are in, and compared
  std::uint64_t evaluations = 0;  ///< of its runs
  double seconds = 0;             ///< of computing, by all threads together
};

/// The results of a study, in one SQLite file (docs/store.md). A run is in it whole or not at all. The functions may be
/// called from several threads. They throw Error, with the path, for a file that is damaged.
class Store {
 public:
  /// The format that files are written in; 1 was that of 0.1.0.
  static constexpr int kSchema = 2;

  /// Opens the file to run this protocol, and keeps other processes from doing so too. Makes it if there is none. The
  /// protocol may add runs to that of the store. Where they are added to a treatment that is measured already and whose
  /// maps are gone, its runs have to be made again, which happens only with `rerun`. Throws Error.
  /// A file may be for one shard of the study alone; it has to be opened for the same one then.
  static Store for_running(const std::filesystem::path& path, const Protocol& protocol, bool rerun = false,
                           std::optional<Shard> shard = {});
  /// Opens the file to look at it, also while it is being run.
  static Store for_reading(const std::filesystem::path& path);
  /// Opens the file to take its runs into another one: as it is at this moment, also while it is being run. Checks that
  /// this engine would make the same runs.
  static Store for_merging(const std::filesystem::path& path);

  /// Whether a process is running the study at this moment. Ask before the file is opened: looking would take away
  /// SQLite's own locks.
  static bool is_being_run(const std::filesystem::path& path);

  Store(const Store&) = delete;
  Store& operator=(const Store&) = delete;
  Store(Store&&) noexcept;
  Store& operator=(Store&&) noexcept;
  ~Store();

  /// Throws Error if the file is damaged, as far as SQLite knows. It reads all of it.
  void check_pages() const;
  /// Whether somebody has changed the file since it was opened for reading, and this store does not notice, because we
  /// may not write beside the file: open it anew.
  [[nodiscard]] bool is_outdated() const;

  [[nodiscard]] const std::filesystem::path& path() const;
  [[nodiscard]] const Protocol& protocol() const;
  /// The protocol as the file has it now: a study may be extended while it is looked at. JSON.
  [[nodiscard]] std::string protocol_text() const;
  /// The part of the study that the file is for; nothing if it is for all of it.
  [[nodiscard]] std::optional<Shard> shard() const;
  /// The metrics that the file has. A file of an older version may not have all of metric_kinds().
  [[nodiscard]] std::span<const MetricKind> metrics() const;
  /// Throws Error that says what to do unless the file has the metric.
  void require(Metric metric) const;
  [[nodiscard]] std::uint32_t cells(std::uint32_t treatment) const;
  /// By treatment.
  [[nodiscard]] std::vector<TreatmentState> states() const;
  /// A signature of all runs that are in: equal if, and very likely only if, they ended with the same archives.
  [[nodiscard]] std::uint64_t signature() const;
  /// What one run ended with, if it is in. Whoever makes the run again has to end with the same.
  [[nodiscard]] std::optional<std::uint64_t> signature(const RunKey& key) const;
  /// The runs that are still to be made; those of its shard, if it is for one.
  [[nodiscard]] std::vector<RunKey> missing() const;
  /// Whether all runs of a treatment are in, and not measured yet; and the treatments of which that is so.
  [[nodiscard]] bool can_be_measured(std::uint32_t treatment) const;
  [[nodiscard]] std::vector<std::uint32_t> unmeasured() const;

  /// Takes a run in. True if it was the last of its treatment, which can be measured now.
  bool add(const FinishedRun& run);
  bool add(const PackedRun& run);
  /// Takes in the runs that another file of the study has of a treatment, with all that it keeps and has measured of
  /// them. Gives back how many were new. Throws Error, and takes none, if a run is in both and they differ.
  std::uint64_t take(std::uint32_t treatment, const Store& from);
  /// The runs of a treatment that are in, by selector and repetition, and what measuring them needs.
  [[nodiscard]] std::vector<StoredRun> runs(std::uint32_t treatment) const;
  [[nodiscard]] std::vector<CurvePoint> curve(const RunKey& key) const;
  [[nodiscard]] std::vector<std::byte> history(const RunKey& key) const;
  /// Takes in what was measured of all runs of a treatment; maps that are not to be kept are dropped.
  void finish(std::uint32_t treatment, std::span<const MeasuredRun> runs);
  /// Gives space that is no longer needed back to the disk.
  void shrink();

  /// The metrics of all runs of a treatment that are in, by selector and repetition.
  [[nodiscard]] std::vector<StoredCurve> curves(std::uint32_t treatment) const;
  /// Empty unless the treatment is measured.
  [[nodiscard]] std::vector<StoredAreas> areas(std::uint32_t treatment) const;
  [[nodiscard]] std::vector<KeptMap> maps(const RunKey& key) const;
  /// After how many evaluations they were taken, and one of them alone: all may be very much.
  [[nodiscard]] std::vector<std::uint64_t> map_evaluations(const RunKey& key) const;
  [[nodiscard]] std::optional<KeptMap> map(const RunKey& key, std::size_t index) const;
  [[nodiscard]] std::optional<KeptElites> elites(const RunKey& key) const;
  /// The cells of those elites that a worker has drawn, ascending; and the picture of one of them, if there is any. All
  /// pictures of a run may be very much.
  [[nodiscard]] std::vector<std::uint32_t> pictured_cells(const RunKey& key) const;
  [[nodiscard]] std::optional<std::string> picture(const RunKey& key, std::uint32_t cell) const;

 private:
  struct Contents;
  explicit Store(std::unique_ptr<Contents> contents);
  std::unique_ptr<Contents> contents_;
};

}  // namespace mce
