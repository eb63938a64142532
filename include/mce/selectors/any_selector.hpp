// SPDX-License-Identifier: MIT
#pragma once

#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "mce/core/parameters.hpp"
#include "mce/selectors/bandit.hpp"
#include "mce/selectors/curiosity.hpp"
#include "mce/selectors/greedy.hpp"
#include "mce/selectors/uniform.hpp"

namespace mce {

/// A selector chosen at run time; visited once per run, never per selection.
using AnySelector = std::variant<UcbIndividual, UcbCell, ExploitIndividual, ExploitCell, ExploreIndividual, ExploreCell,
                                 Greedy, Uniform, Curiosity>;

/// An entry of the table of selectors.
struct SelectorKind {
  std::string name;    ///< "ucb-cell"
  std::string symbol;  ///< "Uc", as in the paper; accepted wherever the name is
  std::string meaning;
  std::function<AnySelector(const Settings&)> make;                       ///< throws std::invalid_argument
  std::function<std::vector<ParameterInfo>(const Settings&)> parameters;  ///< with these settings applied
};

/// The nine selectors, in the order of the paper.
std::span<const SelectorKind> selector_kinds();
/// By name or symbol. Throws std::invalid_argument with the nearest name.
const SelectorKind& selector_kind(std::string_view name);

/// "ucb-cell" or "ucb-cell:lambda=0.5,…": which selector, with which parameters.
struct SelectorChoice {
  std::string name;
  Settings settings;
};
/// Throws std::invalid_argument. Symbols become names; parameters are checked when the selector is made.
SelectorChoice parse_selector(std::string_view text);

}  // namespace mce
