// SPDX-License-Identifier: MIT
#include "mce/problems/journal.hpp"

#include <fcntl.h>
#include <fmt/compile.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cassert>
#include <cerrno>
#include <cmath>
#include <cstdio>
#include <iterator>
#include <nlohmann/json.hpp>
#include <string_view>
#include <system_error>
#include <utility>

#include "file_lines.hpp"
#include "json_text.hpp"
#include "line_scanner.hpp"
#include "mce/core/error.hpp"
#include "mce/core/text.hpp"
#include "mce/problems/detail/json_depth.hpp"
#include "mce/problems/pictures.hpp"

namespace mce {
namespace {

using Json = nlohmann::json;
namespace fs = std::filesystem;

constexpr std::size_t kLongestHead = std::size_t{64} << 20;
constexpr std::size_t kLongestEntry = (std::size_t{64} << 10) + 6 * kLongestPicture;  // a letter may become \u0001

[[noreturn]] void fail(std::string_view what, const fs::path& path, int code) {
  throw Error(fmt::format("cannot {} {}: {}", what, in_quotes(path.string()), std::generic_category().message(code)));
}

void lock(const fs::path& path, int descriptor) {
  if (::flock(descriptor, LOCK_EX | LOCK_NB) == 0) return;
  if (errno != EWOULDBLOCK) fail("lock", path, errno);
  throw Error(fmt::format("{} is in use: another process continues this run", in_quotes(path.string())));
}

/// Makes a file that does not exist yet. Returns its name and its descriptor.
std::pair<fs::path, int> new_file_beside(const fs::path& path) {
  constexpr int kMostNames = 1000;
  for (int i = 0;; ++i) {
    fs::path name = path;
    name += fmt::format(".new{}", i);
    const int descriptor = ::open(name.c_str(), O_RDWR | O_CREAT | O_EXCL | O_APPEND | O_CLOEXEC, 0666);
    if (descriptor >= 0) return {name, descriptor};
    if (errno != EEXIST || i == kMostNames) fail("make", path, errno);
  }
}

/// Throws Error if `path` exists already.
void rename_to_new(const fs::path& name, const fs::path& path) {
  if (::renameat2(AT_FDCWD, name.c_str(), AT_FDCWD, path.c_str(), RENAME_NOREPLACE) == 0) return;
  // Some file systems, such as NFS, cannot do that, but have links.
  if (errno != EINVAL && errno != ENOSYS) fail("make", path, errno);
  if (::link(name.c_str(), path.c_str()) != 0) fail("make", path, errno);
  ::unlink(name.c_str());
}

/// What is in these quotes is a picture.
bool is_picture(std::string_view quoted) {
  std::string svg;
  return read_json_text(quoted, svg) && picture_fault(svg).empty();
}

/// The form in which entries are written, but for those with an error. The line begins so many bytes after the
/// beginning of the file.
bool read_usual(std::string_view line, std::uint64_t begin, JournalEntry& entry) {
  LineScanner scanner(line);
  const auto key = [&](std::string_view wanted) {
    std::string_view found;
    return scanner.text(found) && found == wanted && scanner.take(':');
  };
  std::string_view genome;
  if (!scanner.take('{') || !key("id") || !scanner.whole(entry.id) || !scanner.take(',') || !key("genome") ||
      !scanner.text(genome) || genome.size() != 16 || !scanner.take(',') || !key("fitness") ||
      !scanner.number(entry.fitness) || !scanner.take(',') || !key("features") || !scanner.numbers(entry.features)) {
    return false;
  }
  LineScanner digits(genome);
  if (!digits.whole(entry.genome, 16) || !digits.at_end()) return false;
  if (scanner.take(',')) {
    std::string_view svg;
    if (!key("svg") || !scanner.quoted(svg) || !is_picture(svg)) return false;
    entry.picture = {.begin = begin + static_cast<std::uint64_t>(svg.data() - line.data()), .size = svg.size()};
  }
  return scanner.take('}') && scanner.at_end();
}

bool read_failure(std::string_view line, JournalEntry& entry) {
  if (is_deep_json(line)) return false;
  const Json object = Json::parse(line, nullptr, false);
  if (!object.is_object()) return false;
  const auto id = object.find("id");
  const auto genome = object.find("genome");
  const auto error = object.find("error");
  if (id == object.end() || !id->is_number_unsigned() || genome == object.end() || !genome->is_string() ||
      error == object.end() || !error->is_string()) {
    return false;
  }
  const auto& hash = genome->get_ref<const std::string&>();
  LineScanner digits(hash);
  entry = {.id = id->get<std::uint64_t>(),
           .genome = 0,
           .fitness = 0,
           .features = {},
           .error = error->get<std::string>(),
           .picture = {}};
  return hash.size() == 16 && digits.whole(entry.genome, 16) && digits.at_end() && !entry.error.empty();
}

}  // namespace

Journal::Journal(fs::path path, int descriptor) : path_(std::move(path)), descriptor_(descriptor) {}

Journal::Journal(Journal&& other) noexcept { *this = std::move(other); }

Journal& Journal::operator=(Journal&& other) noexcept {
  std::swap(path_, other.path_);
  std::swap(descriptor_, other.descriptor_);
  std::swap(size_, other.size_);
  std::swap(head_, other.head_);
  std::swap(entries_, other.entries_);
  std::swap(buffer_, other.buffer_);
  std::swap(synced_, other.synced_);
  return *this;
}

Journal::~Journal() {
  if (descriptor_ >= 0) ::close(descriptor_);
}

// The head is written to another file, so that the journal is there with a whole head or not at all.
Journal Journal::create(const fs::path& path, const std::string& head) {
  assert(head.find('\n') == std::string::npos);
  if (head.size() > kLongestHead) {
    throw Error(fmt::format("cannot make {}: its head has {} bytes, {} are allowed", in_quotes(path.string()),
                            head.size(), kLongestHead));
  }
  const auto [name, descriptor] = new_file_beside(path);
  Journal journal(path, descriptor);
  try {
    lock(path, descriptor);
    journal.head_ = head;
    journal.buffer_ = head + '\n';
    journal.flush();
    rename_to_new(name, path);
  } catch (...) {
    ::unlink(name.c_str());
    throw;
  }
  return journal;
}

bool Journal::is_in_use(const fs::path& path) {
  const int descriptor = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (descriptor < 0) return false;
  const bool in_use = ::flock(descriptor, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK;
  ::close(descriptor);
  return in_use;
}

Journal Journal::open(const fs::path& path) {
  const int descriptor = ::open(path.c_str(), O_RDWR | O_APPEND | O_CLOEXEC);
  if (descriptor < 0) fail("open", path, errno);
  Journal journal(path, descriptor);
  struct stat file{};
  if (::fstat(descriptor, &file) != 0) fail("open", path, errno);
  if (!S_ISREG(file.st_mode)) throw Error(fmt::format("{} is not a regular file", in_quotes(path.string())));
  lock(path, descriptor);
  if (file.st_size == 0) throw Error(fmt::format("{} is empty", in_quotes(path.string())));
  journal.read();
  return journal;
}

void Journal::read() {
  FileLines lines(path_, descriptor_);
  std::string_view line;
  if (!lines.next(line, kLongestHead)) lines.damaged(1, "it has no whole line");
  if (is_deep_json(line) || !Json::accept(line)) lines.damaged("it is no JSON");
  head_ = line;
  std::vector<std::pair<std::uint64_t, std::uint64_t>> places;  // ids and their lines
  for (std::uint64_t begin = lines.whole(); lines.next(line, kLongestEntry); begin = lines.whole()) {
    JournalEntry& entry = entries_.emplace_back();
    if (!read_usual(line, begin, entry) && !read_failure(line, entry)) lines.damaged("it is no entry");
    places.emplace_back(entry.id, lines.number());
  }
  std::ranges::sort(places);
  for (std::size_t i = 1; i < places.size(); ++i) {
    if (places[i].first != places[i - 1].first) continue;
    lines.damaged(places[i].second, fmt::format("id {} is in line {} already", places[i].first, places[i - 1].second));
  }
  size_ = lines.whole();
  if (::ftruncate(descriptor_, static_cast<off_t>(size_)) != 0) fail("write", path_, errno);
}

std::string Journal::picture(const JournalEntry& entry) const {
  std::string quoted(entry.picture.size, '\0');
  for (std::size_t done = 0; done < quoted.size();) {
    const ssize_t count = ::pread(descriptor_, quoted.data() + done, quoted.size() - done,
                                  static_cast<off_t>(entry.picture.begin + done));
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) fail("read", path_, errno);
    if (count == 0) break;
    done += static_cast<std::size_t>(count);
  }
  std::string svg;
  if (!quoted.empty() && (!read_json_text(quoted, svg) || !picture_fault(svg).empty())) {
    throw Error(fmt::format("{} was changed while it was in use: the picture of individual {} is gone",
                            in_quotes(path_.string()), entry.id));
  }
  return svg;
}

void Journal::add(const JournalEntry& entry, std::string_view svg) {
  fmt::format_to(std::back_inserter(buffer_), FMT_COMPILE("{{\"id\":{},\"genome\":\"{:016x}\","), entry.id,
                 entry.genome);
  if (!entry.error.empty()) {
    buffer_ += "\"error\":" + json_text(entry.error);
  } else {
    assert(std::isfinite(entry.fitness));
    fmt::format_to(std::back_inserter(buffer_), FMT_COMPILE("\"fitness\":{},\"features\":["), entry.fitness);
    for (std::size_t i = 0; i < entry.features.size(); ++i) {
      assert(std::isfinite(entry.features[i]));
      if (i > 0) buffer_ += ',';
      fmt::format_to(std::back_inserter(buffer_), FMT_COMPILE("{}"), entry.features[i]);
    }
    buffer_ += ']';
    if (!svg.empty()) buffer_ += ",\"svg\":" + json_text(svg);
  }
  buffer_ += "}\n";
}

void Journal::flush() {
  std::string_view rest = buffer_;
  while (!rest.empty()) {
    const ssize_t count = ::write(descriptor_, rest.data(), rest.size());
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) {
      const int code = errno;
      // The buffer is kept, so what is cut off is not lost.
      [[maybe_unused]] const int ignored = ::ftruncate(descriptor_, static_cast<off_t>(size_));
      fail("write", path_, code);
    }
    rest.remove_prefix(static_cast<std::size_t>(count));
  }
  size_ += buffer_.size();
  buffer_.clear();
  const auto now = std::chrono::steady_clock::now();
  if (now - synced_ < std::chrono::seconds(1)) return;
  synced_ = now;
  if (::fdatasync(descriptor_) != 0) fail("write", path_, errno);
}

void Journal::cut(std::uint64_t size) {
  if (size <= head_.size() || size > size_) {
    throw Error(fmt::format("cannot cut {} to {} bytes: it has {}, of which {} are its head", in_quotes(path_.string()),
                            size, size_, head_.size() + 1));
  }
  buffer_.clear();
  if (::ftruncate(descriptor_, static_cast<off_t>(size)) != 0) fail("cut", path_, errno);
  size_ = size;
  if (::fdatasync(descriptor_) != 0) fail("cut", path_, errno);
}

}  // namespace mce
