// SPDX-License-Identifier: MIT
#include "mce/study/study_watch.hpp"

#include <fcntl.h>
#include <fmt/core.h>
#include <unistd.h>

#include <cerrno>
#include <system_error>

#include "file_lock.hpp"
#include "mce/core/error.hpp"

namespace mce {

// Without O_NONBLOCK a pipe would wait for somebody who writes to it; the store then says that it is no file.
StudyWatch::StudyWatch(const std::filesystem::path& path)
    : descriptor_(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK)) {
  if (descriptor_ < 0) {
    throw Error(fmt::format("cannot read '{}': {}", path.string(), std::generic_category().message(errno)));
  }
}

StudyWatch::~StudyWatch() { ::close(descriptor_); }

bool StudyWatch::is_being_run() const { return is_locked(descriptor_); }

bool StudyWatch::is_of(const std::filesystem::path& path) const { return is_file_at(descriptor_, path); }

}  // namespace mce
