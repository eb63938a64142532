// SPDX-License-Identifier: MIT
#include "mce/run/files.hpp"

#include <gtest/gtest.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>

#include "mce/core/error.hpp"
#include "support/complaint.hpp"
#include "support/files.hpp"

namespace mce::files_test {
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

TEST(WriteFile, ASymbolicLinkStaysOneAndItsFileIsWritten) {
  const TemporaryDirectory directory;
  fs::create_directory(directory / "place");
  spill(directory / "place" / "file", "old");
  fs::create_symlink("place/file", directory / "relative");
  fs::create_symlink(directory / "place" / "file", directory / "absolute");
  fs::create_symlink("absolute", directory / "chain");
  for (const char* link : {"relative", "absolute", "chain"}) {
    write_file(directory / link, std::string("through ") + link);
    EXPECT_EQ(slurp(directory / "place" / "file"), std::string("through ") + link);
    EXPECT_TRUE(fs::is_symlink(directory / link)) << link;
  }
  EXPECT_EQ(directory.names(), (Names{"absolute", "chain", "place", "relative"}));
  EXPECT_EQ(std::distance(fs::directory_iterator(directory / "place"), {}), 1);
}

TEST(WriteFile, ASymbolicLinkToNothingYetMakesTheFileItNames) {
  const TemporaryDirectory directory;
  fs::create_directory(directory / "place");
  fs::create_symlink("place/new", directory / "link");
  write_file(directory / "link", "text");
  EXPECT_EQ(slurp(directory / "place" / "new"), "text");
  EXPECT_TRUE(fs::is_symlink(directory / "link"));
}

TEST(WriteFile, SymbolicLinksInACircleAreAnError) {
  const TemporaryDirectory directory;
  fs::create_symlink("two", directory / "one");
  fs::create_symlink("one", directory / "two");
  const auto text = message_of<Error>([&] { write_file(directory / "one", "text"); });
  EXPECT_TRUE(has(text, "Too many levels of symbolic links")) << text;
  EXPECT_EQ(directory.names(), (Names{"one", "two"}));
}

/// The number of a process that has ended.
pid_t ended_process() {
  const pid_t child = ::fork();
  if (child == 0) ::_exit(0);
  ::waitpid(child, nullptr, 0);
  return child;
}

TEST(WriteFile, RemovesWhatKilledProcessesHaveLeftBesideTheFile) {
  const TemporaryDirectory directory;
  const std::string ended = std::to_string(ended_process());
  const std::string alive = std::to_string(::getppid());
  const Names stay = {"file." + alive + ".part",
                      "file." + ended + "x.part",
                      "file." + ended + ".parts",
                      "file.part",
                      "file.x.part",
                      "file.-" + ended + ".part",
                      "other." + ended + ".part",
                      "file." + ended};
  for (const std::string& name : stay) spill(directory / name, "not ours to remove");
  spill(directory / ("file." + ended + ".part"), "half");
  write_file(directory / "file", "text");
  Names expected = stay;
  expected.emplace_back("file");
  std::ranges::sort(expected);
  EXPECT_EQ(directory.names(), expected);
}

TEST(PrepareDirectory, RemovesTheProbeOfAKilledProcess) {
  const TemporaryDirectory directory;
  spill(directory / ("." + std::to_string(ended_process()) + ".part"), "");
  prepare_directory(directory.path());
  EXPECT_EQ(directory.names(), Names{});
}

TEST(WriteFile, AnErrorIsOneLineWhateverThePathIs) {
  const auto text = message_of<Error>([] { write_file("/no\nsuch\x1b[1m/file", "text"); });
  EXPECT_EQ(text, "cannot write '/no\\x0asuch\\x1b[1m/file': No such file or directory");
}

TEST(IsSameFile, KnowsAFileByAllItsNames) {
  const TemporaryDirectory directory;
  spill(directory / "file", "text");
  spill(directory / "other", "text");
  fs::create_symlink("file", directory / "link");
  fs::create_hard_link(directory / "file", directory / "hard");
  const fs::path file = directory / "file";
  for (const fs::path& name : {file, directory.path() / "." / "file", directory / "link", directory / "hard",
                               directory.path() / ".." / directory.path().filename() / "file"}) {
    EXPECT_TRUE(is_same_file(file, name) && is_same_file(name, file)) << name;
  }
  for (const fs::path& name : {directory / "other", directory / "missing", directory.path(), fs::path()}) {
    EXPECT_FALSE(is_same_file(file, name) || is_same_file(name, file)) << name;
  }
}

TEST(IsSameFile, KnowsAFileThatIsNotThereYet) {
  EXPECT_TRUE(is_same_file("missing", "./missing"));
  EXPECT_TRUE(is_same_file("missing", fs::current_path() / "missing"));
  EXPECT_FALSE(is_same_file("missing", "other"));
  EXPECT_FALSE(is_same_file("", ""));
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
}  // namespace mce::files_test
