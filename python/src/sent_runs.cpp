// SPDX-License-Identifier: MIT
#include "mce/study/sent_runs.hpp"

#include <nanobind/nanobind.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <atomic>
#include <optional>
#include <span>
#include <stdexcept>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "bindings.hpp"
#include "guard.hpp"
#include "listening.hpp"
#include "mce/study/low_fitness.hpp"
#include "mce/study/protocol_reader.hpp"
#include "mce/study/runner.hpp"
#include "mce/study/store.hpp"

namespace nb = nanobind;

namespace mce::python {
namespace {

/// Treatment, selector, repetition.
using Key = std::tuple<std::uint32_t, std::uint32_t, std::uint32_t>;

RunKey run_key(const Key& key) {
  const auto& [treatment, selector, repetition] = key;
  return {.treatment = treatment, .selector = selector, .repetition = repetition};
}

nb::bytes bytes_of(const std::vector<std::byte>& bytes) { return nb::bytes(bytes.data(), bytes.size()); }

/// The store of a study whose runs are made elsewhere.
class OpenStudy {
 public:
  OpenStudy(const std::string& protocol, const std::string& source, const std::string& path, bool rerun)
      : store_(opened(protocol, source, path, rerun)) {}

  std::string protocol() {
    const Turn turn(guard_);
    return sent_protocol(open().protocol());
  }
  std::vector<Key> agenda(std::vector<std::string> treatments, std::vector<std::string> selectors) {
    const Turn turn(guard_);
    std::vector<Key> keys;
    for (const RunKey& key : mce::agenda(open(), {std::move(treatments), std::move(selectors)})) {
      keys.emplace_back(key.treatment, key.selector, key.repetition);
    }
    return keys;
  }
  bool take(const Key& key, const nb::bytes& sent) {
    const auto* first = static_cast<const std::byte*>(sent.data());
    const Turn turn(guard_);
    const Unlocked unlocked(true);
    return take_sent_run(open(), run_key(key), {first, sent.size()});
  }
  void measure(unsigned threads) {
    const Turn turn(guard_);
    std::atomic<bool> stop = false;
    while_listening(stop, [&] { measure_complete(open(), {.threads = threads, .stop = &stop}); }, [] {});
  }
  /// Notes about the results. The file is closed then.
  std::vector<std::string> close() {
    const Turn turn(guard_);
    const Unlocked unlocked(true);
    if (!store_) return {};
    std::vector<std::string> notes;
    if (store_->missing().empty()) {
      store_->shrink();
      notes = low_fitness_notes(*store_);
    }
    store_.reset();
    return notes;
  }

 private:
  static Store opened(const std::string& protocol, const std::string& source, const std::string& path, bool rerun) {
    const Unlocked unlocked(true);
    return Store::for_running(path, parse_protocol(protocol, source), rerun);
  }
  Store& open() {
    if (!store_) throw std::runtime_error("the study is closed");
    return *store_;
  }

  Guard guard_{"OpenStudy"};
  std::optional<Store> store_;
};

/// What a process elsewhere makes runs of.
class SentProtocol {
 public:
  explicit SentProtocol(const std::string& text) : protocol_(read_sent_protocol(text)) {}

  [[nodiscard]] nb::bytes make(const Key& key, const std::string& scratch) const {
    static const std::atomic<bool> never = false;
    std::optional<std::vector<std::byte>> made;
    {
      const Unlocked unlocked(true);
      made = make_sent_run(protocol_, run_key(key), scratch, never);
    }
    return bytes_of(made.value());
  }

 private:
  Protocol protocol_;
};

}  // namespace

void bind_sent_runs(nb::module_& module) {
  nb::class_<OpenStudy>(module, "OpenStudy")
      .def(nb::init<const std::string&, const std::string&, const std::string&, bool>(), nb::arg("protocol"),
           nb::arg("source"), nb::arg("path"), nb::arg("rerun"))
      .def("protocol", &OpenStudy::protocol)
      .def("agenda", &OpenStudy::agenda, nb::arg("treatments"), nb::arg("selectors"))
      .def("take", &OpenStudy::take, nb::arg("key"), nb::arg("sent"))
      .def("measure", &OpenStudy::measure, nb::arg("threads"))
      .def("close", &OpenStudy::close);
  nb::class_<SentProtocol>(module, "SentProtocol")
      .def(nb::init<const std::string&>(), nb::arg("text"))
      .def("make", &SentProtocol::make, nb::arg("key"), nb::arg("scratch"));
}

}  // namespace mce::python
