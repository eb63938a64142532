// SPDX-License-Identifier: MIT
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/variant.h>
#include <nanobind/stl/vector.h>

#include <span>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "bindings.hpp"
#include "mce/search/variation.hpp"
#include "mce/selectors/selector_kinds.hpp"
#include "mce/testbeds/any_testbed.hpp"

namespace nb = nanobind;

namespace mce::python {
namespace {

/// Key, default, what is allowed, meaning.
using ParameterRow = std::tuple<std::string, std::string, std::string, std::string>;
/// Name, symbol, meaning, parameters.
using KindRow = std::tuple<std::string, std::string, std::string, std::vector<ParameterRow>>;

/// All that can be chosen by name.
template <class KindOf>
std::vector<KindRow> list_of(std::span<const KindOf> kinds) {
  std::vector<KindRow> rows;
  for (const Kind& kind : kinds) {
    std::vector<ParameterRow> parameters;
    for (const ParameterInfo& each : kind.parameters({})) {
      parameters.emplace_back(each.key, each.value, each.allowed, each.meaning);
    }
    rows.emplace_back(kind.name, kind.symbol, kind.meaning, std::move(parameters));
  }
  return rows;
}

}  // namespace

void bind_kinds(nb::module_& module) {
  module.def("selector_kinds", [] { return list_of(selector_kinds()); });
  module.def("variation_kinds", [] { return list_of(variation_kinds()); });
  module.def("testbed_kinds", [] { return list_of(testbed_kinds()); });
  module.def(
      "parse_selector",
      [](const std::string& text) {
        auto [name, settings] = parse_selector(text);
        return std::pair(name, selector_kind(name).complete(settings));
      },
      nb::arg("text"), "Name and all settings of a selector as people write it.");
  module.def(
      "parse_variation",
      [](const std::string& text) {
        auto [name, settings] = parse_variation(text);
        return std::pair(name, settings);
      },
      nb::arg("text"), "Name and settings of a variation as people write it.");
}

}  // namespace mce::python
