// SPDX-License-Identifier: MIT
#include "mce/study/shard.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <numeric>
#include <queue>
#include <stdexcept>
#include <utility>

#include "mce/core/text.hpp"

namespace mce {
namespace {

constexpr std::uint32_t kMostShards = 100'000;
/// A treatment stays whole if its shard then takes at most this much longer than the mean of all shards.
constexpr double kSlack = 1.02;

/// Positions in the order of names, which does not change if a file is sorted in another way.
template <class Entry>
std::vector<std::uint32_t> by_name(const std::vector<Entry>& entries, std::string Entry::* name) {
  std::vector<std::uint32_t> positions(entries.size());
  std::iota(positions.begin(), positions.end(), 0U);
  std::ranges::sort(positions, {}, [&](std::uint32_t position) { return entries[position].*name; });
  return positions;
}

}  // namespace

std::string to_text(const Shard& shard) { return fmt::format("{}/{}", shard.number, shard.count); }

Shard parse_shard(std::string_view text) {
  const auto fail = [text] {
    throw std::invalid_argument(
        fmt::format("{} is no shard; allowed: I/N, the I-th of N shards, such as 1/8, with N up to {}", in_quotes(text),
                    kMostShards));
  };
  const std::size_t slash = std::min(text.find('/'), text.size());
  Shard shard;
  try {
    shard.number = static_cast<std::uint32_t>(parse_whole(text.substr(0, slash), 1, kMostShards));
    shard.count =
        static_cast<std::uint32_t>(parse_whole(text.substr(std::min(slash + 1, text.size())), 1, kMostShards));
  } catch (const std::invalid_argument&) {
    fail();
  }
  if (shard.number > shard.count) fail();
  return shard;
}

double expected_work(const Plan& plan) {
  // Every gene is drawn and looked at. Tiles of mazes are looked at many at a time, and a process that evaluates takes
  // longer than anything else.
  constexpr double kTile = 0.45;
  constexpr double kProcess = 1e5;
  const auto genes = static_cast<double>(solution_size(plan));
  const double evaluation = plan.problem ? kProcess : genes * (plan.testbed == "maze" ? kTile : 1);
  return (static_cast<double>(plan.evaluations) + plan.initial) * evaluation;
}

ShardPlan::ShardPlan(const Protocol& protocol, std::uint32_t count)
    : selectors_(static_cast<std::uint32_t>(protocol.selectors.size())),
      shards_(protocol.treatments.size()),
      order_(protocol.selectors.size()),
      runs_(count),
      work_(count) {
  const std::vector<std::uint32_t> selectors = by_name(protocol.selectors, &SelectorEntry::label);
  for (std::uint32_t i = 0; i < selectors_; ++i) order_[selectors[i]] = i;

  const std::uint64_t all = std::uint64_t{selectors_} * protocol.repetitions;
  std::vector<double> work_of_run(protocol.treatments.size());
  std::vector<std::uint32_t> treatments = by_name(protocol.treatments, &Treatment::name);
  double work_of_all = 0;  // a sum of numbers in another order may be another number
  for (const std::uint32_t treatment : treatments) {
    work_of_run[treatment] = expected_work(protocol.treatments[treatment].plan);
    work_of_all += work_of_run[treatment] * static_cast<double>(all);
  }
  const double most = kSlack * work_of_all / static_cast<double>(count);
  std::ranges::stable_sort(treatments, std::greater(), [&](std::uint32_t position) { return work_of_run[position]; });
  // The shard with the least work comes first; of several, that with the lowest number.
  using Load = std::pair<double, std::size_t>;
  std::priority_queue<Load, std::vector<Load>, std::greater<>> free;
  for (std::size_t shard = 0; shard < count; ++shard) free.emplace(0.0, shard);
  const auto take = [&](std::uint64_t runs, double work) {
    const std::size_t shard = free.top().second;
    free.pop();
    runs_[shard] += runs;
    work_[shard] += work;
    free.emplace(work_[shard], shard);
    return static_cast<std::uint32_t>(shard + 1);
  };
  for (const std::uint32_t treatment : treatments) {
    const double work = work_of_run[treatment] * static_cast<double>(all);
    if (free.top().first + work <= most) {
      shards_[treatment] = {take(all, work)};
    } else {
      for (std::uint64_t run = 0; run < all; ++run) shards_[treatment].push_back(take(1, work_of_run[treatment]));
    }
  }
}

std::uint32_t ShardPlan::shard_of(std::uint32_t treatment, std::uint32_t selector, std::uint32_t repetition) const {
  const std::vector<std::uint32_t>& shards = shards_.at(treatment);
  if (shards.size() == 1) return shards.front();
  return shards.at(std::size_t{repetition} * selectors_ + order_.at(selector));
}

}  // namespace mce
