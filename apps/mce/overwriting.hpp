// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

/// No command writes over what it reads, and over a file that it did not make only with --force. All of these throw
/// before any work is done.
namespace mce::app {

/// Throws std::invalid_argument if `path`, which `option` names, leads to `input`: not even --force allows that.
void check_not_input(std::string_view option, const std::filesystem::path& path, const std::filesystem::path& input);
/// Checks the file of a study in the same way, with what SQLite keeps beside it.
void check_not_study(std::string_view option, const std::filesystem::path& path, const std::filesystem::path& study);

/// Throws std::invalid_argument if something is there, unless it is a file and `force` is set.
void check_free(std::string_view option, const std::filesystem::path& path, bool force);

/// The first and the last bytes of a file, by which a program knows its own; nothing if it cannot be read.
std::string head_of(const std::filesystem::path& path);
std::string tail_of(const std::filesystem::path& path);

}  // namespace mce::app
