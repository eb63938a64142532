// SPDX-License-Identifier: MIT
#include "file_lock.hpp"

#include <fcntl.h>
#include <fmt/core.h>
#include <sys/file.h>
#include <unistd.h>

#include <cerrno>
#include <system_error>

#include "mce/core/error.hpp"

namespace mce {

FileLock::FileLock(const std::filesystem::path& path)
    : descriptor_(::open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0666)) {
  if (descriptor_ < 0) {
    throw Error(fmt::format("cannot write '{}': {}", path.string(), std::generic_category().message(errno)));
  }
  if (::flock(descriptor_, LOCK_EX | LOCK_NB) == 0) return;
  const int reason = errno;
  ::close(std::exchange(descriptor_, -1));
  if (reason == EWOULDBLOCK) {
    throw Error(fmt::format("'{}' is in use: another process is running this study", path.string()));
  }
  throw Error(fmt::format("cannot lock '{}': {}", path.string(), std::generic_category().message(reason)));
}

bool FileLock::is_held(const std::filesystem::path& path) {
  const int descriptor = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (descriptor < 0) return false;
  const bool held = ::flock(descriptor, LOCK_SH | LOCK_NB) != 0 && errno == EWOULDBLOCK;
  ::close(descriptor);
  return held;
}

FileLock::~FileLock() {
  if (descriptor_ >= 0) ::close(descriptor_);
}

}  // namespace mce
