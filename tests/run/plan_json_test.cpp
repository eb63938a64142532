// SPDX-License-Identifier: MIT
#include "mce/run/run_json.hpp"

#include <gtest/gtest.h>

#include "mce/core/error.hpp"
#include "support/runs.hpp"

namespace mce::plan_json_test {
namespace {

using test::has;
using test::message_of;
using test::small_request;

TEST(SettingsJson, ReadsBackTheSame) {
  for (const char* testbed : {"rastrigin", "arm", "maze"}) {
    for (const char* selector : {"ucb-individual", "uniform", "curiosity"}) {
      const RunSettings settings = complete(small_request(testbed, selector, 123'456));
      EXPECT_EQ(settings_from_json(to_json(settings)), settings);
    }
  }
  RunSettings extreme = complete(small_request("arm", "greedy", 1));
  extreme.seed = UINT64_MAX;
  EXPECT_EQ(settings_from_json(to_json(extreme)).seed, UINT64_MAX);
}

TEST(SettingsJson, TextThatIsNoneIsAnError) {
  EXPECT_THROW(settings_from_json(""), Error);
  EXPECT_THROW(settings_from_json("{}"), Error);
  EXPECT_THROW(settings_from_json("[1,2]"), Error);
  const std::string good = to_json(complete(small_request("arm", "greedy", 1)));
  EXPECT_THROW(settings_from_json(good.substr(0, good.size() - 1)), Error);
  std::string wrong_type = good;
  wrong_type.replace(wrong_type.find("\"seed\":7"), 8, "\"seed\":\"x\"");
  const auto text = message_of<Error>([&] { settings_from_json(wrong_type); });
  EXPECT_TRUE(has(text, "run settings")) << text;
}

}  // namespace
}  // namespace mce::plan_json_test
