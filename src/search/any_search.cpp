// SPDX-License-Identifier: MIT
#include "mce/search/any_search.hpp"

#include <utility>

#include "mce/selectors/any_selector.hpp"

namespace mce {

template class Search<Numbers<AnyVariation>, ErasedSelector>;

AnySearch make_search(const SearchChoice& choice, Partition partition) {
  return {Numbers(choice.genome, make_variation(choice.variation, choice.variation_settings)),
          make_erased_selector(choice.selector, choice.selector_settings), std::move(partition), choice.parameters};
}

}  // namespace mce
