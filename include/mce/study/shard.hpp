// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "mce/study/protocol.hpp"

namespace mce {

/// One of the parts that a study is divided into, each for a machine of its own: the `number`-th of `count`, from 1.
struct Shard {
  std::uint32_t number = 1;
  std::uint32_t count = 1;
  bool operator==(const Shard&) const = default;
};

/// "2/8", and back. Throws std::invalid_argument for a text that is none.
std::string to_text(const Shard& shard);
Shard parse_shard(std::string_view text);

/// How long a run takes, roughly, in no particular unit.
double expected_work(const Plan& plan);

/// Divides all runs of a protocol among so many shards that they take about equally long. It depends on what is to be
/// run alone, not on the order in a file. A treatment stays whole where that is possible: its shard can measure it
/// then.
class ShardPlan {
 public:
  ShardPlan(const Protocol& protocol, std::uint32_t count);

  /// The number of the shard, from 1, whose runs these are.
  [[nodiscard]] std::uint32_t shard_of(std::uint32_t treatment, std::uint32_t selector, std::uint32_t repetition) const;
  /// How many runs a shard has, and how long they take.
  [[nodiscard]] std::uint64_t runs(std::uint32_t number) const { return runs_.at(number - 1); }
  [[nodiscard]] double work(std::uint32_t number) const { return work_.at(number - 1); }

 private:
  std::uint32_t selectors_;
  /// By treatment: the shard of all its runs, or of each of them.
  std::vector<std::vector<std::uint32_t>> shards_;
  std::vector<std::uint32_t> order_;  // of selectors, by label
  std::vector<std::uint64_t> runs_;
  std::vector<double> work_;
};

}  // namespace mce
