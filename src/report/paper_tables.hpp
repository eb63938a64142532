// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

#include "mce/paper/agreement.hpp"
#include "mce/paper/claims.hpp"
#include "text_table.hpp"

namespace mce {

/// An entry is "own / published (difference)"; in per cent of all comparisons where treatments differ in number.
TextTable agreement_table(const Agreement& agreement);
/// In words: how many entries are equal, and the notes.
std::vector<std::string> agreement_lines(const Agreement& agreement);
/// All of it; or one line on why nothing can be compared.
std::string agreement_markdown(const Store& store);

/// A row per claim, with its verdict.
TextTable claims_table(const std::vector<CheckedClaim>& checked);

}  // namespace mce
