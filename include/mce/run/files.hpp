// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <filesystem>
#include <span>
#include <string_view>
#include <vector>

namespace mce {

/// The whole file. Throws Error with the path and the reason.
std::vector<std::byte> read_file(const std::filesystem::path& path);

/// Writes a file whole or not at all: to a temporary file beside it, flushed to the disk, then renamed over it.
/// On failure the old file is as it was, nothing else is left behind, and Error says what was wrong. A symbolic link
/// stays one: the file that it leads to is written. Temporary files that killed processes have left are removed.
void write_file(const std::filesystem::path& path, std::span<const std::byte> contents);
void write_file(const std::filesystem::path& path, std::string_view contents);

/// Makes the directory if need be, and checks that files can be written into it. Throws Error.
void prepare_directory(const std::filesystem::path& directory);

/// Whether both paths lead to one file, through links and whatever they are called; also if none is there yet.
bool is_same_file(const std::filesystem::path& one, const std::filesystem::path& other);

}  // namespace mce
