// SPDX-License-Identifier: MIT
#pragma once

#include <string_view>
#include <variant>

#include "mce/core/parameters.hpp"
#include "mce/selectors/bandit.hpp"
#include "mce/selectors/curiosity.hpp"
#include "mce/selectors/erased_selector.hpp"
#include "mce/selectors/greedy.hpp"
#include "mce/selectors/surprise.hpp"
#include "mce/selectors/uniform.hpp"

namespace mce {

/// A selector chosen at run time; visited once per run, never per selection. Each alternative is a loop of its own,
/// compiled for its speed; those that are there for comparison share the one of ErasedSelector.
using AnySelector = std::variant<UcbIndividual, UcbCell, ExploitIndividual, ExploitCell, ExploreIndividual, ExploreCell,
                                 Greedy, Uniform, Curiosity, Surprise, ErasedSelector>;

/// The selector of that name or symbol. Throws std::invalid_argument. selector_kinds.hpp lists them.
AnySelector make_selector(std::string_view name, const Settings& settings = {});
/// The same behind virtual functions, whichever it is: for code that is compiled once for all of them.
ErasedSelector make_erased_selector(std::string_view name, const Settings& settings = {});

}  // namespace mce
