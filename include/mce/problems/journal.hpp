// SPDX-License-Identifier: MIT
#pragma once

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace mce {

/// What became of one candidate.
struct JournalEntry {
  std::uint64_t id = 0;
  std::uint64_t genome = 0;  ///< a hash of it
  double fitness = 0;
  std::vector<double> features;
  std::string error;  ///< why it failed; if it is not empty, there are no fitness and no features
  /// Where its picture is in the file, as JSON: with `open`, if there is one.
  struct Part {
    std::uint64_t begin = 0;
    std::uint64_t size = 0;
    bool operator==(const Part&) const = default;
  };
  Part picture = {};
  bool operator==(const JournalEntry&) const = default;
};

/// A file that grows with every evaluation, as JSON lines: a head, then one line per entry. What was flushed outlives
/// the process. Only one process at a time can have it open.
class Journal {
 public:
  /// Throws Error, also if the file exists. `head` is one line of JSON. Whatever happens meanwhile, the file never has
  /// only a part of it.
  static Journal create(const std::filesystem::path& path, const std::string& head);
  /// Reads all of it, and cuts off a last line that was not written whole. Throws Error with the number of the line if
  /// anything else is damaged.
  static Journal open(const std::filesystem::path& path);
  /// Whether a process has this file open as a journal.
  static bool is_in_use(const std::filesystem::path& path);

  Journal(const Journal&) = delete;
  Journal& operator=(const Journal&) = delete;
  Journal(Journal&& other) noexcept;
  Journal& operator=(Journal&& other) noexcept;
  /// Flushes nothing.
  ~Journal();

  [[nodiscard]] const std::string& head() const { return head_; }
  /// As `open` found them.
  [[nodiscard]] const std::vector<JournalEntry>& entries() const { return entries_; }
  /// The same, which the journal then no longer keeps.
  std::vector<JournalEntry> take_entries() { return std::exchange(entries_, {}); }

  /// The picture of one of these; empty if there is none. It stays in the file until then: the pictures of all entries
  /// may be more than the memory holds. Throws Error.
  [[nodiscard]] std::string picture(const JournalEntry& entry) const;

  /// Adds to a buffer, with a picture unless that is empty. The numbers have to be finite.
  void add(const JournalEntry& entry, std::string_view svg = {});
  /// Writes the buffer with one call, and forces it to the disk at most once a second. Throws Error; the file then ends
  /// with its last whole line.
  void flush();

  /// Bytes of the file after the last flush.
  [[nodiscard]] std::uint64_t size() const { return size_; }
  /// Drops everything after so many bytes, also what is not yet flushed; `size` is one that the journal has had, so
  /// that it ends with a whole line. Throws Error.
  void cut(std::uint64_t size);

 private:
  Journal(std::filesystem::path path, int descriptor);
  void read();

  std::filesystem::path path_;
  int descriptor_ = -1;
  std::uint64_t size_ = 0;  // of the file
  std::string head_;
  std::vector<JournalEntry> entries_;
  std::string buffer_;
  std::chrono::steady_clock::time_point synced_;
};

}  // namespace mce
