// SPDX-License-Identifier: MIT
#include "listening.hpp"

#include <nanobind/nanobind.h>

#include <chrono>
#include <condition_variable>
#include <exception>
#include <mutex>
#include <thread>

namespace nb = nanobind;

namespace mce::python {

void while_listening(std::atomic<bool>& stop, const std::function<void()>& work, const std::function<void()>& look) {
  std::exception_ptr failure;       // of the work
  std::exception_ptr interruption;  // by a signal or by `look`
  std::mutex mutex;
  std::condition_variable ended;
  bool done = false;
  {
    const nb::gil_scoped_release release;
    const std::jthread thread([&] {
      try {
        work();
      } catch (...) {
        failure = std::current_exception();
      }
      const std::scoped_lock lock(mutex);
      done = true;
      ended.notify_one();
    });
    std::unique_lock lock(mutex);
    while (!ended.wait_for(lock, std::chrono::milliseconds(50), [&done] { return done; })) {
      if (interruption) continue;
      lock.unlock();
      {
        const nb::gil_scoped_acquire acquire;
        try {
          if (PyErr_CheckSignals() != 0) throw nb::python_error();
          look();
        } catch (...) {
          interruption = std::current_exception();
          stop = true;
        }
      }
      lock.lock();
    }
  }
  if (interruption) std::rethrow_exception(interruption);
  if (failure) std::rethrow_exception(failure);
}

}  // namespace mce::python
