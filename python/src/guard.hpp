// SPDX-License-Identifier: MIT
#pragma once

#include <nanobind/nanobind.h>

#include <cstdint>
#include <mutex>

namespace mce::python {

/// What an object needs that Python code may use from several threads, while long calls do without the interpreter's
/// lock: its calls wait for each other. After a fork the child's copy is refused, because a thread that is not there
/// any more may have been in the middle of a call.
class Guard {
 public:
  /// `name` is what errors call the object: "Search".
  explicit Guard(const char* name);

 private:
  friend class Turn;
  const char* name_;
  std::uint64_t process_;
  std::mutex mutex_;
};

/// The caller's turn, until the end of its scope; the caller has the interpreter's lock when it asks for it. Throws
/// std::runtime_error in a forked child.
class Turn {
 public:
  explicit Turn(Guard& guard);

 private:
  std::unique_lock<std::mutex> lock_;
};

/// Does without the interpreter's lock if the work is long.
class Unlocked {
 public:
  explicit Unlocked(bool is_long);
  ~Unlocked();
  Unlocked(const Unlocked&) = delete;
  Unlocked& operator=(const Unlocked&) = delete;

 private:
  PyThreadState* state_;
};

/// From so many elements on, the work on them is called long: it takes longer than giving up the lock.
inline constexpr std::size_t kLong = 64;

}  // namespace mce::python
