// SPDX-License-Identifier: MIT
#include "mce/run/detail/plan_json.hpp"

#include <gtest/gtest.h>

#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "mce/selectors/selector_kinds.hpp"
#include "mce/testbeds/any_testbed.hpp"
#include "support/runs.hpp"

namespace mce::plan_json_test {
namespace {

using test::expect_mentions;
using test::has;
using test::message_of;
using test::small_request;

Plan small_plan() { return complete(small_request("rastrigin", "ucb-individual", 1000)); }

TEST(PlanJson, ReadsBackTheSame) {
  for (const char* profile : {"paper", "published"}) {
    for (const TestbedKind& testbed : testbed_kinds()) {
      for (const SelectorKind& selector : selector_kinds()) {
        PlanRequest request = small_request(testbed.name, selector.name, 123'456, 8);
        request.profile = profile;
        const Plan plan = complete(request);
        EXPECT_EQ(plan_from(parse_json(plan_json(plan).dump())), plan);
      }
    }
  }
}

TEST(PlanJson, LosesNoDigit) {
  PlanRequest request = small_request("arm", "ucb-cell:lambda=0.1234567890123456", 4'294'901'760);
  request.testbed_settings = {{"mutation", 1.0 / 3}};
  request.seed = UINT64_MAX;
  const Plan plan = complete(request);
  EXPECT_EQ(plan_from(parse_json(plan_json(plan).dump(2))), plan);
  EXPECT_EQ(plan_from(parse_json(plan_json(plan).dump())).seed, UINT64_MAX);
}

TEST(PlanJson, WritesNumbersAsNumbers) {
  EXPECT_EQ(plan_json(complete({.testbed = "arm",
                                .testbed_settings = {{"joints", "3"}, {"mutation", "0.5"}},
                                .selector = "uniform",
                                .run_settings = {{"evaluations", 100.0}, {"resolution", "10x20"}},
                                .seed = 5}))
                .dump(),
            R"({"profile":"paper","testbed":"arm","testbed_settings":{"joints":3,"mutation":0.5,)"
            R"("fitness-noise":0,"feature-noise":0,"scale":"plain"},)"
            R"("selector":"uniform","selector_settings":{},"seed":5,"initial":100,"resolution":[10,20],)"
            R"("evaluations":100,"batch":1,"save_points":[0,100]})");
}

TEST(PlanJson, HasCentroidsInsteadOfAResolution) {
  Plan plan = complete({.testbed = "arm", .run_settings = {{"centroids", 50.0}, {"centroid-seed", 9.0}}});
  EXPECT_TRUE(has(plan_json(plan).dump(), R"("initial":100,"centroids":{"count":50,"seed":9},"evaluations")"));
  EXPECT_EQ(plan_from(parse_json(plan_json(plan).dump())), plan);

  plan.centroids = {.count = 2, .points = {0.1, 1.0 / 3, -5e-324, 0.7}, .file = "points.csv"};
  const Plan read = plan_from(parse_json(plan_json(plan).dump()));
  EXPECT_EQ(read, plan);
  EXPECT_EQ(read.centroids.file, "points.csv");
}

TEST(PlanJson, RefusesImpossibleCentroids) {
  const Json good = plan_json(complete({.testbed = "arm", .run_settings = {{"centroids", 50.0}}}));
  const auto error = [&](const char* centroids) {
    Json json = good;
    json["centroids"] = Json::parse(centroids);
    return message_of<Error>([&] { plan_from(json); });
  };
  expect_mentions(error("5"), {"'centroids'", "an object"});
  expect_mentions(error(R"({"seed":1})"), {"'count' is missing"});
  expect_mentions(error(R"({"count":50})"), {"'seed' is missing"});
  expect_mentions(error(R"({"count":0,"seed":1})"), {"0 centroids"});
  expect_mentions(error(R"({"count":100001,"seed":1})"), {"centroids", "100001"});
  expect_mentions(error(R"({"count":4294967297,"seed":1})"), {"4294967297 centroids"});
  expect_mentions(error(R"({"count":1,"file":"a","points":7})"), {"'points'", "a list of numbers"});
  expect_mentions(error(R"({"count":1,"file":"a","points":[]})"), {"'points'", "a list of numbers"});
  expect_mentions(error(R"({"count":1,"file":"a","points":[1,"2"]})"), {"'points'", "a list of numbers"});
  expect_mentions(error(R"({"count":1,"file":5,"points":[0,0]})"), {"'file'", "a text"});
  expect_mentions(error(R"({"count":2,"file":"a","points":[0,0]})"), {"'a'", "2 points of 1 numbers for 2 features"});
  expect_mentions(error(R"({"count":1,"file":"a","points":[0,3]})"), {"centroid 1 has 3 as feature 2"});
  Json both = good;
  both["resolution"] = {10};
  expect_mentions(message_of<Error>([&] { plan_from(both); }), {"both 'resolution' and 'centroids'"});
}

TEST(PlanJson, OfATreatmentHasNeitherSelectorNorSeed) {
  const Plan treatment = complete({.testbed = "maze", .selector = ""});
  const Json json = plan_json(treatment);
  EXPECT_FALSE(json.contains("selector") || json.contains("selector_settings") || json.contains("seed"));
  EXPECT_EQ(plan_from(json), treatment);
}

TEST(PlanJson, OfTheFirstVersionHadNumbersAsTexts) {
  const Plan plan = plan_from(parse_json(
      R"({"profile":"published","testbed":"rastrigin","testbed_settings":{"dimensions":"6","features":"2",)"
      R"("cosine":"1","goal":"maximise","mutation":"0.512"},"selector":"ucb-individual","selector_settings":)"
      R"({"lambda":"0.7071067811865476","total":"living"},"seed":7,"initial":20,"resolution":[12],)"
      R"("evaluations":400,"batch":1,"save_points":[0,400]})"));
  PlanRequest request = small_request("rastrigin", "Ui", 400);
  request.profile = "published";
  EXPECT_EQ(plan, complete(request));
}

TEST(PlanJson, OfTheFirstVersionCalledATreatmentsSettingsSettings) {
  const Plan plan = plan_from(
      parse_json(R"({"testbed":"arm","settings":{"joints":"12","mutation":"0.3141592653589793"},"initial":100,)"
                 R"("resolution":[100,100],"evaluations":1000,"batch":1,"save_points":[0,100,1000]})"));
  Plan expected = complete({.testbed = "arm", .selector = "", .run_settings = {{"evaluations", 1000.0}}});
  expected.save_points = {0, 100, 1000};
  EXPECT_EQ(plan, expected);
}

TEST(PlanJson, LacksOnlyWhatHasADefault) {
  Json json = plan_json(small_plan());
  json["testbed_settings"].erase("mutation");
  EXPECT_EQ(plan_from(json), small_plan()) << "a parameter that did not exist yet";
  for (const char* key : {"testbed", "testbed_settings", "selector_settings", "seed", "initial", "resolution",
                          "evaluations", "batch", "save_points"}) {
    Json less = plan_json(small_plan());
    less.erase(key);
    expect_mentions(message_of<Error>([&] { plan_from(less); }), {"'" + std::string(key) + "' is missing"});
  }
}

/// One forged field each, and what the error has to say.
using Forgery = std::pair<std::string, std::vector<std::string>>;

TEST(PlanJson, ForgedFieldsAreOneClearErrorEach) {
  const std::vector<Forgery> forgeries = {
      {R"("profile": 7)", {"'profile'", "not a text"}},
      {R"("profile": "papre")", {"'papre'", "did you mean 'paper'?"}},
      {R"("testbed": null)", {"'testbed'", "not a text"}},
      {R"("testbed": "sphere")", {"unknown testbed 'sphere'"}},
      {R"("testbed": "a\nb")", {R"('a\x0ab')"}},
      {R"("testbed": "arm")", {"parameter of arm", "'dimensions'"}},
      {R"("testbed_settings": [])", {"'testbed_settings'", "not an object"}},
      {R"("testbed_settings": {"dimensions": null})", {"'dimensions' in 'testbed_settings'"}},
      {R"("testbed_settings": {"dimensions": true})", {"'dimensions' in 'testbed_settings'"}},
      {R"("testbed_settings": {"dimensions": [6]})", {"'dimensions' in 'testbed_settings'"}},
      {R"("testbed_settings": {"dimensions": 6.5})", {"dimensions of rastrigin", "'6.5'", "1 to 1000"}},
      {R"("testbed_settings": {"dimensions": -1})", {"dimensions of rastrigin", "'-1'"}},
      {R"("testbed_settings": {"dimensions": 1e300})", {"dimensions of rastrigin"}},
      {R"("testbed_settings": {"mutation": "x"})", {"mutation of rastrigin", "'x'"}},
      {R"("testbed_settings": {"dimensions": 1, "features": 2})", {"features 2 of rastrigin", "only 1 genes"}},
      {R"("settings": 3)", {"'settings'", "not an object"}},
      {R"("selector": {})", {"'selector'", "not a text"}},
      {R"("selector": "ucb-cel")", {"did you mean 'ucb-cell'?"}},
      {R"("selector_settings": {"lambda": "nan"})", {"lambda of ucb-individual", "'nan'"}},
      {R"("selector_settings": {"lambda": -1})", {"lambda of ucb-individual", "'-1'"}},
      {R"("selector_settings": "none")", {"'selector_settings'", "not an object"}},
      {R"("seed": -1)", {"'seed'", "not a whole number"}},
      {R"("seed": "7")", {"'seed'", "not a whole number"}},
      {R"("seed": 1.5)", {"'seed'", "not a whole number"}},
      {R"("seed": 1e300)", {"'seed'", "not a whole number"}},
      {R"("initial": 0)", {"initial of a run", "'0'"}},
      {R"("initial": 4294967297)", {"initial of a run", "'4294967297'"}},
      {R"("evaluations": 1e30)", {"'evaluations'", "not a whole number"}},
      {R"("evaluations": 4294967295)", {"evaluations of a run", "4294901760"}},
      {R"("evaluations": 999)", {"save points"}},
      {R"("batch": 0)", {"batch of a run", "'0'"}},
      {R"("batch": 4294967297)", {"batch of a run", "'4294967297'", "1 to 65535"}},
      {R"("batch": [1])", {"'batch'", "not a whole number"}},
      {R"("resolution": [])", {"resolution"}},
      {R"("resolution": 12)", {"'resolution'", "not a list of whole numbers"}},
      {R"("resolution": [-1])", {"'resolution'", "not a list of whole numbers"}},
      {R"("resolution": [0])", {"resolution of a run"}},
      {R"("resolution": [12, 12, 12])", {"3 numbers for 2 features"}},
      {R"("resolution": [4294967308])", {"resolution of a run"}},
      {R"("resolution": [65536, 65536])", {"100000000 cells"}},
      {R"("save_points": [])", {"save points"}},
      {R"("save_points": {})", {"'save_points'", "not a list of whole numbers"}},
      {R"("save_points": [0, "1000"])", {"'save_points'", "not a list of whole numbers"}},
      {R"("save_points": [0, 10, 10, 1000])", {"increase"}},
      {R"("save_points": [0, 1e3])", {"'save_points'", "not a list of whole numbers"}},
  };
  for (const auto& [field, words] : forgeries) {
    Json json = plan_json(small_plan());
    json.update(parse_json("{" + field + "}"));
    const std::string text = message_of<Error>([&] { plan_from(json); });
    SCOPED_TRACE(field);
    expect_mentions(text, words);
    EXPECT_FALSE(has(text, "json.exception") || has(text, "\n")) << text;
  }
}

TEST(ParseJson, RefusesTextThatIsNone) {
  for (const std::string text : {"", "{", "[1,2]", "7", "null", "\"text\"", "{} {}", "{\"a\":1,}", "\xff\xfe"}) {
    EXPECT_EQ(message_of<Error>([&] { parse_json(text); }), "is not a JSON object") << text;
  }
}

TEST(ParseJson, RefusesWhatIsNestedTooDeeply) {
  const auto nested = [](std::size_t depth) {
    return R"({"a":)" + std::string(depth, '[') + std::string(depth, ']') + "}";
  };
  EXPECT_NO_THROW(parse_json(nested(31)));
  EXPECT_EQ(message_of<Error>([&] { parse_json(nested(32)); }), "is nested too deeply");
  EXPECT_EQ(message_of<Error>([&] { parse_json(nested(10'000'000)); }), "is nested too deeply");
  EXPECT_NO_THROW(parse_json(R"({"a":")" + std::string(1000, '[') + R"(\""})")) << "brackets in a text are none";
}

TEST(JsonFields, AreTypedOrErrors) {
  const Json json =
      parse_json(R"({"text": "a", "whole": 7, "wholes": [1, 2], "list": [{}, {"a": 1}], "mixed": [{}, 1]})");
  EXPECT_EQ(text_field(json, "text"), "a");
  EXPECT_EQ(whole_field(json, "whole"), 7U);
  EXPECT_EQ(wholes_field(json, "wholes"), (std::vector<std::uint64_t>{1, 2}));
  EXPECT_EQ(list_field(json, "list").size(), 2U);
  expect_mentions(message_of<Error>([&] { list_field(json, "mixed"); }), {"'mixed'", "list of objects"});
  expect_mentions(message_of<Error>([&] { list_field(json, "text"); }), {"'text'", "a list"});
  expect_mentions(message_of<Error>([&] { field(json, "other"); }), {"'other' is missing"});
}

TEST(SettingsJson, KeepsTheOrderOfTheKeys) {
  const Settings settings = {{"z", 1.0}, {"a", "text"}, {"m", 0.5}, {"big", 1e300}, {"negative", -3.0}};
  const Json json = {{"settings", settings_json(settings)}};
  EXPECT_EQ(json["settings"].dump(), R"({"z":1,"a":"text","m":0.5,"big":1e+300,"negative":-3})");
  EXPECT_EQ(settings_field(parse_json(json.dump()), "settings"), settings);
}

}  // namespace
}  // namespace mce::plan_json_test
