// SPDX-License-Identifier: MIT
// Everything that can be wrong in a protocol file: one line with file, line, column, and what is allowed.
#include <gtest/gtest.h>

#include "mce/core/error.hpp"
#include "mce/study/protocol_reader.hpp"
#include "support/complaint.hpp"
#include "support/files.hpp"

namespace mce::protocol_errors_test {
namespace {

using test::complaint;
using test::expect_mentions;
using test::has;
using test::message_of;
using test::spill;
using test::TemporaryDirectory;
using Words = std::vector<std::string>;

/// Text that is expected to be refused at a place ("3:9"), with an error of one line that has these words.
void refuses(const std::string& text, const std::string& place, const Words& words) {
  const std::string error = complaint([&] { parse_protocol(text, "dir/x.toml"); });
  EXPECT_TRUE(error.starts_with("dir/x.toml:" + place + (place.ends_with(':') ? "" : ": "))) << error << "\n"
                                                                                             << text.substr(0, 1000);
  EXPECT_FALSE(has(error, "\n")) << error;
  expect_mentions(error, words);
}

const std::string kArm = "[[treatment]]\ntestbed = \"arm\"\n";

/// A line at the top, of a protocol that is fine otherwise. It is line 1.
void refuses_line(const std::string& line, const std::string& column, const Words& words) {
  const auto mine = [&](const std::string& key) { return line.starts_with(key); };
  refuses(line + "\n" + (mine("repetitions") ? "" : "repetitions = 3\n") +
              (mine("selectors") ? "" : "selectors = \"all\"\n") + kArm,
          "1:" + column, words);
}

/// Lines of a treatment; the first of them is line 4 and says which testbed.
void refuses_treatment(const std::string& lines, const std::string& place, const Words& words) {
  refuses("repetitions = 3\nselectors = [\"uniform\"]\n[[treatment]]\n" + lines, place, words);
}

TEST(ProtocolErrors, TheProtocolTheyStartFromIsFine) {
  EXPECT_EQ(complaint([] { parse_protocol("repetitions = 3\nselectors = \"all\"\n" + kArm, "x.toml"); }),
            "no complaint");
}

TEST(ProtocolErrors, Syntax) {
  refuses("name = ", "1:8", {"end-of-file"});
  refuses("seed = 1\nseed = 2\n", "2:8", {"seed"});
  refuses("seed = 1\n\n  = 3", "3:3", {"'='"});
  refuses("name = \"a\nb\"", "1:10", {});
  refuses("seed = 99999999999999999999", "1:28", {"64 bits"});
  refuses("name = \"\xff\"", "1:8", {"utf-8"});
}

TEST(ProtocolErrors, UnknownKeys) {
  refuses_line("repetition = 5", "1", {"'repetition'", "did you mean 'repetitions'?", "selectors", "save_points"});
  refuses_treatment("testbed = \"arm\"\n joint = 5", "5:2", {"(arm)", "did you mean 'joints'?", "mutation", "batch"});
  refuses_treatment("testbed = \"arm\"\nmetrics = \"all\"", "5:1", {"'metrics'", "allowed"});
  refuses_treatment("testbed = \"arm\"\nsave_points = { spacing = \"linear\", form = 10 }", "5:37",
                    {"did you mean 'from'?", "per_decade"});
  refuses_line("selectors = [{ selector = \"Uc\", lambada = 1 }]", "33", {"ucb-cell", "did you mean 'lambda'?"});
  refuses("repetitions = 3\nselectors = \"all\"\n" + kArm + "[treatments]", "5:2", {"did you mean 'treatment'?"});
}

TEST(ProtocolErrors, UnknownNames) {
  refuses_line("profile = \"papre\"", "11", {"'papre'", "did you mean 'paper'?", "published"});
  refuses_line("keep = \"last\"", "8", {"'last'", "curves, first, all"});
  refuses_line("selectors = [\"greedy\", \"ucbcell\"]", "24", {"'ucbcell'", "did you mean 'ucb-cell'?"});
  refuses_line("selectors = [{ selector = \"ucb\" }]", "27", {"'ucb'", "uniform"});
  refuses_treatment("testbed = \"maize\"", "4:11", {"'maize'", "did you mean 'maze'?", "rastrigin"});
  refuses_treatment("testbed = \"maze\"\nmetrics = [\"path\", \"corner\", \"straights\"]", "5:11",
                    {"'corner'", "did you mean 'corners'?"});
  refuses_treatment("testbed = \"maze\"\nfitness = \"pat\"", "5:11", {"fitness", "did you mean 'path'?"});
  refuses_treatment("testbed = \"arm\"\nsave_points = { spacing = \"log\" }", "5:27",
                    {"'log'", "logarithmic", "linear"});
}

TEST(ProtocolErrors, WrongTypes) {
  refuses_line("repetitions = \"30\"", "15", {"repetitions is text, a whole number from 1 to 100000 is allowed"});
  refuses_line("repetitions = [3]", "15", {"repetitions is a list, a whole number from 1 to 100000 is allowed"});
  refuses_line("repetitions = true", "15", {"repetitions is true or false,"});
  refuses_line("repetitions = 2026-11-15", "15", {"repetitions is a date or time,"});
  refuses_line("repetitions = { a = 1 }", "15", {"repetitions is a table,"});
  refuses_line("seed = \"one\"", "8", {"seed is text"});
  refuses_line("name = 5", "8", {"name is 5, text is allowed"});
  refuses_line("profile = 1", "11", {"profile is 1"});
  refuses_line("keep = true", "8", {"\"curves\", \"first\" or \"all\""});
  refuses_line("selectors = \"uniform\"", "13",
               {"selectors is text, \"paper\" (its nine), \"all\" or a list of selectors is allowed"});
  refuses_line("selectors = [1]", "14", {"a selector is 1, text or a table is allowed"});
  refuses_line("selectors = [{ selector = 1 }]", "27", {"selector is 1"});
  refuses_line("selectors = [{ selector = \"Uc\", lambda = true }]", "42",
               {"lambda is true or false, a number or text"});
  refuses_line("resolution = true", "14",
               {"resolution is true or false", "a number or text, or a list of them, is allowed"});
  refuses_line("save_points = 5", "15", {"save_points is 5, a list"});
  refuses_treatment("testbed = 5", "4:11", {"testbed is 5"});
  refuses_treatment("testbed = [\"arm\"]", "4:11", {"testbed is a list"});
  refuses_treatment("testbed = \"arm\"\njoints = [5, [6]]", "5:14", {"joints is a list, a number or text"});
  refuses_treatment("testbed = \"arm\"\njoints = \"many\"", "5:10",
                    {"joints of arm", "'many' is no whole number", "1 to 1000"});
  refuses_treatment("testbed = \"arm\"\nevaluations = \"1e6x\"", "5:15", {"evaluations of a run", "'1e6x'"});
  refuses_treatment("testbed = \"arm\"\nname = 1", "5:8", {"name is 1, text is allowed"});
  refuses_treatment("testbed = \"maze\"\nmetrics = 3", "5:11", {"metrics is 3", "\"all\" or a list of at least three"});
  refuses_treatment("testbed = \"arm\"\nsave_points = { spacing = 1 }", "5:27", {"spacing is 1"});
  refuses("repetitions = 3\nselectors = \"all\"\n[treatment]\ntestbed = \"arm\"", "3:1",
          {"treatment is a table", "[[treatment]]"});
  refuses("repetitions = 3\nselectors = \"all\"\ntreatment = [1]", "3:14", {"a treatment is 1, a table is allowed"});
}

TEST(ProtocolErrors, ImpossibleNumbers) {
  refuses_line("repetitions = 0", "15", {"repetitions is 0, a whole number from 1 to 100000 is allowed"});
  refuses_line("repetitions = 100_001", "15", {"repetitions is 100001,"});
  refuses_line("repetitions = 1.5", "15", {"repetitions is 1.5,"});
  refuses_line("repetitions = inf", "15", {"repetitions is inf,"});
  refuses_line("seed = -1", "8", {"seed is -1,", "0 to 9223372036854775807"});
  refuses_line("evaluations = -5", "15", {"evaluations of a run", "'-5'", "0 to 4294901760"});
  refuses_line("evaluations = 4_294_901_761", "15", {"evaluations", "'4294901761'"});
  refuses_line("evaluations = 1e99", "15", {"evaluations", "'1e+99'"});
  refuses_line("initial = 0", "11", {"initial", "'0'", "1 to 1000000000"});
  refuses_line("batch = 65536", "9", {"batch", "'65536'", "1 to 65535"});
  refuses_treatment("testbed = \"arm\"\nevaluations = [10, -1]", "5:20", {"evaluations", "'-1'"});
}

TEST(ProtocolErrors, ImpossibleNames) {
  refuses_line("name = \"\"", "8", {"name ''"});
  refuses_line("name = \"a/b\"", "8", {"name 'a/b'", "letters, digits"});
  refuses_line("name = \".hidden\"", "8", {"'.hidden'"});
  refuses_treatment("testbed = \"arm\"\nname = \"\"", "5:8", {"one line of text is needed"});
  refuses_treatment("testbed = \"arm\"\nname = \"a\\nb\"", "5:8", {"one line of text is needed"});
  const std::string text = "repetitions = 3\nselectors = \"all\"\n" + kArm;
  expect_mentions(complaint([&] { parse_protocol(text, "my study.toml"); }), {"my study.toml:1:1: name 'my study'"});
}

TEST(ProtocolErrors, ImpossibleParameters) {
  refuses_treatment("testbed = \"maze\"\nsize = [8, 65]", "5:12", {"size of maze", "'65'", "2 to 64"});
  refuses_treatment("testbed = \"arm\"\nmutation = nan", "5:12", {"mutation of arm", "'nan'"});
  refuses_treatment("testbed = \"rastrigin\"\ndimensions = 1\nfeatures = 2", "3:1", {"features 2 of rastrigin"});
  refuses_line("selectors = [\"Uc:lambda=-1\"]", "14", {"lambda of ucb-cell", "'-1'"});
  refuses_line("selectors = [\"Uc:lambda\"]", "14", {"key=value"});
  refuses_line("selectors = [\"greedy:lambda=1\"]", "14", {"greedy has no parameters"});
  refuses_line("selectors = [{ selector = \"Uc\", lambda = [1, 1e7] }]", "46", {"lambda of ucb-cell", "0 to 1000000"});
}

TEST(ProtocolErrors, MazesWithoutSense) {
  refuses_treatment("testbed = \"maze\"\nfitness = \"path\"\nfeatures = \"corners,path\"", "3:1",
                    {"'path'", "is the fitness already"});
  refuses_treatment("testbed = \"maze\"\nfeatures = \"corners,corners\"", "3:1", {"'corners'", "twice"});
  refuses_treatment("testbed = \"maze\"\nmetrics = \"all\"\nfitness = \"path\"", "5:1", {"metrics", "fitness"});
  refuses_treatment("testbed = \"maze\"\nmetrics = \"all\"\nfeatures = \"path\"", "5:1", {"metrics", "features"});
  refuses_treatment("testbed = \"maze\"\nmetrics = \"some\"", "5:11",
                    {"unknown metric 'some'", "\"all\" or a list of at least three"});
  refuses_treatment("testbed = \"maze\"\nmetrics = [\"path\", \"corners\"]", "5:11", {"metrics has only 2"});
  refuses_treatment("testbed = \"maze\"\nmetrics = [\"path\", \"corners\", \"path\"]", "5:11", {"'path' twice"});
}

TEST(ProtocolErrors, Centroids) {
  refuses_line("centroids = -1", "13", {"centroids of a run", "'-1'", "1 to 100000"});
  refuses_line("centroid-seed = 0.5", "17", {"centroid-seed of a run", "'0.5'"});
  refuses_line("centroid-seed = 5", "17", {"centroid-seed is for a number of centroids"});
  refuses_treatment("testbed = \"arm\"\nresolution = 5\ncentroids = 50", "6:13", {"resolution and centroids"});
  const TemporaryDirectory directory;
  spill(directory / "points.csv", "0 0\n0 9\n");
  const auto with = [&](const std::string& file) {
    return "repetitions = 1\nselectors = \"all\"\n" + kArm + "centroids = \"" + (directory / file).string() + "\"\n";
  };
  refuses(with("points.csv"), "5:13", {"centroid 2 has 9 as feature 2"});
  spill(directory / "points.csv", "x y\n");
  expect_mentions(message_of<Error>([&] { parse_protocol(with("points.csv"), "p.toml"); }), {"points.csv:1: 'x'"});
  expect_mentions(message_of<Error>([&] { parse_protocol(with("none.csv"), "p.toml"); }), {"none.csv", "No such file"});
}

TEST(ProtocolErrors, Resolutions) {
  refuses_line("resolution = 0", "14", {"resolution", "'0'", "1 to 100000000"});
  refuses_line("resolution = \"10x\"", "14", {"'10x'", "such as 100 or 100x50"});
  refuses_treatment("testbed = \"arm\"\nresolution = [10, \"10x10x10\"]", "5:19", {"3 numbers for 2 features"});
  refuses_treatment("testbed = \"arm\"\nresolution = 20_000", "5:14", {"more than 100000000 cells"});
  refuses_treatment("testbed = \"rastrigin\"\nfeatures = 3\nresolution = \"10x10\"", "6:14", {"2 numbers for 3"});
  // A resolution for all does not fit one of them: it stands at the top.
  refuses("resolution = \"10x10x10\"\nrepetitions = 3\nselectors = \"all\"\n" + kArm, "1:14", {"3 numbers"});
}

TEST(ProtocolErrors, SavePoints) {
  const auto refuses_points = [](const std::string& points, const std::string& column, const Words& words) {
    refuses_treatment("testbed = \"arm\"\nevaluations = 1000\nsave_points = " + points, "6:" + column, words);
  };
  refuses_points("[100, 1001]", "21", {"save point 1001 is beyond the last of 1000 evaluations"});
  refuses_points("[100, 50]", "21", {"have to increase, not from 100 to 50"});
  refuses_points("[0, 0]", "19", {"not from 0 to 0"});
  refuses_points("[-1, 5]", "16", {"a save point is -1,"});
  refuses_points("[1.5]", "16", {"a save point is 1.5,"});
  refuses_points("[]", "15", {"save_points is an empty list"});
  refuses_points("{ per_decade = 10 }", "15", {"spacing is missing"});
  refuses_points("{ spacing = \"logarithmic\", per_decade = 3 }", "55", {"per_decade is 3, 1, 2, 5 or 10 is allowed"});
  refuses_points("{ spacing = \"logarithmic\", per_decade = 0 }", "55", {"per_decade is 0"});
  refuses_points("{ spacing = \"logarithmic\", from = 200 }", "49", {"from is 200, a power of ten is allowed"});
  refuses_points("{ spacing = \"logarithmic\", from = 0 }", "49", {"from is 0"});
  refuses_points("{ spacing = \"linear\", per_decade = 10 }", "37", {"per_decade is for logarithmic spacing"});
  // Those of the protocol are checked even where no treatment uses them.
  refuses("save_points = [2, 1]\nrepetitions = 3\nselectors = \"all\"\n" + kArm + "save_points = [1]", "1:19",
          {"have to increase"});
  refuses("save_points = [5]\nrepetitions = 3\nselectors = \"all\"\n" + kArm + "evaluations = 2", "1:16", {"beyond"});
}

TEST(ProtocolErrors, EmptyAndMissing) {
  refuses("", "1:1", {"repetitions is missing"});
  refuses("repetitions = 1", "1:1", {"selectors is missing"});
  refuses("repetitions = 1\nselectors = \"all\"", "1:1", {"treatment is missing", "[[treatment]]"});
  refuses("repetitions = 1\nselectors = \"all\"\ntreatment = []", "3:13", {"treatment is an empty list"});
  refuses_line("selectors = []", "13", {"selectors is an empty list"});
  refuses_line("selectors = [{ lambda = 1 }]", "14", {"selector is missing"});
  refuses_line("selectors = [{ selector = \"Uc\", lambda = [] }]", "42", {"lambda is an empty list"});
  refuses_treatment("size = 8", "3:1", {"testbed is missing"});
  refuses_treatment("testbed = \"maze\"\nsize = []", "5:8", {"size is an empty list"});
  refuses_treatment("testbed = \"maze\"\nmetrics = []", "5:11", {"metrics is an empty list"});
  refuses_line("evaluations = []", "15", {"evaluations is an empty list"});
}

TEST(ProtocolErrors, Duplicates) {
  refuses_line("selectors = [\"Uc\", \"greedy\", \"ucb-cell\"]", "30",
               {"selector 'ucb-cell' is there already, at dir/x.toml:1:14"});
  refuses_line("selectors = [\"Uc:lambda=0.50\", { selector = \"Uc\", lambda = [1, 0.5] }]", "32",
               {"'ucb-cell:lambda=0.5'", "dir/x.toml:1:14"});
  refuses_treatment("testbed = \"maze\"\nsize = 8\n[[treatment]]\ntestbed = \"maze\"\nsize = [7, 8.0]", "6:1",
                    {"treatment 'maze size=8' is there already, at dir/x.toml:3:1", "another name"});
  refuses_treatment("testbed = \"arm\"\njoints = [7, 9, 7.0]", "5:17", {"joints has '7' twice"});
}

TEST(ProtocolErrors, TooManyRuns) {
  std::string list;
  for (int i = 1; i <= 1000; ++i) list += std::to_string(i) + ",";
  const std::string sweep = "testbed = \"rastrigin\"\ndimensions = [" + list + "]\n";
  refuses_treatment(sweep + "initial = [" + list + "]\nbatch = [1, 2, 3, 4]", "3:1", {"more than 1000000 treatments"});
  refuses("repetitions = 20\nselectors = [\"uniform\"]\n[[treatment]]\n" + sweep + "initial = [" + list + "]", "3:1",
          {"more than 10000000 runs"});
  refuses_treatment(sweep + "initial = [" + list + "]\nevaluations = [" + list + "]\nbatch = [" + list +
                        "]\nresolution = [" + list + "]",
                    "3:1", {"more than 1000000 treatments"});
  refuses("repetitions = 100_000\nselectors = \"paper\"\n" + kArm + "joints = [2, 3, 4, 5]\n[[treatment]]\n" +
              "testbed = \"maze\"\nsize = [5, 6, 7, 8, 9, 10, 11, 12]",
          "6:1", {"10000000"});
  refuses("repetitions = 10_001\nselectors = [{ selector = \"Uc\", lambda = [" + list + "] }]\n" + kArm, "2:14",
          {"10000000"});
}

TEST(ProtocolErrors, TooDeepNesting) {
  const auto many = [](const std::string& text, int count) {
    std::string all;
    for (int i = 0; i < count; ++i) all += text;
    return all;
  };
  refuses("a" + many(".a", 50'000) + " = 1", "1:66", {"nested too deeply"});
  refuses("[" + many("a.", 50'000) + "a]", "1:67", {"nested too deeply"});
  refuses("[[" + many("a.", 50'000) + "a]]", "1:68", {"nested too deeply"});
  refuses("\n a = " + many("[", 50'000), "2:38", {"nested too deeply"});
  refuses("a = " + many("{a=", 50'000), "1:101", {"nested too deeply"});
  refuses("a = { b = \"\"\"x\"\"\"\"\", c" + many(".a", 50'000) + " = 1 }", "1:87", {"nested too deeply"});
  refuses("a = { b = 'x\\', c" + many(".a", 50'000) + " = 1 }", "1:82", {"nested too deeply"});
}

TEST(ProtocolErrors, BracketsAndDotsOfTextsAndCommentsAreNoNesting) {
  const std::string many = std::string(100, '[') + std::string(100, '.');
  const std::string text = "# " + many + "\nrepetitions = 3 # \"" + many + "\nselectors = \"all\"\n" + kArm +
                           "name = \"\\\"" + many + "\"\nsave_points = [1, 2,\n  3] # [" + many + "\nmutation = 0.5\n";
  EXPECT_EQ(complaint([&] { parse_protocol(text, "x.toml"); }), "no complaint");
}

TEST(ProtocolErrors, TooManySavePointsAreRefusedBeforeTheyAreMade) {
  std::string points;
  for (int i = 1; i < 90'000; ++i) points += std::to_string(i) + ",";
  std::string values;
  for (int i = 1; i <= 10'000; ++i) values += std::to_string(i * 1e-5) + ",";
  const std::string sweep = "mutation = [" + values + "]\n";
  refuses_treatment("testbed = \"arm\"\n" + sweep + "save_points = [" + points + "]", "3:1",
                    {"more than 10000000 save points together"});
  refuses("repetitions = 1\nselectors = [\"Uc\"]\nsave_points = [" + points + "]\n" + kArm + sweep, "4:1",
          {"more than 10000000 save points"});
  refuses_treatment("testbed = \"arm\"\nsave_points = [" + points + points + "]", "5:", {"increase"});
}

TEST(ProtocolErrors, SelectorsThatCannotRunOnATreatment) {
  refuses("repetitions = 1\nselectors = [\"Uc\", \"C:penalty=0.001\"]\n" + kArm + "resolution = 10\n" +
              "[[treatment]]\ntestbed = \"arm\"\nname = \"large\"\nresolution = 2000\n",
          "1:1", {"treatment 'large' with selector 'curiosity:penalty=0.001'", "4000000 cells"});
}

TEST(ProtocolErrors, FilesThatCannotBeRead) {
  const TemporaryDirectory directory;
  const auto missing = directory / "none.toml";
  expect_mentions(message_of<Error>([&] { read_protocol(missing); }), {missing.string(), "No such file"});
  expect_mentions(message_of<Error>([&] { read_protocol(directory.path()); }), {directory.path().string()});
  spill(directory / "bad.toml", "repetitions = 0");
  expect_mentions(complaint([&] { read_protocol(directory / "bad.toml"); }),
                  {(directory / "bad.toml").string() + ":1:15: "});
}

}  // namespace
}  // namespace mce::protocol_errors_test
