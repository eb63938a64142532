// SPDX-License-Identifier: MIT
#include "mce/problems/pictures.hpp"

#include <fcntl.h>
#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <iterator>
#include <limits>
#include <nlohmann/json.hpp>
#include <system_error>
#include <utility>

#include "descriptor.hpp"
#include "file_lines.hpp"
#include "json_text.hpp"
#include "mce/core/error.hpp"
#include "mce/core/text.hpp"
#include "mce/problems/detail/json_depth.hpp"
#include "messages.hpp"

namespace mce {
namespace {

/// How many bytes the first letter of a text has; 0 if it is not UTF-8.
std::size_t letter_size(std::string_view text) {
  const auto byte = [text](std::size_t i) { return i < text.size() ? static_cast<unsigned char>(text[i]) : 0U; };
  const unsigned first = byte(0);
  if (first < 0x80) return 1;
  // The second byte decides whether the letter is longer than it has to be, half of a pair of UTF-16, or none at all.
  unsigned lowest = 0x80;
  if (first == 0xE0) lowest = 0xA0;
  if (first == 0xF0) lowest = 0x90;
  unsigned highest = 0xBF;
  if (first == 0xED) highest = 0x9F;
  if (first == 0xF4) highest = 0x8F;
  if (first < 0xC2 || first > 0xF4 || byte(1) < lowest || byte(1) > highest) return 0;
  std::size_t size = 2;
  if (first >= 0xE0) size = 3;
  if (first >= 0xF0) size = 4;
  for (std::size_t i = 2; i < size; ++i) {
    if ((byte(i) & 0xC0U) != 0x80) return 0;
  }
  return size;
}

bool is_utf8(std::string_view text) {
  while (!text.empty()) {
    const std::size_t size = letter_size(text);
    if (size == 0) return false;
    text.remove_prefix(size);
  }
  return true;
}

/// Without what may stand before the first element: white space, comments, declarations, a document type.
std::string_view first_element(std::string_view text) {
  constexpr std::pair<std::string_view, std::string_view> kPrologue[] = {{"<!--", "-->"}, {"<?", "?>"}, {"<!", ">"}};
  for (;;) {
    text.remove_prefix(std::min(text.find_first_not_of(" \t\r\n"), text.size()));
    const auto* part = std::ranges::find_if(kPrologue, [&](const auto& each) { return text.starts_with(each.first); });
    if (part == std::end(kPrologue)) return text;
    const std::size_t end = text.find(part->second);
    if (end == std::string_view::npos) return text;
    text.remove_prefix(end + part->second.size());
  }
}

bool begins_with_svg(std::string_view text) {
  constexpr std::string_view kName = "<svg";
  constexpr std::string_view kAfterName = " \t\r\n>/";
  const std::string_view element = first_element(text);
  return element.starts_with(kName) && element.size() > kName.size() &&
         kAfterName.find(element[kName.size()]) != std::string_view::npos;
}

/// A line of the file of pictures. Returns what is wrong with it.
std::string read_line_of_pictures(std::string_view line, Pictures& pictures) {
  if (is_deep_json(line)) return "it is no JSON";
  nlohmann::json object = nlohmann::json::parse(line, nullptr, false);
  if (!object.is_object()) return object.is_discarded() ? "it is no JSON" : "it is no object";
  const auto index = object.find("index");
  const auto svg = object.find("svg");
  if (index == object.end() || !index->is_number_unsigned() ||
      index->get<std::uint64_t>() > std::numeric_limits<CellIndex>::max()) {
    return "it has no index of a cell";
  }
  if (svg == object.end() || !svg->is_string()) return "it has no svg";
  const auto cell = index->get<CellIndex>();
  if (!pictures.empty() && cell <= pictures.rbegin()->first) {
    return fmt::format("index {} after {}", cell, pictures.rbegin()->first);
  }
  auto& text = svg->get_ref<std::string&>();
  if (const std::string fault = picture_fault(text); !fault.empty()) return "svg " + fault;
  pictures.emplace_hint(pictures.end(), cell, std::move(text));
  return {};
}

}  // namespace

std::string picture_fault(std::string_view svg) {
  if (svg.size() > kLongestPicture) return fmt::format("has more than {} bytes", kLongestPicture);
  if (svg.empty()) return "is empty";
  if (!begins_with_svg(svg)) return fmt::format("begins with {}, not with '<svg'", in_quotes(shortened(svg, 40)));
  return is_utf8(svg) ? "" : "is not UTF-8";
}

std::string pictures_text(const Pictures& pictures) {
  std::string text;
  for (const auto& [cell, svg] : pictures) {
    fmt::format_to(std::back_inserter(text), "{{\"index\": {}, \"svg\": {}}}\n", cell, json_text(svg));
  }
  return text;
}

Pictures read_pictures(const std::filesystem::path& path) {
  constexpr std::size_t kLongestLine = 6 * kLongestPicture + 1000;  // JSON writes some letters with 6 bytes
  const auto fail = [&path](std::string_view why) {
    throw Error(fmt::format("cannot read {}: {}", in_quotes(path.string()), why));
  };
  std::error_code ignored;
  if (std::filesystem::exists(path, ignored) && !std::filesystem::is_regular_file(path, ignored)) {
    fail("it is not a regular file");  // opening a pipe would wait for its writer
  }
  const Descriptor file(::open(path.c_str(), O_RDONLY | O_CLOEXEC));
  if (!file.is_open()) fail(std::generic_category().message(errno));
  Pictures pictures;
  FileLines lines(path, file.number());
  std::string_view line;
  while (lines.next(line, kLongestLine)) {
    if (const std::string fault = read_line_of_pictures(line, pictures); !fault.empty()) lines.damaged(fault);
  }
  if (lines.is_torn()) lines.damaged(lines.number() + 1, "it has no end");
  return pictures;
}

}  // namespace mce
