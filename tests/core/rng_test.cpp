// SPDX-License-Identifier: MIT
#include "mce/core/rng.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <cstdint>
#include <map>
#include <set>
#include <span>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "support/chi_square.hpp"

namespace mce::rng_test {
namespace {

using test::kSignificance;

/// The generator once more, one number at a time: SplitMix64 deals the seeds of eight xoshiro256++ generators word by
/// word, and the generators take turns.
class ReferenceRng {
 public:
  explicit ReferenceRng(std::uint64_t seed) {
    for (int word = 0; word < 4; ++word) {
      for (Generator& generator : generators_) {
        seed += 0x9e3779b97f4a7c15;
        std::uint64_t z = seed;
        z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9;
        z = (z ^ (z >> 27)) * 0x94d049bb133111eb;
        generator[word] = z ^ (z >> 31);
      }
    }
  }

  std::uint64_t next() {
    Generator& s = generators_[turn_++ % 8];
    const std::uint64_t result = rotated(s[0] + s[3], 23) + s[0];
    const std::uint64_t t = s[1] << 17;
    s[2] ^= s[0];
    s[3] ^= s[1];
    s[1] ^= s[2];
    s[0] ^= s[3];
    s[2] ^= t;
    s[3] = rotated(s[3], 45);
    return result;
  }

 private:
  using Generator = std::array<std::uint64_t, 4>;
  static std::uint64_t rotated(std::uint64_t x, int by) { return (x << by) | (x >> (64 - by)); }

  std::array<Generator, 8> generators_{};
  unsigned turn_ = 0;
};

std::vector<std::uint64_t> numbers(Rng& rng, std::size_t count) {
  std::vector<std::uint64_t> drawn(count);
  for (auto& each : drawn) each = rng.next();
  return drawn;
}

std::vector<std::uint64_t> first_numbers(Rng rng) { return numbers(rng, 100); }

TEST(ChiSquare, KnowsTheTextbookQuantiles) {
  EXPECT_NEAR(test::chi_square_tail(3.841458820694124, 1), 0.05, 1e-12);
  EXPECT_NEAR(test::chi_square_tail(18.307038053275146, 10), 0.05, 1e-12);
  EXPECT_NEAR(test::chi_square_tail(4.865182051925337, 10), 0.9, 1e-12);
  EXPECT_NEAR(test::chi_square_tail(149.449252779, 100), 0.001, 1e-9);
}

TEST(Mix64, IsSplitMix64) {
  // Published outputs for the seed 1234567.
  std::uint64_t seed = 1234567;
  for (const std::uint64_t expected : {6457827717110365317U, 3203168211198807973U, 9817491932198370423U}) {
    EXPECT_EQ(mix64(seed += 0x9e3779b97f4a7c15), expected);
  }
}

TEST(Rng, IsXoshiro256PlusPlus) {
  // Published outputs for the state 1, 2, 3, 4; all eight lanes are given that state here.
  Rng::State state;
  for (std::size_t word = 0; word < 4; ++word) state.lanes[word].fill(word + 1);
  Rng rng(state);
  const std::vector<std::uint64_t> published = {
      41943041, 58720359, 3588806011781223, 3591011842654386, 9228616714210784205U, 9973669472204895162U};
  for (const std::uint64_t expected : published) {
    for (std::size_t lane = 0; lane < Rng::kLanes; ++lane) EXPECT_EQ(rng.next(), expected);
  }
}

// The two tests below also hold in a transcription into Python. A change here changes every published signature.
TEST(Rng, BeginsWithTheGoldenValuesOfItsSeed) {
  Rng rng(1);
  for (const std::uint64_t golden :
       {0x6a378477b96f9b5aU, 0xce7f10f314f483ceU, 0xc3d4615244f09bbdU, 0x31bf3ef1495706a5U}) {
    EXPECT_EQ(rng.next(), golden);
  }
}

TEST(Rng, BeginsWithTheGoldenValuesOfItsNamedStream) {
  Rng rng(1, "selection");
  for (const std::uint64_t golden :
       {0x18259ef90bb51264U, 0x828992d1f570264eU, 0xb0c2e05f9714673dU, 0xa018fa95fd673bc1U}) {
    EXPECT_EQ(rng.next(), golden);
  }
}

TEST(Rng, AgreesWithAScalarTranscription) {
  for (const std::uint64_t seed : {std::uint64_t{0}, std::uint64_t{1}, std::uint64_t{42}, UINT64_MAX}) {
    Rng rng(seed);
    ReferenceRng reference(seed);
    for (std::size_t i = 0; i < 10 * Rng::kBlock; ++i) ASSERT_EQ(rng.next(), reference.next()) << "number " << i;
  }
}

TEST(Rng, CannotBeCopiedButMoved) {
  static_assert(!std::is_copy_constructible_v<Rng> && !std::is_copy_assignable_v<Rng>);
  Rng original(5);
  Rng untouched(5);
  numbers(original, 10);
  numbers(untouched, 10);
  Rng moved = std::move(original);
  EXPECT_EQ(numbers(moved, 100), numbers(untouched, 100));
}

TEST(RngState, ResumesAtEveryPositionWithinABlock) {
  Rng rng(7);
  for (std::size_t position = 0; position <= 3 * Rng::kBlock; ++position) {
    Rng resumed(rng.state());
    Rng expected(7);
    numbers(expected, position);
    EXPECT_EQ(numbers(resumed, 2 * Rng::kBlock + 1), numbers(expected, 2 * Rng::kBlock + 1)) << "after " << position;
    rng.next();
  }
}

TEST(RngState, OfAResumedGeneratorIsTheSame) {
  Rng rng(8);
  for (std::size_t position = 0; position <= 2 * Rng::kBlock; ++position) {
    EXPECT_EQ(Rng(rng.state()).state(), rng.state()) << "after " << position;
    rng.next();
  }
}

TEST(RngState, ThatNoGeneratorCanBeInIsRefused) {
  EXPECT_THROW(Rng(Rng::State{}), std::invalid_argument);

  Rng::State one_lane_stuck = Rng(1).state();
  for (auto& word : one_lane_stuck.lanes) word[5] = 0;
  EXPECT_THROW(Rng{one_lane_stuck}, std::invalid_argument);

  Rng::State beyond_block = Rng(1).state();
  beyond_block.used = Rng::kBlock + 1;
  EXPECT_THROW(Rng{beyond_block}, std::invalid_argument);

  Rng::State one_word_zero = Rng(1).state();
  one_word_zero.lanes[0].fill(0);
  EXPECT_NO_THROW(Rng{one_word_zero});
}

TEST(RngStreams, AreReproducible) {
  EXPECT_EQ(first_numbers(Rng(1, "selection")), first_numbers(Rng(1, "selection")));
  EXPECT_EQ(first_numbers(Rng(1)), first_numbers(Rng(1)));
}

TEST(RngStreams, DifferByNameAndBySeed) {
  std::set<std::uint64_t> seen;
  std::size_t drawn = 0;
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    for (const char* name : {"", "a", "b", "ab", "ba", "selection", "selectioN", "variation", "initial"}) {
      for (const std::uint64_t number : first_numbers(Rng(seed, name))) seen.insert(number);
      drawn += 100;
    }
  }
  EXPECT_EQ(seen.size(), drawn);
}

TEST(RngBounded, IsUniform) {
  Rng rng(11);
  for (const std::uint32_t bound : {1U, 2U, 3U, 5U, 6U, 7U, 10U, 100U, 1000U}) {
    std::vector<std::uint64_t> counts(bound);
    for (int i = 0; i < 50'000; ++i) {
      const std::uint32_t value = rng.bounded(bound);
      ASSERT_LT(value, bound);
      ++counts[value];
    }
    EXPECT_GT(test::uniform_fit(counts), kSignificance) << bound;
  }
}

TEST(RngBounded, IsUniformWhereAQuarterOfAllDrawsWouldBias) {
  constexpr std::uint32_t kBound = 3U << 30;
  Rng rng(12);
  std::vector<std::uint64_t> counts(12);
  std::vector<std::uint64_t> residues(3);
  for (int i = 0; i < 100'000; ++i) {
    const std::uint32_t value = rng.bounded(kBound);
    ASSERT_LT(value, kBound);
    ++counts[value >> 28];
    ++residues[value % 3];
  }
  EXPECT_GT(test::uniform_fit(counts), kSignificance);
  EXPECT_GT(test::uniform_fit(residues), kSignificance);
}

TEST(RngBounded, TakesTheLargestBound) {
  Rng rng(13);
  std::vector<std::uint64_t> counts(16);
  for (int i = 0; i < 20'000; ++i) ++counts[rng.bounded(UINT32_MAX) >> 28];
  EXPECT_GT(test::uniform_fit(counts), kSignificance);
}

TEST(RngBounded64, IsUniform) {
  Rng rng(14);
  for (const std::uint64_t bound : {1U, 2U, 3U, 7U, 100U}) {
    std::vector<std::uint64_t> counts(bound);
    for (int i = 0; i < 50'000; ++i) {
      const std::uint64_t value = rng.bounded64(bound);
      ASSERT_LT(value, bound);
      ++counts[value];
    }
    EXPECT_GT(test::uniform_fit(counts), kSignificance) << bound;
  }
}

TEST(RngBounded64, IsUniformBeyond32BitsWhereManyDrawsWouldBias) {
  constexpr std::uint64_t kBound = std::uint64_t{3} << 62;
  Rng rng(15);
  std::vector<std::uint64_t> counts(12);
  std::vector<std::uint64_t> residues(3);
  for (int i = 0; i < 100'000; ++i) {
    const std::uint64_t value = rng.bounded64(kBound);
    ASSERT_LT(value, kBound);
    ++counts[value >> 60];
    ++residues[value % 3];
  }
  EXPECT_GT(test::uniform_fit(counts), kSignificance);
  EXPECT_GT(test::uniform_fit(residues), kSignificance);
}

TEST(RngUniform01, HasTheRangeStepsAndMomentsOfTheUniformDistribution) {
  constexpr int kCount = 200'000;
  Rng rng(16);
  std::vector<std::uint64_t> counts(100);
  double sum = 0;
  double squares = 0;
  for (int i = 0; i < kCount; ++i) {
    const double value = rng.uniform01();
    ASSERT_GE(value, 0);
    ASSERT_LT(value, 1);
    ASSERT_EQ(value * 0x1p52, std::floor(value * 0x1p52));
    ++counts[static_cast<std::size_t>(value * 100)];
    sum += value;
    squares += value * value;
  }
  // Five standard errors: those of the mean are √(1/12/n), those of the mean square √(4/45/n).
  EXPECT_NEAR(sum / kCount, 0.5, 5 * std::sqrt(1.0 / 12 / kCount));
  EXPECT_NEAR(squares / kCount, 1.0 / 3, 5 * std::sqrt(4.0 / 45 / kCount));
  EXPECT_GT(test::uniform_fit(counts), kSignificance);
}

TEST(RngUniform01, CoversItsRangeFromEndToEnd) {
  // xoshiro256++ gives rotl(s0 + s3, 23) + s0: these states begin with no bit set and with all bits set.
  Rng::State state = Rng(1).state();
  state.lanes[0].fill(0);
  state.lanes[3].fill(0);
  EXPECT_EQ(Rng(state).uniform01(), 0.0);
  state.lanes[3].fill(UINT64_MAX);
  EXPECT_EQ(Rng(state).uniform01(), 1.0 - 0x1p-52);
}

TEST(RngUniform, StaysInItsRange) {
  Rng rng(17);
  std::vector<std::uint64_t> counts(50);
  for (int i = 0; i < 50'000; ++i) {
    const double value = rng.uniform(-3, 2);
    ASSERT_GE(value, -3);
    ASSERT_LT(value, 2);
    ++counts[static_cast<std::size_t>((value + 3) * 10)];
  }
  EXPECT_GT(test::uniform_fit(counts), kSignificance);
}

TEST(RngFillUniform01, GivesTheNumbersOfSingleCallsForAllLengthsAndOffsets) {
  for (std::size_t offset = 0; offset <= Rng::kBlock; ++offset) {
    for (std::size_t length = 0; length <= 2 * Rng::kBlock + 2; ++length) {
      Rng single(18);
      Rng filling(18);
      for (std::size_t i = 0; i < offset; ++i) single.next(), filling.next();
      std::vector<double> expected(length);
      for (double& each : expected) each = single.uniform01();
      std::vector<double> filled(length);
      filling.fill_uniform01(std::span(filled));
      ASSERT_EQ(filled, expected) << length << " numbers after " << offset;
      ASSERT_EQ(filling.next(), single.next()) << length << " numbers after " << offset;
    }
  }
}

TEST(RngAhead, ShowsWhatIsLeftOfTheBlock) {
  Rng rng(8);
  Rng same(8);
  EXPECT_EQ(rng.ahead().size(), Rng::kBlock);
  for (std::size_t i = 0; i < Rng::kBlock; i += 4) {
    ASSERT_EQ(rng.ahead().size(), Rng::kBlock - i);
    for (std::size_t k = 0; k < 4; ++k) ASSERT_EQ(rng.ahead()[k], same.next());
    rng.skip(4);
    ASSERT_EQ(rng.state(), same.state());
  }
  EXPECT_TRUE(rng.ahead().empty());
  EXPECT_EQ(rng.next(), same.next());
}

TEST(RngShuffle, GivesAllOrdersOfFourEquallyOften) {
  Rng rng(19);
  std::map<std::string, std::uint64_t> orders;
  for (int i = 0; i < 48'000; ++i) {
    std::string letters = "abcd";
    rng.shuffle(std::span(letters));
    ++orders[letters];
  }
  std::vector<std::uint64_t> counts;
  for (const auto& [order, count] : orders) counts.push_back(count);
  EXPECT_EQ(counts.size(), 24U);
  EXPECT_GT(test::uniform_fit(counts), kSignificance);
}

TEST(RngShuffle, OfNoneOrOneItemDrawsNothing) {
  Rng rng(20);
  const Rng::State before = rng.state();
  std::vector<int> items;
  rng.shuffle(std::span(items));
  items = {1};
  rng.shuffle(std::span(items));
  EXPECT_EQ(items, std::vector{1});
  EXPECT_EQ(rng.state(), before);
}

}  // namespace
}  // namespace mce::rng_test
