// SPDX-License-Identifier: MIT
#include "mce/study/runner.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <exception>
#include <mutex>
#include <optional>
#include <thread>
#include <utility>

#include "make_run.hpp"
#include "mce/core/error.hpp"
#include "mce/study/shard.hpp"
#include "measure.hpp"

namespace mce {
namespace {

/// Several threads may measure a treatment each, and share out the work: more than there are cores help nobody.
unsigned threads_to_measure(const StudyOptions& options) {
  return std::min(options.threads, std::max(1U, std::thread::hardware_concurrency()));
}

/// The threads at work on one agenda.
class Crew {
 public:
  Crew(Store& store, const StudyOptions& options)
      : store_(store),
        options_(options),
        agenda_(agenda(store, options.only)),
        taken_(agenda_.size()),
        threads_(static_cast<unsigned>(std::min<std::size_t>(options.threads, agenda_.size()))) {
    for (const RunKey& key : agenda_) {
      all_evaluations_ += store.protocol().treatments[key.treatment].plan.evaluations;
    }
  }

  Crew(const Crew&) = delete;
  Crew& operator=(const Crew&) = delete;
  ~Crew() { tidy_problem_files(store_.path()); }

  /// False if it was stopped.
  bool work() {
    {
      std::vector<std::jthread> threads;
      start(threads);
      try {
        watch();
      } catch (...) {
        stop_ = true;  // or the threads would go on to the end before this one is heard of
        throw;
      }
    }
    if (failure_) std::rethrow_exception(failure_);
    return runs_ == agenda_.size();
  }

 private:
  /// Nobody begins before all are there: if a thread cannot be started, no run is made.
  void start(std::vector<std::jthread>& threads) {
    try {
      threads.reserve(threads_);
      while (threads.size() < threads_) {
        threads.emplace_back([this, thread = threads.size()] { work_through(thread); });
        const std::scoped_lock lock(mutex_);
        ++at_work_;
      }
    } catch (const std::exception& error) {
      fail(std::make_exception_ptr(
          Error(fmt::format("cannot start thread {} of {}: {}", threads.size() + 1, threads_, error.what()))));
    }
    begun_ = true;
    begun_.notify_all();
  }

  /// The next run for this thread. A problem never has more workers at a time than it allows, so later threads leave it
  /// to the first ones.
  std::optional<RunKey> take(std::size_t thread, std::size_t& place) {
    const std::scoped_lock lock(mutex_);
    for (; place < agenda_.size(); ++place) {
      const auto& problem = store_.protocol().treatments[agenda_[place].treatment].plan.problem;
      if (taken_[place] || (problem && thread >= worker_count(*problem))) continue;
      taken_[place] = true;
      return agenda_[place];
    }
    return std::nullopt;
  }

  void work_through(std::size_t thread) {
    begun_.wait(false);
    try {
      ProblemRuns problems(store_.path(), threads_);
      std::size_t place = 0;
      while (!stop_) {
        const std::optional<RunKey> next = take(thread, place);
        if (!next) break;
        const RunKey& key = *next;
        latest_ = key.treatment;
        const auto run = make_run(store_.protocol(), key, problems, stop_, evaluations_);
        if (!run || stop_) break;
        const bool complete = store_.add(*run);
        problems.forget(plan_of(store_.protocol(), key.treatment, key.selector, key.repetition));
        if (complete) measure(store_, key.treatment, threads_to_measure(options_), stop_);
        if (!stop_) ++runs_;
      }
    } catch (...) {
      fail(std::current_exception());
    }
    const std::scoped_lock lock(mutex_);
    --at_work_;
    done_.notify_one();
  }

  void fail(std::exception_ptr reason) {
    const std::scoped_lock lock(mutex_);
    if (!failure_) failure_ = std::move(reason);
    stop_ = true;
  }

  /// Tells how things are, and passes a wish to stop on, until all threads have ended.
  void watch() {
    std::unique_lock lock(mutex_);
    while (at_work_ > 0) {
      done_.wait_for(lock, std::chrono::milliseconds(50));
      if (options_.stop != nullptr && *options_.stop) stop_ = true;
      lock.unlock();
      options_.watch({.evaluations = evaluations_,
                      .all_evaluations = all_evaluations_,
                      .runs = runs_,
                      .all_runs = static_cast<std::uint32_t>(agenda_.size()),
                      .treatment = store_.protocol().treatments[latest_].name});
      lock.lock();
    }
  }

  Store& store_;
  const StudyOptions& options_;
  std::vector<RunKey> agenda_;
  std::vector<bool> taken_;
  unsigned threads_;
  std::uint64_t all_evaluations_ = 0;
  std::atomic<std::uint64_t> evaluations_ = 0;
  std::atomic<std::uint32_t> runs_ = 0;
  std::atomic<std::uint32_t> latest_ = 0;
  std::atomic<bool> stop_ = false;
  std::mutex mutex_;
  std::condition_variable done_;
  std::atomic<bool> begun_ = false;
  unsigned at_work_ = 0;
  std::exception_ptr failure_;
};

}  // namespace

std::vector<RunKey> agenda(const Store& store, const StudyFilter& only) {
  const FilteredStudy wanted = apply(only, store.protocol());
  std::vector<RunKey> keys = store.missing();
  std::erase_if(
      keys, [&](const RunKey& key) { return !wanted.treatments[key.treatment] || !wanted.selectors[key.selector]; });
  std::vector<double> work_of;
  for (const Treatment& treatment : store.protocol().treatments) work_of.push_back(expected_work(treatment.plan));
  // So no core waits for another at the end. A treatment that is complete soon is measured soon, and its maps dropped.
  std::ranges::stable_sort(keys, [&](const RunKey& a, const RunKey& b) {
    return work_of[a.treatment] != work_of[b.treatment] ? work_of[a.treatment] > work_of[b.treatment]
                                                        : a.treatment < b.treatment;
  });
  return keys;
}

void measure_complete(Store& store, const StudyOptions& options) {
  static const std::atomic<bool> never = false;
  const std::atomic<bool>& stop = options.stop == nullptr ? never : *options.stop;
  for (const std::uint32_t treatment : store.unmeasured()) measure(store, treatment, threads_to_measure(options), stop);
}

bool run_study(Store& store, const StudyOptions& options) {
  measure_complete(store, options);  // the last process may have ended before it could
  if (options.stop != nullptr && *options.stop) return false;
  const bool ended = Crew(store, options).work();
  const auto states = store.states();
  if (std::ranges::all_of(states, &TreatmentState::measured)) store.shrink();
  return ended;
}

}  // namespace mce
