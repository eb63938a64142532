// SPDX-License-Identifier: MIT
#include "mce/study/study_watch.hpp"

#include <gtest/gtest.h>

#include "mce/core/error.hpp"
#include "study/study_support.hpp"

namespace mce::study_watch_test {
namespace {

using test::expect_mentions;
using test::message_of;
using test::small_protocol;

TEST(StudyWatch, KnowsWhetherAProcessRunsTheStudy) {
  const test::TemporaryDirectory directory;
  const auto path = directory / "s.mce";
  {
    const Store running = Store::for_running(path, small_protocol());
    const StudyWatch watch(path);
    const Store reading = Store::for_reading(path);
    EXPECT_TRUE(watch.is_being_run());
    EXPECT_TRUE(watch.is_being_run()) << "asking takes nothing away";
  }
  const StudyWatch watch(path);
  EXPECT_FALSE(watch.is_being_run());
  const Store again = Store::for_running(path, small_protocol());
  EXPECT_TRUE(watch.is_being_run());
}

TEST(StudyWatch, KnowsThatAFileWasReplaced) {
  const test::TemporaryDirectory directory;
  const auto path = directory / "s.mce";
  {
    const Store store = Store::for_running(path, small_protocol());
  }
  const StudyWatch watch(path);
  EXPECT_TRUE(watch.is_of(path));
  std::filesystem::rename(path, directory / "old.mce");
  EXPECT_FALSE(watch.is_of(path));
  EXPECT_TRUE(watch.is_of(directory / "old.mce"));
  expect_mentions(message_of<Error>([&] { const StudyWatch gone(path); }), {"s.mce", "No such file"});
}

}  // namespace
}  // namespace mce::study_watch_test
