// SPDX-License-Identifier: MIT
#include "mce/testbeds/any_testbed.hpp"

namespace mce {
namespace {

template <class T>
TestbedKind entry(const std::string& name, const std::string& meaning) {
  TestbedKind kind{make_kind<T>(name, "", meaning),
                   [name](const Settings& settings) -> AnyTestbed { return T(parameters_from<T>(settings, name)); },
                   {}};
  if constexpr (requires { T::Parameters::sweeps(); }) kind.sweeps = T::Parameters::sweeps();
  return kind;
}

}  // namespace

std::span<const TestbedKind> testbed_kinds() {
  static const std::vector<TestbedKind> kinds = {
      entry<Rastrigin>("rastrigin", "a function with very many local optima, mapped by its first genes"),
      entry<Arm>("arm", "a robot arm with many joints, mapped by where it reaches"),
      entry<Maze>("maze", "perfect mazes, mapped by their look and the length of their path"),
      entry<Passage>("passage",
                     "two rooms that a narrow passage joins, mapped by the place; the better room is hard to find"),
  };
  return kinds;
}

const TestbedKind& testbed_kind(std::string_view name) { return find_kind(testbed_kinds(), "testbed", name); }

}  // namespace mce
