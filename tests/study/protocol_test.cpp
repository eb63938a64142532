// SPDX-License-Identifier: MIT
#include "mce/study/protocol.hpp"

#include <gtest/gtest.h>

#include <set>

#include "mce/run/profile.hpp"
#include "mce/run/run.hpp"
#include "mce/selectors/selector_kinds.hpp"
#include "mce/study/protocol_reader.hpp"
#include "support/files.hpp"

namespace mce::protocol_test {
namespace {

using Names = std::vector<std::string>;
using Points = std::vector<std::uint64_t>;
using Resolution = std::vector<std::uint32_t>;
using test::TemporaryDirectory;

const std::filesystem::path kShipped = std::filesystem::path(MCE_TESTS) / "../protocols";

/// A protocol with these treatments, and perhaps some more lines at the top.
Protocol with(const std::string& treatments, const std::string& head = "") {
  return parse_protocol("repetitions = 2\nselectors = [\"uniform\"]\n" + head + "\n" + treatments, "test.toml");
}

Names names(const Protocol& protocol) {
  Names all;
  for (const Treatment& each : protocol.treatments) all.push_back(each.name);
  return all;
}

Names labels(const std::string& selectors, const std::string& profile = "paper") {
  Names all;
  const Protocol protocol = parse_protocol(
      "repetitions = 1\nprofile = \"" + profile + "\"\nselectors = " + selectors + "\n[[treatment]]\ntestbed = \"arm\"",
      "test.toml");
  for (const SelectorEntry& each : protocol.selectors) all.push_back(each.label);
  return all;
}

std::string value(const Settings& settings, const std::string& key) {
  const auto found = std::ranges::find(settings, key, &Settings::value_type::first);
  return found == settings.end() ? "missing" : value_text(found->second);
}

TEST(Protocol, TakesFromItsProfileWhatItDoesNotSay) {
  const Protocol protocol = with("[[treatment]]\ntestbed = \"rastrigin\"");
  EXPECT_EQ(protocol.name, "test");
  EXPECT_EQ(protocol.profile, "paper");
  EXPECT_EQ(protocol.seed, 1U);
  EXPECT_EQ(protocol.repetitions, 2U);
  EXPECT_EQ(protocol.keep, Retention::first);
  PlanRequest request;
  request.testbed = "rastrigin";
  const Plan settings = complete(request);
  const Treatment& treatment = protocol.treatments.at(0);
  EXPECT_EQ(treatment.plan.testbed_settings, settings.testbed_settings);
  EXPECT_EQ(treatment.plan.initial, settings.initial);
  EXPECT_EQ(treatment.plan.resolution, settings.resolution);
  EXPECT_EQ(treatment.plan.evaluations, settings.evaluations);
  EXPECT_EQ(treatment.plan.save_points, settings.save_points);
  EXPECT_EQ(treatment.plan.batch, 1U);
}

TEST(Protocol, SaysWhatHoldsForAllTreatmentsAndForOne) {
  const Protocol protocol = with(
      "[[treatment]]\ntestbed = \"rastrigin\"\n"
      "[[treatment]]\ntestbed = \"arm\"\nevaluations = 2_000\ninitial = 7\nresolution = \"30x20\"\nbatch = 4",
      "name = \"a-name_1.5\"\nprofile = \"published\"\nseed = 0\nkeep = \"all\"\n"
      "evaluations = 1e3\ninitial = 5.0\nresolution = 12\nbatch = 3");
  EXPECT_EQ(protocol.name, "a-name_1.5");
  EXPECT_EQ(protocol.profile, "published");
  EXPECT_EQ(protocol.seed, 0U);
  EXPECT_EQ(protocol.keep, Retention::all);
  EXPECT_EQ(names(protocol), (Names{"rastrigin", "arm"}));
  EXPECT_EQ(value(protocol.treatments[0].plan.testbed_settings, "mutation"), "0.512");
  EXPECT_EQ(protocol.treatments[0].plan.evaluations, 1'000U);
  EXPECT_EQ(protocol.treatments[0].plan.initial, 5U);
  EXPECT_EQ(protocol.treatments[0].plan.resolution, Resolution{12});
  EXPECT_EQ(protocol.treatments[0].plan.batch, 3U);
  EXPECT_EQ(protocol.treatments[1].plan.evaluations, 2'000U);
  EXPECT_EQ(protocol.treatments[1].plan.initial, 7U);
  EXPECT_EQ(protocol.treatments[1].plan.resolution, (Resolution{30, 20}));
  EXPECT_EQ(protocol.treatments[1].plan.batch, 4U);
}

TEST(Protocol, IsReadFromAFileWhoseStemIsItsName) {
  const TemporaryDirectory directory;
  test::spill(directory / "sweep.toml", "repetitions = 1\nselectors = \"all\"\n[[treatment]]\ntestbed = \"arm\"\n");
  EXPECT_EQ(read_protocol(directory / "sweep.toml").name, "sweep");
}

TEST(Sweeps, HaveATreatmentForEachValueTheLastKeyFastest) {
  EXPECT_EQ(names(with("[[treatment]]\ntestbed = \"rastrigin\"\nmutation = [0.5, 1]\ndimensions = [6, 10]")),
            (Names{"rastrigin dimensions=6 mutation=0.5", "rastrigin dimensions=10 mutation=0.5",
                   "rastrigin dimensions=6 mutation=1", "rastrigin dimensions=10 mutation=1"}));
  const Protocol protocol = with("[[treatment]]\ntestbed = \"rastrigin\"\ndimensions = [6, 10]");
  EXPECT_EQ(value(protocol.treatments[1].plan.testbed_settings, "dimensions"), "10");
}

TEST(Sweeps, GoOverEvaluationsInitialResolutionAndBatchToo) {
  const Protocol protocol =
      with("[[treatment]]\ntestbed = \"arm\"\nresolution = [10, \"1e2x50\"]\nevaluations = [1e4]\ninitial = 9",
           "batch = [1, 8]\ninitial = [1, 2]");
  EXPECT_EQ(names(protocol),
            (Names{"arm evaluations=10000 resolution=10 batch=1", "arm evaluations=10000 resolution=100x50 batch=1",
                   "arm evaluations=10000 resolution=10 batch=8", "arm evaluations=10000 resolution=100x50 batch=8"}));
  EXPECT_EQ(protocol.treatments[3].plan.resolution, (Resolution{100, 50}));
  EXPECT_EQ(protocol.treatments[3].plan.batch, 8U);
  EXPECT_EQ(protocol.treatments[3].plan.initial, 9U);
}

TEST(Sweeps, GoOverCentroidsAndTheirSeeds) {
  const Protocol protocol = with("[[treatment]]\ntestbed = \"arm\"\ncentroids = [20, 1e2]\ncentroid-seed = [1, 2]");
  EXPECT_EQ(names(protocol), (Names{"arm centroids=20 centroid-seed=1", "arm centroids=20 centroid-seed=2",
                                    "arm centroids=100 centroid-seed=1", "arm centroids=100 centroid-seed=2"}));
  EXPECT_EQ(protocol.treatments[3].plan.centroids, (CentroidChoice{.count = 100, .seed = 2}));
}

TEST(Protocol, ATreatmentsWordAboutItsMapReplacesThatOfAll) {
  const std::string treatments =
      "[[treatment]]\ntestbed = \"arm\"\n[[treatment]]\ntestbed = \"arm\"\nname = \"other\"\n";
  const Protocol grids = with(treatments + "centroids = 30", "resolution = 12");
  EXPECT_EQ(grids.treatments[0].plan.resolution, Resolution{12});
  EXPECT_EQ(grids.treatments[1].plan.centroids.count, 30U);
  const Protocol centroids = with(treatments + "resolution = 5", "centroids = 30\ncentroid-seed = 4");
  EXPECT_EQ(centroids.treatments[0].plan.centroids, (CentroidChoice{.count = 30, .seed = 4}));
  EXPECT_EQ(centroids.treatments[1].plan.resolution, Resolution{5});
}

TEST(Protocol, ReadsCentroidsFromAFileInItsFolder) {
  const TemporaryDirectory directory;
  test::spill(directory / "few.csv", "0 0\n");
  test::spill(directory / "more.csv", "0 0\n0.5 0\n");
  test::spill(directory / "p.toml",
              "repetitions = 1\nselectors = \"all\"\n[[treatment]]\ntestbed = \"arm\"\n"
              "centroids = [\"few.csv\", \"more.csv\", 3]\n");
  const Protocol protocol = read_protocol(directory / "p.toml");
  EXPECT_EQ(names(protocol), (Names{"arm centroids=few.csv", "arm centroids=more.csv", "arm centroids=3"}))
      << "names, and so seeds, do not depend on the folder";
  EXPECT_EQ(protocol.treatments[1].plan.centroids.points, (std::vector<double>{0, 0, 0.5, 0}));
}

TEST(Sweeps, OfTextsAreSweepsOfSettings) {
  EXPECT_EQ(names(with("[[treatment]]\ntestbed = \"maze\"\nfeatures = [\"corners,straights\", \"corners\"]")),
            (Names{"maze features=corners,straights", "maze features=corners"}));
}

TEST(Sweeps, AppendToANameWhatIsSwept) {
  EXPECT_EQ(names(with("[[treatment]]\ntestbed = \"maze\"\nname = \"my mazes\"\nsize = [4, 5]\ndestruction = 0.1\n"
                       "[[treatment]]\ntestbed = \"maze\"\nname = \"mine\"\nsize = 4")),
            (Names{"my mazes size=4", "my mazes size=5", "mine"}));
}

TEST(Metrics, AreEachFitnessWithEachPairOfTheOthers) {
  const Protocol protocol = with("[[treatment]]\ntestbed = \"maze\"\nmetrics = \"all\"\nsize = [8, 16]");
  ASSERT_EQ(protocol.treatments.size(), 60U);
  EXPECT_EQ(protocol.treatments[0].name, "maze size=8 fitness=corners features=straights,horizontal-symmetry");
  EXPECT_EQ(protocol.treatments[1].name, "maze size=16 fitness=corners features=straights,horizontal-symmetry");
  EXPECT_EQ(protocol.treatments[59].name, "maze size=16 fitness=path features=horizontal-symmetry,bilateral-symmetry");
  std::set<std::string> fitness;
  std::set<std::string> features;
  for (const Treatment& each : protocol.treatments) {
    fitness.insert(value(each.plan.testbed_settings, "fitness"));
    features.insert(value(each.plan.testbed_settings, "features"));
  }
  EXPECT_EQ(fitness.size(), 5U);
  EXPECT_EQ(features.size(), 10U);
}

TEST(Metrics, CanBeSomeInAnyOrder) {
  EXPECT_EQ(names(with("[[treatment]]\ntestbed = \"maze\"\nmetrics = [\"path\", \"corners\", \"straights\"]")),
            (Names{"maze fitness=corners features=straights,path", "maze fitness=straights features=corners,path",
                   "maze fitness=path features=corners,straights"}));
}

TEST(ProtocolSavePoints, CanBeAListThatGetsItsEnds) {
  const auto points = [](const std::string& list) {
    return with("[[treatment]]\ntestbed = \"arm\"\nevaluations = 1000\nsave_points = " + list)
        .treatments.at(0)
        .plan.save_points;
  };
  EXPECT_EQ(points("[10, 1e2]"), (Points{0, 10, 100, 1000}));
  EXPECT_EQ(points("[0, 1000]"), (Points{0, 1000}));
  EXPECT_EQ(points("[0]"), (Points{0, 1000}));
  EXPECT_EQ(points("{ spacing = \"logarithmic\", per_decade = 2, from = 10 }"), (Points{0, 10, 32, 100, 316, 1000}));
  EXPECT_EQ(points("{ spacing = \"logarithmic\" }").size(), 12U);
  EXPECT_EQ(points("{ spacing = \"linear\", from = 100 }"),
            (Points{0, 100, 200, 300, 400, 500, 600, 700, 800, 900, 1000}));
}

TEST(ProtocolSavePoints, OfTheProtocolHoldForTreatmentsWithoutTheirOwn) {
  const Protocol protocol = with(
      "[[treatment]]\ntestbed = \"arm\"\nevaluations = 50\n"
      "[[treatment]]\ntestbed = \"rastrigin\"\nevaluations = 60\nsave_points = [5]",
      "save_points = [10]");
  EXPECT_EQ(protocol.treatments[0].plan.save_points, (Points{0, 10, 50}));
  EXPECT_EQ(protocol.treatments[1].plan.save_points, (Points{0, 5, 60}));
}

TEST(ProtocolSavePoints, OfTheProtocolCanBeASchedule) {
  const Protocol protocol = with("[[treatment]]\ntestbed = \"arm\"\nevaluations = 1500",
                                 "save_points = { spacing = \"logarithmic\", per_decade = 1, from = 10 }");
  EXPECT_EQ(protocol.treatments[0].plan.save_points, (Points{0, 10, 100, 1000, 1500}));
}

TEST(ProtocolSelectors, CanBeThoseOfThePaper) {
  EXPECT_EQ(labels("\"paper\""), Names(paper_selectors().begin(), paper_selectors().end()));
}

TEST(ProtocolSelectors, CanBeAllOfThem) {
  Names all;
  for (const SelectorKind& kind : selector_kinds()) all.push_back(kind.name);
  EXPECT_EQ(labels("\"all\""), all);
}

TEST(ProtocolSelectors, CanBeNamesSymbolsTextsAndTables) {
  EXPECT_EQ(labels(R"(["greedy", "Uc", "curiosity:penalty=1,reward=2", "Ui:total=living",
                       { selector = "ucb-cell", lambda = [0.1, 1, 2.50] }, { selector = "R" },
                       { selector = "C", penalty = 1, reward = [3, 4] }])"),
            (Names{"greedy", "ucb-cell", "curiosity:reward=2,penalty=1", "ucb-individual:total=living",
                   "ucb-cell:lambda=0.1", "ucb-cell:lambda=1", "ucb-cell:lambda=2.5", "uniform",
                   "curiosity:reward=3,penalty=1", "curiosity:reward=4,penalty=1"}));
}

TEST(ProtocolSelectors, HaveAllTheirSettingsTheProfilesToo) {
  const Protocol protocol = parse_protocol(
      "repetitions = 1\nprofile = \"published\"\nselectors = [\"Ui:lambda=2\", \"G\"]\n"
      "[[treatment]]\ntestbed = \"arm\"",
      "test.toml");
  EXPECT_EQ(protocol.selectors[0].name, "ucb-individual");
  EXPECT_EQ(protocol.selectors[0].settings, (Settings{{"lambda", 2.0}, {"total", "living"}}));
  EXPECT_EQ(protocol.selectors[1].settings, Settings{});
}

TEST(RunSettingsOfAProtocol, AreThoseOfTheirTreatmentAndSelector) {
  const Protocol protocol = with("[[treatment]]\ntestbed = \"arm\"\n[[treatment]]\ntestbed = \"maze\"\nsize = 5",
                                 "evaluations = 1000\nbatch = 2\nprofile = \"published\"");
  PlanRequest request;
  request.profile = "published";
  request.testbed = "maze";
  request.testbed_settings = {{"size", 5.0}};
  request.selector = "uniform";
  request.run_settings = {{"evaluations", 1000.0}, {"batch", 2.0}};
  request.seed = plan_of(protocol, 1, 0, 1).seed;
  EXPECT_EQ(plan_of(protocol, 1, 0, 1), complete(request));
  EXPECT_THROW(plan_of(protocol, 2, 0, 0), std::out_of_range);
  EXPECT_THROW(plan_of(protocol, 0, 1, 0), std::out_of_range);
}

TEST(RunSeeds, DifferByEverythingButTheSelector) {
  Protocol protocol = read_protocol(kShipped / "quick.toml");
  std::set<std::uint64_t> seeds;
  for (const std::uint64_t study_seed : {1U, 2U}) {
    protocol.seed = study_seed;
    for (std::size_t treatment = 0; treatment < protocol.treatments.size(); ++treatment) {
      for (std::uint32_t repetition = 0; repetition < protocol.repetitions; ++repetition) {
        const std::uint64_t seed = plan_of(protocol, treatment, 0, repetition).seed;
        EXPECT_LT(seed, std::uint64_t{1} << 53);
        EXPECT_TRUE(seeds.insert(seed).second);
        for (std::size_t selector = 1; selector < protocol.selectors.size(); ++selector) {
          EXPECT_EQ(plan_of(protocol, treatment, selector, repetition).seed, seed);
        }
      }
    }
  }
}

TEST(RunSeeds, StayWhatTheyAre) {
  const Protocol protocol = read_protocol(kShipped / "paper.toml");
  EXPECT_EQ(plan_of(protocol, 0, 0, 0).seed, 3'967'845'522'857'658U);  // both from a transcription in Python
  EXPECT_EQ(plan_of(protocol, 61, 8, 99).seed, 4'244'321'876'685'412U);
}

TEST(RunSeeds, OfATreatmentDoNotDependOnTheOthers) {
  const std::string arm = "[[treatment]]\ntestbed = \"arm\"\n";
  const std::string maze = "[[treatment]]\ntestbed = \"maze\"\n";
  EXPECT_EQ(plan_of(with(arm + maze), 1, 0, 1), plan_of(with(maze), 0, 0, 1));
}

TEST(ShippedProtocols, AreComplete) {
  for (const char* name : {"paper", "published"}) {
    const Protocol protocol = read_protocol(kShipped / (std::string(name) + ".toml"));
    EXPECT_EQ(protocol.name, name);
    EXPECT_EQ(protocol.profile, name);
    EXPECT_EQ(protocol.selectors.size(), 9U);
    EXPECT_EQ(protocol.treatments.size(), 62U);
    EXPECT_EQ(run_count(protocol), 55'800U);
    EXPECT_EQ(evaluation_count(protocol), 7'200'000'000U);
    for (const Treatment& each : protocol.treatments) {
      PlanRequest request;
      request.profile = name;
      request.testbed = each.plan.testbed;
      EXPECT_EQ(each.plan.save_points, complete(request).save_points) << each.name;
    }
  }
}

TEST(ShippedProtocols, AreAllRead) {
  std::set<std::string> found;
  for (const auto& entry : std::filesystem::directory_iterator(kShipped)) {
    found.insert(entry.path().filename().string());
    EXPECT_EQ(read_protocol(entry.path()).name, entry.path().stem().string());
  }
  EXPECT_EQ(found,
            (std::set<std::string>{"ablation.toml", "again.toml", "batches.toml", "paper.toml", "published.toml",
                                   "quick.toml", "rewards.toml", "robustness-confirmation.toml",
                                   "robustness-holdout.toml", "robustness-tuning.toml", "smoke.toml", "tenth.toml"}));
}

/// With all settings switched, profile published is profile paper.
TEST(ShippedProtocols, AblationLeadsFromOneProfileToTheOther) {
  const Protocol ablation = read_protocol(kShipped / "ablation.toml");
  std::size_t ends = 0;
  for (std::size_t i = 0; i < ablation.treatments.size(); ++i) {
    const Treatment& each = ablation.treatments[i];
    const bool all = each.name.ends_with(": all");
    if (!all && !each.name.ends_with(": published")) continue;
    const auto settings = plan_of(ablation, i, 9, 0);
    PlanRequest request;
    request.profile = all ? "paper" : "published";
    request.testbed = each.plan.testbed;
    if (each.plan.testbed == "maze") {
      for (const auto& [key, value] : settings.testbed_settings) {
        if (key == "size" || key == "fitness" || key == "features") request.testbed_settings.emplace_back(key, value);
      }
    }
    const Plan expected = complete(request);
    EXPECT_EQ(settings.testbed_settings, expected.testbed_settings) << each.name;
    EXPECT_EQ(settings.initial, expected.initial) << each.name;
    EXPECT_EQ(settings.save_points, expected.save_points) << each.name;
    EXPECT_EQ(settings.evaluations, expected.evaluations) << each.name;
    EXPECT_EQ(settings.selector_settings, complete_selector("paper", "ucb-individual", {})) << each.name;
    ++ends;
  }
  EXPECT_EQ(ends, 6U);
}

TEST(ShippedProtocols, AreLikeTheExampleOfTheDocumentation) {
  const std::string page = test::slurp(kShipped / "../docs/protocols.md");
  const std::size_t start = page.find("```toml\n") + 8;
  const Protocol protocol = parse_protocol(page.substr(start, page.find("```", start) - start), "protocols.md");
  EXPECT_EQ(protocol.treatments.size(), 62U);
  EXPECT_EQ(run_count(protocol), 9300U);
}

TEST(ShippedProtocols, QuickHasAllSelectorsOnAllTestbeds) {
  const Protocol quick = read_protocol(kShipped / "quick.toml");
  std::set<std::string> testbeds;
  for (const Treatment& each : quick.treatments) testbeds.insert(each.plan.testbed);
  EXPECT_EQ(testbeds.size(), 3U);
  EXPECT_EQ(quick.selectors.size(), 9U);
}

TEST(ShippedProtocols, SmokeCanBeRunInAMoment) {
  const Protocol smoke = read_protocol(kShipped / "smoke.toml");
  EXPECT_LE(evaluation_count(smoke), 100'000U);
  for (std::size_t treatment = 0; treatment < smoke.treatments.size(); ++treatment) {
    std::set<std::uint64_t> filled;
    for (std::size_t selector = 0; selector < smoke.selectors.size(); ++selector) {
      const auto run = Run::make(plan_of(smoke, treatment, selector, 0));
      filled.insert(run->archive().signature());  // the same initial population
      run->advance(UINT64_MAX);
      EXPECT_EQ(run->curve().size(), smoke.treatments[treatment].plan.save_points.size());
    }
    EXPECT_EQ(filled.size(), 1U);
  }
}

}  // namespace
}  // namespace mce::protocol_test
