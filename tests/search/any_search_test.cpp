// SPDX-License-Identifier: MIT
#include "mce/search/any_search.hpp"

#include <gtest/gtest.h>

#include <array>
#include <stdexcept>

#include "mce/core/grid.hpp"

namespace mce::any_search_test {
namespace {

const std::vector<Interval> kGenome(3, {.low = -1, .high = 1});

Grid map() { return {{{.low = -1, .high = 1}, {.low = -1, .high = 1}}, {8}}; }

/// The map after some hundred candidates, a few of them always in flight.
template <class Search>
std::uint64_t signature_after(Search& search) {
  for (Ticket next = 1; next <= 600; ++next) {
    while (search.open() < 5) search.ask();
    const auto genome = search.genome(next);
    search.tell(next, -genome[0] * genome[1] - genome[2], std::array{genome[0], genome[2]});
  }
  return search.archive().signature();
}

template <class V>
void expect_same_as_typed(const std::string& variation) {
  AnySearch any = make_search({.genome = kGenome, .variation = variation, .selector = "ucb-cell"}, map());
  Search typed(Numbers(kGenome, V()), UcbCell(), map());
  EXPECT_EQ(signature_after(any), signature_after(typed)) << variation;
}

TEST(AnySearch, IsTheSearchOfItsTypes) {
  expect_same_as_typed<UniformVariation>("uniform");
  expect_same_as_typed<GaussianVariation>("gaussian");
  expect_same_as_typed<IsoLineVariation>("iso-line");
}

TEST(AnySearch, HasTheRecommendedSelectorByDefault) {
  AnySearch any = make_search({.genome = kGenome}, map());
  Search typed(Numbers(kGenome, IsoLineVariation()), map());
  EXPECT_EQ(signature_after(any), signature_after(typed));
}

TEST(AnySearch, RefusesWhatIsNotAllowed) {
  EXPECT_THROW(make_search({.genome = kGenome, .variation = "gausian"}, map()), std::invalid_argument);
  EXPECT_THROW(make_search({.genome = kGenome, .selector = "ucb"}, map()), std::invalid_argument);
  EXPECT_THROW(make_search({.genome = {}}, map()), std::invalid_argument);
}

}  // namespace
}  // namespace mce::any_search_test
