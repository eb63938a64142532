// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <string_view>

#include "mce/study/filter.hpp"
#include "mce/view/resources.hpp"

namespace mce {

/// The explorer's page: one file that loads nothing else. Empty if this program was built without it.
std::string_view explorer_page();

/// The policy that the page states for itself, for the server to state too.
std::string_view policy_of(std::string_view page);

/// The page with the resources inside, but for those that are gone by the time they are read. `progress` is called with
/// how many of how many are done. Throws what else reading them throws.
std::string page_with(std::string_view page, Resources& resources, const StudyFilter& only,
                      const std::function<void(std::size_t, std::size_t)>& progress);

}  // namespace mce
