// SPDX-License-Identifier: MIT
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/unique_ptr.h>
#include <nanobind/stl/variant.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <memory>
#include <mutex>
#include <utility>

#include "arrays.hpp"
#include "bindings.hpp"
#include "elites.hpp"
#include "listening.hpp"
#include "mce/run/checkpoint.hpp"
#include "mce/run/detail/plan_json.hpp"
#include "mce/run/run.hpp"
#include "mce/run/run_record.hpp"
#include "mce/run/signatures.hpp"

namespace mce::python {
namespace {

using Clock = std::chrono::steady_clock;

/// A run of a testbed, as `mce run` makes it.
class NativeRun final : public Elites {
 public:
  explicit NativeRun(std::unique_ptr<TestbedRun> run, double seconds = 0)
      : run_(std::move(run)), seconds_(seconds), solution_dim_(solution_size(run_->plan())) {}

  static std::unique_ptr<NativeRun> make(std::string profile, std::string testbed, Settings testbed_settings,
                                         std::string selector, Settings run_settings, std::uint64_t seed) {
    const Unlocked unlocked(true);
    return std::make_unique<NativeRun>(Run::make(complete({.profile = std::move(profile),
                                                           .testbed = std::move(testbed),
                                                           .testbed_settings = std::move(testbed_settings),
                                                           .selector = std::move(selector),
                                                           .run_settings = std::move(run_settings),
                                                           .seed = seed})));
  }

  [[nodiscard]] const Archive& archive() const override { return run_->archive(); }
  [[nodiscard]] Guard& guard() const override { return guard_; }
  [[nodiscard]] std::size_t solution_dim() const override { return solution_dim_; }
  void solution(CellIndex cell, std::span<double> out) const override {
    std::ranges::copy(run_->solution(cell), out.begin());
  }

  /// Goes on to the end. `look` is None, or is called some times a second: evaluations, coverage, best, QD-score.
  void finish(const nb::object& look) {
    const Turn turn(guard_);
    const auto start = Clock::now();
    std::atomic<bool> stop = false;
    Seen seen(run_->evaluations(), run_->summary());
    const auto work = [&] {
      auto last = start;
      while (!run_->finished() && !stop) {
        run_->advance(kBetweenLooks, &stop);
        if (look.is_none() || Clock::now() - last < kBetweenSummaries) continue;
        last = Clock::now();
        seen.set(run_->evaluations(), run_->summary());
      }
    };
    const auto show = [&] {
      if (look.is_none()) return;
      const auto [evaluations, map] = seen.get();
      look(evaluations, map.coverage, map.best, map.qd_score);
    };
    const auto add_time = [&] { seconds_ += std::chrono::duration<double>(Clock::now() - start).count(); };
    try {
      while_listening(stop, work, show);
    } catch (...) {
      add_time();
      throw;
    }
    add_time();
  }

  /// By column.
  [[nodiscard]] nb::typed<nb::dict, nb::str, nb::any> curve() const {
    const Turn turn(guard_);
    const auto& points = run_->curve();
    nb::dict columns;
    const auto add = [&]<class T>(const char* name, T /*type*/, auto value) {
      NewArray<T> column({points.size()});
      std::ranges::transform(points, column.values.begin(), [&](const CurvePoint& each) { return T(value(each)); });
      columns[name] = column.get();
    };
    add("evaluations", std::int64_t{}, [](const CurvePoint& each) { return each.evaluations; });
    add("filled", std::int64_t{}, [](const CurvePoint& each) { return each.summary.filled; });
    add("coverage", double{}, [](const CurvePoint& each) { return each.summary.coverage; });
    add("best", double{}, [](const CurvePoint& each) { return each.summary.best; });
    add("qd_score", double{}, [](const CurvePoint& each) { return each.summary.qd_score; });
    add("selection_entropy", double{}, [](const CurvePoint& each) { return each.summary.selection_entropy; });
    return columns;
  }

  [[nodiscard]] std::string record() const {
    const Turn turn(guard_);
    return run_record(*run_, seconds_);
  }

  [[nodiscard]] nb::bytes save() const {
    std::vector<std::byte> bytes;
    {
      const Turn turn(guard_);
      const Unlocked unlocked(true);
      bytes = pack_checkpoint(*run_, seconds_, "", 1);
    }
    return nb::bytes(bytes.data(), bytes.size());
  }
  static std::unique_ptr<NativeRun> load(const nb::bytes& bytes) {
    const std::span contents(static_cast<const std::byte*>(bytes.data()), bytes.size());
    const Unlocked unlocked(true);
    Checkpoint checkpoint = unpack_checkpoint(contents);
    return std::make_unique<NativeRun>(std::move(checkpoint.run), checkpoint.seconds);
  }

  [[nodiscard]] std::vector<std::string> measure_names() const { return feature_names(run_->plan()); }

 private:
  static constexpr std::uint64_t kBetweenLooks = 256;
  static constexpr std::chrono::milliseconds kBetweenSummaries{100};

  /// What the thread at work shows to the other one.
  class Seen {
   public:
    Seen(std::uint64_t evaluations, const MapSummary& map) : evaluations_(evaluations), map_(map) {}
    void set(std::uint64_t evaluations, const MapSummary& map) {
      const std::scoped_lock lock(mutex_);
      evaluations_ = evaluations;
      map_ = map;
    }
    std::pair<std::uint64_t, MapSummary> get() {
      const std::scoped_lock lock(mutex_);
      return {evaluations_, map_};
    }

   private:
    std::mutex mutex_;
    std::uint64_t evaluations_;
    MapSummary map_;
  };

  mutable Guard guard_{"run"};
  std::unique_ptr<TestbedRun> run_;
  double seconds_;
  std::size_t solution_dim_;
};

}  // namespace

void bind_runs(nb::module_& module) {
  nb::class_<NativeRun, Elites>(module, "Run")
      .def_static("make", &NativeRun::make, nb::arg("profile"), nb::arg("testbed"), nb::arg("testbed_settings"),
                  nb::arg("selector"), nb::arg("run_settings"), nb::arg("seed"))
      .def("finish", &NativeRun::finish, nb::arg("look").none())
      .def("curve", &NativeRun::curve)
      .def("record", &NativeRun::record, "All that is to know of it, as JSON.")
      .def("save", &NativeRun::save)
      .def_static("load", &NativeRun::load, nb::arg("bytes"))
      .def_prop_ro("partition", [](const NativeRun& self) { return self.archive().partition(); })
      .def_prop_ro("measure_names", &NativeRun::measure_names);
  module.def(
      "pinned_signatures", [] { return signature_table(pinned_signatures()); },
      "How the engine behaves: profile, testbed, selector and signature of short runs, a line each.");
}

}  // namespace mce::python
