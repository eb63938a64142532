// SPDX-License-Identifier: MIT
#include "mce/core/testbed.hpp"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "mce/core/error.hpp"
#include "mce/core/evolution.hpp"
#include "support/complaint.hpp"

namespace mce::testbed_test {
namespace {

/// Has only what is required.
struct Plain {
  using Gene = float;
  [[nodiscard]] static std::size_t genome_size() { return 1; }
  [[nodiscard]] static std::vector<Interval> bounds() { return {{.low = 0, .high = 1}, {.low = 0, .high = 2}}; }
  static void random(std::span<float> genome, Rng& rng) { genome[0] = static_cast<float>(rng.uniform(0, 1)); }
  static void mutate(std::span<float> genome, Rng& rng) { random(genome, rng); }
  static double evaluate(std::span<const float> genome, std::span<double> features) {
    features[0] = features[1] = genome[0];
    return -genome[0];
  }
};
static_assert(Testbed<Plain>);

/// Has all that is optional.
struct Full : Plain {
  [[nodiscard]] static double quality(double fitness) { return 1 + fitness; }
  [[nodiscard]] static std::vector<std::string> feature_names() { return {"size", "weight"}; }
  static void check(std::span<const float> genome) {
    if (!(genome[0] >= 0 && genome[0] <= limit)) throw Error("a saved gene is out of range");
  }
  static inline float limit = 1;
};
static_assert(Testbed<Full>);

/// Any plain type is a gene, but for bool, of which a vector has no span.
struct OfBools : Plain {
  using Gene = bool;
};
static_assert(!Testbed<OfBools>);

struct AnyElite {
  static CellIndex select(const Archive& archive, Rng& rng) {
    return archive.filled()[rng.bounded(static_cast<std::uint32_t>(archive.filled().size()))];
  }
};

TEST(Testbed, FeaturesHaveNumbersUnlessItNamesThem) {
  EXPECT_EQ(feature_names(Plain{}), (std::vector<std::string>{"feature 1", "feature 2"}));
  EXPECT_EQ(feature_names(Full{}), (std::vector<std::string>{"size", "weight"}));
}

TEST(Testbed, QualityIsTheFitnessUnlessItSaysOtherwise) {
  EXPECT_EQ(quality(Plain{}, -0.25), -0.25);
  EXPECT_EQ(quality(Full{}, -0.25), 0.75);
}

template <Testbed T>
std::vector<std::byte> saved_state() {
  Evolution evolution(T{}, AnyElite{}, {.seed = 3, .initial = 10, .resolution = {4}});
  evolution.advance_to(50);
  ByteWriter out;
  evolution.save(out);
  return out.bytes();
}

template <Testbed T>
void load(const std::vector<std::byte>& state) {
  Evolution evolution(T{}, AnyElite{}, {.seed = 3, .initial = 10, .resolution = {4}});
  ByteReader in(state);
  evolution.load(in);
}

TEST(Testbed, ChecksTheGenomesOfAFile) {
  const auto state = saved_state<Full>();
  EXPECT_NO_THROW(load<Full>(state));
  Full::limit = 0.5F;
  EXPECT_EQ(test::message_of<Error>([&] { load<Full>(state); }), "a saved gene is out of range");
  Full::limit = 1;
  EXPECT_NO_THROW(load<Plain>(state)) << "one that checks nothing takes all";
}

}  // namespace
}  // namespace mce::testbed_test
