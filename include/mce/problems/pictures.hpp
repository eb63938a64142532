// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <filesystem>
#include <map>
#include <string>
#include <string_view>

#include "mce/core/grid.hpp"

/// Pictures that workers draw of candidates (docs/your-own-problem.md): texts of SVG.
namespace mce {

inline constexpr std::size_t kLongestPicture = std::size_t{256} << 10;  ///< in bytes

/// What is wrong with a picture: "has more than 262144 bytes"; empty if nothing is. A picture is valid UTF-8 that
/// begins with "<svg", after white space, comments, an XML declaration and a document type. More is not known of it.
std::string picture_fault(std::string_view svg);

/// The pictures of elites, by cell.
using Pictures = std::map<CellIndex, std::string>;

/// The file of them among the results of a run.
inline constexpr const char* kPicturesFile = "pictures.jsonl";
/// Its contents: a line of JSON per elite, with its cell as `index` and its `svg`.
std::string pictures_text(const Pictures& pictures);
/// Reads such a file. Throws Error with the path, and with the line if one is wrong. What is not known here is which
/// cells have elites.
Pictures read_pictures(const std::filesystem::path& path);

}  // namespace mce
