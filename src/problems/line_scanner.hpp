// SPDX-License-Identifier: MIT
#pragma once

#include <charconv>
#include <cstdint>
#include <string_view>
#include <system_error>
#include <vector>

namespace mce {

/// Reads the usual forms of JSON fast. Whoever uses it gives what it does not take to a real reader of JSON.
class LineScanner {
 public:
  explicit LineScanner(std::string_view text) : at_(text.data()), end_(text.data() + text.size()) {}

  /// Skips spaces, and this letter if it is next.
  bool take(char letter) {
    skip_spaces();
    if (at_ == end_ || *at_ != letter) return false;
    ++at_;
    return true;
  }

  /// A text without anything special in it.
  bool text(std::string_view& value) {
    if (!take('"')) return false;
    const char* begin = at_;
    while (at_ != end_ && *at_ != '"' && *at_ != '\\') ++at_;
    if (at_ == end_ || *at_ == '\\') return false;
    value = {begin, static_cast<std::size_t>(at_ - begin)};
    ++at_;
    return true;
  }

  /// A text as it is written, with its quotes.
  bool quoted(std::string_view& value) {
    if (!take('"')) return false;
    const char* begin = at_ - 1;
    while (at_ != end_ && *at_ != '"') at_ += *at_ == '\\' && at_ + 1 != end_ ? 2 : 1;
    if (at_ == end_) return false;
    ++at_;
    value = {begin, static_cast<std::size_t>(at_ - begin)};
    return true;
  }

  bool whole(std::uint64_t& value, int base = 10) {
    skip_spaces();
    return read(std::from_chars(at_, end_, value, base));
  }

  bool number(double& value) {
    skip_spaces();
    const char* digit = at_ != end_ && *at_ == '-' ? at_ + 1 : at_;
    if (digit == end_ || *digit < '0' || *digit > '9') return false;  // from_chars would take "inf" and "nan"
    return read(std::from_chars(at_, end_, value));
  }

  bool numbers(std::vector<double>& values) {
    if (!take('[')) return false;
    do {
      if (!number(values.emplace_back())) return false;
    } while (take(','));
    return take(']');
  }

  bool at_end() {
    skip_spaces();
    return at_ == end_;
  }

 private:
  void skip_spaces() {
    while (at_ != end_ && (*at_ == ' ' || *at_ == '\t' || *at_ == '\r')) ++at_;
  }
  bool read(const std::from_chars_result& result) {
    at_ = result.ptr;
    return result.ec == std::errc();
  }

  const char* at_;
  const char* end_;
};

}  // namespace mce
