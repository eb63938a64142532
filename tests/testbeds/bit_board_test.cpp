// SPDX-License-Identifier: MIT
// Boards of all sizes against sets of numbers.
#include "testbeds/bit_board.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cstdint>
#include <set>
#include <vector>

#include "mce/core/rng.hpp"

namespace mce::bit_board_test {
namespace {

using Set = std::set<std::uint32_t>;

template <class Words>
class BitBoardOf : public testing::Test {
 public:
  using Type = BitBoard<Words::value>;

  static Type board(const Set& places) {
    Type made;
    for (const std::uint32_t place : places) made.insert(place);
    return made;
  }
  static Set places(const Type& board) {
    Set found;
    board.for_each([&](std::uint32_t place) { found.insert(place); });
    return found;
  }
  /// Random tiles among the first `width` rows and columns.
  static Set random_places(std::uint32_t width, Rng& rng) {
    Set chosen;
    for (std::uint32_t i = 0; i < width * width / 2; ++i) {
      chosen.insert(rng.bounded(width) * Type::kStride + rng.bounded(width));
    }
    return chosen;
  }
};

template <std::size_t kWords>
using Size = std::integral_constant<std::size_t, kWords>;
using Sizes = testing::Types<Size<1>, Size<4>, Size<16>, Size<64>>;
TYPED_TEST_SUITE(BitBoardOf, Sizes);

TYPED_TEST(BitBoardOf, HoldsWhatWasInserted) {
  using Board = typename TestFixture::Type;
  Rng rng(1);
  const Set set = TestFixture::random_places(Board::kStride, rng);
  Board board = TestFixture::board(set);
  EXPECT_EQ(TestFixture::places(board), set);
  EXPECT_EQ(board.count(), set.size());
  EXPECT_TRUE(board.any());
  EXPECT_FALSE(Board().any());
  EXPECT_EQ(Board::filled(true).count(), Board::kPlaces);
  EXPECT_EQ(Board::filled(false), Board());
  std::uint32_t rank = 0;
  for (const std::uint32_t place : set) {
    EXPECT_EQ(board.select(rank++), place);
    EXPECT_EQ(TestFixture::places(Board::single(place)), Set{place});
  }
  std::array<std::uint64_t, Board::kPlaces / 64> words{};
  board.store(words.data());
  EXPECT_EQ(Board::load(words.data()), board);
  for (std::uint32_t place = 0; place < Board::kPlaces; ++place) {
    EXPECT_EQ(board.contains(place), set.contains(place));
    EXPECT_EQ((words[place / 64] >> place % 64 & 1) != 0, set.contains(place));
  }
  for (const std::uint32_t place : set) {
    board.erase(place);
    EXPECT_FALSE(board.contains(place));
    EXPECT_NE(Board::load(words.data()), board);
  }
  EXPECT_FALSE(board.any());
}

TYPED_TEST(BitBoardOf, CombinesBitByBit) {
  using Board = typename TestFixture::Type;
  Rng rng(2);
  const Set first = TestFixture::random_places(Board::kStride, rng);
  const Set second = TestFixture::random_places(Board::kStride, rng);
  const Board a = TestFixture::board(first);
  const Board b = TestFixture::board(second);
  for (std::uint32_t place = 0; place < Board::kPlaces; ++place) {
    const bool in_first = first.contains(place);
    const bool in_second = second.contains(place);
    EXPECT_EQ((a & b).contains(place), in_first && in_second);
    EXPECT_EQ((a | b).contains(place), in_first || in_second);
    EXPECT_EQ((a ^ b).contains(place), in_first != in_second);
    EXPECT_EQ((~a).contains(place), !in_first);
  }
}

TYPED_TEST(BitBoardOf, MovesByOne) {
  using Board = typename TestFixture::Type;
  constexpr std::uint32_t kStride = Board::kStride;
  Rng rng(3);
  Set set;  // one row or column from the edges, so that nothing leaves the board
  for (const std::uint32_t place : TestFixture::random_places(kStride - 2, rng)) set.insert(place + kStride + 1);
  const Board board = TestFixture::board(set);
  const auto moved = [&](std::uint32_t by) {
    Set result;
    for (const std::uint32_t place : set) result.insert(place + by);
    return result;
  };
  EXPECT_EQ(TestFixture::places(board.right()), moved(1));
  EXPECT_EQ(TestFixture::places(board.left()), moved(-1U));
  EXPECT_EQ(TestFixture::places(board.down()), moved(kStride));
  EXPECT_EQ(TestFixture::places(board.up()), moved(-kStride));
}

TYPED_TEST(BitBoardOf, IsMirroredInAnyWidth) {
  using Board = typename TestFixture::Type;
  constexpr std::uint32_t kStride = Board::kStride;
  Rng rng(4);
  for (std::uint32_t width = 2; width <= kStride; ++width) {
    const Set set = TestFixture::random_places(width, rng);
    Set left_right;
    Set top_bottom;
    for (const std::uint32_t place : set) {
      const std::uint32_t row = place / kStride;
      const std::uint32_t column = place % kStride;
      left_right.insert(row * kStride + (width - 1 - column));
      top_bottom.insert((width - 1 - row) * kStride + column);
    }
    const Board board = TestFixture::board(set);
    EXPECT_EQ(TestFixture::places(board.mirrored_left_right(width)), left_right) << width;
    EXPECT_EQ(TestFixture::places(board.mirrored_top_bottom(width)), top_bottom) << width;
  }
}

}  // namespace
}  // namespace mce::bit_board_test
