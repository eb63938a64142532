// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <vector>

#include "mce/study/data_table.hpp"

namespace mce {

/// What numpy.load reads: an array per column, of float64, int64 or text, without pickled objects; a matrix has
/// two dimensions. Same table, same bytes. Throws std::invalid_argument for text that is not UTF-8.
std::vector<std::byte> to_npz(const DataTable& table);

}  // namespace mce
