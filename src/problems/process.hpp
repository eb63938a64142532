// SPDX-License-Identifier: MIT
#pragma once

#include <sys/types.h>

#include <chrono>
#include <filesystem>
#include <string>
#include <vector>

#include "descriptor.hpp"

namespace mce {

struct Pipe {
  Descriptor out;  ///< to read from
  Descriptor in;   ///< to write to
};
/// Closed in programs that are started. Throws Error.
Pipe make_pipe();

/// What to start, and with which files.
struct ProcessStart {
  std::vector<std::string> command;
  std::filesystem::path folder;
  int input = -1;
  int output = -1;
  int error = -1;
  /// A session of its own, and no end when this thread ends. Otherwise only a group of its own.
  bool detached = false;
};

/// How a process ended.
struct ProcessEnd {
  std::string text;          ///< "exited with code 3"
  bool was_told_to = false;  ///< by a signal that asks a program to end
};

/// A process that leads a group. It is killed with its group at the latest when this object goes.
class Process {
 public:
  Process() = default;  ///< none
  /// Returns when the program runs. Throws Error if it cannot.
  explicit Process(const ProcessStart& start);
  Process(const Process&) = delete;
  Process& operator=(const Process&) = delete;
  Process(Process&& other) noexcept;
  Process& operator=(Process&& other) noexcept;
  ~Process();

  [[nodiscard]] bool is_running() const { return id_ > 0; }  ///< or has ended, and nobody has looked
  [[nodiscard]] pid_t id() const { return id_; }
  /// Becomes readable when the process ends, even if another process still holds its files.
  [[nodiscard]] int end_event() const { return end_event_.number(); }
  /// Whether it ends within this time.
  [[nodiscard]] bool ends_within(std::chrono::milliseconds time) const;

  void kill_group() const;
  /// Kills the group, and waits for the process.
  ProcessEnd finish();

 private:
  pid_t id_ = 0;
  Descriptor end_event_;
};

}  // namespace mce
