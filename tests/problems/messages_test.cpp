// SPDX-License-Identifier: MIT
#include "problems/messages.hpp"

#include <gtest/gtest.h>

#include <array>

namespace mce::messages_test {
namespace {

/// The error of an answer, "" if it is fine, or "no answer".
std::string read(const std::string& line, Evaluated& answer) {
  return read_answer(line, 2, answer) ? answer.error : "no answer";
}
std::string read(const std::string& line) {
  Evaluated answer;
  return read(line, answer);
}

TEST(Messages, RequestsAreJsonAndGenesHaveAPoint) {
  std::string text = "before ";
  append_request(text, 7, std::array{0.1, -1.0, -0.0, 1e300, 5e-324});
  EXPECT_EQ(text, "before {\"id\": 7, \"genome\": [0.1, -1.0, -0.0, 1e+300, 5e-324]}\n");
}

TEST(Messages, AnswersInUsualAndUnusualForms) {
  for (const char* line : {
           R"({"id": 7, "fitness": -0.3, "features": [0.1, 2e-3]})",
           R"({"id":7,"fitness":-0.3,"features":[0.1,0.002]})",
           "\t{ \"features\" : [ 0.1 , 0.002 ] , \"fitness\" : -3e-1 , \"id\" : 7 } \r",
           R"({"id": 7.0, "fitness": -0.3, "features": [0.1, 0.002]})",
           R"({"more": {"a": [NaN, "\"NaN"]}, "id": 7, "fitness": -0.3, "features": [0.1, 0.002], "error": null})",
       }) {
    Evaluated answer;
    EXPECT_EQ(read(line, answer), "") << line;
    EXPECT_EQ(answer.id, 7U) << line;
    EXPECT_EQ(answer.fitness, -0.3) << line;
    EXPECT_EQ(answer.features, (std::vector<double>{0.1, 0.002})) << line;
  }
}

TEST(Messages, SaysWhatIsWrongWithAnAnswer) {
  EXPECT_EQ(read(R"({"id": 7, "fitness": NaN, "features": [1, 2]})"), "fitness is NaN");
  EXPECT_EQ(read(R"({"id": 7, "fitness": -Infinity, "features": [1, 2]})"), "fitness is -Infinity");
  EXPECT_EQ(read(R"({"id": 7, "fitness": "2", "features": [1, 2]})"), "fitness is not a number");
  EXPECT_EQ(read(R"({"id": 7, "features": [1, 2]})"), "the answer has no fitness");
  EXPECT_EQ(read(R"({"id": 7, "fitness": 1, "features": [1, null]})"), "feature 2 is null");
  EXPECT_EQ(read(R"({"id": 7, "fitness": 1, "features": 2})"), "features are not a list");
  EXPECT_EQ(read(R"({"id": 7, "fitness": 1, "features": []})"), "the answer has 0 features, not 2");
  EXPECT_EQ(read(R"({"id": 7, "error": ["lost", 1]})"), R"(the error is no text: ["lost",1])");
  EXPECT_EQ(read(R"({"id": 7, "error": ""})"), "the worker gave no reason");
}

TEST(Messages, AnswersMayHaveAPicture) {
  for (const char* line : {
           R"({"id": 7, "fitness": 1, "features": [1, 2], "svg": "<svg a=\"\u00e4\"/>"})",
           R"({"svg": "<svg a=\"\u00e4\"/>", "id": 7.0, "fitness": 1, "features": [1, 2]})",
       }) {
    Evaluated answer;
    EXPECT_EQ(read(line, answer), "") << line;
    EXPECT_EQ(answer.svg, "<svg a=\"ä\"/>") << line;
    EXPECT_EQ(read(R"({"id": 8, "fitness": 1, "features": [1, 2], "svg": null})", answer), "");
    EXPECT_EQ(answer.svg, "") << "what is used again keeps nothing";
  }
}

TEST(Messages, SaysWhatIsWrongWithAPicture) {
  EXPECT_EQ(read(R"({"id": 7, "fitness": 1, "features": [1, 2], "svg": 3})"), "svg is not a text");
  EXPECT_EQ(read(R"({"id": 7, "fitness": 1, "features": [1, 2], "svg": ""})"), "svg is empty");
  EXPECT_EQ(read(R"({"id": 7, "fitness": 1, "features": [1, 2], "svg": "<img/>"})"),
            "svg begins with '<img/>', not with '<svg'");
  Evaluated answer;
  read(R"({"id": 7, "fitness": 1, "features": [1, 2], "svg": "<img/>"})", answer);
  EXPECT_EQ(answer.svg, "") << "an answer with an error has nothing else";
  const std::string large = R"({"id": 7, "fitness": 1, "features": [1, 2], "svg": "<svg>)" + std::string(262'144, ' ');
  EXPECT_EQ(read(large + R"("})"), "svg has more than 262144 bytes");
}

TEST(Messages, OtherLinesAreNoAnswers) {
  for (const char* line :
       {"hello", "{", "[]", "7", "{}", R"({"id": -1, "fitness": 1, "features": [1, 2]})",
        R"({"id": "7", "fitness": 1, "features": [1, 2]})", R"({"id": 1.5, "fitness": 1, "features": [1, 2]})",
        R"({"id": 99999999999999999999, "fitness": 1, "features": [1, 2]})",
        R"({"id": 7, "fitness": nana, "features": [1, 2]})", R"({"id": nan, "fitness": 1, "features": [1, 2]})",
        R"({"id": 1e999, "fitness": 1, "features": [1, 2]})", R"({"id": 7, "fitness": 1, "features": [1, 2]} {})",
        R"({"id": 7, "fitness": 1, "features": [1, 2])", R"({"id": 7, "error": "\)", "\xff\xfe"}) {
    EXPECT_EQ(read(line), "no answer") << line;
  }
  EXPECT_EQ(read(std::string(1 << 20, '[')), "no answer");
}

TEST(Messages, DeepAnswersAreNone) {
  const auto nested = [](std::size_t depth) {
    return R"({"id": 5, "error": )" + std::string(depth, '[') + std::string(depth, ']') + "}";
  };
  EXPECT_EQ(read(nested(31)), "the error is no text: " + std::string(31, '[') + std::string(31, ']'));
  EXPECT_EQ(read(nested(32)), "no answer");
  EXPECT_EQ(read(nested(500'000)), "no answer");  // writing such an error again would use up the stack
  EXPECT_EQ(read(R"({"id": 5, "error": "\"[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[["})"),
            "\"[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[");
}

TEST(Messages, NumbersThatAreNotFiniteInManyLanguages) {
  const std::string large = std::string(400, '9');
  const std::vector<std::pair<std::string, std::string>> numbers = {
      {"nan", "NaN"},
      {"-nan", "NaN"},
      {"NaN", "NaN"},
      {"inf", "Infinity"},
      {"Inf", "Infinity"},
      {"1e999", "Infinity"},
      {large, "Infinity"},
      {"INFINITY", "Infinity"},
      {"-inf", "-Infinity"},
      {"-Inf", "-Infinity"},
      {"-1.5E+999", "-Infinity"},
  };
  for (const auto& [text, name] : numbers) {
    EXPECT_EQ(read(R"({"id": 7, "fitness": )" + text + R"(, "features": [1, 2]})"), "fitness is " + name);
    EXPECT_EQ(read(R"({"id": 7, "fitness": 1, "features": [1,)" + text + "]}"), "feature 2 is " + name);
  }
  Evaluated answer;
  EXPECT_EQ(read(R"({"id": 7, "fitness": 1e-999, "features": [-1e-999, 4e-324]})", answer), "");
  EXPECT_EQ(answer.fitness, 0);
  EXPECT_EQ(read(R"({"id": 7, "error": "nan, \"inf and 1e999"})"), "nan, \"inf and 1e999");
}

TEST(Messages, ReasonsOfSeveralCandidatesAreEqual) {
  EXPECT_EQ(beginning(R"({"id": 123, "fitness": oops})", 100), R"({"id": …, "fitness": oops})");
  EXPECT_EQ(beginning(R"({"id":18446744073709551615)", 100), R"({"id":…)");
  EXPECT_EQ(beginning(R"({"id": )", 100), R"({"id":)");
  EXPECT_EQ(beginning("Traceback 7", 100), "Traceback 7");
  const std::string rest(100, 'x');
  EXPECT_EQ(beginning(R"({"id": 7, )" + rest, 40), beginning(R"({"id": 18446744073709551615, )" + rest, 40));
  EXPECT_TRUE(beginning(R"({"id": 18446744073709551615, )" + rest, 40).ends_with("x…"));
}

TEST(Messages, TextIsShortenedToValidUtf8) {
  EXPECT_EQ(shortened("a\nb "), "a\\x0ab");
  EXPECT_EQ(shortened("a\xff"), "a\xEF\xBF\xBD");
  const std::string umlauts = shortened(std::string(150, 'x') + "ääääääääääääääääääääääääääääääääääää");
  EXPECT_LE(umlauts.size(), 200U);
  EXPECT_TRUE(umlauts.ends_with("ä…")) << umlauts;
  EXPECT_LE(shortened(std::string(1000, '\n')).size(), 200U);
}

}  // namespace
}  // namespace mce::messages_test
