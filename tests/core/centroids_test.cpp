// SPDX-License-Identifier: MIT
#include "mce/core/centroids.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <bit>
#include <cmath>
#include <limits>
#include <string>
#include <vector>

#include "mce/core/error.hpp"
#include "mce/core/rng.hpp"
#include "support/complaint.hpp"

namespace mce::centroids_test {
namespace {

using test::complaint;
using test::expect_mentions;
using test::message_of;

constexpr double kInfinity = std::numeric_limits<double>::infinity();
using Bounds = std::vector<Interval>;

/// The definition: distances in units of the ranges, of values within them.
CellIndex nearest_by_scan(const Centroids& centroids, std::span<const double> values) {
  CellIndex best = 0;
  double least = kInfinity;
  for (CellIndex cell = 0; cell < centroids.cells(); ++cell) {
    double sum = 0;
    for (std::uint32_t i = 0; i < centroids.features(); ++i) {
      const auto [low, high] = centroids.bounds(i);
      const double place = (std::min(std::max(values[i], low), high) - low) / (high - low);
      const double apart = (centroids.point(cell)[i] - low) / (high - low) - place;
      sum += apart * apart;
    }
    if (sum < least) {
      least = sum;
      best = cell;
    }
  }
  return best;
}

/// Points anywhere in the bounds, or on a coarse lattice, where many are equally far.
std::vector<double> points_in(const Bounds& bounds, std::size_t count, bool on_lattice, Rng& rng) {
  std::vector<double> points;
  for (std::size_t i = 0; i < count; ++i) {
    for (const auto& [low, high] : bounds) {
      const double place = on_lattice ? rng.bounded(5) / 4.0 : rng.uniform01();
      points.push_back(low + place * (high - low));
    }
  }
  return points;
}

/// The same without points that are there already.
std::vector<double> distinct(const std::vector<double>& points, std::size_t features) {
  std::vector<double> kept;
  for (std::size_t i = 0; i < points.size(); i += features) {
    bool is_new = true;
    for (std::size_t k = 0; k < kept.size() && is_new; k += features) {
      is_new = !std::equal(&kept[k], &kept[k] + features, &points[i]);
    }
    if (is_new) kept.insert(kept.end(), &points[i], &points[i] + features);
  }
  return kept;
}

Bounds some_bounds(std::size_t features, Rng& rng) {
  Bounds bounds;
  for (std::size_t i = 0; i < features; ++i) {
    const double low = rng.uniform(-10, 10);
    bounds.push_back({low, low + std::ldexp(rng.uniform(1, 2), static_cast<int>(rng.bounded(20)) - 10)});
  }
  return bounds;
}

TEST(Centroids, FindTheSameAsAScan) {
  Rng rng(1);
  for (const std::size_t features : {1U, 2U, 3U, 6U, 16U}) {
    for (const std::size_t count : {1U, 2U, 8U, 9U, 17U, 150U}) {
      for (const bool on_lattice : {false, true}) {
        const Bounds bounds = on_lattice ? Bounds(features, {.low = -2, .high = 2}) : some_bounds(features, rng);
        const Centroids centroids(bounds, distinct(points_in(bounds, count, on_lattice, rng), features));
        for (int i = 0; i < 100; ++i) {
          std::vector<double> values = points_in(bounds, 1, on_lattice && i % 2 == 0, rng);
          if (i % 5 == 0) values[rng.bounded(static_cast<std::uint32_t>(features))] += rng.uniform(-5, 5);
          if (i % 11 == 0) values[0] = i % 2 == 0 ? kInfinity : -kInfinity;
          ASSERT_EQ(centroids.cell(values), nearest_by_scan(centroids, values))
              << features << " features, " << centroids.cells() << " centroids";
        }
      }
    }
  }
}

TEST(Centroids, FindTheSameAsAScanOfVeryMany) {
  Rng rng(2);
  const Bounds bounds(6);
  const Centroids centroids(bounds, points_in(bounds, 3000, false, rng));
  for (int i = 0; i < 100; ++i) {
    const std::vector<double> values = points_in(bounds, 1, false, rng);
    ASSERT_EQ(centroids.cell(values), nearest_by_scan(centroids, values));
  }
}

/// Differences whose squares are too small for a double are equally far: the first point wins, as in a scan.
TEST(Centroids, FindTheSameAsAScanWhereDistancesVanish) {
  std::vector<double> points;
  for (int i = 40; i > 0; --i) points.push_back(std::ldexp(1.0, -i * 20));
  const Centroids centroids(Bounds(1), points);
  for (const double value : {0.0, 1e-300, 1e-200, 1e-170, 1e-160, 1e-100, 1e-10, 1.0}) {
    EXPECT_EQ(centroids.cell(std::array{value}), nearest_by_scan(centroids, std::array{value})) << value;
  }
}

TEST(Centroids, TiesGoToTheFirst) {
  EXPECT_EQ(Centroids({{}}, {0.25, 0.75}).cell(std::array{0.5}), 0U);
  EXPECT_EQ(Centroids({{}}, {0.75, 0.25}).cell(std::array{0.5}), 0U);
  const Centroids corners(Bounds(2), {1, 1, 0, 1, 1, 0, 0, 0});
  EXPECT_EQ(corners.cell(std::array{0.5, 0.5}), 0U);
  EXPECT_EQ(corners.cell(std::array{0.0, 0.5}), 1U);
  EXPECT_EQ(corners.cell(std::array{0.5, 0.0}), 2U);
}

TEST(Centroids, MeasureInUnitsOfTheRanges) {
  const Centroids centroids({{.low = 0, .high = 1}, {.low = 0, .high = 1000}}, {0.2, 0, 0.8, 500});
  EXPECT_EQ(centroids.cell(std::array{0.4, 200.0}), 0U);
  EXPECT_EQ(centroids.cell(std::array{0.7, 100.0}), 1U) << "0.1 and 0.4 away, not 0.5 and 0.1";
  EXPECT_EQ(centroids.cell(std::array{kInfinity, -kInfinity}), centroids.cell(std::array{1.0, 0.0}));
}

TEST(Centroids, TellWhatTheyWereMadeOf) {
  const Centroids centroids({{.low = -1, .high = 1}, {.low = 0, .high = 5}}, {0, 1, -1, 5, 1, 2.5});
  EXPECT_EQ(centroids.features(), 2U);
  EXPECT_EQ(centroids.cells(), 3U);
  EXPECT_EQ(centroids.bounds(1), (Interval{.low = 0, .high = 5}));
  EXPECT_EQ(centroids.points().size(), 6U);
  EXPECT_EQ(std::vector(centroids.point(1).begin(), centroids.point(1).end()), (std::vector<double>{-1, 5}));
}

TEST(Centroids, RefuseWhatIsNoMap) {
  const auto error = [](const Bounds& bounds, const std::vector<double>& points) {
    return complaint([&] { Centroids(bounds, points); });
  };
  EXPECT_EQ(error(Bounds(16), std::vector<double>(16)), "no complaint");
  expect_mentions(error({}, {1}), {"0 features", "1 to 16"});
  expect_mentions(error(Bounds(17), std::vector<double>(17)), {"17 features"});
  expect_mentions(error({{}, {.low = 1, .high = 1}}, {0, 1}), {"[1, 1] of feature 2"});
  expect_mentions(error({{.low = 0, .high = kInfinity}}, {0}), {"feature 1", "finite"});
  expect_mentions(error(Bounds(2), {}), {"0 centroids", "1 to 1000000"});
  expect_mentions(error(Bounds(1), std::vector<double>(Centroids::kMaxCells + 1)), {"1000001 centroids"});
  expect_mentions(error(Bounds(2), {0, 0, 0}), {"3 numbers", "multiple of 2"});
  expect_mentions(error(Bounds(2), {0, 0, 0.5, 1.25}), {"centroid 2 has 1.25 as feature 2", "0 to 1"});
  expect_mentions(error(Bounds(2), {std::nan(""), 0}), {"centroid 1 has nan as feature 1"});
  expect_mentions(error(Bounds(2), {0, -kInfinity}), {"centroid 1 has -inf as feature 2"});
  expect_mentions(error(Bounds(2), {0, 1, 1, 1, 1, 0, 1, 1}), {"centroids 2 and 4 are the same point"});
  expect_mentions(error(Bounds(1), {0.0, -0.0}), {"centroids 1 and 2 are the same point"});
}

/// How much the sizes of cells vary: the standard deviation over the mean.
double unevenness(const Centroids& centroids) {
  constexpr int kSamplesPerCell = 100;
  Rng rng(77);
  std::vector<double> members(centroids.cells());
  std::vector<double> values(centroids.features());
  for (std::size_t i = 0; i < members.size() * kSamplesPerCell; ++i) {
    for (std::uint32_t k = 0; k < values.size(); ++k) {
      values[k] = rng.uniform(centroids.bounds(k).low, centroids.bounds(k).high);
    }
    ++members[centroids.cell(values)];
  }
  double squares = 0;
  for (const double each : members) squares += (each - kSamplesPerCell) * (each - kSamplesPerCell);
  return std::sqrt(squares / static_cast<double>(members.size())) / kSamplesPerCell;
}

TEST(SpreadCentroids, AreMoreEvenThanRandomPoints) {
  Rng rng(5);
  const Bounds bounds = {{.low = -3, .high = 5}, {.low = 0, .high = 0.01}};
  const double random = unevenness({bounds, points_in(bounds, 100, false, rng)});
  const double spread = unevenness(spread_centroids(bounds, 100, 1));
  EXPECT_GT(random, 0.45);
  EXPECT_LT(spread, 0.3);
}

TEST(SpreadCentroids, DependOnTheSeed) {
  const Centroids one = spread_centroids(Bounds(2), 20, 1);
  const Centroids same = spread_centroids(Bounds(2), 20, 1);
  const Centroids other = spread_centroids(Bounds(2), 20, 2);
  EXPECT_TRUE(std::ranges::equal(one.points(), same.points()));
  EXPECT_FALSE(std::ranges::equal(one.points(), other.points()));
}

TEST(SpreadCentroids, ScaleWithTheBounds) {
  const Centroids unit = spread_centroids(Bounds(2), 20, 1);
  const Centroids scaled = spread_centroids({{.low = -4, .high = 4}, {.low = 0, .high = 0.25}}, 20, 1);
  for (CellIndex cell = 0; cell < 20; ++cell) {
    EXPECT_EQ(scaled.point(cell)[0], -4 + unit.point(cell)[0] * 8);
    EXPECT_EQ(scaled.point(cell)[1], unit.point(cell)[1] * 0.25);
  }
}

/// Runs with centroids have to be the same on every machine, so these never change.
TEST(SpreadCentroids, AreTheSameForever) {
  EXPECT_EQ(spread_centroids(Bounds(1), 1, 1).point(0)[0], 0.4963942135602515);
  const Centroids few = spread_centroids(Bounds(2), 20, 1);
  EXPECT_EQ(few.point(0)[0], 0.37970017135461537);
  EXPECT_EQ(few.point(0)[1], 0.0987977960907708);
  EXPECT_EQ(few.point(19)[0], 0.8465515857521017);
  EXPECT_EQ(few.point(19)[1], 0.28606503716958515);
  std::uint64_t hash = 0;
  const Centroids many = spread_centroids(Bounds(3), 300, 7);
  for (const double each : many.points()) hash = mix64(hash ^ std::bit_cast<std::uint64_t>(each));
  EXPECT_EQ(hash, 0xf1926edd45b4b3b8ULL);
}

TEST(SpreadCentroids, StopWhenTheyAreTold) {
  std::atomic<bool> stop = false;
  const Centroids even = spread_centroids(Bounds(2), 20, 1, &stop);
  EXPECT_TRUE(std::ranges::equal(even.points(), spread_centroids(Bounds(2), 20, 1).points()));
  stop = true;
  const Centroids random = spread_centroids(Bounds(2), 20, 1, &stop);
  EXPECT_GT(unevenness(random), unevenness(even));
}

TEST(SpreadCentroids, RefuseWhatIsNoNumberOfThem) {
  expect_mentions(complaint([] { spread_centroids(Bounds(2), 0, 1); }), {"0 centroids", "1 to 100000"});
  expect_mentions(complaint([] { spread_centroids(Bounds(2), 100'001, 1); }), {"100001 centroids"});
  expect_mentions(complaint([] { spread_centroids({}, 5, 1); }), {"0 features"});
}

TEST(ParseCentroids, TakesCommasBlanksAndComments) {
  const CentroidPoints points =
      parse_centroids("# x,y\n1,2\n\n  3 \t 4  # the second\r\n5 , -6e-1\r\n7, .5\n# the end", "text");
  EXPECT_EQ(points.features, 2U);
  EXPECT_EQ(points.values, (std::vector<double>{1, 2, 3, 4, 5, -0.6, 7, 0.5}));
  EXPECT_EQ(parse_centroids("1", "text", 1).values, std::vector<double>{1});
}

TEST(ParseCentroids, NamesTheLine) {
  const auto error = [](const std::string& text, std::uint32_t features = 0) {
    return message_of<Error>([&] { parse_centroids(text, "file", features); });
  };
  expect_mentions(error("x,y\n1,2\n"), {"file:1:", "'x' is no finite number", "#"});
  expect_mentions(error("1,2\n\n1,2,3\n"), {"file:3:", "3 numbers instead of 2"});
  expect_mentions(error("1,2\n1\n"), {"file:2:", "1 numbers instead of 2"});
  expect_mentions(error("1,2\n", 3), {"file:1:", "2 numbers instead of 3"});
  expect_mentions(error("1,,2\n"), {"file:1:", "'' is no finite number"});
  expect_mentions(error(",1\n"), {"file:1:", "'' is no"});
  expect_mentions(error("1,2,\n"), {"file:1:", "ends with a comma"});
  expect_mentions(error("1;2\n"), {"'1;2' is no"});
  expect_mentions(error("nan 1\n"), {"'nan' is no"});
  expect_mentions(error("1 1e999\n"), {"'1e999' is no"});
  expect_mentions(error("\n# nothing\n"), {"file: it has no centroids"});
  expect_mentions(error(""), {"it has no centroids"});
  expect_mentions(error(std::string("1 2\n\0 3\n", 8)), {"file:2:"});
  std::string many;
  for (std::uint32_t i = 0; i <= Centroids::kMaxCells; ++i) many += "1\n";
  expect_mentions(error(many), {"file:1000001:", "more than 1000000 centroids"});
}

}  // namespace
}  // namespace mce::centroids_test
