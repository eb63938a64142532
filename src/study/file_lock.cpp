// SPDX-License-Identifier: MIT
#include "file_lock.hpp"

#include <fcntl.h>
#include <fmt/core.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <system_error>
#include <thread>

#include "mce/core/error.hpp"

namespace mce {

bool is_locked(int descriptor) {
  if (::flock(descriptor, LOCK_SH | LOCK_NB) != 0) return errno == EWOULDBLOCK;
  ::flock(descriptor, LOCK_UN);
  return false;
}

bool is_file_at(int descriptor, const std::filesystem::path& path) {
  struct stat own{};
  struct stat there{};
  return ::fstat(descriptor, &own) == 0 && ::stat(path.c_str(), &there) == 0 && own.st_dev == there.st_dev &&
         own.st_ino == there.st_ino;
}

FileLock::FileLock(const std::filesystem::path& path)
    : descriptor_(::open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0666)) {
  if (descriptor_ < 0) {
    throw Error(fmt::format("cannot write '{}': {}", path.string(), std::generic_category().message(errno)));
  }
  // Whoever looks whether the study is being run (is_held) has the lock for some microseconds.
  constexpr int kAttempts = 30;
  for (int attempt = 1; ::flock(descriptor_, LOCK_EX | LOCK_NB) != 0; ++attempt) {
    if (errno == EWOULDBLOCK && attempt < kAttempts) {
      std::this_thread::sleep_for(std::chrono::milliseconds(10));
      continue;
    }
    fail(path, errno);
  }
}

void FileLock::fail(const std::filesystem::path& path, int reason) {
  ::close(std::exchange(descriptor_, -1));
  if (reason == EWOULDBLOCK) {
    throw Error(fmt::format("'{}' is in use: another process is running this study", path.string()));
  }
  throw Error(fmt::format("cannot lock '{}': {}", path.string(), std::generic_category().message(reason)));
}

bool FileLock::is_of(const std::filesystem::path& path) const {
  return descriptor_ < 0 || is_file_at(descriptor_, path);
}

bool FileLock::is_held(const std::filesystem::path& path) {
  // A pipe, of which nobody knows yet that it is no file, would wait for a writer.
  const int descriptor = ::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK);
  if (descriptor < 0) return false;
  const bool held = is_locked(descriptor);
  ::close(descriptor);
  return held;
}

FileLock::~FileLock() {
  if (descriptor_ >= 0) ::close(descriptor_);
}

}  // namespace mce
