// SPDX-License-Identifier: MIT
#include "study/protocol_json.hpp"

#include <gtest/gtest.h>

#include "mce/core/error.hpp"
#include "mce/study/protocol_reader.hpp"
#include "support/complaint.hpp"

namespace mce::protocol_json_test {
namespace {

using test::has;
using test::message_of;

Protocol shipped(const std::string& name) {
  return read_protocol(std::filesystem::path(MCE_TESTS) / "../protocols" / (name + ".toml"));
}

TEST(ProtocolJson, ReadsBackTheSame) {
  for (const char* name : {"paper", "published", "quick", "smoke"}) {
    const Protocol protocol = shipped(name);
    EXPECT_EQ(protocol_from_json(to_json(protocol)), protocol) << name;
  }
  Protocol extreme = shipped("smoke");
  extreme.seed = INT64_MAX;
  extreme.keep = Retention::curves;
  extreme.treatments[0].name = "Labyrinthe \"très\" long\\x";
  EXPECT_EQ(protocol_from_json(to_json(extreme)), extreme);
}

TEST(ProtocolJson, IsOneLine) { EXPECT_FALSE(has(to_json(shipped("paper")), "\n")); }

TEST(ProtocolJson, TextThatIsNoneIsAnError) {
  const std::string good = to_json(shipped("smoke"));
  for (const std::string& text :
       {std::string(), std::string("{}"), std::string("[1,2]"), good.substr(0, good.size() - 1)}) {
    EXPECT_TRUE(has(message_of<Error>([&] { protocol_from_json(text); }), "protocol makes no sense: ")) << text;
  }
  std::string wrong = good;
  wrong.replace(wrong.find("\"first\""), 7, "\"last\"");
  EXPECT_TRUE(has(message_of<Error>([&] { protocol_from_json(wrong); }), "'last'"));
}

}  // namespace
}  // namespace mce::protocol_json_test
