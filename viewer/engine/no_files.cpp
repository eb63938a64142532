// SPDX-License-Identifier: MIT
#include "mce/core/error.hpp"
#include "mce/run/files.hpp"

namespace mce {

std::vector<std::byte> read_file(const std::filesystem::path& path) {
  throw Error(path.string() + ": a page cannot read files");
}

}  // namespace mce
