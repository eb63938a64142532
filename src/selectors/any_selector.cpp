// SPDX-License-Identifier: MIT
#include "mce/selectors/any_selector.hpp"

#include <fmt/core.h>

#include <stdexcept>

namespace mce {
namespace {

std::vector<Parameter> table(UcbScore& score, bool individual) {
  std::vector<Parameter> parameters = {
      real_parameter("lambda", score.lambda, 0, 1e6, "weight of exploration; 1/√2 in the paper")};
  if (individual) {
    parameters.push_back(choice_parameter<SelectionTotal>(
        "total", score.total, {{"all", SelectionTotal::all}, {"living", SelectionTotal::living}},
        "what N_s counts: all selections, or those of the elites that are alive"));
  }
  return parameters;
}

std::vector<Parameter> table(CuriosityParameters& parameters) {
  return {real_parameter("reward", parameters.reward, 0, 1000, "added to the score when an offspring survives"),
          real_parameter("penalty", parameters.penalty, 0, 1000, "taken off the score when it does not")};
}

/// A kind without parameters.
template <class S>
SelectorKind plain(const std::string& name, std::string symbol, std::string meaning) {
  const auto parameters = [name](const Settings& settings) {
    apply(settings, {}, name);
    return std::vector<ParameterInfo>();
  };
  return {name, std::move(symbol), std::move(meaning),
          [parameters](const Settings& settings) -> AnySelector {
            parameters(settings);
            return S();
          },
          parameters};
}

/// A kind whose constructor takes the fields that `table(fields)` lists.
template <class S, class Fields, class Table>
SelectorKind with_parameters(const std::string& name, std::string symbol, std::string meaning, Table table_of) {
  return {name, std::move(symbol), std::move(meaning),
          [name, table_of](const Settings& settings) -> AnySelector {
            Fields fields;
            apply(settings, table_of(fields), name);
            return S(fields);
          },
          [name, table_of](const Settings& settings) {
            Fields fields;
            const auto parameters = table_of(fields);
            apply(settings, parameters, name);
            return describe(parameters);
          }};
}

}  // namespace

std::span<const SelectorKind> selector_kinds() {
  static const std::vector<SelectorKind> kinds = {
      with_parameters<UcbIndividual, UcbScore>("ucb-individual", "Ui", "best upper confidence bound of the elite",
                                               [](UcbScore& score) { return table(score, true); }),
      with_parameters<UcbCell, UcbScore>("ucb-cell", "Uc", "best upper confidence bound of the cell",
                                         [](UcbScore& score) { return table(score, false); }),
      plain<ExploitIndividual>("exploit-individual", "Ei", "highest share of surviving offspring, of the elite"),
      plain<ExploitCell>("exploit-cell", "Ec", "highest share of surviving offspring, of the cell"),
      plain<ExploreIndividual>("explore-individual", "Xi", "elite selected the fewest times"),
      plain<ExploreCell>("explore-cell", "Xc", "cell selected the fewest times"),
      plain<Greedy>("greedy", "G", "fittest elite"),
      plain<Uniform>("uniform", "R", "any elite, as in the original MAP-Elites"),
      with_parameters<Curiosity, CuriosityParameters>("curiosity", "C", "roulette wheel over curiosity scores",
                                                      [](CuriosityParameters& fields) { return table(fields); }),
  };
  return kinds;
}

const SelectorKind& selector_kind(std::string_view name) {
  std::vector<std::string> names;
  for (const SelectorKind& kind : selector_kinds()) {
    if (kind.name == name || kind.symbol == name) return kind;
    names.push_back(kind.name);
  }
  throw std::invalid_argument(unknown_name("selector", name, names));
}

SelectorChoice parse_selector(std::string_view text) {
  const auto colon = text.find(':');
  SelectorChoice choice{.name = selector_kind(text.substr(0, colon)).name, .settings = {}};
  if (colon == std::string_view::npos) return choice;
  for (const std::string& setting : split(text.substr(colon + 1), ',')) {
    choice.settings.push_back(parse_setting(setting, fmt::format("selector '{}'", text)));
  }
  return choice;
}

}  // namespace mce
