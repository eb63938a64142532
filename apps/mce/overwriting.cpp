// SPDX-License-Identifier: MIT
#include "overwriting.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <fstream>
#include <stdexcept>
#include <system_error>

#include "mce/core/text.hpp"
#include "mce/run/files.hpp"

namespace mce::app {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kPiece = 1'000;

std::string piece_of(const fs::path& path, bool last) {
  std::error_code ignored;
  if (!fs::is_regular_file(path, ignored)) return "";  // opening a pipe would wait for its writer
  std::ifstream file(path, std::ios::binary | std::ios::ate);
  const auto size = static_cast<std::int64_t>(file.tellg());
  if (!file || size <= 0) return "";
  std::string text(std::min<std::size_t>(kPiece, static_cast<std::size_t>(size)), '\0');
  file.seekg(last ? size - static_cast<std::int64_t>(text.size()) : 0);
  file.read(text.data(), static_cast<std::streamsize>(text.size()));
  return file ? text : "";
}

}  // namespace

void check_not_input(std::string_view option, const fs::path& path, const fs::path& input) {
  if (!is_same_file(path, input)) return;
  throw std::invalid_argument(fmt::format("{} {} would write over {}, which this command reads: choose another file",
                                          option, in_quotes(path.string()), in_quotes(input.string())));
}

void check_not_study(std::string_view option, const fs::path& path, const fs::path& study) {
  for (const char* part : {"", "-wal", "-shm", "-journal"}) check_not_input(option, path, study.string() + part);
}

void check_free(std::string_view option, const fs::path& path, bool force) {
  std::error_code ignored;
  const fs::file_status status = fs::status(path, ignored);
  if (!fs::exists(status)) return;
  const std::string name = in_quotes(path.string());
  if (!fs::is_regular_file(status)) {
    throw std::invalid_argument(fmt::format("{} {}: it exists and is not a regular file", option, name));
  }
  if (!force) {
    throw std::invalid_argument(
        fmt::format("{} {} is there already: choose another file, or replace it with --force", option, name));
  }
}

std::string head_of(const fs::path& path) { return piece_of(path, false); }
std::string tail_of(const fs::path& path) { return piece_of(path, true); }

}  // namespace mce::app
