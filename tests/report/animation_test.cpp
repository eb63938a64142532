// SPDX-License-Identifier: MIT
#include "report/animation.hpp"

#include <cmath>

#include "report_support.hpp"
#include "support/complaint.hpp"

namespace mce::test {
namespace {

TEST(Animation, FramesGoFromTheStartToTheEndOfTheRun) {
  const TemporaryDirectory directory;
  const Protocol protocol = small_protocol();
  const Store store = finished_study(directory / "s.mce", protocol);
  const RunKey key{1, 0, 0};
  const std::vector<Frame> frames = frames_of(protocol, key, 20);
  ASSERT_EQ(frames.size(), 21U);
  EXPECT_EQ(frames.front().evaluations, 0U);
  EXPECT_EQ(frames.back().evaluations, 1500U);
  for (std::size_t i = 1; i < frames.size(); ++i) {
    EXPECT_GT(frames[i].evaluations, frames[i - 1].evaluations);
    EXPECT_GE(frames[i].filled, frames[i - 1].filled);
  }
  const KeptMap end = store.maps(key).back();
  EXPECT_EQ(frames.back().filled, store.curve(key).back().summary.filled);
  ASSERT_EQ(frames.back().fitness.size(), end.fitness.size());
  for (std::size_t cell = 0; cell < end.fitness.size(); ++cell) {
    if (std::isnan(end.fitness[cell])) {
      EXPECT_TRUE(std::isnan(frames.back().fitness[cell]));
    } else {
      EXPECT_EQ(frames.back().fitness[cell], end.fitness[cell]);
    }
  }
}

TEST(Animation, ShortRunsHaveFewerFrames) {
  const Protocol protocol = parse_protocol(
      "selectors = [\"R\"]\nrepetitions = 1\nevaluations = 5\n[[treatment]]\ntestbed = \"arm\"\n", "short.toml");
  const std::vector<Frame> frames = frames_of(protocol, {0, 0, 0});
  EXPECT_LE(frames.size(), 6U);
  EXPECT_EQ(frames.back().evaluations, 5U);
}

TEST(Animation, IsDrawn) {
  const TemporaryDirectory directory;
  const Plot plot = animation(small_protocol(), {2, 0, 0}, "run");
  for (const std::string text :
       {"\"0 evaluations, ", "\"1 500 evaluations, ", " of 144 cells\"", "'ucb-cell'", "U_{c}"}) {
    EXPECT_TRUE(has(plot.script, text)) << text;
  }
  draw(plot, directory.path());
  const std::string gif = slurp(directory / "run.gif");
  EXPECT_TRUE(is_gif(gif));
  // A picture begins with a control block.
  std::size_t pictures = 0;
  for (auto at = gif.find("\x21\xf9\x04"); at != std::string::npos; at = gif.find("\x21\xf9\x04", at + 1)) ++pictures;
  EXPECT_GE(pictures, 41U + 25);
}

TEST(Animation, NeedsTwoFeatures) {
  const Protocol protocol = small_protocol("[[treatment]]\ntestbed = \"rastrigin\"\nfeatures = 1\n");
  expect_mentions(complaint([&] { animation(protocol, {3, 0, 0}, "run"); }), {"features=1", "two features"});
}

}  // namespace
}  // namespace mce::test
