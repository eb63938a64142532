// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <vector>

#include "figures.hpp"
#include "mce/study/store.hpp"

namespace mce {

/// Draws mazes of a study: an atlas of what its best selector found in some treatments, and how one of these mazes
/// mutates. None if there are no mazes, or the study keeps no elites. Throws Error if the directory cannot be written
/// to.
std::vector<Figure> write_maze_figures(const Store& store, const std::filesystem::path& directory);

}  // namespace mce
