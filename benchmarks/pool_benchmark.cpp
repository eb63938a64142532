// SPDX-License-Identifier: MIT
// What workers cost: how many evaluations pass through a pool, how much of our time each takes, and how busy workers
// are that take long.
#include <benchmark/benchmark.h>
#include <sys/resource.h>
#include <unistd.h>

#include <filesystem>
#include <string>
#include <vector>

#include "mce/problems/worker_pool.hpp"

namespace mce {
namespace {

using std::chrono::milliseconds;

double own_seconds() {
  rusage usage{};
  ::getrusage(RUSAGE_SELF, &usage);
  const auto seconds = [](const timeval& time) {
    return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_usec) * 1e-6;
  };
  return seconds(usage.ru_utime) + seconds(usage.ru_stime);
}

/// Keeps so many in flight and adds up what came back.
class Feed {
 public:
  Feed(const WorkerProgram& program, std::uint64_t in_flight)
      : pool_(program, 2, "/dev/null"), in_flight_(in_flight), genome_(10, 0.123456789) {}

  std::size_t turn() {
    for (; pool_.outstanding() < in_flight_; ++id_) {
      genome_[id_ % genome_.size()] += 0.001;
      pool_.submit(id_, genome_);
    }
    results_.clear();
    pool_.collect(results_, milliseconds(1000));
    return results_.size();
  }
  [[nodiscard]] const WorkerPool& pool() const { return pool_; }

 private:
  WorkerPool pool_;
  std::uint64_t in_flight_;
  std::uint64_t id_ = 0;
  std::vector<double> genome_;
  std::vector<Evaluated> results_;
};

void fast_workers(benchmark::State& state) {
  Feed feed({.command = {MCE_EXAMPLE_WORKER}, .folder = "/", .workers = 2}, 64);
  for (std::size_t warm = 0; warm < 10'000;) warm += feed.turn();
  std::size_t evaluations = 0;
  const double before = own_seconds();
  for ([[maybe_unused]] auto each : state) evaluations += feed.turn();
  const auto count = static_cast<double>(evaluations);
  state.counters["evaluations"] = benchmark::Counter(count, benchmark::Counter::kIsRate);
  state.counters["own_us"] = (own_seconds() - before) / count * 1e6;
  state.counters["batch"] = count / static_cast<double>(state.iterations());
}
BENCHMARK(fast_workers)->Name("pool/fast workers")->UseRealTime();

/// Workers that sleep 100 ms whenever they are asked: the share of the time in which they do.
void sleeping_workers(benchmark::State& state) {
  constexpr std::uint32_t kWorkers = 200;
  Feed feed({.command = {MCE_EXAMPLE_WORKER, "0.1"}, .folder = "/", .workers = kWorkers},
            static_cast<std::uint64_t>(state.range(0)));
  for (std::size_t warm = 0; warm < 3 * std::size_t{kWorkers};) warm += feed.turn();
  std::size_t evaluations = 0;
  const auto begin = std::chrono::steady_clock::now();
  for ([[maybe_unused]] auto each : state) evaluations += feed.turn();
  const std::chrono::duration<double> time = std::chrono::steady_clock::now() - begin;
  state.counters["busy"] = static_cast<double>(evaluations) * 0.1 / (time.count() * kWorkers);
}
BENCHMARK(sleeping_workers)->Name("pool/200 sleeping workers")->Arg(200)->Arg(400)->Iterations(1000)->UseRealTime();

}  // namespace
}  // namespace mce
