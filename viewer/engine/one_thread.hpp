// SPDX-License-Identifier: MIT
#pragma once

#include <mutex>

/// The C++ library for WebAssembly has no mutex, since there is one thread. The run library has one, for studies.
namespace std {  // NOLINT(cert-dcl58-cpp): it has to be called as there
class mutex {
 public:
  void lock() {}
  void unlock() {}
};
}  // namespace std
