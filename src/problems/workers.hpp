// SPDX-License-Identifier: MIT
#pragma once

#include <sys/epoll.h>

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <deque>
#include <filesystem>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "descriptor.hpp"
#include "guardian.hpp"
#include "mce/problems/worker_pool.hpp"
#include "worker.hpp"

namespace mce {

/// What is behind a WorkerPool. worker_pool.cpp gives candidates to workers; worker_events.cpp handles what they do.
class WorkerPool::Workers {
 public:
  Workers(const WorkerProgram& program, std::uint32_t features, std::filesystem::path log);
  Workers(const Workers&) = delete;
  Workers& operator=(const Workers&) = delete;
  ~Workers();

  void submit(std::uint64_t id, std::span<const double> genome);
  void collect(std::vector<Evaluated>& results, std::chrono::milliseconds patience);
  void abandon();
  [[nodiscard]] std::size_t outstanding() const { return outstanding_; }
  [[nodiscard]] PoolState state() const;

 private:
  /// A candidate fails only if it breaks down a process that was sent nothing else, so that no other is blamed for it.
  enum class Trial : std::uint8_t {
    together,  ///< with others
    alone,     ///< it was in a worker that broke down, with others
    first,     ///< it was alone in a worker that broke down, which had others before
  };
  struct Candidate {
    std::uint64_t id = 0;
    std::string request;
    Trial trial = Trial::together;
    std::uint32_t told = 0;  ///< how often its worker was told to end, by others than us
  };

  void dispatch(Clock::time_point now);
  Worker* worker_for(Trial trial, Clock::time_point now);
  [[nodiscard]] bool has_room(const Worker& worker) const;
  Worker* fresh_worker(Clock::time_point now);
  Worker* started(Clock::time_point now);
  void assign(Worker& worker, std::uint32_t index, Clock::time_point now);
  void send();

  /// Handles what happens until then, or just the first of it. False if a signal came in between.
  bool wait(Clock::time_point until);
  /// What an event is about.
  enum class Part : std::uint8_t { output, input, process };
  void handle(Worker& worker, Part part, Clock::time_point now);
  void receive(Worker& worker, Clock::time_point now);
  void read_lines(Worker& worker, Clock::time_point now);
  /// Returns what is wrong with a line, or nothing.
  std::string read_line(Worker& worker, std::string_view line);
  void drain(Worker& worker, Clock::time_point now);
  void check_times(Clock::time_point now);

  void break_down(Worker& worker, const std::string& reason, Clock::time_point now);
  void pause(Worker& worker, Clock::time_point now) const;
  void release(std::uint32_t index) { unused_.push_back(index); }
  void deliver(std::vector<Evaluated>& results);

  void watch(const Worker& worker, int descriptor, Part part, std::uint32_t events);
  void unwatch(int descriptor) { ::epoll_ctl(events_.number(), EPOLL_CTL_DEL, descriptor, nullptr); }
  ProcessEnd stop(Worker& worker);
  void wake_at(Clock::time_point time) { wake_ = std::min(wake_, time); }

  WorkerProgram program_;
  std::uint32_t features_;
  std::filesystem::path log_path_;
  Descriptor log_;
  Clock::duration timeout_{};
  Descriptor events_;
  Guardian guardian_;
  bool groups_have_changed_ = false;
  std::vector<Worker> workers_;

  std::vector<Candidate> candidates_;
  std::vector<std::uint32_t> unused_;   // places in it
  std::deque<std::uint32_t> queue_;     // not yet sent
  std::deque<std::uint32_t> suspects_;  // to be sent again, alone
  std::vector<Evaluated> ready_;
  std::size_t outstanding_ = 0;

  Clock::time_point wake_ = Clock::time_point::max();  // not later than the next time at which something is due
  double seconds_per_answer_ = 1;                      // of a worker, recently
  std::uint64_t breakdowns_ = 0;
  std::uint32_t breakdowns_in_a_row_ = 0;
  bool has_answered_ = false;
  std::vector<char> piece_ = std::vector<char>(std::size_t{1} << 16);  // what is read at once
};

}  // namespace mce
