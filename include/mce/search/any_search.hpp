// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

#include "mce/core/parameters.hpp"
#include "mce/core/partition.hpp"
#include "mce/search/search.hpp"
#include "mce/search/variation.hpp"
#include "mce/selectors/erased_selector.hpp"

namespace mce {

/// A search over vectors of numbers with variation and selector chosen at run time. The same as a Search of their
/// types, bit for bit.
using AnySearch = Search<Numbers<AnyVariation>, ErasedSelector>;
extern template class Search<Numbers<AnyVariation>, ErasedSelector>;

/// What such a search is made of, by names.
struct SearchChoice {
  std::vector<Interval> genome;  ///< the range of each gene
  std::string variation = "iso-line";
  Settings variation_settings = {};
  std::string selector = "recommended";
  Settings selector_settings = {};
  SearchParameters parameters = {};
};

/// Throws std::invalid_argument for names and values that are not allowed.
AnySearch make_search(const SearchChoice& choice, Partition partition);

}  // namespace mce
