// SPDX-License-Identifier: MIT
#include "progress_bar.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <string_view>
#include <vector>

namespace mce::app {
namespace {

using namespace std::chrono_literals;

std::string bar(double share, int width) {
  constexpr std::string_view kEighths[] = {" ", "▏", "▎", "▍", "▌", "▋", "▊", "▉"};
  const int eighths = static_cast<int>(std::clamp(share, 0.0, 1.0) * width * 8);
  std::string text;
  for (int i = 0; i < width; ++i) {
    const int left = eighths - 8 * i;
    text += left >= 8 ? "█" : kEighths[std::max(left, 0)];
  }
  return text;
}

/// As many of the facts as the line has room for, and a bar if there is some left.
std::string fitted(const std::vector<std::string>& facts, double share, int columns) {
  std::string text = facts.front();
  int width = static_cast<int>(text.size());
  for (std::size_t i = 1; i < facts.size() && width + 3 + static_cast<int>(facts[i].size()) <= columns; ++i) {
    text += " · " + facts[i];
    width += 3 + static_cast<int>(facts[i].size());
  }
  const int room = std::min(columns - width - 3, 30);
  return room >= 6 ? "▕" + bar(share, room) + "▏ " + text : text;
}

}  // namespace

std::string short_count(double value) {
  if (value >= 999.5e6) return fmt::format("{:.3g}G", value / 1e9);
  if (value >= 999.5e3) return fmt::format("{:.3g}M", value / 1e6);
  if (value >= 10e3) return fmt::format("{:.3g}k", value / 1e3);
  return fmt::format("{:.0f}", value);
}

std::string duration_text(double seconds) {
  const auto whole = static_cast<long>(std::ceil(seconds));
  if (whole < 60) return fmt::format("{} s", whole);
  if (whole < 3600) return fmt::format("{}:{:02} min", whole / 60, whole % 60);
  return fmt::format("{}:{:02}:{:02} h", whole / 3600, whole / 60 % 60, whole % 60);
}

ProgressBar::ProgressBar(std::FILE* stream, std::uint64_t done_before, std::chrono::seconds pause)
    : stream_(stream),
      terminal_(Terminal::of(stream)),
      done_before_(done_before),
      pause_(pause),
      start_(Clock::now()),
      next_(start_) {
  if (!terminal_.interactive) next_ += pause;
}

double ProgressBar::seconds() const { return std::chrono::duration<double>(Clock::now() - start_).count(); }

void ProgressBar::update(std::uint64_t done, std::uint64_t all,
                         const std::function<std::vector<std::string>()>& facts) {
  const auto now = Clock::now();
  if (now < next_) return;
  next_ = now + (terminal_.interactive ? Clock::duration(100ms) : Clock::duration(pause_));

  const double rate = static_cast<double>(done - done_before_) / std::max(seconds(), 1e-9);
  const double share = all > 0 ? static_cast<double>(done) / static_cast<double>(all) : 1;
  const auto left = static_cast<double>(all - std::min(done, all));
  std::vector<std::string> told = {fmt::format("{:3.0f} % of {}", 100 * share, short_count(static_cast<double>(all))),
                                   fmt::format("{}/s", short_count(rate)),
                                   fmt::format("{} left", rate > 0 ? duration_text(left / rate) : "?")};
  std::ranges::move(facts(), std::back_inserter(told));
  show(terminal_.interactive ? "\r\x1b[K" + fitted(told, share, terminal_.columns - 1)
                             : fmt::format("{}\n", fmt::join(told, ", ")));
}

void ProgressBar::finish() {
  if (terminal_.interactive) show("\r\x1b[K");
}

void ProgressBar::show(const std::string& text) {
  std::fputs(text.c_str(), stream_);  // if nobody reads it any more, the run goes on all the same
  std::fflush(stream_);
}

}  // namespace mce::app
