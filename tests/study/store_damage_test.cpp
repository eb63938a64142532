// SPDX-License-Identifier: MIT
// Stores that were forged, lost something, or rotted: one clear error with the file's name, or the runs are made again.
#include <gtest/gtest.h>

#include "mce/core/error.hpp"
#include "mce/study/exports.hpp"
#include "mce/study/samples.hpp"
#include "study/study_support.hpp"

namespace mce::store_damage_test {
namespace {

using test::has;
using test::message_of;
using test::small_protocol;
using test::tamper;

class StoreDamage : public ::testing::Test {
 protected:
  void SetUp() override {
    test::complete_study(path_, small_protocol());
    whole_ = test::contents_of(path_);
  }

  /// What is said to be wrong: one line, in our words, with the file's name.
  template <class Action>
  std::string refusal(Action action) const {
    std::string text = message_of<Error>(action);
    EXPECT_TRUE(has(text, path_.string())) << text;
    for (const char* foreign : {"\n", "json.exception", "stoull", "map::at", "basic_string", "vector::", "std::"}) {
      EXPECT_FALSE(has(text, foreign)) << text;
    }
    return text;
  }
  std::string refusal_to_open() const {
    const std::string text = refusal([this] { Store::for_reading(path_); });
    EXPECT_EQ(refusal([this] { Store::for_running(path_, small_protocol()); }), text);
    return text;
  }
  /// Replaces a part of the JSON text of the protocol.
  void forge_protocol(const std::string& part, const std::string& by) const {
    tamper(path_, "UPDATE study SET value = replace(value, '" + part + "', '" + by + "') WHERE key = 'protocol'");
  }
  void expect_made_again() const {
    test::complete_study(path_, small_protocol());
    EXPECT_EQ(test::contents_of(path_), whole_);
  }

  const test::TemporaryDirectory directory_;
  const std::filesystem::path path_ = directory_ / "s.mce";
  std::string whole_;
};

TEST_F(StoreDamage, ForgedProtocolsAreErrors) {
  const std::vector<std::array<std::string, 3>> forgeries = {
      {R"("save_points":[0,100,1000,1500])", R"("save_points":[])", "save points"},
      {R"("save_points":[0,100,1000,1500])", R"("save_points":[0,1000,100,1500])", "save points"},
      {R"("save_points":[0,100,1000,1500])", R"("save_points":"none")", "'save_points'"},
      {R"("save_points":[0,100,1000,1500])", R"("save_points":[0,-1,1500])", "'save_points'"},
      {R"("evaluations":1500)", R"("evaluations":"many")", "'evaluations'"},
      {R"("evaluations":1500)", R"("evaluations":1e300)", "'evaluations'"},
      {R"("resolution":[12])", R"("resolution":[0])", "resolution"},
      {R"("resolution":[12])", R"("resolution":[])", "resolution"},
      {R"("resolution":[12])", R"("resolution":[4000000000,4000000000])", "resolution"},
      {R"("repetitions":3)", R"("repetitions":0)", "repetitions"},
      {R"("repetitions":3)", R"("repetitions":true)", "'repetitions'"},
      {R"("name":"arm")", R"("name":"rastrigin")", "'rastrigin'"},
      {R"("testbed":"arm")", R"("testbed":"leg")", "'leg'"},
      {R"("label":"greedy")", R"("label":"g")", "'g'"},
      {R"("keep":"first")", R"("keep":"second")", "'second'"},
      {R"("profile":"paper")", R"("profile":"newspaper")", "'newspaper'"},
      {R"("selectors":[)", R"("selectors":[7,)", "'selectors'"},
      {R"("treatments":[)", R"("treatments":[],"x":[)", "no runs"},
      {R"("seed":1)", R"("seed":[[[]])", "JSON"},
  };
  const std::string good = test::slurp(path_);
  for (const auto& [part, by, word] : forgeries) {
    test::spill(path_, good);
    forge_protocol(part, by);
    const std::string text = refusal_to_open();
    EXPECT_TRUE(has(text, word)) << text;
  }
}

TEST_F(StoreDamage, AnotherResolutionDoesNotFitTheMaps) {
  forge_protocol(R"("resolution":[12])", R"("resolution":[13])");
  const Store store = Store::for_reading(path_);
  EXPECT_TRUE(has(refusal([&] { (void)store.maps({}); }), "144 packed numbers, where 169 belong"));
}

TEST_F(StoreDamage, FewerSavePointsDoNotFitTheCurves) {
  forge_protocol(R"("save_points":[0,100,1000,1500])", R"("save_points":[0,1500])");
  const Store store = Store::for_reading(path_);
  EXPECT_TRUE(has(refusal([&] { curves(store, 0); }), "treatment 'rastrigin'"));
}

TEST_F(StoreDamage, BlobsThatAreNoneAreErrors) {
  for (const std::string blob : {"x''", "x'00'", "zeroblob(1000)", "'text'", "7"}) {
    for (const std::string column : {"fitness", "selections", "survivals"}) {
      test::complete_study(path_, small_protocol());
      tamper(path_, "UPDATE map SET " + column + " = " + blob);
      const Store store = Store::for_reading(path_);
      EXPECT_TRUE(has(refusal([&] { (void)store.maps({}); }), "treatment 'rastrigin', selector 'ucb-cell'")) << blob;
      tamper(path_, "DELETE FROM map");
    }
    for (const std::string column : {"cells", "fitness", "features", "solutions", "selections", "survivals"}) {
      test::complete_study(path_, small_protocol());
      tamper(path_, "UPDATE elites SET " + column + " = " + blob);
      const Store store = Store::for_reading(path_);
      EXPECT_TRUE(has(refusal([&] { (void)store.elites({}); }), "the elites of")) << column << blob;
      tamper(path_, "DELETE FROM elites");
    }
  }
}

TEST_F(StoreDamage, ElitesThatBelongToAnotherTestbedAreErrors) {
  tamper(path_, "UPDATE elites SET solutions = (SELECT solutions FROM elites WHERE treatment = 1) WHERE treatment = 0");
  const Store store = Store::for_reading(path_);
  EXPECT_TRUE(has(refusal([&] { (void)store.elites({}); }), "belong"));
}

TEST_F(StoreDamage, MapsThatCannotBeMeasuredAreErrors) {
  const Protocol protocol = small_protocol("", R"("Uc", "G", "R")", 3, "all");
  const auto path = directory_ / "all.mce";
  const std::string swap =
      "UPDATE history SET maps = (SELECT maps FROM history WHERE treatment = 1 AND selector = 0 AND repetition = 0) "
      "WHERE treatment = 1 AND selector = 1";
  for (const std::string& change : {std::string("UPDATE history SET maps = x'0102' WHERE treatment = 1"), swap}) {
    std::filesystem::remove(path);
    test::complete_study(path, protocol);
    tamper(path, "UPDATE treatment SET measured = 0; " + change);
    Store store = Store::for_running(path, protocol);
    test::expect_mentions(message_of<Error>([&] { run_study(store, {}); }), {path.string(), "treatment 'arm'"});
  }
}

TEST_F(StoreDamage, SignaturesThatAreNoneAreErrors) {
  for (const std::string text : {"", "xyz", "12345678901234567", "0x12345678901234", "-123456789012345"}) {
    tamper(path_, "UPDATE run SET signature = '" + text + "'");
    const Store store = Store::for_reading(path_);
    EXPECT_TRUE(has(refusal([&] { (void)store.signature(); }), "'" + text + "' is no signature"));
    refusal([&] { (void)store.signature({}); });
    refusal([&] { (void)export_kind("runs").table(store, {}); });
  }
}

TEST_F(StoreDamage, RunsOutsideOfTheProtocolAreErrors) {
  tamper(path_,
         "UPDATE auc SET selector = 7 WHERE selector = 2; UPDATE curve SET repetition = -1 WHERE repetition = 0;"
         "UPDATE run SET selector = 7 WHERE selector = 2");
  const Store store = Store::for_reading(path_);
  refusal([&] { (void)store.areas(0); });
  refusal([&] { (void)store.curves(0); });
  refusal([&] { (void)store.runs(0); });
  tamper(path_, "UPDATE run SET treatment = 9 WHERE treatment = 1");
  refusal([&] { (void)store.states(); });
}

TEST_F(StoreDamage, LostValuesAreAnErrorToReaders) {
  tamper(path_, "UPDATE curve SET coverage = NULL WHERE treatment = 2 AND selector = 1");
  const Store store = Store::for_reading(path_);
  EXPECT_TRUE(has(refusal([&] { curves(store, 2); }), "has lost values of coverage"));
}

TEST_F(StoreDamage, LostRowsOfMeasuredTreatmentsAreMadeAgain) {
  for (const std::string row :
       {"run WHERE treatment = 1 AND selector = 1 AND repetition = 2", "auc WHERE treatment = 0 AND repetition = 1",
        "curve WHERE treatment = 2 AND evaluations = 100 AND selector = 0 AND repetition = 0",
        "elites WHERE treatment = 1 AND selector = 2", "map WHERE treatment = 1 AND evaluations = 1000",
        "treatment WHERE treatment = 1", "selector", "behaviour"}) {
    tamper(path_, "DELETE FROM " + row);
    EXPECT_NE(test::contents_of(path_), whole_) << row;
    expect_made_again();
  }
}

TEST_F(StoreDamage, LostRowsOfTreatmentsThatAreNotMeasuredAreMadeAgain) {
  for (const std::string table : {"run", "curve", "history", "elites", "map"}) {
    const auto path = directory_ / (table + ".mce");
    {
      Store store = Store::for_running(path, small_protocol());
      for (std::uint32_t selector = 0; selector < 3; ++selector) {
        store.add(test::made_run(small_protocol(), {.treatment = 1, .selector = selector, .repetition = 0}));
      }
      EXPECT_EQ(store.missing().size(), 24U);
    }
    tamper(path, "DELETE FROM " + table + " WHERE selector = 1");
    EXPECT_EQ(Store::for_reading(path).missing().size(), 25U) << table;
    test::complete_study(path, small_protocol());
    EXPECT_EQ(test::contents_of(path), whole_) << table;
  }
}

TEST_F(StoreDamage, SqlitesVerdictIsOneLine) {
  std::string bytes = test::slurp(path_);
  const std::size_t page = 16384;
  for (std::size_t i = 3 * page + 100; i < bytes.size() && i < 9 * page; ++i) bytes[i] = static_cast<char>(i);
  test::spill(path_, bytes);
  EXPECT_TRUE(has(refusal([this] { Store::for_running(path_, small_protocol()); }), "damaged"));
}

TEST_F(StoreDamage, AFileThatIsDeletedOrReplacedMeanwhileIsAnError) {
  for (const bool replaced : {false, true}) {
    const auto path = directory_ / (replaced ? "replaced.mce" : "deleted.mce");
    Store store = Store::for_running(path, small_protocol());
    std::filesystem::remove(path);
    if (replaced) std::filesystem::copy_file(path_, path);
    EXPECT_TRUE(has(message_of<Error>([&] { run_study(store, {.threads = 2}); }), "was deleted or replaced"));
  }
}

}  // namespace
}  // namespace mce::store_damage_test
