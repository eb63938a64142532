// SPDX-License-Identifier: MIT
#include "mce/study/shard.hpp"

#include <fmt/core.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <stdexcept>

#include "mce/study/protocol_reader.hpp"
#include "support/complaint.hpp"

namespace mce::shard_test {
namespace {

using test::expect_mentions;
using test::message_of;

Protocol protocol_of(const std::string& treatments, int repetitions = 5,
                     const std::string& selectors = R"("Uc", "G", "R")") {
  return parse_protocol(fmt::format("repetitions = {}\nselectors = [{}]\n{}", repetitions, selectors, treatments),
                        "p.toml");
}

/// Forty treatments of about the same size, and a large one.
Protocol many() {
  std::string text = "[[treatment]]\ntestbed = \"maze\"\nsize = 32\nname = \"large\"\nevaluations = 60000\n";
  for (int i = 0; i < 40; ++i) {
    text += fmt::format("[[treatment]]\ntestbed = \"arm\"\njoints = {}\nevaluations = 10000\n", 10 + i);
  }
  return protocol_of(text);
}

/// By shard, the treatments and runs that it has.
std::vector<std::set<std::string>> division(const Protocol& protocol, std::uint32_t count) {
  const ShardPlan plan(protocol, count);
  std::vector<std::set<std::string>> found(count);
  for (std::uint32_t t = 0; t < protocol.treatments.size(); ++t) {
    for (std::uint32_t s = 0; s < protocol.selectors.size(); ++s) {
      for (std::uint32_t r = 0; r < protocol.repetitions; ++r) {
        const std::string name = fmt::format("{} {} {}", protocol.treatments[t].name, protocol.selectors[s].label, r);
        found.at(plan.shard_of(t, s, r) - 1).insert(name);
      }
    }
  }
  return found;
}

TEST(Shard, IsReadAndWritten) {
  EXPECT_EQ(parse_shard("2/8"), (Shard{.number = 2, .count = 8}));
  EXPECT_EQ(parse_shard("1/1"), Shard());
  EXPECT_EQ(to_text({.number = 3, .count = 100'000}), "3/100000");
  for (const char* text :
       {"", "/", "1", "1/", "/2", "0/2", "3/2", "1/0", "-1/2", "1/2/3", "1/100001", "a/b", "1.5/2", "1/2 3"}) {
    expect_mentions(message_of<std::invalid_argument>([&] { parse_shard(text); }),
                    {"'" + std::string(text) + "'", "I/N"});
  }
}

TEST(ShardPlan, EveryRunIsInOneShard) {
  const Protocol protocol = many();
  for (const std::uint32_t count : {1U, 2U, 3U, 7U, 41U, 1000U}) {
    const ShardPlan plan(protocol, count);
    const auto shards = division(protocol, count);
    std::uint64_t runs = 0;
    for (std::uint32_t i = 0; i < count; ++i) {
      EXPECT_EQ(shards[i].size(), plan.runs(i + 1)) << count;
      runs += plan.runs(i + 1);
    }
    EXPECT_EQ(runs, run_count(protocol));
  }
}

TEST(ShardPlan, ShardsTakeAboutEquallyLong) {
  const Protocol protocol = many();
  for (const std::uint32_t count : {2U, 3U, 8U, 20U}) {
    const ShardPlan plan(protocol, count);
    double sum = 0;
    double longest = 0;
    for (std::uint32_t i = 1; i <= count; ++i) {
      sum += plan.work(i);
      longest = std::max(longest, plan.work(i));
    }
    EXPECT_LT(longest, 1.05 * sum / count) << count;
  }
}

TEST(ShardPlan, ATreatmentStaysWholeWhereThatIsPossible) {
  const Protocol protocol = many();
  const ShardPlan plan(protocol, 4);
  int split = 0;
  for (std::uint32_t t = 0; t < protocol.treatments.size(); ++t) {
    std::set<std::uint32_t> shards;
    for (std::uint32_t s = 0; s < 3; ++s) {
      for (std::uint32_t r = 0; r < 5; ++r) shards.insert(plan.shard_of(t, s, r));
    }
    split += shards.size() > 1 ? 1 : 0;
  }
  EXPECT_LE(split, 4) << "the large one, and what is left at the end";
}

TEST(ShardPlan, DoesNotDependOnTheOrderInTheFile) {
  const std::string a = "[[treatment]]\ntestbed = \"arm\"\n";
  const std::string b = "[[treatment]]\ntestbed = \"rastrigin\"\n";
  const std::string c = "[[treatment]]\ntestbed = \"maze\"\nsize = 5\n";
  EXPECT_EQ(division(protocol_of(a + b + c), 7), division(protocol_of(c + a + b, 5, R"("R", "Uc", "G")"), 7));
}

TEST(ShardPlan, ProblemsTakeLongerThanTestbeds) {
  const Protocol protocol = protocol_of("[[treatment]]\ntestbed = \"maze\"\nsize = 64\n");
  Plan problem = protocol.treatments[0].plan;
  problem.problem.emplace();
  EXPECT_GT(expected_work(problem), expected_work(protocol.treatments[0].plan));
}

}  // namespace
}  // namespace mce::shard_test
