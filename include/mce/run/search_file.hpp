// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "mce/search/any_search.hpp"

namespace mce {

/// A search with what it was made of, as a file or a message holds it.
struct SavedSearch {
  SearchChoice choice;
  AnySearch search;
  std::string notes;  ///< whatever its owner wants to keep with it
};

/// The whole state as bytes: `unpack_search` gives a search that goes on bit for bit.
std::vector<std::byte> pack_search(const SearchChoice& choice, const AnySearch& search, const std::string& notes = {});
/// Throws Error that says what is wrong with the bytes, also if they come from an engine that behaves differently.
SavedSearch unpack_search(std::span<const std::byte> bytes);

}  // namespace mce
