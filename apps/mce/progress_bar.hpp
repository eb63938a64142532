// SPDX-License-Identifier: MIT
#pragma once

#include <chrono>
#include <cstdint>
#include <cstdio>
#include <functional>
#include <string>
#include <vector>

#include "terminal.hpp"

namespace mce::app {

/// Shows how long work gets on: one line that is redrawn on a terminal, a plain line now and then elsewhere.
class ProgressBar {
 public:
  /// `done_before`: evaluations made before this program started, which say nothing about its speed; `pause`: time
  /// between plain lines.
  ProgressBar(std::FILE* stream, std::uint64_t done_before, std::chrono::seconds pause);

  /// Call as often as you like; it writes only when it is time to, and asks for further facts only then.
  void update(std::uint64_t done, std::uint64_t all, const std::function<std::vector<std::string>()>& facts);
  /// Clears the line.
  void finish();

  /// Seconds since construction.
  [[nodiscard]] double seconds() const;

 private:
  using Clock = std::chrono::steady_clock;

  void show(const std::string& text);

  std::FILE* stream_;
  Terminal terminal_;
  std::uint64_t done_before_;
  std::chrono::seconds pause_;
  Clock::time_point start_;
  Clock::time_point next_;
};

/// 6.12M, 950k, 31.
std::string short_count(double value);
/// 4 s, 2:05 min, 3:10:00 h.
std::string duration_text(double seconds);

}  // namespace mce::app
