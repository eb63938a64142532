// SPDX-License-Identifier: MIT
#include "mce/search/variation.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <string>
#include <vector>

#include "mce/core/evolution.hpp"
#include "mce/core/normal.hpp"
#include "mce/search/search.hpp"
#include "mce/selectors/uniform.hpp"
#include "mce/testbeds/rastrigin.hpp"
#include "support/chi_square.hpp"
#include "support/complaint.hpp"

namespace mce::variation_test {
namespace {

using test::complaint;
using Genes = std::vector<double>;
constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();

std::vector<Interval> wide(std::size_t genes) {
  return std::vector<Interval>(genes, Interval{.low = -1000, .high = 1000});
}

/// A search over the genomes of Rastrigin's function, varied otherwise.
template <class V>
std::uint64_t signature_of(V variation, int evaluations = 2000) {
  const Rastrigin testbed({});
  const std::vector<Interval> bounds(testbed.genome_size(), {.low = -Rastrigin::kBound, .high = Rastrigin::kBound});
  Search search(Numbers(bounds, std::move(variation)), Uniform(), Grid(testbed.bounds(), {20}), {.seed = 6});
  std::array<double, 2> features{};
  for (int i = 0; i < 100 + evaluations; ++i) {
    const auto [ticket, genome] = search.ask();
    search.tell(ticket, testbed.evaluate(genome, features), features);
  }
  return search.archive().signature();
}

TEST(UniformVariation, IsThePapersMutation) {
  Evolution evolution(Rastrigin({}), Uniform(), {.seed = 6, .resolution = {20}});
  evolution.advance_to(2000);
  EXPECT_EQ(signature_of(UniformVariation({.step = 0.256})), evolution.archive().signature());
}

TEST(Variation, IsTheSameChosenByName) {
  EXPECT_EQ(signature_of(make_variation("uniform")), signature_of(UniformVariation()));
  EXPECT_EQ(signature_of(make_variation("gaussian", {{"sigma", 0.5}})),
            signature_of(GaussianVariation({.sigma = 0.5})));
  EXPECT_EQ(signature_of(make_variation("iso-line", {{"line", 0.1}})), signature_of(IsoLineVariation({.line = 0.1})));
  EXPECT_NE(signature_of(make_variation("iso-line")), signature_of(make_variation("gaussian")));
}

TEST(Variation, TakesAShareOfEachGenesRangeIfNoneIsGiven) {
  const std::string six = ",1.024,1.024,1.024,1.024,1.024";
  EXPECT_EQ(signature_of(make_variation("uniform", {{"step", "1.024" + six}})), signature_of(UniformVariation()));
  EXPECT_EQ(signature_of(make_variation("gaussian", {{"sigma", 1.024}})), signature_of(GaussianVariation()));
  EXPECT_EQ(signature_of(make_variation("iso-line", {{"iso", 0.1024}})), signature_of(IsoLineVariation()));
}

/// What is left of each gene's distance from the parent, and of the products of two of them, on average.
struct Moments {
  Genes mean;
  std::vector<Genes> products;
};
template <class Vary>
Moments moments_of(std::size_t genes, Vary vary) {
  constexpr int kChildren = 40'000;
  Moments moments{.mean = Genes(genes), .products = std::vector<Genes>(genes, Genes(genes))};
  Genes child(genes);
  for (int i = 0; i < kChildren; ++i) {
    vary(child);
    for (std::size_t a = 0; a < genes; ++a) {
      moments.mean[a] += child[a] / kChildren;
      for (std::size_t b = 0; b < genes; ++b) moments.products[a][b] += child[a] * child[b] / kChildren;
    }
  }
  return moments;
}

TEST(UniformVariation, MovesEachGeneByUpToItsStep) {
  Numbers numbers(wide(2), UniformVariation({.step = {0.5, 2}}));
  const Genes parent = {10, -20};
  Genes child(2);
  Rng rng(1);
  std::vector<std::uint64_t> counts(50);
  for (int i = 0; i < 20'000; ++i) {
    numbers.mutate_copy(parent, child, rng);
    ASSERT_LE(std::abs(child[0] - 10), 0.5);
    ++counts[static_cast<std::size_t>((child[1] + 22) / 4 * 50)];
  }
  EXPECT_GT(test::uniform_fit(counts), test::kSignificance);
}

TEST(GaussianVariation, MovesEachGeneByANormalNumber) {
  Numbers numbers(wide(3), GaussianVariation({.sigma = {0.5, 2, 0}}));
  const Genes parent(3);
  Rng rng(1);
  const auto [mean, products] = moments_of(3, [&](Genes& child) { numbers.mutate_copy(parent, child, rng); });
  EXPECT_NEAR(mean[0], 0, 0.02);
  EXPECT_NEAR(mean[1], 0, 0.06);
  EXPECT_NEAR(products[0][0], 0.25, 0.01);
  EXPECT_NEAR(products[1][1], 4, 0.15);
  EXPECT_NEAR(products[0][1], 0, 0.03);
  EXPECT_EQ(products[2][2], 0);
}

TEST(IsoLineVariation, MovesAlongTheLineToTheOtherParent) {
  Numbers numbers(wide(3), IsoLineVariation({.iso = 0.1, .line = 0.5}));
  const Genes parent(3);
  const Genes other = {2, -4, 0};
  Rng rng(1);
  const auto [mean, products] = moments_of(3, [&](Genes& child) { numbers.combine(parent, other, child, rng); });
  for (const double each : mean) EXPECT_NEAR(each, 0, 0.06);
  EXPECT_NEAR(products[0][0], 0.01 + 0.25 * 4, 0.04);
  EXPECT_NEAR(products[1][1], 0.01 + 0.25 * 16, 0.15);
  EXPECT_NEAR(products[2][2], 0.01, 0.001);
  EXPECT_NEAR(products[0][1], 0.25 * 2 * -4, 0.08) << "both genes move together";
  EXPECT_NEAR(products[0][2], 0, 0.01);
}

TEST(Variation, IsPinned) {
  const Genes parent = {0.25, -0.5, 0.75};
  const Genes other = {-1, 1, 0};
  const std::vector<Interval> bounds(3, {.low = -1, .high = 1});
  const auto child_of = [&](auto space) {
    Genes child(3);
    Rng rng(11);
    if constexpr (Combines<decltype(space)>) {
      space.combine(parent, other, child, rng);
    } else {
      space.mutate_copy(parent, child, rng);
    }
    return child;
  };
  EXPECT_EQ(child_of(Numbers(bounds, UniformVariation())),
            (Genes{0x1.bc39ffe1b593ep-2, -0x1.43e20760dcc6cp-2, 0x1.87faae1ef37bdp-1}));
  EXPECT_EQ(child_of(Numbers(bounds, GaussianVariation())),
            (Genes{0x1.38f21ad5950fp-2, -0x1.07732e09a7b2fp-1, 0x1.d5ee7ba98a9fap-1}));
  EXPECT_EQ(child_of(Numbers(bounds, IsoLineVariation())),
            (Genes{0x1.6ea7ddb2fb794p-3, -0x1.9965256a84bp-2, 0x1.632d2934ba57p-1}));
}

/// By their definitions, number by number.
TEST(Variation, IsTheSameAtEveryLevelForAnyNumberOfGenes) {
  Rng any(9);
  const auto some = [&any](std::size_t count) {
    Genes values(count);
    any.fill_uniform01(std::span(values));
    return values;
  };
  for (std::size_t genes = 1; genes < 40; ++genes) {
    const Genes parent = some(genes);
    const Genes other = some(genes);
    const Genes steps = some(genes);
    Genes noise(genes);
    Genes line_noise(genes + 1);
    Rng expected_rng(genes);
    fill_normal(noise, expected_rng);
    fill_normal(line_noise, expected_rng);
    Genes moved(genes);
    Genes moved_along(genes);
    for (std::size_t i = 0; i < genes; ++i) {
      moved[i] = parent[i] + steps[i] * noise[i];
      moved_along[i] = parent[i] + steps[i] * line_noise[i + 1] + 0.5 * line_noise[0] * (other[i] - parent[i]);
    }
    for (const CpuLevel level : available_cpu_levels()) {
      Numbers gaussian(wide(genes), GaussianVariation({.sigma = steps}, level));
      Numbers iso_line(wide(genes), IsoLineVariation({.iso = steps, .line = 0.5}, level));
      Rng rng(genes);
      Genes child(genes);
      gaussian.mutate_copy(parent, child, rng);
      EXPECT_EQ(child, moved) << name(level);
      iso_line.combine(parent, other, child, rng);
      EXPECT_EQ(child, moved_along) << name(level);
      EXPECT_EQ(rng.state(), expected_rng.state()) << name(level);
    }
  }
}

TEST(Numbers, StayWithinTheirBounds) {
  const std::vector<Interval> bounds = {{.low = -1, .high = 1}, {.low = 5, .high = 6}};
  for (const char* const name : {"uniform", "gaussian", "iso-line"}) {
    const char* const step = name == std::string("uniform")    ? "step"
                             : name == std::string("gaussian") ? "sigma"
                                                               : "iso";
    Numbers numbers(bounds, make_variation(name, {{step, 3.0}}));
    Rng rng(2);
    Genes child(2);
    int at_edge = 0;
    for (int i = 0; i < 1000; ++i) {
      numbers.random(child, rng);
      numbers.check(child);
      const Genes parent = child;
      if (numbers.combines()) {
        numbers.combine(parent, parent, child, rng);
      } else {
        numbers.mutate_copy(parent, child, rng);
      }
      numbers.check(child);
      at_edge += child[0] == -1 || child[1] == 6 ? 1 : 0;
    }
    EXPECT_GT(at_edge, 100) << name << ": moved there from beyond";
  }
}

TEST(Numbers, TakeACallableOfTheUsersOwn) {
  const std::vector<Interval> bounds(2, {.low = 0, .high = 1});
  Numbers swap(bounds, [](std::span<const double> parent, std::span<double> child, Rng& /*rng*/) {
    child[0] = parent[1] + 5;
    child[1] = kNaN;
  });
  static_assert(GenomeSpace<decltype(swap)> && !Combines<decltype(swap)>);
  Genes child(2);
  Rng rng(1);
  swap.mutate_copy(Genes{0.25, 0.5}, child, rng);
  EXPECT_EQ(child, (Genes{1, 0})) << "clamped, and NaN is the lower bound";
  Numbers middle(bounds, [](auto parent, auto other, auto child_of_both, Rng& /*rng*/) {
    for (std::size_t i = 0; i < 2; ++i) child_of_both[i] = (parent[i] + other[i]) / 2;
  });
  static_assert(GenomeSpace<decltype(middle)> && Combines<decltype(middle)>);
  middle.combine(Genes{0, 1}, Genes{1, 1}, child, rng);
  EXPECT_EQ(child, (Genes{0.5, 1}));
}

/// Ten elites: each is the second parent equally often, whoever the first is.
TEST(Numbers, HaveAnyEliteAsTheSecondParent) {
  std::vector<std::uint64_t> seconds(10);
  const auto note = [&seconds](auto /*parent*/, auto other, auto child, Rng& rng) {
    ++seconds[static_cast<std::size_t>(other[0])];
    child[0] = rng.uniform(0, 10);
  };
  Search search(Numbers({{.low = 0, .high = 10}}, note), Uniform(), Grid({{.low = 0, .high = 10}}, {10}), {});
  while (search.archive().filled().size() < 10) {
    const auto [ticket, genome] = search.ask();
    search.tell(ticket, 0, genome);
  }
  std::ranges::fill(seconds, 0);
  for (int i = 0; i < 20'000; ++i) search.fail(search.ask().ticket);
  EXPECT_GT(test::uniform_fit(seconds), test::kSignificance);
}

TEST(Numbers, RefuseBoundsThatAreNone) {
  const auto make = [](const std::vector<Interval>& bounds) {
    return complaint([&] { Numbers(bounds, GaussianVariation()); });
  };
  EXPECT_EQ(make({}), "a genome needs at least one gene");
  EXPECT_EQ(make({{.low = 0, .high = 1}, {.low = 1, .high = 1}}),
            "gene 2 is from 1 to 1: the first has to be less than the second, and both finite");
  EXPECT_NE(make({{.low = kNaN, .high = 1}}), "no complaint");
  EXPECT_NE(make({{.low = 0, .high = INFINITY}}), "no complaint");
  EXPECT_NE(make({{.low = -1e308, .high = 1e308}}), "no complaint") << "the range is not finite";
  EXPECT_EQ(make({{.low = -1, .high = 1}}), "no complaint");
}

TEST(Numbers, CheckGenomesFromFiles) {
  const Numbers numbers({{.low = 0, .high = 1}, {.low = -2, .high = 2}}, UniformVariation());
  EXPECT_NO_THROW(numbers.check(Genes{0, 2}));
  EXPECT_EQ(test::message_of<Error>([&] { numbers.check(Genes{1, 2.5}); }), "gene 2 is 2.5: allowed are -2 to 2");
  EXPECT_THROW(numbers.check(Genes{kNaN, 0}), Error);
}

TEST(Variation, NamesWhatIsWrong) {
  const auto make = [](const char* name, const Settings& settings) {
    return complaint([&] { Numbers({{.low = 0, .high = 1}, {.low = 0, .high = 1}}, make_variation(name, settings)); });
  };
  EXPECT_EQ(make("gaussian", {{"sigma", "0.1,0.2"}}), "no complaint");
  EXPECT_EQ(make("gaussian", {{"sigma", "0.1,0.2,0.3"}}), "sigma has 3 values: a genome has 2 genes");
  EXPECT_EQ(make("gaussian", {{"sigma", -1.0}}),
            "sigma of gaussian: '-1' is out of range; allowed: auto (0.1 of each gene's range), a number from 0 to "
            "1e+300, or one for each gene: 0.1,0.2");
  test::expect_mentions(make("uniform", {{"step", "0.1,x"}}), {"step of uniform", "'x' is not a number"});
  test::expect_mentions(make("iso-line", {{"iso", "0.1,"}}), {"iso of iso-line"});
  test::expect_mentions(make("iso-line", {{"line", -0.1}}), {"line of iso-line", "0 to 1000"});
  test::expect_mentions(make("uniform", {{"sigma", 1.0}}), {"unknown parameter of uniform 'sigma'", "step"});
  test::expect_mentions(make("gausian", {}), {"unknown variation 'gausian' (did you mean 'gaussian'?)"});
  EXPECT_THROW(GaussianVariation({.sigma = -1}), std::invalid_argument);
  EXPECT_THROW(IsoLineVariation({.line = kNaN}), std::invalid_argument);
}

TEST(Variation, IsListedWithItsParameters) {
  EXPECT_EQ(names_of(variation_kinds()), (std::vector<std::string>{"uniform", "gaussian", "iso-line"}));
  EXPECT_EQ(variation_kind("iso-line").complete({{"iso", 0.5}}), (Settings{{"iso", "0.5"}, {"line", 0.2}}));
  EXPECT_EQ(variation_kind("gaussian").complete({}), (Settings{{"sigma", "auto"}}));
  EXPECT_EQ(variation_kind("uniform").complete({{"step", "0.5,1e-3"}}), (Settings{{"step", "0.5,0.001"}}));
}

}  // namespace
}  // namespace mce::variation_test
