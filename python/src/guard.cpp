// SPDX-License-Identifier: MIT
#include "guard.hpp"

#include <fmt/core.h>
#include <pthread.h>

#include <atomic>
#include <cassert>
#include <stdexcept>

namespace mce::python {
namespace {

/// How many forks lie between this process and the one that loaded the module. Cheaper than to ask for the process id.
std::atomic<std::uint64_t> forks = 0;

std::uint64_t this_process() {
  static const int registered = pthread_atfork(nullptr, nullptr, [] { ++forks; });
  static_cast<void>(registered);
  return forks;
}

}  // namespace

Guard::Guard(const char* name) : name_(name), process_(this_process()) {}

Turn::Turn(Guard& guard) : lock_(guard.mutex_, std::defer_lock) {
  assert(PyGILState_Check() != 0);
  if (guard.process_ != forks) {
    throw std::runtime_error(fmt::format(
        "this {} was made before the process was forked: make it in the process that uses it, or send it there by "
        "pickle",
        guard.name_));
  }
  if (lock_.try_lock()) return;
  const nanobind::gil_scoped_release release;
  lock_.lock();
}

Unlocked::Unlocked(bool is_long) : state_(is_long ? PyEval_SaveThread() : nullptr) {}
Unlocked::~Unlocked() {
  if (state_ != nullptr) PyEval_RestoreThread(state_);
}

}  // namespace mce::python
