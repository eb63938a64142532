// SPDX-License-Identifier: MIT
#include "mce/selectors/erased_selector.hpp"

#include <gtest/gtest.h>

#include <stdexcept>
#include <utility>
#include <vector>

#include "mce/core/evolution.hpp"
#include "mce/selectors/bandit.hpp"
#include "mce/selectors/curiosity.hpp"
#include "mce/selectors/greedy.hpp"
#include "mce/selectors/uniform.hpp"
#include "mce/testbeds/arm.hpp"
#include "support/archives.hpp"

namespace mce::erased_selector_test {
namespace {

/// Depends on everything that a selector can be told, and saves it.
class Listener {
 public:
  void rebuild(const Archive& archive) { add(1, archive.filled().size()); }
  void update(const Archive& archive, CellIndex cell) { add(2, archive.cell_tally(cell).selections + cell); }
  void observe(const Archive& /*archive*/, const Pick& pick) { add(3, pick.parent.births); }
  void observe(const Archive& /*archive*/, const Outcome& outcome) {
    add(4, outcome.cell.value_or(7) + static_cast<std::uint64_t>(outcome.rival > -1));
  }
  void observe(const Archive& /*archive*/, const Reward& reward) { add(5, reward.parent.births); }
  void remove(const Archive& archive, CellIndex cell) { add(6, archive.filled().size() + cell); }
  void grow(const Archive& archive) { add(7, archive.cells()); }
  [[nodiscard]] double score(const Archive& /*archive*/, CellIndex cell) const {
    return static_cast<double>(hash_ >> 40) + cell;
  }
  [[nodiscard]] CellIndex select(const Archive& archive, Rng& rng) const {
    return archive.filled()[(hash_ + rng.next()) % archive.filled().size()];
  }
  void save(ByteWriter& out) const { out.value(hash_); }
  void load(ByteReader& in, const Archive& /*archive*/) { hash_ = in.value<std::uint64_t>(); }

 private:
  void add(std::uint64_t event, std::uint64_t value) { hash_ = mix64(hash_ + mix64(16 * value + event)); }
  std::uint64_t hash_ = 0;
};

template <class S>
std::vector<std::byte> state_of(const Evolution<Arm, S>& evolution) {
  ByteWriter out;
  evolution.save(out);
  return out.bytes();
}

template <class S>
class Erased : public testing::Test {};
using Selectors = testing::Types<UcbIndividual, Greedy, Curiosity, Uniform, Listener>;
TYPED_TEST_SUITE(Erased, Selectors);

TYPED_TEST(Erased, RunsAsTheSelectorItself) {
  const Arm testbed(Arm::Parameters{});
  for (const std::uint32_t batch : {1U, 7U}) {
    const EvolutionParameters parameters{.seed = 3, .initial = 20, .resolution = {12}, .batch = batch};
    Evolution plain(testbed, TypeParam(), parameters);
    Evolution erased(testbed, ErasedSelector(TypeParam()), parameters);
    plain.advance_to(700);
    erased.advance_to(700);
    ASSERT_EQ(state_of(erased), state_of(plain)) << "what the selector saves, too";

    Evolution resumed(testbed, ErasedSelector(TypeParam()), parameters);
    const auto saved = state_of(erased);
    ByteReader in(saved);
    resumed.load(in);
    EXPECT_EQ(in.remaining(), 0U);
    plain.advance_to(1400);
    erased.advance_to(1400);
    resumed.advance_to(1400);
    EXPECT_EQ(state_of(erased), state_of(plain));
    EXPECT_EQ(state_of(resumed), state_of(plain));
  }
}

TEST(ErasedSelector, PassesOnWhatOnlyAPoolTells) {
  Archive archive = test::archive_with({{1, 0}, {2, 0}, {3, 0}});
  Listener plain;
  ErasedSelector erased{Listener()};
  const auto tell = [&](auto& selector) {
    tell_event(selector, archive, Reward{.parent = {.cell = 1, .births = 3}});
    tell_remove(selector, archive, 2);
    tell_grow(selector, archive);
    ByteWriter out;
    selector.save(out);
    return std::pair(out.bytes(), score_of(selector, archive, 1));
  };
  EXPECT_EQ(tell(erased), tell(plain));
}

TEST(ErasedSelector, RefusesMapsThatItsSelectorRefuses) {
  const Curiosity::Parameters fine{.reward = 1, .penalty = 0.001};
  EXPECT_THROW(ErasedSelector(Curiosity(fine)).check_cells(10'000'000), std::invalid_argument);
  EXPECT_NO_THROW(ErasedSelector(Curiosity(fine)).check_cells(2'000'000));
  EXPECT_NO_THROW(ErasedSelector(Uniform()).check_cells(10'000'000));
}

}  // namespace
}  // namespace mce::erased_selector_test
