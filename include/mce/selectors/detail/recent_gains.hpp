// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <tuple>
#include <utility>
#include <vector>

#include "mce/core/rng.hpp"

namespace mce {

/// What a survivor brings to the map: it fills an empty cell, with so much fitness, or it is so much fitter than the
/// elite that it replaces. To fill a cell is more than any replacement.
struct Gain {
  double amount = 0;  ///< not NaN
  bool new_cell = false;

  bool operator==(const Gain&) const = default;
  friend bool operator<(const Gain& a, const Gain& b) {
    return a.new_cell != b.new_cell ? b.new_cell : a.amount < b.amount;
  }
};

/// The last so many gains, and how many of them are at least as large as another: a search tree by gain whose nodes
/// know how many are below them. It is balanced by priorities that are as good as random (a treap; Seidel & Aragon
/// 1996), so all takes a time that grows with the logarithm of the memory. Nothing allocates after construction.
class RecentGains {
 public:
  RecentGains() = default;
  explicit RecentGains(std::uint32_t memory) : nodes_(memory) {
    for (Id slot = 0; slot < memory; ++slot)
      nodes_[slot].priority = static_cast<std::uint32_t>(mix64(slot + 1ULL) >> 32);
  }

  [[nodiscard]] std::uint32_t size() const { return count_of(root_); }

  /// Adds one, and forgets the oldest if there are too many.
  void add(const Gain& gain) {
    const Id slot = next_;
    if (size() == nodes_.size()) remove(slot);
    next_ = slot + 1 < nodes_.size() ? slot + 1 : 0;
    insert(slot, gain);
  }

  [[nodiscard]] std::uint32_t at_least(const Gain& gain) const {
    std::uint32_t smaller = 0;
    for (Id id = root_; id != kNone;) {
      const Node& node = nodes_[id];
      const bool is_smaller = node.gain < gain;
      smaller += is_smaller ? count_of(node.left) + 1 : 0;
      id = is_smaller ? node.right : node.left;
    }
    return size() - smaller;
  }

  /// All of them, the oldest first.
  [[nodiscard]] std::vector<Gain> in_order() const {
    std::vector<Gain> gains;
    gains.reserve(size());
    const Id oldest = size() == nodes_.size() ? next_ : 0;
    for (std::uint32_t i = 0; i < size(); ++i) gains.push_back(nodes_[(oldest + i) % nodes_.size()].gain);
    return gains;
  }

 private:
  using Id = std::uint32_t;  // a slot of `nodes_`
  static constexpr Id kNone = UINT32_MAX;

  struct Node {
    Gain gain;
    Id left = kNone;
    Id right = kNone;
    std::uint32_t count = 0;     // of nodes from here down
    std::uint32_t priority = 0;  // lower than that of the node above
  };

  [[nodiscard]] std::uint32_t count_of(Id id) const { return id == kNone ? 0 : nodes_[id].count; }
  void recount(Node& node) const { node.count = count_of(node.left) + count_of(node.right) + 1; }
  [[nodiscard]] std::uint32_t priority(Id id) const { return nodes_[id].priority; }
  /// Equal gains are told apart by their slots.
  [[nodiscard]] bool is_before(Id a, Id b) const {
    return nodes_[a].gain == nodes_[b].gain ? a < b : nodes_[a].gain < nodes_[b].gain;
  }

  void insert(Id fresh, const Gain& gain) {
    nodes_[fresh].gain = gain;
    Id* place = &root_;
    while (*place != kNone && priority(*place) > priority(fresh)) {
      Node& node = nodes_[*place];
      ++node.count;
      place = is_before(fresh, *place) ? &node.left : &node.right;
    }
    std::tie(nodes_[fresh].left, nodes_[fresh].right) = split(*place, fresh);
    recount(nodes_[fresh]);
    *place = fresh;
  }

  void remove(Id gone) {
    Id* place = &root_;
    while (*place != gone) {
      Node& node = nodes_[*place];
      --node.count;
      place = is_before(gone, *place) ? &node.left : &node.right;
    }
    *place = join(nodes_[gone].left, nodes_[gone].right);
  }

  /// The nodes before `at` and those after it.
  // NOLINTNEXTLINE(misc-no-recursion): as deep as the tree, and mostly two or three steps
  std::pair<Id, Id> split(Id id, Id at) {
    if (id == kNone) return {kNone, kNone};
    Node& node = nodes_[id];
    const bool goes_right = is_before(at, id);
    const auto [before, after] = split(goes_right ? node.left : node.right, at);
    (goes_right ? node.left : node.right) = goes_right ? after : before;
    recount(node);
    return goes_right ? std::pair(before, id) : std::pair(id, after);
  }

  /// One tree of two, of which the first has the smaller gains.
  // NOLINTNEXTLINE(misc-no-recursion)
  Id join(Id first, Id second) {
    if (first == kNone || second == kNone) return first == kNone ? second : first;
    const bool first_on_top = priority(first) > priority(second);
    const Id top = first_on_top ? first : second;
    Node& node = nodes_[top];
    (first_on_top ? node.right : node.left) = first_on_top ? join(node.right, second) : join(first, node.left);
    recount(node);
    return top;
  }

  std::vector<Node> nodes_;
  Id root_ = kNone;
  Id next_ = 0;  // where the next gain goes: the slot of the oldest, once there are as many as fit
};

}  // namespace mce
