// SPDX-License-Identifier: MIT
#pragma once

#include <csignal>
#include <ctime>

namespace mce {

/// While it lives, writing to a process that is gone does not end this one. What the program does about SIGPIPE
/// elsewhere stays as it is.
class NoBrokenPipeSignal {
 public:
  NoBrokenPipeSignal() {
    ::sigemptyset(&pipe_);
    ::sigaddset(&pipe_, SIGPIPE);
    ::pthread_sigmask(SIG_BLOCK, &pipe_, &before_);
  }
  NoBrokenPipeSignal(const NoBrokenPipeSignal&) = delete;
  NoBrokenPipeSignal& operator=(const NoBrokenPipeSignal&) = delete;
  ~NoBrokenPipeSignal() {
    const timespec at_once{};
    const bool was_blocked = ::sigismember(&before_, SIGPIPE) == 1;
    if (has_occurred_ && !was_blocked) ::sigtimedwait(&pipe_, nullptr, &at_once);
    ::pthread_sigmask(SIG_SETMASK, &before_, nullptr);
  }

  /// A write has failed: the signal has to be taken away before it is let through again.
  void has_occurred() { has_occurred_ = true; }

 private:
  sigset_t pipe_{};
  sigset_t before_{};
  bool has_occurred_ = false;
};

}  // namespace mce
