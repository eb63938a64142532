// SPDX-License-Identifier: MIT
#include <fmt/core.h>

#include <algorithm>
#include <stdexcept>
#include <string>
#include <utility>

#include "mce/core/centroids.hpp"
#include "mce/core/error.hpp"
#include "mce/core/text.hpp"

namespace mce {
namespace {

constexpr std::string_view kBlanks = " \t\r";

/// Takes the first field off the rest of a line: up to a comma, or to blanks that no comma follows.
std::string_view take_field(std::string_view& line) {
  const std::size_t end = std::min(line.find_first_of(" \t\r,"), line.size());
  const std::string_view field = line.substr(0, end);
  line.remove_prefix(end);
  line.remove_prefix(std::min(line.find_first_not_of(kBlanks), line.size()));
  if (!line.starts_with(',')) return field;
  line.remove_prefix(1);
  line.remove_prefix(std::min(line.find_first_not_of(kBlanks), line.size()));
  if (line.empty()) throw std::invalid_argument("the line ends with a comma");
  return field;
}

double number(std::string_view field) {
  try {
    return parse_number(field);
  } catch (const std::invalid_argument&) {
    throw std::invalid_argument(fmt::format("{} is no finite number (a # makes a line a comment)", in_quotes(field)));
  }
}

}  // namespace

CentroidPoints parse_centroids(std::string_view text, std::string_view source, std::uint32_t features) {
  std::vector<double> points;
  const auto read_line = [&](std::string_view line) {
    line = line.substr(0, line.find('#'));
    line.remove_prefix(std::min(line.find_first_not_of(kBlanks), line.size()));
    if (line.empty()) return;
    std::uint32_t count = 0;
    for (; !line.empty(); ++count) points.push_back(number(take_field(line)));
    if (features == 0) features = count;
    if (count != features) throw std::invalid_argument(fmt::format("it has {} numbers instead of {}", count, features));
    if (points.size() / features > Centroids::kMaxCells) {
      throw std::invalid_argument(fmt::format("more than {} centroids", Centroids::kMaxCells));
    }
  };
  for (std::size_t number = 1; !text.empty(); ++number) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    try {
      read_line(text.substr(0, end));
    } catch (const std::invalid_argument& error) {
      throw Error(fmt::format("{}:{}: {}", one_line(source), number, error.what()));
    }
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  if (points.empty()) throw Error(fmt::format("{}: it has no centroids", one_line(source)));
  return {.features = features, .values = std::move(points)};
}

}  // namespace mce
