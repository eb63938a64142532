// SPDX-License-Identifier: MIT
#include "mce/study/merge.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <numeric>
#include <set>
#include <string>
#include <system_error>

#include "mce/core/error.hpp"
#include "mce/study/store.hpp"
#include "measure.hpp"

namespace mce {
namespace {

namespace fs = std::filesystem;

std::uint64_t runs_in(const Store& store) {
  const std::vector<TreatmentState> states = store.states();
  return std::accumulate(states.begin(), states.end(), std::uint64_t{0},
                         [](std::uint64_t sum, const TreatmentState& each) { return sum + each.runs; });
}

void check_metrics(const Store& store) {
  if (std::ranges::equal(store.metrics(), metric_kinds(), {}, &MetricKind::metric, &MetricKind::metric)) return;
  throw Error(
      fmt::format("'{}' was made by a version of mce with other metrics, so it cannot be merged; `mce study run` "
                  "with --rerun makes its runs again and measures them all",
                  store.path().string()));
}

/// All files are of one study: nothing of one is missing in another.
void check_same_study(const fs::path& first, const Protocol& protocol, const Store& other) {
  if (other.protocol() == protocol) return;
  std::vector<std::string> reasons = differences(protocol, other.protocol());
  if (reasons.empty()) reasons = differences(other.protocol(), protocol);
  const bool same_size = run_count(protocol) == run_count(other.protocol());
  if (reasons.empty() && !same_size) reasons = {"it has more or fewer treatments, selectors or repetitions"};
  if (reasons.empty()) return;
  throw Error(fmt::format("'{}' is of another protocol than '{}': {}", other.path().string(), first.string(),
                          fmt::join(reasons, "; ")));
}

class Merge {
 public:
  Merge(const fs::path& out, std::span<const fs::path> files, const MergeOptions& options)
      : out_(out), files_(files), options_(options) {}

  MergeResult run() {
    for (const fs::path& path : files_) {
      if (stops()) return stopped();
      check_file(path);
      step();
    }
    if (stops()) return stopped();
    Store store = Store::for_running(out_, *protocol_, options_.rerun);
    check_metrics(store);
    states_ = store.states();
    for (MergedFile& file : result_.files) {
      if (!stops()) take(store, file);
    }
    for (const std::uint32_t treatment : store.unmeasured()) {
      if (!stops()) measure(store, treatment, options_.threads, stop_flag());
    }
    result_.stopped = stops();
    result_.runs = runs_in(store);
    result_.all_runs = run_count(store.protocol());
    result_.missing = store.missing();
    count_missing(store.protocol());
    if (result_.missing.empty() && !result_.stopped) store.shrink();
    return std::move(result_);
  }

 private:
  MergeResult stopped() {
    result_.stopped = true;
    return std::move(result_);
  }

  /// Before anything is written.
  void check_file(const fs::path& path) {
    std::error_code ignored;
    if (fs::equivalent(path, out_, ignored)) {
      throw Error(fmt::format("'{}' cannot be merged into itself", path.string()));
    }
    const bool being_run = Store::is_being_run(path);
    const Store store = opened(path);
    store.check_pages();
    result_.files.push_back({.path = path,
                             .shard = store.shard(),
                             .runs = runs_in(store),
                             .taken = 0,
                             .missing = 0,
                             .being_run = being_run});
  }

  /// It may change from one time to the next, so all but its pages is checked each time.
  Store opened(const fs::path& path) {
    Store store = Store::for_merging(path);
    if (!protocol_) protocol_ = store.protocol();
    check_same_study(files_.front(), *protocol_, store);
    check_metrics(store);
    check_count(store);
    return store;
  }

  /// All shards are parts of the same division.
  void check_count(const Store& store) {
    if (!store.shard()) return;
    if (count_ == 0) count_ = store.shard()->count;
    if (count_ == store.shard()->count) return;
    throw Error(fmt::format("'{}' is shard {}, but others are of {} shards", store.path().string(),
                            to_text(*store.shard()), count_));
  }

  void take(Store& store, MergedFile& file) {
    const Store from = opened(file.path);
    const std::uint64_t all = std::uint64_t{protocol_->selectors.size()} * protocol_->repetitions;
    // The log of a shard that is being run grows as long as the file is read as it was at one moment. So measuring,
    // which may take long, waits until all of it is read.
    for (std::uint32_t treatment = 0; treatment < states_.size() && !stops(); ++treatment) {
      const std::uint64_t taken = store.take(treatment, from);
      file.taken += taken;
      states_[treatment].runs += static_cast<std::uint32_t>(taken);
      // Otherwise at once, since its maps are dropped then.
      if (!file.being_run && taken > 0 && states_[treatment].runs >= all && store.can_be_measured(treatment)) {
        measure(store, treatment, options_.threads, stop_flag());
      }
      step();
    }
  }

  void count_missing(const Protocol& protocol) {
    if (count_ == 0) return;
    const ShardPlan plan(protocol, count_);
    std::map<std::uint32_t, std::uint64_t> missing;
    for (const RunKey& key : result_.missing) ++missing[plan.shard_of(key.treatment, key.selector, key.repetition)];
    std::set<std::uint32_t> there;
    for (MergedFile& each : result_.files) {
      if (!each.shard) continue;
      there.insert(each.shard->number);
      const auto found = missing.find(each.shard->number);
      each.missing = found == missing.end() ? 0 : found->second;
    }
    for (const auto& [number, count] : missing) {
      if (!there.contains(number)) result_.absent.push_back({{.number = number, .count = count_}, count});
    }
  }

  void step() { options_.watch(++done_, files_.size() * (1 + protocol_->treatments.size())); }

  [[nodiscard]] const std::atomic<bool>& stop_flag() const {
    static const std::atomic<bool> never = false;
    return options_.stop == nullptr ? never : *options_.stop;
  }
  [[nodiscard]] bool stops() const { return stop_flag(); }

  const fs::path& out_;
  std::span<const fs::path> files_;
  const MergeOptions& options_;
  std::optional<Protocol> protocol_;
  std::vector<TreatmentState> states_;  // of the merged file
  std::uint32_t count_ = 0;             // of shards; 0: no file is a shard
  std::uint64_t done_ = 0;              // steps
  MergeResult result_;
};

}  // namespace

MergeResult merge_studies(const fs::path& out, std::span<const fs::path> files, const MergeOptions& options) {
  return Merge(out, files, options).run();
}

}  // namespace mce
