// SPDX-License-Identifier: MIT
#include "mce/run/files.hpp"

#include <fcntl.h>
#include <fmt/core.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <csignal>
#include <system_error>

#include "mce/core/error.hpp"
#include "mce/core/text.hpp"

namespace mce {
namespace {

namespace fs = std::filesystem;

[[noreturn]] void fail(std::string_view what, const fs::path& path, int code) {
  throw Error(fmt::format("cannot {} {}: {}", what, in_quotes(path.string()), std::generic_category().message(code)));
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

/// The temporary file of this process beside `path`.
fs::path part_of(const fs::path& path) { return fmt::format("{}.{}.part", path.string(), ::getpid()); }

bool is_running(std::string_view process) {
  pid_t number = 0;
  const auto [end, error] = std::from_chars(process.data(), process.data() + process.size(), number);
  if (error != std::errc() || end != process.data() + process.size() || number <= 0) return true;  // no number of ours
  return ::kill(number, 0) == 0 || errno != ESRCH;
}

/// Removes what part_of(path) named in processes that were killed.
void remove_stale_parts(const fs::path& path) {
  const std::string begin = path.filename().string() + ".";
  constexpr std::string_view kEnd = ".part";
  std::error_code ignored;
  const fs::path directory = path.has_parent_path() ? path.parent_path() : ".";
  for (fs::directory_iterator entry(directory, ignored), none; !ignored && entry != none; entry.increment(ignored)) {
    const std::string name = entry->path().filename().string();
    if (name.size() <= begin.size() + kEnd.size() || !name.starts_with(begin) || !name.ends_with(kEnd)) continue;
    const auto process = std::string_view(name).substr(begin.size(), name.size() - begin.size() - kEnd.size());
    if (!is_running(process)) ::unlink(entry->path().c_str());
  }
}

/// Where a path leads, also if nothing is there yet: symbolic links are followed.
fs::path followed(fs::path path) {
  constexpr int kMostLinks = 40;  // as the kernel follows
  std::error_code ignored;
  for (int i = 0; fs::is_symlink(fs::symlink_status(path, ignored)); ++i) {
    if (i == kMostLinks) fail("write", path, ELOOP);
    path = path.parent_path() / fs::read_symlink(path, ignored);
  }
  return path;
}

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
    throw Error(fmt::format("cannot write {}: it exists and is not a regular file", in_quotes(path.string())));
  }
  const fs::path target = followed(path);
  const fs::path temporary = part_of(target);
  try {
    const Descriptor file(::open(temporary.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666));
    if (file.number() < 0) fail("write", path, errno);
    write_all(file, contents, path);
    if (::rename(temporary.c_str(), target.c_str()) != 0) fail("write", path, errno);
  } catch (...) {
    ::unlink(temporary.c_str());
    throw;
  }
  remove_stale_parts(target);
}

void write_file(const fs::path& path, std::string_view contents) {
  write_file(path, std::as_bytes(std::span(contents)));
}

void prepare_directory(const fs::path& directory) {
  std::error_code error;
  fs::create_directories(directory, error);
  if (error) fail("make directory", directory, error.value());
  if (!fs::is_directory(directory, error)) fail("write into", directory, ENOTDIR);
  const fs::path probe = part_of(directory / "");
  const Descriptor file(::open(probe.c_str(), O_WRONLY | O_CREAT | O_CLOEXEC, 0666));
  if (file.number() < 0) fail("write into", directory, errno);
  ::unlink(probe.c_str());
  remove_stale_parts(directory / "");
}

bool is_same_file(const fs::path& one, const fs::path& other) {
  std::error_code error;
  if (fs::equivalent(one, other, error)) return true;
  const auto whole = [&error](const fs::path& path) { return fs::weakly_canonical(fs::absolute(path, error), error); };
  const fs::path first = whole(one);
  return !first.empty() && first == whole(other);
}

}  // namespace mce
