// SPDX-License-Identifier: MIT
#pragma once

#include <fmt/core.h>

#include <algorithm>
#include <cstdint>
#include <functional>
#include <span>
#include <stdexcept>
#include <vector>

namespace mce::python {

/// Throws std::invalid_argument unless every ticket is open, which `check(ticket)` finds out, and there once: then all
/// of them can be closed.
template <class Check>
void check_tickets(std::span<const std::uint64_t> tickets, const Check& check) {
  for (const std::uint64_t ticket : tickets) check(ticket);
  if (std::ranges::is_sorted(tickets, std::ranges::less_equal{})) return;  // the rule: each is greater than the last
  std::vector<std::uint64_t> sorted(tickets.begin(), tickets.end());
  std::ranges::sort(sorted);
  const auto twice = std::ranges::adjacent_find(sorted);
  if (twice != sorted.end()) throw std::invalid_argument(fmt::format("ticket {} is there twice", *twice));
}

}  // namespace mce::python
