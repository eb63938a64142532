// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "mce/study/duels.hpp"
#include "mce/study/store.hpp"

namespace mce {

enum class ClaimVerdict : std::uint8_t { holds, fails, undecided };
/// "holds", "does not hold", "undecided"
std::string to_text(ClaimVerdict verdict);

struct Finding {
  ClaimVerdict verdict = ClaimVerdict::undecided;
  std::string figures;  ///< the numbers that say so, as a sentence
};

/// Something the paper says of its results, and how a study tells whether it is so.
struct Claim {
  std::string id;                      ///< "arm-greedy-performance"
  std::string text;                    ///< in plain words
  std::string place;                   ///< in the paper: "5.2, Table 2"
  Finding (*check)(const RunValues&);  ///< of the paper's nine selectors and the further ones alone
  /// Selectors that are not among the nine, by short labels. Most claims need none.
  std::vector<std::string> further = {};
};
/// In the order of the paper's sections 5 and 6.
std::span<const Claim> claims();
/// Throws std::invalid_argument with the nearest id.
const Claim& claim(std::string_view id);

struct CheckedClaim {
  const Claim* claim = nullptr;
  Finding finding;
};
/// A claim is checked with the nine selectors and its further ones, as far as the study has them. All others do not
/// count. A claim that needs further selectors is left out if the study has none of these.
std::vector<CheckedClaim> check_claims(const RunValues& values);
std::vector<CheckedClaim> check_claims(const Store& store);

}  // namespace mce
