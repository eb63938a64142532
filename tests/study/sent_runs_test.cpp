// SPDX-License-Identifier: MIT
#include "mce/study/sent_runs.hpp"

#include <gtest/gtest.h>

#include <random>
#include <stdexcept>

#include "mce/core/bytes.hpp"
#include "mce/core/error.hpp"
#include "mce/study/runner.hpp"
#include "study/study_support.hpp"
#include "support/problem_study.hpp"

namespace mce::sent_runs_test {
namespace {

using test::contents_of;
using test::expect_mentions;
using test::message_of;
using test::small_protocol;

const std::atomic<bool> kNever = false;
const std::string kScratch = "no-such-folder/scratch";

std::vector<std::byte> sent(const Protocol& protocol, const RunKey& key,
                            const std::filesystem::path& scratch = kScratch) {
  return make_sent_run(protocol, key, scratch, kNever).value();
}

TEST(SentRuns, OfAWholeStudyMakeTheSameFile) {
  for (const char* keep : {"first", "all", "curves"}) {
    const test::TemporaryDirectory directory;
    const Protocol protocol = small_protocol("", R"("Uc", "G", "R")", 2, keep);
    test::complete_study(directory / "whole.mce", protocol);
    {
      const Protocol elsewhere = read_sent_protocol(sent_protocol(protocol));
      Store store = Store::for_running(directory / "sent.mce", protocol);
      for (const RunKey& key : agenda(store, {})) {
        if (take_sent_run(store, key, sent(elsewhere, key))) measure_complete(store, {});
      }
      store.shrink();
    }
    EXPECT_EQ(contents_of(directory / "sent.mce"), contents_of(directory / "whole.mce")) << keep;
  }
}

TEST(SentRuns, OfProblemsTooWithTheirPictures) {
  const test::TemporaryDirectory directory;
  const Protocol protocol = test::problem_protocol(directory.path(), {.pictures = true});
  test::complete_study(directory / "whole.mce", protocol);
  {
    Store store = Store::for_running(directory / "sent.mce", protocol);
    for (const RunKey& key : agenda(store, {})) take_sent_run(store, key, sent(protocol, key, directory / "scratch"));
    measure_complete(store, {});
    store.shrink();
  }
  EXPECT_EQ(contents_of(directory / "sent.mce"), contents_of(directory / "whole.mce"));
}

TEST(SentRuns, StopWhenTheyAreTold) {
  const std::atomic<bool> stop = true;
  EXPECT_FALSE(make_sent_run(small_protocol(), {}, kScratch, stop));
}

TEST(SentRuns, ThereAreNoOthers) {
  EXPECT_THROW(sent(small_protocol(), {.treatment = 3}), std::out_of_range);
  EXPECT_THROW(sent(small_protocol(), {.selector = 3}), std::out_of_range);
  EXPECT_THROW(sent(small_protocol(), {.repetition = 3}), std::out_of_range);
}

class WrongRunsTest : public testing::Test {
 protected:
  [[nodiscard]] std::string complaint(const RunKey& key, const std::vector<std::byte>& bytes) {
    return message_of<Error>([&] { take_sent_run(store_, key, bytes); });
  }
  [[nodiscard]] std::uint32_t runs() const { return store_.states()[0].runs + store_.states()[1].runs; }

  test::TemporaryDirectory directory_;
  Protocol protocol_ = small_protocol();
  Store store_ = Store::for_running(directory_ / "s.mce", protocol_);
};

TEST_F(WrongRunsTest, AreRefused) {
  const RunKey key{.treatment = 0, .selector = 1, .repetition = 0};
  expect_mentions(complaint(key, {}), {"'rastrigin'", "'greedy'", "repetition 0", "cannot be used"});
  expect_mentions(complaint(key, sent(protocol_, {.treatment = 0, .selector = 2, .repetition = 0})), {"another run"});
  Protocol other = protocol_;
  other.seed = 99;
  EXPECT_NE(complaint(key, sent(other, key)), "");
  other = protocol_;
  other.treatments[0].plan.evaluations = 1000;
  other.treatments[0].plan.save_points = {0, 1000};
  EXPECT_NE(complaint(key, sent(other, key)), "");
  other = small_protocol("", R"("Uc", "G", "R")", 3, "curves");
  EXPECT_NE(complaint(key, sent(other, key)), "");
  EXPECT_EQ(runs(), 0U);
}

TEST_F(WrongRunsTest, ThatAreDamagedNeverCrash) {
  const RunKey key{.treatment = 1, .selector = 1, .repetition = 0};
  const std::vector<std::byte> good = sent(protocol_, key);
  std::mt19937 random(7);
  for (std::size_t length = 0; length < good.size(); length += 1 + good.size() / 97) {
    EXPECT_NE(complaint(key, {good.begin(), good.begin() + static_cast<std::ptrdiff_t>(length)}), "");
  }
  int refused = 0;
  for (int i = 0; i < 300; ++i) {
    std::vector<std::byte> bad = good;
    for (int change = 0; change < 3; ++change) bad[random() % bad.size()] = static_cast<std::byte>(random());
    try {
      take_sent_run(store_, key, bad);
    } catch (const Error&) {
      ++refused;
    }
  }
  EXPECT_GT(refused, 250) << "the rest has changed numbers that nobody can know";
}

TEST_F(WrongRunsTest, WithHostileHeadsAreRefused) {
  const RunKey key{.treatment = 1, .selector = 1, .repetition = 0};
  const std::vector<std::byte> good = sent(protocol_, key);
  ByteReader in(good);
  const std::string head = in.text();
  const auto with_head = [&](const std::string& text) {
    ByteWriter out;
    out.text(text);
    out.raw(std::span(good).last(in.remaining()));
    return out.bytes();
  };
  const auto changed = [&](const std::string& name, const std::string& value) {
    const std::size_t start = head.find("\"" + name + "\":") + name.size() + 3;
    return complaint(key, with_head(head.substr(0, start) + value + head.substr(head.find_first_of(",}", start))));
  };
  expect_mentions(complaint(key, with_head(std::string(1'000'000, '['))), {"cannot be used"});
  expect_mentions(changed("rejected", "9223372036854775808"), {"more rejected"});
  expect_mentions(changed("seconds", "-1"), {"its time"});
  expect_mentions(changed("seconds", "null"), {"'seconds' is no number"});
  expect_mentions(changed("at", "99999999999"), {"damaged", "beyond its end"});
  expect_mentions(changed("size", "18446744073709551615"), {"damaged", "beyond its end"});
  expect_mentions(changed("behaviour", "1"), {"behaves differently"});
  EXPECT_EQ(runs(), 0U);
  take_sent_run(store_, key, good);
  EXPECT_EQ(runs(), 1U);
}

TEST(SentRuns, ThatComeAfterTheirTreatmentWasMeasuredAreRefused) {
  const test::TemporaryDirectory directory;
  const Protocol protocol = small_protocol();
  test::complete_study(directory / "s.mce", protocol);
  const std::string before = contents_of(directory / "s.mce");
  {
    Store store = Store::for_running(directory / "s.mce", protocol);
    expect_mentions(message_of<Error>([&] { take_sent_run(store, {}, sent(protocol, {})); }), {"s.mce", "comes late"});
  }
  EXPECT_EQ(contents_of(directory / "s.mce"), before);
}

}  // namespace
}  // namespace mce::sent_runs_test
