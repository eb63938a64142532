// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <variant>
#include <vector>

namespace mce {

/// Several numbers per row, the rows one after the other.
struct Matrix {
  std::size_t width = 1;
  std::vector<double> values;
};

using ColumnValues = std::variant<std::vector<double>, std::vector<std::int64_t>, std::vector<std::string>, Matrix>;

struct Column {
  std::string name;
  ColumnValues values;
};

/// Named columns of one length: what a file of results holds, whatever its format.
struct DataTable {
  std::vector<Column> columns;
  [[nodiscard]] std::size_t rows() const;
  /// Throws std::invalid_argument if columns differ in length, have no name, or have the same.
  void check() const;
};

/// A line of names, then a line per row; a matrix is the columns name_0, name_1, …
/// Quotes as in RFC 4180, only where needed; NaN is an empty field, infinities are inf and -inf.
std::string to_csv(const DataTable& table);

}  // namespace mce
