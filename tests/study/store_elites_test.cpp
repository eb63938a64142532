// SPDX-License-Identifier: MIT
#include "study/store_elites.hpp"

#include <fmt/core.h>
#include <gtest/gtest.h>

#include "mce/core/error.hpp"
#include "mce/study/detail/map_history.hpp"
#include "study/study_support.hpp"

namespace mce::store_elites_test {
namespace {

using test::complete_study;
using test::expect_mentions;
using test::made_run;
using test::message_of;
using test::numbers;
using test::small_protocol;
using test::tamper;

const RunKey kKey{.treatment = 1, .selector = 2, .repetition = 0};
constexpr const char* kOfKey = "treatment = 1 AND selector = 2 AND repetition = 0";

/// A study with one run, of which the first elites have pictures.
FinishedRun store_with_pictures(const std::filesystem::path& path, std::size_t count) {
  const Protocol protocol = small_protocol();
  FinishedRun run = made_run(protocol, kKey);
  for (std::size_t i = 0; i < count; ++i) {
    run.pictures[run.elites->cells[i]] = fmt::format("<svg>{}</svg>", i);
  }
  Store store = Store::for_running(path, protocol);
  store.add(run);
  return run;
}

TEST(StoreElites, PicturesAreGivenBackOneByOne) {
  const test::TemporaryDirectory directory;
  const FinishedRun run = store_with_pictures(directory / "s.mce", 3);
  const std::vector<std::uint32_t>& cells = run.elites->cells;
  const Store store = Store::for_reading(directory / "s.mce");
  EXPECT_EQ(store.pictured_cells(kKey), (std::vector<std::uint32_t>(cells.begin(), cells.begin() + 3)));
  EXPECT_EQ(store.picture(kKey, cells[1]), "<svg>1</svg>");
  EXPECT_EQ(store.picture(kKey, cells[3]), std::nullopt);
  EXPECT_EQ(store.picture(kKey, UINT32_MAX), std::nullopt);
  EXPECT_TRUE(store.pictured_cells({.treatment = 1, .selector = 2, .repetition = 1}).empty());
}

TEST(StoreElites, AStudyWithoutPicturesHasNoTableOfThem) {
  const test::TemporaryDirectory directory;
  store_with_pictures(directory / "s.mce", 0);
  EXPECT_EQ(numbers(directory / "s.mce", "SELECT count(*) FROM sqlite_master WHERE name = 'picture'"),
            std::vector<double>{0});
  const Store store = Store::for_reading(directory / "s.mce");
  EXPECT_TRUE(store.pictured_cells(kKey).empty());
  EXPECT_EQ(store.picture(kKey, 0), std::nullopt);
}

TEST(StoreElites, ARunThatIsMadeAgainReplacesItsPictures) {
  const test::TemporaryDirectory directory;
  FinishedRun run = store_with_pictures(directory / "s.mce", 5);
  run.pictures = {{run.elites->cells[7], "<svg/>"}};
  {
    Store store = Store::for_running(directory / "s.mce", small_protocol());
    store.add(run);
  }
  const Store store = Store::for_reading(directory / "s.mce");
  EXPECT_EQ(store.pictured_cells(kKey), std::vector<std::uint32_t>{run.elites->cells[7]});
}

TEST(StoreElites, DamagedPicturesAreNoticed) {
  const test::TemporaryDirectory directory;
  const auto path = directory / "s.mce";
  const FinishedRun run = store_with_pictures(path, 3);
  const std::uint32_t first = run.elites->cells[0];
  std::uint32_t empty = 0;
  while (std::ranges::binary_search(run.elites->cells, empty)) ++empty;
  const auto complaint = [&](const std::string& change) {
    std::filesystem::copy_file(path, directory / "t.mce", std::filesystem::copy_options::overwrite_existing);
    tamper(directory / "t.mce", change);
    return message_of<Error>([&] {
      const Store store = Store::for_reading(directory / "t.mce");
      for (const std::uint32_t cell : store.pictured_cells(kKey)) std::ignore = store.picture(kKey, cell);
      std::ignore = store.picture(kKey, empty);
    });
  };
  expect_mentions(complaint(fmt::format("UPDATE picture SET svg = x'00' WHERE cell = {}", first)),
                  {"t.mce", fmt::format("the picture of cell {}", first), "repetition 0"});
  expect_mentions(complaint(fmt::format("UPDATE picture SET svg = (SELECT cells FROM elites WHERE {}) WHERE cell = {}",
                                        kOfKey, first)),
                  {"t.mce", fmt::format("the picture of cell {}", first)});
  expect_mentions(complaint(fmt::format("UPDATE picture SET cell = {} WHERE cell = {}", empty, first)),
                  {"t.mce", "has no elite"});
  expect_mentions(complaint("UPDATE picture SET cell = -1 WHERE cell = " + std::to_string(first)), {"has no elite"});
  expect_mentions(complaint("UPDATE elites SET cells = x'01'"), {"t.mce"});
}

TEST(StoreElites, OneMapIsReadAlone) {
  const test::TemporaryDirectory directory;
  const FinishedRun run = store_with_pictures(directory / "s.mce", 0);
  const Store store = Store::for_reading(directory / "s.mce");
  EXPECT_EQ(store.map_evaluations(kKey), (std::vector<std::uint64_t>{1000, 1500}));
  for (const std::size_t index : {0U, 1U}) {
    const auto map = store.map(kKey, index);
    ASSERT_TRUE(map);
    EXPECT_EQ(map->evaluations, run.maps[index].evaluations);
    EXPECT_EQ(map->selections, run.maps[index].selections);
    EXPECT_EQ(map->survivals, run.maps[index].survivals);
  }
  EXPECT_FALSE(store.map(kKey, 2));
  EXPECT_FALSE(store.map(kKey, UINT32_MAX));
}

}  // namespace
}  // namespace mce::store_elites_test
