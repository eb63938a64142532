// SPDX-License-Identifier: MIT
#include "mce/problems/journal.hpp"

#include <gtest/gtest.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmath>
#include <csignal>
#include <fstream>
#include <tuple>

#include "mce/core/error.hpp"
#include "support/complaint.hpp"
#include "support/files.hpp"

namespace mce::journal_test {
namespace {

using test::expect_mentions;
using test::message_of;
using test::slurp;
using test::spill;
using test::TemporaryDirectory;

const std::string kHead = R"({"version":1,"problem":"ball"})";
const std::vector<JournalEntry> kEntries = {
    {.id = 7, .genome = 0x9f3a, .fitness = -0.3, .features = {0.1, 0.1 + 0.2}, .error = ""},
    {.id = 5, .genome = UINT64_MAX, .fitness = 1e300, .features = {-0.0}, .error = ""},
    {.id = UINT64_MAX, .genome = 0, .fitness = 0, .features = {}, .error = "a \"quoted\" line\nand ä"},
};
const std::string kLines = R"({"id":7,"genome":"0000000000009f3a","fitness":-0.3,"features":[0.1,0.30000000000000004]}
{"id":5,"genome":"ffffffffffffffff","fitness":1e+300,"features":[-0]}
{"id":18446744073709551615,"genome":"0000000000000000","error":"a \"quoted\" line\nand ä"}
)";

void write(const std::filesystem::path& path) {
  Journal journal = Journal::create(path, kHead);
  for (const JournalEntry& each : kEntries) journal.add(each);
  journal.flush();
}

TEST(Journal, IsReadAsItWasWritten) {
  const TemporaryDirectory directory;
  write(directory / "journal");
  EXPECT_EQ(slurp(directory / "journal"), kHead + "\n" + kLines);
  {
    Journal journal = Journal::open(directory / "journal");
    EXPECT_EQ(journal.head(), kHead);
    EXPECT_EQ(journal.entries(), kEntries);
    EXPECT_TRUE(std::signbit(journal.entries()[1].features[0]));
    journal.add({.id = 8, .genome = 1, .fitness = 2, .features = {3}, .error = ""});
    journal.flush();
    journal.add({.id = 9, .genome = 1, .fitness = 2, .features = {3}, .error = ""});  // never flushed
  }
  Journal journal = Journal::open(directory / "journal");
  const std::vector<JournalEntry> entries = journal.take_entries();
  ASSERT_EQ(entries.size(), 4U);
  EXPECT_EQ(entries.back().id, 8U);
  EXPECT_TRUE(journal.entries().empty());
}

TEST(Journal, PicturesStayInTheFileUntilTheyAreWanted) {
  const TemporaryDirectory directory;
  const JournalEntry plain{.id = 1, .genome = 2, .fitness = 3, .features = {4}, .error = ""};
  const std::string svg = "<svg a=\"ä\">\n</svg>";
  {
    Journal journal = Journal::create(directory / "journal", kHead);
    journal.add(plain, svg);
    journal.add({.id = 2, .genome = 2, .fitness = 3, .features = {4}, .error = ""});
    journal.add({.id = 3, .genome = 2, .fitness = 3, .features = {4}, .error = ""}, "<svg/>");
    journal.flush();
  }
  EXPECT_EQ(slurp(directory / "journal"), kHead + R"(
{"id":1,"genome":"0000000000000002","fitness":3,"features":[4],"svg":"<svg a=\"ä\">\n</svg>"}
{"id":2,"genome":"0000000000000002","fitness":3,"features":[4]}
{"id":3,"genome":"0000000000000002","fitness":3,"features":[4],"svg":"<svg/>"}
)");
  const Journal journal = Journal::open(directory / "journal");
  ASSERT_EQ(journal.entries().size(), 3U);
  EXPECT_EQ(journal.picture(journal.entries()[0]), svg);
  EXPECT_EQ(journal.picture(journal.entries()[1]), "");
  EXPECT_EQ(journal.picture(journal.entries()[2]), "<svg/>");

  std::string changed = slurp(directory / "journal");
  std::fstream(directory / "journal")
      .write(changed.replace(changed.find("<svg/>"), 6, "<bad/>").data(), static_cast<std::streamsize>(changed.size()));
  expect_mentions(message_of<Error>([&] { std::ignore = journal.picture(journal.entries()[2]); }),
                  {"journal", "changed", "individual 3"});
}

TEST(Journal, PicturesAreCheckedWhenItIsRead) {
  const TemporaryDirectory directory;
  for (const char* svg : {R"("<b/>")", R"("")", "7", R"("<svg)", R"("<svg\ud800/>")"}) {
    spill(directory / "journal",
          kHead + "\n" + R"({"id":1,"genome":"0000000000000002","fitness":3,"features":[4],"svg":)" + svg + "}\n");
    expect_mentions(message_of<Error>([&] { Journal::open(directory / "journal"); }), {"journal", "line 2"});
  }
}

TEST(Journal, WhatIsNotUtf8IsReplaced) {
  const TemporaryDirectory directory;
  {
    Journal journal = Journal::create(directory / "journal", kHead);
    journal.add({.id = 1, .genome = 0, .fitness = 0, .features = {}, .error = "a\xff"});
    journal.flush();
  }
  EXPECT_EQ(Journal::open(directory / "journal").entries().front().error, "a\xEF\xBF\xBD");
}

TEST(Journal, ATornLastLineIsCutOffWhereverItEnds) {
  const TemporaryDirectory directory;
  const std::string whole = kHead + "\n" + kLines;
  for (std::size_t length = kHead.size() + 1; length < whole.size(); ++length) {
    spill(directory / "journal", whole.substr(0, length));
    const std::size_t lines = static_cast<std::size_t>(std::ranges::count(whole.substr(0, length), '\n'));
    ASSERT_EQ(Journal::open(directory / "journal").entries().size(), lines - 1);
    const std::string left = slurp(directory / "journal");
    EXPECT_EQ(left, whole.substr(0, left.size()));
    EXPECT_EQ(left.back(), '\n');
  }
}

TEST(Journal, DamageIsAnErrorWithItsLine) {
  const TemporaryDirectory directory;
  const auto complaint = [&](const std::string& contents) {
    spill(directory / "journal", contents);
    return message_of<Error>([&] { Journal::open(directory / "journal"); });
  };
  EXPECT_TRUE(complaint("").ends_with("journal' is empty"));
  expect_mentions(complaint(kHead), {"line 1: it has no whole line"});
  expect_mentions(complaint("hello\n"), {"line 1: it is no JSON"});
  const std::string deep = R"({"a":)" + std::string(32, '[') + std::string(32, ']');
  expect_mentions(complaint(deep + "}\n"), {"line 1: it is no JSON"});
  expect_mentions(complaint(kHead + "\n" + deep + R"(,"id":1,"genome":"0000000000000000","error":"e"})" + "\n"),
                  {"line 2: it is no entry"});
  const std::string start = kHead + "\n" + kLines;
  for (const char* line : {"", "{}", "hello", R"({"id":1,"genome":"1","fitness":1,"features":[1]})",
                           R"({"id":1,"genome":"000000000000000g","fitness":1,"features":[1]})",
                           R"({"id":-1,"genome":"0000000000000000","fitness":1,"features":[1]})",
                           R"({"id":1,"genome":"0000000000000000","fitness":nan,"features":[1]})",
                           R"({"id":1,"genome":"0000000000000000","fitness":1e999,"features":[1]})",
                           R"({"id":1,"genome":"0000000000000000","fitness":1,"features":[1]}})",
                           R"({"id":1,"genome":"0000000000000000","error":""})", "\xff"}) {
    expect_mentions(complaint(start + line + "\n"), {"journal' is damaged in line 5: it is no entry"});
  }
  expect_mentions(complaint(start + kLines), {"line 6: id 5 is in line 3 already"});
  const std::string error = complaint(start + std::string(10'000'000, 'x'));
  expect_mentions(error, {"line 5: the line is too long"});
}

TEST(Journal, ManyEntriesAreReadAcrossPieces) {
  const TemporaryDirectory directory;
  {
    Journal journal = Journal::create(directory / "journal", kHead);
    for (std::uint64_t id = 0; id < 30'000; ++id) {
      journal.add(
          {.id = id, .genome = ~id, .fitness = 1.0 / static_cast<double>(id + 1), .features = {0.5}, .error = ""});
    }
    journal.flush();
  }
  const Journal journal = Journal::open(directory / "journal");
  ASSERT_EQ(journal.entries().size(), 30'000U);
  for (std::uint64_t id = 0; id < 30'000; ++id) ASSERT_EQ(journal.entries()[id].genome, ~id);
}

TEST(Journal, WhatIsCutIsGone) {
  const TemporaryDirectory directory;
  Journal journal = Journal::create(directory / "journal", kHead);
  EXPECT_EQ(journal.size(), kHead.size() + 1);
  journal.add(kEntries[0]);
  EXPECT_EQ(journal.size(), kHead.size() + 1);
  journal.flush();
  const std::uint64_t size = journal.size();
  const std::string before = slurp(directory / "journal");
  EXPECT_EQ(size, before.size());
  journal.add(kEntries[1]);
  journal.flush();
  journal.add(kEntries[2]);
  journal.cut(size);
  EXPECT_EQ(journal.size(), size);
  journal.flush();
  EXPECT_EQ(slurp(directory / "journal"), before);
  expect_mentions(message_of<Error>([&] { journal.cut(size + 1); }), {"cannot cut", "journal'"});
  expect_mentions(message_of<Error>([&] { journal.cut(kHead.size()); }), {"cannot cut", "journal'"});
  EXPECT_EQ(slurp(directory / "journal"), before);
  journal.add(kEntries[2]);
  journal.flush();
  EXPECT_EQ(journal.size(), slurp(directory / "journal").size());
  EXPECT_TRUE(slurp(directory / "journal").starts_with(before + R"({"id":18446744073709551615,)"));
}

TEST(Journal, OnlyOneAtATime) {
  const TemporaryDirectory directory;
  {
    const Journal journal = Journal::create(directory / "journal", kHead);
    expect_mentions(message_of<Error>([&] { Journal::open(directory / "journal"); }), {"journal' is in use"});
  }
  Journal::open(directory / "journal");
  expect_mentions(message_of<Error>([&] { Journal::create(directory / "journal", kHead); }),
                  {"cannot make", "File exists"});
  expect_mentions(message_of<Error>([&] { Journal::open(directory / "none"); }), {"cannot open", "none'"});
  expect_mentions(message_of<Error>([&] { Journal::open(directory.path()); }), {"cannot open"});
}

std::size_t files_in(const TemporaryDirectory& directory) {
  const std::filesystem::directory_iterator all(directory.path());
  return static_cast<std::size_t>(std::distance(begin(all), end(all)));
}

TEST(Journal, IsThereWithItsWholeHeadOrNotAtAll) {
  const TemporaryDirectory directory;
  const pid_t child = ::fork();
  if (child == 0) {  // killed when half of the head is written
    const rlimit half{.rlim_cur = kHead.size() / 2, .rlim_max = kHead.size() / 2};
    const rlimit none{.rlim_cur = 0, .rlim_max = 0};
    ::setrlimit(RLIMIT_CORE, &none);
    ::setrlimit(RLIMIT_FSIZE, &half);
    Journal::create(directory / "journal", kHead);
    ::_exit(0);
  }
  int status = 0;
  ASSERT_EQ(::waitpid(child, &status, 0), child);
  ASSERT_TRUE(WIFSIGNALED(status));
  EXPECT_FALSE(std::filesystem::exists(directory / "journal"));
  const std::size_t left = files_in(directory);
  Journal::create(directory / "journal", kHead);
  EXPECT_EQ(slurp(directory / "journal"), kHead + "\n");
  EXPECT_EQ(files_in(directory), left + 1);
  EXPECT_THROW(Journal::create(directory / "journal", R"({"another":"head"})"), Error);
  EXPECT_EQ(slurp(directory / "journal"), kHead + "\n");
  EXPECT_EQ(files_in(directory), left + 1);
}

TEST(Journal, AHeadThatCouldNotBeReadIsRefused) {
  const TemporaryDirectory directory;
  const std::string error =
      message_of<Error>([&] { Journal::create(directory / "journal", std::string((64 << 20) + 1, ' ')); });
  expect_mentions(error, {"cannot make", "journal'", "its head has 67108865 bytes, 67108864 are allowed"});
  EXPECT_EQ(files_in(directory), 0U);
}

TEST(Journal, AFullDiskLeavesWholeLines) {
  const TemporaryDirectory directory;
  Journal journal = Journal::create(directory / "journal", kHead);
  journal.add(kEntries[0]);
  journal.flush();
  const std::string before = slurp(directory / "journal");
  const auto handler = std::signal(SIGXFSZ, SIG_IGN);
  rlimit limit{};
  ::getrlimit(RLIMIT_FSIZE, &limit);
  const rlimit small{.rlim_cur = before.size() + 10, .rlim_max = limit.rlim_max};
  ::setrlimit(RLIMIT_FSIZE, &small);
  journal.add(kEntries[1]);
  const std::string error = message_of<Error>([&] { journal.flush(); });
  ::setrlimit(RLIMIT_FSIZE, &limit);
  std::signal(SIGXFSZ, handler);
  expect_mentions(error, {"cannot write", "journal'", "File too large"});
  EXPECT_EQ(slurp(directory / "journal"), before);
  journal.flush();  // there is room again
  EXPECT_GT(slurp(directory / "journal").size(), before.size() + 10);
}

}  // namespace
}  // namespace mce::journal_test
