// SPDX-License-Identifier: MIT
#include "mce/study/data_table.hpp"

#include <fmt/format.h>

#include <cmath>
#include <set>
#include <stdexcept>
#include <string_view>

#include "mce/core/parameters.hpp"

namespace mce {
namespace {

template <class T>
std::size_t length(const Column& /*column*/, const std::vector<T>& values) {
  return values.size();
}

std::size_t length(const Column& column, const Matrix& matrix) {
  if (matrix.width == 0 || matrix.values.size() % matrix.width != 0) {
    throw std::invalid_argument(
        fmt::format("column '{}': {} values are no whole rows of {}", column.name, matrix.values.size(), matrix.width));
  }
  return matrix.values.size() / matrix.width;
}

std::size_t length(const Column& column) {
  return std::visit([&](const auto& values) { return length(column, values); }, column.values);
}

/// The names as CSV has them.
std::vector<std::string> field_names(const DataTable& table) {
  std::vector<std::string> names;
  for (const auto& [name, values] : table.columns) {
    if (const auto* matrix = std::get_if<Matrix>(&values)) {
      for (std::size_t i = 0; i < matrix->width; ++i) names.push_back(fmt::format("{}_{}", name, i));
    } else {
      names.push_back(name);
    }
  }
  return names;
}

void add_field(std::string& line, std::string_view text) {
  if (text.find_first_of(",\"\r\n") == std::string_view::npos) {
    line += text;
    return;
  }
  line += '"';
  for (const char letter : text) line.append(letter == '"' ? 2 : 1, letter);
  line += '"';
}

void add_field(std::string& line, double value) {
  if (!std::isnan(value)) line += number_text(value);
}

void add_field(std::string& line, std::int64_t value) { line += fmt::format_int(value).c_str(); }

template <class T>
void add_fields(std::string& line, const std::vector<T>& values, std::size_t row) {
  add_field(line, values[row]);
}

void add_fields(std::string& line, const Matrix& matrix, std::size_t row) {
  for (std::size_t i = 0; i < matrix.width; ++i) {
    if (i > 0) line += ',';
    add_field(line, matrix.values[row * matrix.width + i]);
  }
}

}  // namespace

std::size_t DataTable::rows() const { return columns.empty() ? 0 : length(columns.front()); }

void DataTable::check() const {
  for (const Column& column : columns) {
    if (column.name.empty()) throw std::invalid_argument("a column has no name");
    if (length(column) != rows()) {
      throw std::invalid_argument(fmt::format("column '{}' has {} rows, '{}' has {}", column.name, length(column),
                                              columns.front().name, rows()));
    }
  }
  std::set<std::string> seen;
  for (const std::string& name : field_names(*this)) {
    if (!seen.insert(name).second) throw std::invalid_argument(fmt::format("two columns are called '{}'", name));
  }
}

std::string to_csv(const DataTable& table) {
  table.check();
  std::string text;
  for (const std::string& name : field_names(table)) {
    if (!text.empty()) text += ',';
    add_field(text, name);
  }
  text += '\n';
  for (std::size_t row = 0; row < table.rows(); ++row) {
    const std::size_t begin = text.size();
    for (const Column& column : table.columns) {
      if (&column != table.columns.data()) text += ',';
      std::visit([&](const auto& values) { add_fields(text, values, row); }, column.values);
    }
    if (text.size() == begin) text += R"("")";  // readers skip empty lines
    text += '\n';
  }
  return text;
}

}  // namespace mce
