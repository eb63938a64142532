// SPDX-License-Identifier: MIT
#pragma once

#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "mce/core/kind.hpp"
#include "mce/testbeds/arm.hpp"
#include "mce/testbeds/maze.hpp"
#include "mce/testbeds/passage.hpp"
#include "mce/testbeds/rastrigin.hpp"

namespace mce {

/// A testbed chosen at run time; visited once per run, never per evaluation.
using AnyTestbed = std::variant<Rastrigin, Arm, Maze, Passage>;

/// An entry of the table of testbeds.
struct TestbedKind : Kind {
  std::function<AnyTestbed(const Settings&)> make;  ///< throws std::invalid_argument
  std::vector<Sweep> sweeps;
};

std::span<const TestbedKind> testbed_kinds();
/// Throws std::invalid_argument with the nearest name.
const TestbedKind& testbed_kind(std::string_view name);

}  // namespace mce
