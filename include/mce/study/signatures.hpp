// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace mce {

/// What a short run ends with: it changes if, and only if, the behaviour of the engine does.
struct Signature {
  std::string profile;
  std::string testbed;
  std::string selector;
  std::uint64_t value = 0;
};

/// The digest of the signatures of this version: studies that were begun with another cannot be continued with this.
inline constexpr std::uint64_t kBehaviour = 0xce6440a32a01d6fd;
std::uint64_t digest(const std::vector<Signature>& signatures);

/// One short run of every profile × testbed × selector: some seconds of work.
std::vector<Signature> behaviour_signatures();

/// "paper rastrigin ucb-cell 0123456789abcdef", a line each.
std::string signature_table(const std::vector<Signature>& signatures);

}  // namespace mce
