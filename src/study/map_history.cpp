// SPDX-License-Identifier: MIT
#include "mce/study/detail/map_history.hpp"

#include <algorithm>
#include <bit>
#include <limits>
#include <numeric>

#include "mce/core/bytes.hpp"
#include "mce/core/error.hpp"
#include "packed.hpp"

namespace mce {
namespace {

constexpr std::uint32_t kGroup = 64;  // cells of one word of bits
constexpr double kEmpty = std::numeric_limits<double>::quiet_NaN();

std::size_t groups(std::size_t cells) { return (cells + kGroup - 1) / kGroup; }

/// A bit for each of `count` cells from `start` on: whether its fitness is not the last one.
std::uint64_t differences(const Archive& archive, std::span<const std::uint64_t> last, std::uint32_t start,
                          std::uint32_t count) {
  std::uint64_t mask = 0;
  for (std::uint32_t i = 0; i < count; ++i) {
    mask |= std::uint64_t{std::bit_cast<std::uint64_t>(archive.fitness(start + i)) != last[start + i]} << i;
  }
  return mask;
}

}  // namespace

MapHistory::MapHistory(std::uint32_t cells) : last_(cells, std::bit_cast<std::uint64_t>(kEmpty)) {}

void MapHistory::record(const Archive& archive) {
  assert(archive.cells() == last_.size());
  const auto cells = static_cast<std::uint32_t>(last_.size());
  for (std::uint32_t start = 0; start < cells; start += kGroup) {
    std::uint64_t mask = differences(archive, last_, start, std::min(kGroup, cells - start));
    changed_.push_back(mask);
    for (; mask != 0; mask &= mask - 1) {
      const std::uint32_t cell = start + static_cast<std::uint32_t>(std::countr_zero(mask));
      last_[cell] = std::bit_cast<std::uint64_t>(archive.fitness(cell));
      values_.push_back(last_[cell]);
    }
  }
}

std::vector<std::byte> MapHistory::packed() const {
  const std::vector<std::byte> changed = pack(std::span<const std::uint64_t>(changed_));
  ByteWriter out;
  out.value<std::uint64_t>(changed.size());
  out.raw(changed);
  out.raw(pack(std::span<const std::uint64_t>(values_)));
  return out.bytes();
}

MapHistoryReader::MapHistoryReader(std::span<const std::byte> packed, std::uint32_t cells, std::size_t save_points)
    : save_points_(save_points) {
  const auto size = ByteReader(packed).value<std::uint64_t>();
  packed = packed.subspan(sizeof(size));
  if (size > packed.size()) throw Error("it ends early");
  changed_ = unpack<std::uint64_t>(packed.first(size), groups(cells) * save_points);
  const auto changes = std::accumulate(changed_.begin(), changed_.end(), std::size_t{0},
                                       [](std::size_t sum, std::uint64_t mask) { return sum + std::popcount(mask); });
  values_ = unpack<double>(packed.subspan(size), changes);
  const std::size_t words = groups(cells);
  const std::uint64_t beyond = cells % kGroup == 0 ? 0 : ~std::uint64_t{0} << (cells % kGroup);
  for (std::size_t last = words; last <= changed_.size() && words > 0; last += words) {
    if ((changed_[last - 1] & beyond) != 0) throw Error("a cell beyond the last has changed");
  }
}

}  // namespace mce
