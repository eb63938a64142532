// SPDX-License-Identifier: MIT
#include "mce/run/files.hpp"

#include <fcntl.h>
#include <fmt/core.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <system_error>

#include "mce/core/error.hpp"

namespace mce {
namespace {

namespace fs = std::filesystem;

[[noreturn]] void fail(std::string_view what, const fs::path& path, int code) {
  throw Error(fmt::format("cannot {} '{}': {}", what, path.string(), std::generic_category().message(code)));
}

/// An open file that closes itself.
class Descriptor {
 public:
  explicit Descriptor(int number) : number_(number) {}
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
  ~Descriptor() {
    if (number_ >= 0) ::close(number_);
  }
  [[nodiscard]] int number() const { return number_; }

 private:
  int number_;
};

void write_all(const Descriptor& file, std::span<const std::byte> contents, const fs::path& path) {
  while (!contents.empty()) {
    const ssize_t written = ::write(file.number(), contents.data(), contents.size());
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) fail("write", path, errno);
    contents = contents.subspan(static_cast<std::size_t>(written));
  }
  if (::fsync(file.number()) != 0) fail("write", path, errno);
}

}  // namespace

std::vector<std::byte> read_file(const fs::path& path) {
  const Descriptor file(::open(path.c_str(), O_RDONLY | O_CLOEXEC));
  if (file.number() < 0) fail("read", path, errno);
  std::vector<std::byte> contents;
  for (;;) {
    constexpr std::size_t kPiece = std::size_t{1} << 20;
    const std::size_t before = contents.size();
    contents.resize(before + kPiece);
    const ssize_t count = ::read(file.number(), contents.data() + before, kPiece);
    if (count < 0 && errno != EINTR) fail("read", path, errno);
    contents.resize(before + static_cast<std::size_t>(std::max<ssize_t>(count, 0)));
    if (count == 0) return contents;
  }
}

void write_file(const fs::path& path, std::span<const std::byte> contents) {
  std::error_code ignored;
  if (fs::exists(path, ignored) && !fs::is_regular_file(path, ignored)) {  // renaming would replace even a device
    throw Error(fmt::format("cannot write '{}': it exists and is not a regular file", path.string()));
  }
  const fs::path temporary = fmt::format("{}.{}.part", path.string(), ::getpid());
  try {
    const Descriptor file(::open(temporary.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666));
    if (file.number() < 0) fail("write", path, errno);
    write_all(file, contents, path);
    if (::rename(temporary.c_str(), path.c_str()) != 0) fail("write", path, errno);
  } catch (...) {
    ::unlink(temporary.c_str());
    throw;
  }
}

void write_file(const fs::path& path, std::string_view contents) {
  write_file(path, std::as_bytes(std::span(contents)));
}

void prepare_directory(const fs::path& directory) {
  std::error_code error;
  fs::create_directories(directory, error);
  if (error) fail("make directory", directory, error.value());
  if (!fs::is_directory(directory, error)) fail("write into", directory, ENOTDIR);
  const fs::path probe = directory / fmt::format(".{}.part", ::getpid());
  const Descriptor file(::open(probe.c_str(), O_WRONLY | O_CREAT | O_CLOEXEC, 0666));
  if (file.number() < 0) fail("write into", directory, errno);
  ::unlink(probe.c_str());
}

}  // namespace mce
