// SPDX-License-Identifier: MIT
#include "mce/problems/worker_pool.hpp"

#include <fcntl.h>
#include <fmt/core.h>

#include <cerrno>
#include <iterator>
#include <system_error>
#include <thread>
#include <utility>

#include "broken_pipes.hpp"
#include "mce/core/error.hpp"
#include "mce/core/text.hpp"
#include "messages.hpp"
#include "workers.hpp"

namespace mce {

using std::chrono::milliseconds;

namespace {

/// Without `per_worker`, a worker gets another request while it has work for at most so long: enough to be busy until
/// we look again, and no more, since another worker may be idle by then.
constexpr double kSecondsAhead = 0.02;
/// Idle workers have so long, all together, to end when they are no longer needed.
constexpr auto kTimeToLeave = milliseconds(100);

std::string message(int code) { return std::generic_category().message(code); }

}  // namespace

WorkerPool::Workers::Workers(const WorkerProgram& program, std::uint32_t features, std::filesystem::path log)
    : program_(program), features_(features), log_path_(std::move(log)), events_(::epoll_create1(EPOLL_CLOEXEC)) {
  check(program);
  timeout_ = std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(program.timeout));
  if (!events_.is_open()) throw Error("cannot watch workers: " + message(errno));
  workers_.resize(program.workers != 0 ? program.workers : std::max(1U, std::thread::hardware_concurrency()));
}

WorkerPool::Workers::~Workers() {
  const auto end = Clock::now() + kTimeToLeave;
  for (Worker& each : workers_) {
    if (each.is_busy()) each.stop();
    each.input.close();
  }
  for (Worker& each : workers_) {
    if (!each.is_running()) continue;
    const auto left = std::chrono::ceil<milliseconds>(end - Clock::now());
    static_cast<void>(each.process.ends_within(std::max(left, milliseconds(0))));
    each.stop();
  }
}

void WorkerPool::Workers::submit(std::uint64_t id, std::span<const double> genome) {
  if (unused_.empty()) {
    unused_.push_back(static_cast<std::uint32_t>(candidates_.size()));
    candidates_.emplace_back();
  }
  const std::uint32_t index = unused_.back();
  unused_.pop_back();
  Candidate& candidate = candidates_[index];
  candidate.id = id;
  candidate.trial = Trial::together;
  candidate.told = 0;
  candidate.request.clear();
  append_request(candidate.request, id, genome);
  queue_.push_back(index);
  ++outstanding_;
}

void WorkerPool::Workers::collect(std::vector<Evaluated>& results, milliseconds patience) {
  const auto end = Clock::now() + patience;
  try {
    for (auto now = Clock::now();;) {
      dispatch(now);
      // A signal ends the wait: whoever has a handler wants to look what it was.
      const bool interrupted = ready_.empty() && outstanding_ > 0 && !wait(std::min(end, wake_));
      now = Clock::now();
      if (now >= wake_) check_times(now);
      if (!ready_.empty() || outstanding_ == 0 || interrupted || now >= end) break;
    }
    dispatch(Clock::now());
  } catch (...) {
    deliver(results);
    throw;
  }
  deliver(results);
}

void WorkerPool::Workers::deliver(std::vector<Evaluated>& results) {
  outstanding_ -= ready_.size();
  std::ranges::move(ready_, std::back_inserter(results));
  ready_.clear();
}

void WorkerPool::Workers::abandon() {
  for (Worker& each : workers_) {
    if (each.is_busy()) stop(each);
  }
  candidates_.clear();
  unused_.clear();
  queue_.clear();
  suspects_.clear();
  ready_.clear();
  outstanding_ = 0;
  breakdowns_in_a_row_ = 0;
}

PoolState WorkerPool::Workers::state() const {
  PoolState state{.workers = 0, .busy = 0, .breakdowns = breakdowns_};
  for (const Worker& each : workers_) {
    state.workers += each.is_running() ? 1 : 0;
    state.busy += each.is_busy() ? 1 : 0;
  }
  return state;
}

/// Gives waiting candidates to workers.
void WorkerPool::Workers::dispatch(Clock::time_point now) {
  for (std::size_t i = suspects_.size(); i > 0; --i) {
    const std::uint32_t index = suspects_.front();
    suspects_.pop_front();
    if (Worker* worker = worker_for(candidates_[index].trial, now)) {
      assign(*worker, index, now);
      worker->is_reserved = true;
    } else {
      suspects_.push_back(index);
    }
  }
  while (!queue_.empty()) {
    Worker* worker = worker_for(Trial::together, now);
    if (worker == nullptr) break;
    assign(*worker, queue_.front(), now);
    queue_.pop_front();
  }
  if (std::exchange(groups_have_changed_, false)) {
    std::vector<pid_t> groups;
    for (const Worker& each : workers_) {
      if (each.is_running()) groups.push_back(each.process.id());
    }
    guardian_.guard(groups);
  }
  send();
}

/// A worker that can take a candidate now, or null.
Worker* WorkerPool::Workers::worker_for(Trial trial, Clock::time_point now) {
  if (trial == Trial::first) return fresh_worker(now);
  Worker* best = nullptr;
  for (Worker& each : workers_) {
    if (!each.is_running() || each.is_reserved || each.is_closed) continue;
    if (best == nullptr || each.waiting.size() < best->waiting.size()) best = &each;
    if (!best->is_busy()) break;
  }
  // Whoever is suspected had better be the first: that settles the matter.
  const bool prefers_old = best != nullptr && !best->is_busy() && trial == Trial::together;
  if (!prefers_old) {
    if (Worker* fresh = started(now)) return fresh;
  }
  if (best == nullptr || (best->is_busy() && trial == Trial::alone)) return nullptr;
  return has_room(*best) ? best : nullptr;
}

/// Whether a worker may be sent another request.
bool WorkerPool::Workers::has_room(const Worker& worker) const {
  const std::size_t waiting = worker.waiting.size();
  if (program_.per_worker > 0) return waiting < program_.per_worker;
  return static_cast<double>(waiting) * seconds_per_answer_ <= kSecondsAhead;
}

/// A worker with a process that has been sent nothing, or null. An idle one makes place if need be: others may have
/// taken the place of the one that broke down.
Worker* WorkerPool::Workers::fresh_worker(Clock::time_point now) {
  if (Worker* worker = started(now)) return worker;
  if (!std::ranges::all_of(workers_, &Worker::is_running)) return nullptr;  // one is pausing
  const auto idle = std::ranges::find_if(workers_, [](const Worker& each) { return !each.is_busy(); });
  if (idle == workers_.end()) return nullptr;
  stop(*idle);
  return started(now);
}

/// A worker whose process is started now, or null if there is no place for one.
Worker* WorkerPool::Workers::started(Clock::time_point now) {
  for (Worker& each : workers_) {
    if (each.is_running()) continue;
    if (each.starts_after > now) {
      wake_at(each.starts_after);
      continue;
    }
    if (!log_.is_open()) {
      log_ = Descriptor(::open(log_path_.c_str(), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0666));
      if (!log_.is_open())
        throw Error(fmt::format("cannot write {}: {}", in_quotes(log_path_.string()), message(errno)));
    }
    each.start(program_, log_.number());
    groups_have_changed_ = true;
    watch(each, each.output.number(), Part::output, EPOLLIN);
    watch(each, each.process.end_event(), Part::process, EPOLLIN);
    return &each;
  }
  return nullptr;
}

void WorkerPool::Workers::assign(Worker& worker, std::uint32_t index, Clock::time_point now) {
  if (!worker.is_busy()) {
    worker.quiet_since = now;
    wake_at(now + timeout_);
  }
  worker.waiting.push_back(index);
  ++worker.sent;
  worker.outbox += candidates_[index].request;
}

void WorkerPool::Workers::send() {
  const auto has_mail = [](const Worker& each) { return !each.outbox.empty() && !each.awaits_room; };
  if (std::ranges::none_of(workers_, has_mail)) return;
  NoBrokenPipeSignal broken_pipes;
  for (Worker& each : workers_) {
    if (!has_mail(each)) continue;
    // A worker that does not read may still answer; if not, its end or its silence tells.
    if (!each.send()) broken_pipes.has_occurred();
    each.awaits_room = !each.outbox.empty();
    if (each.awaits_room) watch(each, each.input.number(), Part::input, EPOLLOUT);
  }
}

void WorkerPool::Workers::watch(const Worker& worker, int descriptor, Part part, std::uint32_t events) {
  const auto index = static_cast<std::uint64_t>(&worker - workers_.data());
  epoll_event event{.events = events, .data = {}};
  event.data.u64 = std::uint64_t{worker.generation} << 32U | index << 2U | static_cast<std::uint64_t>(part);
  if (::epoll_ctl(events_.number(), EPOLL_CTL_ADD, descriptor, &event) != 0) {
    throw Error("cannot watch a worker: " + message(errno));
  }
}

ProcessEnd WorkerPool::Workers::stop(Worker& worker) {
  // Explicitly: a process that is just being started in another thread may hold these files for a moment.
  if (!worker.is_closed) unwatch(worker.output.number());
  if (worker.awaits_room) unwatch(worker.input.number());
  unwatch(worker.process.end_event());
  groups_have_changed_ = true;
  return worker.stop();
}

WorkerPool::WorkerPool(const WorkerProgram& program, std::uint32_t features, std::filesystem::path log)
    : workers_(std::make_unique<Workers>(program, features, std::move(log))) {}

WorkerPool::~WorkerPool() = default;

void WorkerPool::submit(std::uint64_t id, std::span<const double> genome) { workers_->submit(id, genome); }

void WorkerPool::collect(std::vector<Evaluated>& results, milliseconds patience) {
  workers_->collect(results, patience);
}

std::size_t WorkerPool::outstanding() const { return workers_->outstanding(); }

void WorkerPool::abandon() { workers_->abandon(); }

PoolState WorkerPool::state() const { return workers_->state(); }

}  // namespace mce
