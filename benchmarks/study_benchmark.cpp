// SPDX-License-Identifier: MIT
// What a study costs on top of its runs: runs of 10⁵ evaluations on Rastrigin, alone, and with everything around them:
// histories of maps, the store, and the metrics at the end.
#include <benchmark/benchmark.h>

#include <atomic>
#include <filesystem>
#include <string>

#include "mce/run/run.hpp"
#include "mce/study/protocol_reader.hpp"
#include "mce/study/store.hpp"
#include "study/make_run.hpp"
#include "study/measure.hpp"

namespace mce {
namespace {

constexpr std::uint32_t kRepetitions = 5;

Protocol protocol(const std::string& save_points) {
  return parse_protocol("repetitions = " + std::to_string(kRepetitions) +
                            "\nselectors = \"paper\"\nkeep = \"curves\"\n" + save_points +
                            "\n[[treatment]]\ntestbed = \"rastrigin\"\nevaluations = 100_000\n",
                        "benchmark.toml");
}

void runs_alone(benchmark::State& state, const std::string& save_points) {
  const Protocol all = protocol(save_points);
  for (auto _ : state) {
    for (std::uint32_t selector = 0; selector < all.selectors.size(); ++selector) {
      for (std::uint32_t repetition = 0; repetition < kRepetitions; ++repetition) {
        const auto run = Run::make(plan_of(all, 0, selector, repetition));
        run->advance(run->plan().evaluations);
        benchmark::DoNotOptimize(run->archive().signature());
      }
    }
  }
}

void whole_study(benchmark::State& state, const std::string& save_points) {
  const Protocol all = protocol(save_points);
  const auto path = std::filesystem::temp_directory_path() / "mce-benchmark.mce";
  const std::atomic<bool> stop = false;
  std::atomic<std::uint64_t> evaluations = 0;
  ProblemRuns problems(path, 1);
  for (auto _ : state) {
    std::filesystem::remove(path);
    Store store = Store::for_running(path, all);
    for (const RunKey& key : store.missing()) {
      if (store.add(make_run(all, key, problems, stop, evaluations).value())) measure(store, key.treatment, 1, stop);
    }
    store.shrink();
  }
  std::filesystem::remove(path);
}

const std::string kPowers = "save_points = { spacing = \"logarithmic\", per_decade = 1, from = 1000 }";
const std::string kMany;  // the profile's: ten per decade

BENCHMARK_CAPTURE(runs_alone, powers_of_ten, kPowers)->Name("study/runs_alone/4")->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(whole_study, powers_of_ten, kPowers)->Name("study/whole/4")->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(runs_alone, ten_per_decade, kMany)->Name("study/runs_alone/32")->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(whole_study, ten_per_decade, kMany)->Name("study/whole/32")->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace mce
