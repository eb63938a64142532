// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "mce/core/parameters.hpp"

namespace mce {

/// At which evaluations a run is looked at: 0, then some in every decade, and the last.
struct SaveSchedule {
  enum class Spacing : std::uint8_t {
    logarithmic,  ///< equal ratios: `per_decade` of them
    linear,       ///< equal steps: 1, 2, 3 … 9 times a power of ten
  };
  Spacing spacing = Spacing::logarithmic;
  std::uint32_t per_decade = 10;  ///< 1, 2, 5 or 10, for logarithmic spacing
  std::uint64_t from = 100;       ///< a power of ten

  [[nodiscard]] std::vector<std::uint64_t> points(std::uint64_t evaluations) const;
};

/// What a profile says of one testbed.
struct TestbedProfile {
  std::string testbed;
  Settings settings;  ///< where it differs from the testbed's own defaults
  std::uint32_t initial = 100;
  std::vector<std::uint32_t> resolution;
  std::uint64_t evaluations = 0;
  SaveSchedule schedule;
};

/// A named set of parameters (SPEC section 5): `paper` is what the text of the paper says, `published` what the
/// program did that its numbers came from.
struct Profile {
  std::string name;
  std::string meaning;
  std::vector<TestbedProfile> testbeds;
  std::vector<std::pair<std::string, Settings>> selectors;  ///< where they differ from their own defaults

  [[nodiscard]] const TestbedProfile& testbed(std::string_view wanted) const;
  [[nodiscard]] Settings selector(std::string_view wanted) const;
};

std::span<const Profile> profiles();
/// Throws std::invalid_argument with the nearest name.
const Profile& profile(std::string_view name);

}  // namespace mce
