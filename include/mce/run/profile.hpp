// SPDX-License-Identifier: MIT
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "mce/run/plan.hpp"

namespace mce {

/// What a profile says of one testbed.
struct TestbedProfile {
  std::string testbed;
  Settings settings = {};      ///< where it differs from the testbed's own defaults
  Settings run_settings = {};  ///< of Plan::table()
  SaveSchedule schedule = {};
};

/// A named set of defaults (docs/algorithm.md, section 5): `paper` is what the text of the paper says, `published` what
/// the program did that its numbers came from.
struct Profile {
  std::string name;
  std::string meaning;
  std::vector<TestbedProfile> testbeds;
  std::vector<std::pair<std::string, Settings>> selectors;  ///< where they differ from their own defaults

  /// What no paper had has the defaults of Plan.
  [[nodiscard]] TestbedProfile testbed(std::string_view wanted) const;
  [[nodiscard]] Settings selector(std::string_view wanted) const;
};

std::span<const Profile> profiles();
/// Throws std::invalid_argument with the nearest name.
const Profile& profile(std::string_view name);

/// The names of the nine selectors of the paper, in its order.
std::span<const std::string> paper_selectors();

}  // namespace mce
