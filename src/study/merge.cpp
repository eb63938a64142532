// SPDX-License-Identifier: MIT
#include "mce/study/merge.hpp"

#include <fmt/format.h>

#include <algorithm>
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

bool has_same_metrics(const Store& store) {
  return std::ranges::equal(store.metrics(), metric_kinds(), {}, &MetricKind::metric, &MetricKind::metric);
}

/// All files are of one study: nothing of one is missing in another.
void check_same_study(const Store& first, const Store& other) {
  std::vector<std::string> reasons = differences(first.protocol(), other.protocol());
  if (reasons.empty()) reasons = differences(other.protocol(), first.protocol());
  const bool same_size = run_count(first.protocol()) == run_count(other.protocol());
  if (reasons.empty() && !same_size) reasons = {"it has more or fewer treatments, selectors or repetitions"};
  if (reasons.empty()) return;
  throw Error(fmt::format("'{}' is of another protocol than '{}': {}", other.path().string(), first.path().string(),
                          fmt::join(reasons, "; ")));
}

class Merge {
 public:
  Merge(const fs::path& out, std::span<const fs::path> files, const MergeOptions& options)
      : out_(out), files_(files), options_(options) {}

  MergeResult run() {
    check_files();
    Store store = Store::for_running(out_, *protocol_, options_.rerun);
    std::uint64_t done = 0;
    const std::uint64_t all = files_.size() * protocol_->treatments.size();
    for (std::size_t i = 0; i < files_.size(); ++i) {
      const Store from = Store::for_merging(files_[i]);
      for (std::uint32_t treatment = 0; treatment < protocol_->treatments.size(); ++treatment) {
        if (stops()) break;
        result_.files[i].taken += store.take(treatment, from);
        options_.watch(++done, all);
      }
    }
    for (const std::uint32_t treatment : store.unmeasured()) {
      measure(store, treatment, options_.threads, stop_flag());
    }
    result_.stopped = stops();
    const std::vector<RunKey> missing = store.missing();
    if (missing.empty() && !result_.stopped) store.shrink();
    result_.runs = runs_in(store);
    result_.all_runs = run_count(store.protocol());
    find_absent(store.protocol(), missing);
    return std::move(result_);
  }

 private:
  /// Before anything is written.
  void check_files() {
    std::optional<Store> first;
    for (const fs::path& path : files_) {
      std::error_code ignored;
      if (fs::equivalent(path, out_, ignored)) {
        throw Error(fmt::format("'{}' cannot be merged into itself", path.string()));
      }
      const bool being_run = Store::is_being_run(path);
      Store store = Store::for_merging(path);
      if (first) check_same_study(*first, store);
      check_count(store);
      if (!has_same_metrics(store)) {
        throw Error(
            fmt::format("'{}' was made by a version of mce with other metrics: it cannot be merged", path.string()));
      }
      result_.files.push_back({.path = path,
                               .shard = store.shard(),
                               .runs = runs_in(store),
                               .taken = 0,
                               .missing = store.missing().size(),
                               .being_run = being_run});
      if (!first) {
        protocol_ = store.protocol();
        first = std::move(store);
      }
    }
  }

  /// All shards are parts of the same division.
  void check_count(const Store& store) {
    if (!store.shard()) return;
    if (count_ == 0) count_ = store.shard()->count;
    if (count_ == store.shard()->count) return;
    throw Error(fmt::format("'{}' is shard {}, but others are of {} shards", store.path().string(),
                            to_text(*store.shard()), count_));
  }

  void find_absent(const Protocol& protocol, const std::vector<RunKey>& missing) {
    if (count_ == 0) return;
    std::set<std::uint32_t> there;
    for (const MergedFile& each : result_.files) there.insert(each.shard.value_or(Shard{.number = 0}).number);
    const ShardPlan plan(protocol, count_);
    std::set<std::uint32_t> absent;
    for (const RunKey& key : missing) {
      const std::uint32_t number = plan.shard_of(key.treatment, key.selector, key.repetition);
      if (!there.contains(number)) absent.insert(number);
    }
    for (const std::uint32_t number : absent) result_.absent.push_back({.number = number, .count = count_});
  }

  [[nodiscard]] const std::atomic<bool>& stop_flag() const {
    static const std::atomic<bool> never = false;
    return options_.stop == nullptr ? never : *options_.stop;
  }
  [[nodiscard]] bool stops() const { return stop_flag(); }

  const fs::path& out_;
  std::span<const fs::path> files_;
  const MergeOptions& options_;
  std::optional<Protocol> protocol_;
  std::uint32_t count_ = 0;  // of shards; 0: no file is a shard
  MergeResult result_;
};

}  // namespace

MergeResult merge_studies(const fs::path& out, std::span<const fs::path> files, const MergeOptions& options) {
  return Merge(out, files, options).run();
}

}  // namespace mce
