// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <array>
#include <cerrno>
#include <utility>

#include "log_tail.hpp"
#include "mce/core/error.hpp"
#include "mce/core/text.hpp"
#include "messages.hpp"
#include "workers.hpp"

namespace mce {
namespace {

using std::chrono::milliseconds;
using Seconds = std::chrono::duration<double>;

constexpr std::size_t kLongestLine = std::size_t{1} << 20;
constexpr std::uint32_t kMostBreakdowns = 20;
/// A worker that has closed its output has so long to end, so that we can tell how.
constexpr auto kTimeToEnd = std::chrono::seconds(1);

}  // namespace

bool WorkerPool::Workers::wait(Clock::time_point until) {
  constexpr std::int64_t kLongest = 1'000'000'000;
  const auto left = std::chrono::ceil<milliseconds>(until - Clock::now()).count();
  std::array<epoll_event, 64> found{};
  const int count = ::epoll_wait(events_.number(), found.data(), static_cast<int>(found.size()),
                                 static_cast<int>(std::clamp<std::int64_t>(left, 0, kLongest)));
  if (count <= 0) return count == 0 || errno != EINTR;
  const auto now = Clock::now();
  for (int i = 0; i < count; ++i) {
    const std::uint64_t about = found.at(static_cast<std::size_t>(i)).data.u64;
    Worker& worker = workers_[(about & 0xFFFF'FFFFU) >> 2U];
    if (worker.is_running() && worker.generation == about >> 32U) handle(worker, static_cast<Part>(about & 3U), now);
  }
  return true;
}

void WorkerPool::Workers::handle(Worker& worker, Part part, Clock::time_point now) {
  switch (part) {
    case Part::output: receive(worker, now); return;
    case Part::input:
      unwatch(worker.input.number());
      worker.awaits_room = false;  // the next dispatch writes
      return;
    case Part::process:
      worker.process.kill_group();  // no other process goes on writing
      drain(worker, now);
      if (worker.is_running()) break_down(worker, "", now);
      return;
  }
}

void WorkerPool::Workers::receive(Worker& worker, Clock::time_point now) {
  switch (worker.receive(piece_)) {
    case Worker::Reading::some: read_lines(worker, now); return;
    case Worker::Reading::nothing: return;
    case Worker::Reading::end:
      unwatch(worker.output.number());
      worker.is_closed = true;
      worker.quiet_since = now;
      wake_at(now + kTimeToEnd);
      return;
  }
}

/// Reads what a process has left behind.
void WorkerPool::Workers::drain(Worker& worker, Clock::time_point now) {
  constexpr int kMostPieces = 32;  // more than a pipe holds
  for (int i = 0; i < kMostPieces && worker.is_running() && !worker.is_closed; ++i) {
    if (worker.receive(piece_) != Worker::Reading::some) return;
    read_lines(worker, now);
  }
}

void WorkerPool::Workers::read_lines(Worker& worker, Clock::time_point now) {
  const std::size_t before = ready_.size();
  std::size_t begin = 0;
  std::string wrong;
  while (wrong.empty()) {
    const std::string_view rest = std::string_view(worker.inbox).substr(begin);
    const std::size_t length = rest.find('\n');
    if (std::min(length, rest.size()) > kLongestLine) {
      wrong = fmt::format("wrote a line of more than {} bytes: {}", kLongestLine, in_quotes(beginning(rest, 40)));
    } else if (length == std::string_view::npos) {
      break;
    } else {
      wrong = read_line(worker, rest.substr(0, length));
      begin += length + 1;
    }
  }
  worker.inbox.erase(0, begin);
  if (const std::size_t answers = ready_.size() - before; answers > 0) {
    const double seconds = Seconds(now - std::exchange(worker.quiet_since, now)).count();
    seconds_per_answer_ += (seconds / static_cast<double>(answers) - seconds_per_answer_) / 8;
    seconds_per_answer_ = std::max(seconds_per_answer_, 1e-7);
  }
  if (!wrong.empty()) break_down(worker, wrong, now);
}

std::string WorkerPool::Workers::read_line(Worker& worker, std::string_view line) {
  if (line.find_first_not_of(" \t\r") == std::string_view::npos) return {};
  Evaluated answer;
  if (!read_answer(line, features_, answer)) {
    return fmt::format("wrote {}, which is no answer", in_quotes(beginning(line, 100)));
  }
  const auto found = std::ranges::find(worker.waiting, answer.id, [&](std::uint32_t i) { return candidates_[i].id; });
  if (found == worker.waiting.end()) {
    return "answered an id that it was not asked or has answered before";
  }
  release(*found);
  worker.waiting.erase(found);
  worker.is_reserved = false;
  worker.breakdowns_in_a_row = breakdowns_in_a_row_ = 0;
  has_answered_ = true;
  ready_.push_back(std::move(answer));
  return {};
}

/// Looks who hangs, and when to look again.
void WorkerPool::Workers::check_times(Clock::time_point now) {
  wake_ = Clock::time_point::max();
  for (Worker& each : workers_) {
    if (!each.is_running()) continue;
    if (!each.is_closed && each.is_busy() && now - each.quiet_since >= timeout_) {
      receive(each, now);  // it may have answered while we were busy
      if (each.is_running() && !each.is_closed && each.is_busy() && now - each.quiet_since >= timeout_) {
        break_down(each, fmt::format("did not answer for {} s", program_.timeout), now);
      }
    } else if (each.is_closed && now - each.quiet_since >= kTimeToEnd) {
      break_down(each, "closed its standard output", now);
    }
    if (!each.is_running()) continue;
    if (each.is_closed) {
      wake_at(each.quiet_since + kTimeToEnd);
    } else if (each.is_busy()) {
      wake_at(each.quiet_since + timeout_);
    }
  }
}

/// Ends a worker and settles what becomes of its candidates. Without a reason, how it ended is the reason.
void WorkerPool::Workers::break_down(Worker& worker, const std::string& reason, Clock::time_point now) {
  const std::deque<std::uint32_t> waiting = std::move(worker.waiting);
  const bool had_only_one = worker.sent == 1;
  const bool half_a_line = !worker.inbox.empty();
  const ProcessEnd end = stop(worker);
  const std::string what = reason.empty() ? end.text + (half_a_line ? " in the middle of a line" : "") : reason;
  // Whoever ends mce may tell all of its processes, such as a batch system that preempts a job. The candidate is not to
  // blame then, unless that happens again and again.
  constexpr std::uint32_t kMostTold = 3;
  const bool was_told = reason.empty() && end.was_told_to;
  for (const std::uint32_t index : waiting) {
    if (had_only_one && !(was_told && candidates_[index].told++ < kMostTold)) {
      ready_.push_back({.id = candidates_[index].id,
                        .fitness = 0,
                        .features = {},
                        .svg = {},
                        .error = shortened("the worker " + what),
                        .breakdown = true});
      release(index);
    } else {
      candidates_[index].trial = waiting.size() == 1 ? Trial::first : Trial::alone;
      // Whoever was alone goes first, to the place that has just become free.
      suspects_.insert(waiting.size() == 1 ? suspects_.begin() : suspects_.end(), index);
    }
  }
  pause(worker, now);
  ++breakdowns_;
  if (++breakdowns_in_a_row_ < kMostBreakdowns) return;
  throw LongError(fmt::format("worker {} broke down {} times in a row without an answer; the last time it {}{}",
                              in_quotes(fmt::format("{}", fmt::join(program_.command, " "))), breakdowns_in_a_row_,
                              what, log_tail(log_path_)));
}

void WorkerPool::Workers::pause(Worker& worker, Clock::time_point now) const {
  constexpr double kFirst = 0.1;
  constexpr std::uint32_t kMostDoublings = 7;
  // A program that has never worked is probably wrong as a whole: then the error should come soon.
  const double longest = has_answered_ ? 10 : 0.2;
  const std::uint32_t before = worker.breakdowns_in_a_row++;
  if (before == 0) return;
  const double seconds = std::min(kFirst * (1U << std::min(before - 1, kMostDoublings)), longest);
  worker.starts_after = now + std::chrono::duration_cast<Clock::duration>(Seconds(seconds));
}

}  // namespace mce
