// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace mce::app {

/// A row of a table: what it is called, then its entries, of which some stand out, then a remark.
struct Row {
  std::string head;
  std::vector<std::string> entries;
  std::vector<bool> best = {};
  std::string remark = {};
};

/// Aligned columns; what stands out is bold, or has a star where there are no letters but plain ones. All rows have the
/// same number of entries.
void print_rows(const std::vector<Row>& rows);

/// How many columns of a terminal a text takes, if none of its letters is a wide one.
std::size_t width_of(const std::string& text);

}  // namespace mce::app
