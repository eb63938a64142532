// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "mce/run/plan.hpp"

namespace mce {

/// What a short run ends with: it changes if, and only if, the behaviour of the engine does.
struct Signature {
  std::string profile;
  std::string testbed;
  std::string selector;
  std::uint64_t value = 0;
  bool operator==(const Signature&) const = default;
};

/// One short run of every profile × testbed × selector, and one search for every variation × selector, whose profile is
/// called "search": some seconds of work.
std::vector<Signature> behaviour_signatures();

/// "paper rastrigin ucb-cell 0123456789abcdef", a line each: the form of data/signatures.txt.
std::string signature_table(const std::vector<Signature>& signatures);

/// Those of this version, as data/signatures.txt has them; the tests compare them with what the engine does.
const std::vector<Signature>& pinned_signatures();

/// How this version's runs of a testbed with a selector behave, in one number: a file that holds such runs keeps it,
/// and is not continued by an engine that behaves differently.
std::uint64_t behaviour(std::string_view testbed, std::string_view selector);
/// By what the runs of a plan are known there: the testbed, or a problem's variation.
const std::string& behaviour_name(const Plan& plan);
std::uint64_t behaviour(const Plan& plan);
/// What 0.1.0 kept instead: one number for all that it had.
std::uint64_t behaviour_of_all_in_0_1_0();

}  // namespace mce
