// SPDX-License-Identifier: MIT
#include "messages.hpp"

#include <fmt/compile.h>
#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <iterator>
#include <nlohmann/json.hpp>
#include <system_error>
#include <utility>

#include "json_text.hpp"
#include "line_scanner.hpp"
#include "mce/core/text.hpp"
#include "mce/problems/detail/json_depth.hpp"
#include "mce/problems/pictures.hpp"

namespace mce {
namespace {

using Json = nlohmann::json;

bool read_svg(LineScanner& scanner, std::string& svg) {
  std::string_view quoted;
  return scanner.quoted(quoted) && read_json_text(quoted, svg) && picture_fault(svg).empty();
}

/// The usual answer. False means that it is another, or none.
bool read_usual(std::string_view line, std::uint32_t features, Evaluated& answer) {
  LineScanner scanner(line);
  if (!scanner.take('{')) return false;
  bool has_id = false;
  bool has_fitness = false;
  do {
    std::string_view key;
    if (!scanner.text(key) || !scanner.take(':')) return false;
    if (key == "id" && !has_id) {
      has_id = scanner.whole(answer.id);
      if (!has_id) return false;
    } else if (key == "fitness" && !has_fitness) {
      has_fitness = scanner.number(answer.fitness);
      if (!has_fitness) return false;
    } else if (key == "features" && answer.features.empty()) {
      answer.features.reserve(features);
      if (!scanner.numbers(answer.features)) return false;
    } else if (key == "svg" && answer.svg.empty()) {
      if (!read_svg(scanner, answer.svg)) return false;
    } else {
      return false;
    }
  } while (scanner.take(','));
  return scanner.take('}') && scanner.at_end() && has_id && has_fitness && answer.features.size() == features;
}

/// "NaN", "Infinity" or "-Infinity" if this is a number that is not finite, in whatever language, or too large; else
/// "".
std::string_view name_of(std::string_view token) {
  double value = 0;
  const char* begin = token.data();
  const char* end = begin + token.size();
  const auto [rest, error] = std::from_chars(begin, end, value);  // takes "-nan" and "Inf"
  if (rest != end) return {};
  // It is too large, or so small that it is 0: the reader of JSON refuses only the former.
  if (error == std::errc::result_out_of_range && !Json::accept(token))
    value = token.front() == '-' ? -HUGE_VAL : HUGE_VAL;
  if (std::isnan(value)) return "NaN";
  if (std::isinf(value)) return value < 0 ? "-Infinity" : "Infinity";
  return {};
}

/// Most languages write numbers that are not finite as something that is not JSON: as texts they are.
std::string with_quoted_names(std::string_view line) {
  constexpr std::string_view kToken = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+-.";
  std::string result;
  bool in_text = false;
  for (std::size_t i = 0; i < line.size();) {
    std::size_t length = 1;
    if (in_text) {
      if (line[i] == '\\') length = 2;
      if (line[i] == '"') in_text = false;
    } else if (line[i] == '"') {
      in_text = true;
    } else {
      length = std::max<std::size_t>(std::min(line.find_first_not_of(kToken, i), line.size()) - i, 1);
    }
    const std::string_view part = line.substr(i, length);
    const std::string_view name = in_text ? std::string_view() : name_of(part);
    result += name.empty() ? std::string(part) : fmt::format("\"{}\"", name);
    i += length;
  }
  return result;
}

bool read_id(const Json& object, std::uint64_t& id) {
  const auto found = object.find("id");
  if (found == object.end()) return false;
  if (found->is_number_unsigned()) {
    id = found->get<std::uint64_t>();
    return true;
  }
  constexpr double kMostExact = 9007199254740992.0;  // some languages have only such numbers, and write 7.0
  if (!found->is_number_float()) return false;
  const auto value = found->get<double>();
  if (!(value >= 0 && value <= kMostExact) || std::floor(value) != value) return false;
  id = static_cast<std::uint64_t>(value);
  return true;
}

/// Reads a number, or returns what is wrong with it: "is NaN".
std::string read_number(const Json& value, double& number) {
  if (value.is_number()) {
    number = value.get<double>();
    return {};
  }
  if (value.is_null()) return "is null";
  if (value == "NaN" || value == "Infinity" || value == "-Infinity") return "is " + value.get<std::string>();
  return "is not a number";
}

std::string read_values(const Json& object, std::uint32_t features, Evaluated& answer) {
  const auto fitness = object.find("fitness");
  if (fitness == object.end()) return "the answer has no fitness";
  if (const std::string wrong = read_number(*fitness, answer.fitness); !wrong.empty()) return "fitness " + wrong;
  const auto list = object.find("features");
  if (list == object.end()) return "the answer has no features";
  if (!list->is_array()) return "features are not a list";
  if (list->size() != features) return fmt::format("the answer has {} features, not {}", list->size(), features);
  answer.features.resize(features);
  for (std::size_t i = 0; i < features; ++i) {
    const std::string wrong = read_number((*list)[i], answer.features[i]);
    if (!wrong.empty()) return fmt::format("feature {} {}", i + 1, wrong);
  }
  const auto svg = object.find("svg");
  if (svg == object.end() || svg->is_null()) return {};
  if (!svg->is_string()) return "svg is not a text";
  answer.svg = svg->get<std::string>();
  const std::string fault = picture_fault(answer.svg);
  return fault.empty() ? "" : "svg " + fault;
}

}  // namespace

void append_request(std::string& text, std::uint64_t id, std::span<const double> genome) {
  fmt::format_to(std::back_inserter(text), FMT_COMPILE("{{\"id\": {}, \"genome\": ["), id);
  for (std::size_t i = 0; i < genome.size(); ++i) {
    if (i > 0) text += ", ";
    const std::size_t begin = text.size();
    fmt::format_to(std::back_inserter(text), FMT_COMPILE("{}"), genome[i]);
    // Where whole numbers are another type, all genes should still be of one type; and -0 should keep its sign.
    if (text.find_first_of(".e", begin) == std::string::npos) text += ".0";
  }
  text += "]}\n";
}

bool read_answer(std::string_view line, std::uint32_t features, Evaluated& answer) {
  answer.features.clear();
  answer.svg.clear();
  answer.error.clear();
  if (read_usual(line, features, answer)) return true;
  if (is_deep_json(line)) return false;
  const Json object = Json::parse(with_quoted_names(line), nullptr, false);
  if (!object.is_object() || !read_id(object, answer.id)) return false;
  answer.features.clear();
  answer.svg.clear();
  const auto error = object.find("error");
  if (error != object.end() && !error->is_null()) {
    answer.error = shortened(error->is_string() ? error->get<std::string>() : "the error is no text: " + error->dump());
    if (answer.error.empty()) answer.error = "the worker gave no reason";
  } else {
    answer.error = read_values(object, features, answer);
  }
  if (!answer.error.empty()) {
    answer.fitness = 0;
    answer.features.clear();
    answer.svg.clear();
  }
  return true;
}

std::string shortened(std::string_view text, std::size_t most) {
  constexpr std::string_view kEnd = "…";
  const bool cut = text.size() > most;
  // Bytes that are not UTF-8 become U+FFFD, as a JSON writer does it; so does a letter that is cut in two.
  const std::string quoted = Json(text.substr(0, most)).dump(-1, ' ', false, Json::error_handler_t::replace);
  std::string line = one_line(Json::parse(quoted).get<std::string>());
  while (line.ends_with(' ')) line.pop_back();
  if (!cut && line.size() <= most) return line;
  std::size_t end = std::min(line.size(), most - kEnd.size());
  while (end > 0 && (static_cast<unsigned char>(line[end]) & 0xC0U) == 0x80U) --end;
  return line.substr(0, end).append(kEnd);
}

std::string beginning(std::string_view line, std::size_t most) {
  constexpr std::string_view kKey = "\"id\"";
  constexpr std::size_t kLongestId = 20;
  std::string text(line.substr(0, most + kLongestId));  // so that it is still too long without the id
  const std::size_t key = text.find(kKey);
  if (key == std::string::npos) return shortened(text, most);
  const std::size_t begin = std::min(text.find_first_not_of(" \t:", key + kKey.size()), text.size());
  const std::size_t end = std::min(text.find_first_not_of("0123456789", begin), text.size());
  if (begin < end) text.replace(begin, end - begin, "…");
  return shortened(text, most);
}

}  // namespace mce
