// SPDX-License-Identifier: MIT
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "mce/core/kind.hpp"

namespace mce {

using SelectorKind = Kind;

/// All selectors that can be chosen by name (the table is in src/selectors/any_selector.cpp).
std::span<const SelectorKind> selector_kinds();
/// What "recommended" stands for, in runs and protocols: the safest on problems that one does not know
/// (docs/beyond.md).
inline constexpr std::string_view kRecommendedSelector = "surprise";
/// By name or symbol, or "recommended". Throws std::invalid_argument with the nearest name.
const SelectorKind& selector_kind(std::string_view name);

/// Which selector, with which parameters.
struct SelectorChoice {
  std::string name;
  Settings settings;
  bool operator==(const SelectorChoice&) const = default;
};
/// Parses "ucb-cell" or "ucb-cell:lambda=0.5,…". Symbols become names. Throws std::invalid_argument.
SelectorChoice parse_selector(std::string_view text);

}  // namespace mce
