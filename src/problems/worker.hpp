// SPDX-License-Identifier: MIT
#pragma once

#include <chrono>
#include <cstdint>
#include <deque>
#include <span>
#include <string>

#include "mce/problems/problem.hpp"
#include "process.hpp"

namespace mce {

using Clock = std::chrono::steady_clock;

/// A place for a worker. Processes come and go in it; it remembers how well they do.
struct Worker {
  Process process;
  Descriptor input;              ///< of the process; we write
  Descriptor output;             ///< of the process; we read
  std::uint32_t generation = 0;  ///< rises with every process, so that an event of an old one is known as such

  std::deque<std::uint32_t> waiting;  ///< candidates that it has not answered, in the order of sending
  std::uint64_t sent = 0;             ///< candidates that this process was ever sent
  bool is_reserved = false;           ///< for the one candidate that it has

  std::string outbox;             ///< to be written
  bool awaits_room = false;       ///< its input was full
  std::string inbox;              ///< the beginning of a line
  bool is_closed = false;         ///< its output
  Clock::time_point quiet_since;  ///< when it last answered, was sent something while idle, or closed its output

  std::uint32_t breakdowns_in_a_row = 0;
  Clock::time_point starts_after;  ///< until then it pauses

  [[nodiscard]] bool is_running() const { return process.is_running(); }
  [[nodiscard]] bool is_busy() const { return !waiting.empty(); }

  /// Throws Error.
  void start(const WorkerProgram& program, int log);

  /// Writes as much of the outbox as there is room for. False if nobody will read it.
  bool send();

  enum class Reading : std::uint8_t { some, nothing, end };
  /// Reads what is there to the end of the inbox, as much as `piece` can hold.
  Reading receive(std::span<char> piece);

  /// Ends the process at once, if there is one, and forgets what was sent and received. Returns how it ended.
  ProcessEnd stop();
};

}  // namespace mce
