// SPDX-License-Identifier: MIT
#pragma once

#include <span>

#include "process.hpp"

namespace mce {

/// A small process that outlives this one, whatever ends it, and then kills the groups of processes that it was told
/// of. A worker is killed with the thread that started it in any case; this is for the processes that workers start.
class Guardian {
 public:
  Guardian() = default;
  Guardian(const Guardian&) = delete;
  Guardian& operator=(const Guardian&) = delete;
  /// Ends it without killing anything.
  ~Guardian();

  /// From now on it guards these groups and no others. Throws Error if it cannot be started.
  void guard(std::span<const pid_t> groups);

 private:
  void start();
  [[nodiscard]] bool tell(const std::string& line) const;

  Descriptor line_;
  Process process_;
};

}  // namespace mce
