// SPDX-License-Identifier: MIT
#include "mce/selectors/any_selector.hpp"

#include <fmt/core.h>

#include <concepts>
#include <utility>
#include <variant>
#include <vector>

#include "mce/selectors/discounted_ucb.hpp"
#include "mce/selectors/inherit.hpp"
#include "mce/selectors/selector_kinds.hpp"
#include "mce/selectors/thompson_tournament.hpp"
#include "mce/selectors/ucb_fitness.hpp"

namespace mce {
namespace {

struct Entry : Kind {
  AnySelector (*make)(const Settings& settings, std::string_view name);
};

template <class S>
Entry entry(const std::string& name, const std::string& symbol, const std::string& meaning) {
  return {make_kind<S>(name, symbol, meaning), [](const Settings& settings, std::string_view of) -> AnySelector {
            return S(parameters_from<S>(settings, of));
          }};
}

/// A selector that is no alternative of AnySelector.
template <class S>
Entry erased_entry(const std::string& name, const std::string& symbol, const std::string& meaning) {
  return {make_kind<S>(name, symbol, meaning), [](const Settings& settings, std::string_view of) -> AnySelector {
            return ErasedSelector(S(parameters_from<S>(settings, of)));
          }};
}

const std::vector<Entry>& table() {
  static const std::vector<Entry> entries = {
      entry<UcbIndividual>("ucb-individual", "Ui", "best upper confidence bound of the elite"),
      entry<UcbCell>("ucb-cell", "Uc", "best upper confidence bound of the cell"),
      entry<ExploitIndividual>("exploit-individual", "Ei", "highest share of surviving offspring, of the elite"),
      entry<ExploitCell>("exploit-cell", "Ec", "highest share of surviving offspring, of the cell"),
      entry<ExploreIndividual>("explore-individual", "Xi", "elite selected the fewest times"),
      entry<ExploreCell>("explore-cell", "Xc", "cell selected the fewest times"),
      entry<Greedy>("greedy", "G", "fittest elite"),
      entry<Uniform>("uniform", "R", "any elite, as in the original MAP-Elites"),
      entry<Curiosity>("curiosity", "C", "roulette wheel over curiosity scores"),
      entry<Surprise>("surprise", "S", "most reward to expect, where the reward is how rare a gain is"),
      erased_entry<Inherit>("inherit", "I", "best upper confidence bound, where new elites inherit part of the tally"),
      erased_entry<ThompsonTournament>("thompson-tournament", "T",
                                       "largest of some random draws, by Thompson sampling"),
      erased_entry<DiscountedUcb>("discounted-ucb", "D",
                                  "best upper confidence bound of the cell, by recent selections"),
      erased_entry<UcbFitness>("ucb-fitness", "F", "best upper confidence bound of the mean fitness of offspring"),
  };
  return entries;
}

}  // namespace

std::span<const SelectorKind> selector_kinds() {
  static const std::vector<SelectorKind> kinds(table().begin(), table().end());
  return kinds;
}

const SelectorKind& selector_kind(std::string_view name) {
  return find_kind(selector_kinds(), "selector", name == "recommended" ? kRecommendedSelector : name);
}

AnySelector make_selector(std::string_view name, const Settings& settings) {
  const Entry& found = find_kind(table(), "selector", selector_kind(name).name);
  return found.make(settings, found.name);
}

ErasedSelector make_erased_selector(std::string_view name, const Settings& settings) {
  AnySelector any = make_selector(name, settings);
  return std::visit(
      []<class S>(S& selector) {
        if constexpr (std::same_as<S, ErasedSelector>) {
          return std::move(selector);
        } else {
          return ErasedSelector(std::move(selector));
        }
      },
      any);
}

SelectorChoice parse_selector(std::string_view text) {
  auto [name, settings] = parse_choice(text, "selector");
  return {.name = selector_kind(name).name, .settings = std::move(settings)};
}

}  // namespace mce
