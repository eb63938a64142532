// SPDX-License-Identifier: MIT
#include "mce/run/files.hpp"

#include <gtest/gtest.h>
#include <sys/resource.h>
#include <unistd.h>

#include <csignal>

#include "mce/core/error.hpp"
#include "support/runs.hpp"

namespace mce {
namespace {

namespace fs = std::filesystem;
using test::has;
using test::message_of;
using test::slurp;
using test::spill;
using test::TemporaryDirectory;
using Names = std::vector<std::string>;

/// No file may grow beyond `bytes` as long as this lives: what a full disk looks like.
class FileSizeLimit {
 public:
  explicit FileSizeLimit(rlim_t bytes) : handler_(std::signal(SIGXFSZ, SIG_IGN)) {
    ::getrlimit(RLIMIT_FSIZE, &before_);
    const rlimit limit{.rlim_cur = bytes, .rlim_max = before_.rlim_max};
    ::setrlimit(RLIMIT_FSIZE, &limit);
  }
  FileSizeLimit(const FileSizeLimit&) = delete;
  FileSizeLimit& operator=(const FileSizeLimit&) = delete;
  ~FileSizeLimit() {
    ::setrlimit(RLIMIT_FSIZE, &before_);
    std::signal(SIGXFSZ, handler_);
  }

 private:
  void (*handler_)(int);
  rlimit before_{};
};

TEST(WriteFile, WritesWhatReadFileReads) {
  const TemporaryDirectory directory;
  const fs::path path = directory / "file";
  for (const std::size_t size : {0UL, 1UL, 4'096UL, 3'000'001UL}) {
    std::vector<std::byte> contents(size);
    for (std::size_t i = 0; i < size; ++i) contents[i] = static_cast<std::byte>(i * 31 % 251);
    write_file(path, contents);
    EXPECT_EQ(read_file(path), contents);
  }
  EXPECT_EQ(directory.names(), Names{"file"});
}

TEST(WriteFile, ReplacesTheWholeOldFile) {
  const TemporaryDirectory directory;
  write_file(directory / "file", "a long old text");
  write_file(directory / "file", "new");
  EXPECT_EQ(slurp(directory / "file"), "new");
  EXPECT_EQ(directory.names(), Names{"file"});
}

TEST(WriteFile, AFullDiskLeavesTheOldFileAndNothingElse) {
  const TemporaryDirectory directory;
  const fs::path path = directory / "file";
  spill(path, "old");
  std::string text;
  {
    const FileSizeLimit limit(1'000);
    text = message_of<Error>([&] { write_file(path, std::string(100'000, 'x')); });
  }
  EXPECT_TRUE(has(text, path.string()) && has(text, "File too large")) << text;
  EXPECT_EQ(slurp(path), "old");
  EXPECT_EQ(directory.names(), Names{"file"});
}

TEST(WriteFile, AFullDiskLeavesNoNewFile) {
  const TemporaryDirectory directory;
  {
    const FileSizeLimit limit(10);
    EXPECT_THROW(write_file(directory / "file", std::string(11, 'x')), Error);
  }
  EXPECT_EQ(directory.names(), Names{});
}

TEST(WriteFile, ADirectoryIsNotReplaced) {
  const TemporaryDirectory directory;
  fs::create_directory(directory / "taken");
  const auto text = message_of<Error>([&] { write_file(directory / "taken", "text"); });
  EXPECT_TRUE(has(text, (directory / "taken").string())) << text;
  EXPECT_EQ(directory.names(), Names{"taken"});
  EXPECT_TRUE(fs::is_directory(directory / "taken"));
}

TEST(WriteFile, ADeviceOrPipeIsNotReplaced) {
  const TemporaryDirectory directory;
  ASSERT_EQ(::mkfifo((directory / "pipe").c_str(), 0600), 0);
  const auto text = message_of<Error>([&] { write_file(directory / "pipe", "text"); });
  EXPECT_TRUE(has(text, (directory / "pipe").string()) && has(text, "not a regular file")) << text;
  EXPECT_TRUE(fs::is_fifo(directory / "pipe"));
  EXPECT_EQ(directory.names(), Names{"pipe"});
}

TEST(WriteFile, APathBelowAFileOrAMissingDirectoryIsAnErrorWithThePath) {
  const TemporaryDirectory directory;
  spill(directory / "file", "old");
  for (const fs::path& path : {directory / "file" / "below", directory / "missing" / "below"}) {
    const auto text = message_of<Error>([&] { write_file(path, "text"); });
    EXPECT_TRUE(has(text, "'" + path.string() + "'")) << text;
  }
  EXPECT_EQ(slurp(directory / "file"), "old");
  EXPECT_EQ(directory.names(), Names{"file"});
}

TEST(WriteFile, ADirectoryWithoutPermissionIsAnError) {
  if (::geteuid() == 0) GTEST_SKIP() << "permissions do not bind root";
  const TemporaryDirectory directory;
  fs::permissions(directory.path(), fs::perms::owner_read | fs::perms::owner_exec);
  const auto text = message_of<Error>([&] { write_file(directory / "file", "text"); });
  EXPECT_TRUE(has(text, "Permission denied")) << text;
  EXPECT_THROW(prepare_directory(directory.path()), Error);
  fs::permissions(directory.path(), fs::perms::owner_all);
}

TEST(ReadFile, AMissingFileOrADirectoryIsAnErrorWithThePath) {
  const TemporaryDirectory directory;
  const auto missing = message_of<Error>([&] { read_file(directory / "missing"); });
  EXPECT_TRUE(has(missing, (directory / "missing").string()) && has(missing, "No such file")) << missing;
  const auto folder = message_of<Error>([&] { read_file(directory.path()); });
  EXPECT_TRUE(has(folder, directory.path().string()) && has(folder, "directory")) << folder;
}

TEST(PrepareDirectory, MakesItWithAllAboveItAndLeavesNothingInIt) {
  const TemporaryDirectory directory;
  prepare_directory(directory / "a" / "b" / "c");
  EXPECT_TRUE(fs::is_empty(directory / "a" / "b" / "c"));
}

TEST(PrepareDirectory, AnExistingOneKeepsItsFiles) {
  const TemporaryDirectory directory;
  spill(directory / "file", "old");
  prepare_directory(directory.path());
  prepare_directory(directory.path());
  EXPECT_EQ(slurp(directory / "file"), "old");
  EXPECT_EQ(directory.names(), Names{"file"});
}

TEST(PrepareDirectory, AFileInItsPlaceOrAboveItIsAnErrorWithThePath) {
  const TemporaryDirectory directory;
  spill(directory / "file", "old");
  for (const fs::path& path : {directory / "file", directory / "file" / "below"}) {
    const auto text = message_of<Error>([&] { prepare_directory(path); });
    EXPECT_TRUE(has(text, "'" + path.string() + "'") && has(text, "Not a directory")) << text;
  }
  EXPECT_EQ(slurp(directory / "file"), "old");
}

TEST(PrepareDirectory, APlaceWhereNothingCanBeWrittenIsAnError) {
  for (const fs::path path : {"/proc", "/proc/mce-results"}) {
    const auto text = message_of<Error>([&] { prepare_directory(path); });
    EXPECT_TRUE(has(text, "'" + path.string() + "'")) << text;
  }
}

}  // namespace
}  // namespace mce
