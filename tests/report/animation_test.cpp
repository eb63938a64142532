// SPDX-License-Identifier: MIT
#include "report/animation.hpp"

#include <cmath>

#include "mce/core/error.hpp"
#include "report/feature_axes.hpp"
#include "report_support.hpp"
#include "support/complaint.hpp"

namespace mce::animation_test {
namespace {

using namespace test;

TEST(Animation, FramesGoFromTheStartToTheEndOfTheRun) {
  const TemporaryDirectory directory;
  const Protocol protocol = small_protocol();
  const Store store = finished_study(directory / "s.mce", protocol);
  const RunKey key{1, 0, 0};
  const std::vector<Frame> frames = frames_of(store, key, 20);
  ASSERT_EQ(frames.size(), 21U);
  EXPECT_EQ(frames.front().evaluations, 0U);
  EXPECT_EQ(frames.back().evaluations, 1500U);
  for (std::size_t i = 1; i < frames.size(); ++i) {
    EXPECT_GT(frames[i].evaluations, frames[i - 1].evaluations);
    EXPECT_GE(frames[i].filled, frames[i - 1].filled);
  }
  EXPECT_EQ(frames.back().filled, store.curve(key).back().summary.filled);
  const std::vector<double> end =
      pixels(pixel_cells(protocol.treatments[1], feature_axes(protocol.treatments[1])), store.maps(key).back().fitness);
  ASSERT_EQ(frames.back().fitness.size(), end.size());
  for (std::size_t i = 0; i < end.size(); ++i) {
    if (std::isnan(end[i])) {
      EXPECT_TRUE(std::isnan(frames.back().fitness[i]));
    } else {
      EXPECT_EQ(frames.back().fitness[i], end[i]);
    }
  }
}

TEST(Animation, ShortRunsHaveFewerFrames) {
  const TemporaryDirectory directory;
  const Protocol protocol = parse_protocol(
      "selectors = [\"R\"]\nrepetitions = 1\nevaluations = 5\n[[treatment]]\ntestbed = \"arm\"\n", "short.toml");
  const std::vector<Frame> frames = frames_of(finished_study(directory / "s.mce", protocol), {0, 0, 0});
  EXPECT_LE(frames.size(), 6U);
  EXPECT_EQ(frames.back().evaluations, 5U);
}

TEST(Animation, IsDrawn) {
  const TemporaryDirectory directory;
  const Store store = finished_study(directory / "s.mce", small_protocol());
  const Plot plot = animation(store, {2, 0, 0}, "run");
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
  const TemporaryDirectory directory;
  const Store store =
      finished_study(directory / "s.mce", small_protocol("[[treatment]]\ntestbed = \"rastrigin\"\nfeatures = 1\n"));
  EXPECT_EQ(complaint([&] { animation(store, {3, 0, 0}, "run"); }), "the map has 1 feature, and a picture shows two");
}

TEST(Animation, SaysWhenTheEngineMakesAnotherRun) {
  const TemporaryDirectory directory;
  finished_study(directory / "s.mce", small_protocol());
  tamper(directory / "s.mce", "UPDATE run SET signature = '0123456789abcdef' WHERE treatment = 1 AND selector = 0");
  const Store store = Store::for_reading(directory / "s.mce");
  expect_mentions(message_of<Error>([&] { animation(store, {1, 0, 0}, "run"); }),
                  {(directory / "s.mce").string(), "treatment 'arm'", "selector 'ucb-cell'",
                   " instead of 0123456789abcdef: the engine has changed"});
  EXPECT_NO_THROW(frames_of(store, {1, 1, 0}));
}

/// A picture of 40 frames with a pixel per cell would take 640 MB.
TEST(Animation, OfAVeryLargeMapShowsSomeOfItsCells) {
  const TemporaryDirectory directory;
  const Store store = finished_study(
      directory / "s.mce", parse_protocol("selectors = [\"R\"]\nrepetitions = 1\nevaluations = 300\nkeep = \"curves\"\n"
                                          "resolution = \"2000x1000\"\n[[treatment]]\ntestbed = \"arm\"\n",
                                          "large.toml"));
  const std::vector<Frame> frames = frames_of(store, {0, 0, 0});
  EXPECT_GT(frames.size(), 10U);
  for (const Frame& frame : frames) EXPECT_EQ(frame.fitness.size(), 400U * 334);
  const Plot plot = animation(store, {0, 0, 0}, "run");
  EXPECT_TRUE(has(plot.script, " of 2 000 000 cells"));
  draw(plot, directory.path());
  EXPECT_TRUE(is_gif(slurp(directory / "run.gif")));
}

}  // namespace
}  // namespace mce::animation_test
