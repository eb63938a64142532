// SPDX-License-Identifier: MIT
#include "mce/study/sent_runs.hpp"

#include <fmt/core.h>

#include <cstdint>
#include <stdexcept>
#include <utility>

#include "make_run.hpp"
#include "mce/core/bytes.hpp"
#include "mce/core/error.hpp"
#include "mce/core/text.hpp"
#include "mce/run/detail/plan_json.hpp"
#include "mce/run/signatures.hpp"
#include "packed.hpp"
#include "packed_run.hpp"
#include "protocol_json.hpp"

namespace mce {
namespace {

constexpr std::uint32_t kFormat = 1;

/// A sent run begins with the length of its head, then come the head, which is JSON, and the packed numbers. The head
/// says where they are: {"at": 0, "size": 812}.
class SentWriter {
 public:
  Json add(std::span<const std::byte> bytes) {
    Json place = {{"at", packed_.size()}, {"size", bytes.size()}};
    packed_.insert(packed_.end(), bytes.begin(), bytes.end());
    return place;
  }
  template <class Number>
  Json add(const std::vector<Number>& numbers) {
    return add(std::span<const std::byte>(pack(numbers)));
  }
  [[nodiscard]] std::vector<std::byte> finish(const Json& head) const {
    ByteWriter out;
    out.text(head.dump());
    out.raw(packed_);
    return out.bytes();
  }

 private:
  std::vector<std::byte> packed_;
};

class SentReader {
 public:
  explicit SentReader(std::span<const std::byte> sent) {
    ByteReader in(sent);
    head_ = parse_json(in.text());
    packed_ = sent.last(in.remaining());
  }

  [[nodiscard]] const Json& head() const { return head_; }
  [[nodiscard]] std::span<const std::byte> bytes(const Json& object, const char* name) const {
    const Json& place = field(object, name);
    if (!place.is_object()) throw Error(fmt::format("'{}' is no place", name));
    const std::uint64_t at = whole_field(place, "at");
    const std::uint64_t size = whole_field(place, "size");
    if (at > packed_.size() || size > packed_.size() - at) {
      throw Error(fmt::format("it is damaged: '{}' is beyond its end", name));
    }
    return packed_.subspan(at, size);
  }
  [[nodiscard]] std::vector<std::byte> blob(const Json& object, const char* name) const {
    return {bytes(object, name).begin(), bytes(object, name).end()};
  }
  template <class Number>
  [[nodiscard]] std::vector<Number> numbers(const Json& object, const char* name, std::size_t count) const {
    return unpack<Number>(bytes(object, name), count);
  }

 private:
  Json head_;
  std::span<const std::byte> packed_;
};

/// One member of all points.
template <class Member>
auto column(const std::vector<CurvePoint>& curve, Member member) {
  std::vector<std::decay_t<decltype(member(curve.front()))>> values;
  values.reserve(curve.size());
  for (const CurvePoint& each : curve) values.push_back(member(each));
  return values;
}

Json curve_json(SentWriter& out, const std::vector<CurvePoint>& curve) {
  const auto of = [&](auto member) { return out.add(column(curve, member)); };
  return {{"evaluations", of([](const CurvePoint& each) { return each.evaluations; })},
          {"filled", of([](const CurvePoint& each) { return each.summary.filled; })},
          {"best", of([](const CurvePoint& each) { return each.summary.best; })},
          {"qd_score", of([](const CurvePoint& each) { return each.summary.qd_score; })},
          {"entropy", of([](const CurvePoint& each) { return each.summary.selection_entropy; })}};
}

void check_key(const Protocol& protocol, const RunKey& key) {
  if (key.treatment < protocol.treatments.size() && key.selector < protocol.selectors.size() &&
      key.repetition < protocol.repetitions) {
    return;
  }
  throw std::out_of_range(fmt::format("there is no run {}, {}, {}", key.treatment, key.selector, key.repetition));
}

std::uint64_t behaviour_of(const Protocol& protocol, const RunKey& key) {
  return behaviour(behaviour_name(protocol.treatments[key.treatment].plan), protocol.selectors[key.selector].name);
}

Json run_json(SentWriter& out, const PackedRun& run) {
  const auto place = [&out](const std::vector<std::byte>& bytes) { return out.add(std::span(bytes)); };
  Json maps = Json::array();
  for (const PackedMap& each : run.maps) {
    maps.push_back({{"evaluations", each.evaluations},
                    {"fitness", place(each.fitness)},
                    {"selections", place(each.selections)},
                    {"survivals", place(each.survivals)}});
  }
  Json pictures = Json::array();
  for (const auto& [cell, svg] : run.pictures) pictures.push_back({{"cell", cell}, {"svg", place(svg)}});
  Json json = {{"seed", run.seed},
               {"signature", run.signature},
               {"rejected", run.rejected},
               {"seconds", run.seconds},
               {"curve", curve_json(out, run.curve)},
               {"history", place(run.history)},
               {"maps", maps},
               {"pictures", pictures}};
  if (run.elites) {
    const PackedElites& elites = *run.elites;
    json["elites"] = {{"cells", place(elites.cells)},           {"fitness", place(elites.fitness)},
                      {"features", place(elites.features)},     {"solutions", place(elites.solutions)},
                      {"selections", place(elites.selections)}, {"survivals", place(elites.survivals)}};
  }
  return json;
}

std::vector<CurvePoint> curve_from(const SentReader& in, const Json& json, const Plan& plan) {
  const std::size_t count = recorded_points(plan).size();
  const auto evaluations = in.numbers<std::uint64_t>(json, "evaluations", count);
  const auto filled = in.numbers<std::uint32_t>(json, "filled", count);
  const auto best = in.numbers<double>(json, "best", count);
  const auto score = in.numbers<double>(json, "qd_score", count);
  const auto entropy = in.numbers<double>(json, "entropy", count);
  std::vector<CurvePoint> curve;
  curve.reserve(count);
  for (std::size_t i = 0; i < count; ++i) {
    curve.push_back({.evaluations = evaluations[i],
                     .summary = {.filled = filled[i],
                                 .coverage = static_cast<double>(filled[i]) / cell_count(plan),
                                 .best = best[i],
                                 .qd_score = score[i],
                                 .selection_entropy = entropy[i]}});
  }
  return curve;
}

PackedRun run_from(const SentReader& in, const Json& json, const RunKey& key, const Plan& plan) {
  const Json& seconds = field(json, "seconds");
  if (!seconds.is_number()) throw Error("'seconds' is no number");
  PackedRun run{.key = key,
                .seed = whole_field(json, "seed"),
                .signature = whole_field(json, "signature"),
                .rejected = whole_field(json, "rejected"),
                .seconds = seconds.get<double>(),
                .curve = curve_from(in, field(json, "curve"), plan),
                .history = in.blob(json, "history"),
                .maps = {},
                .elites = {},
                .pictures = {}};
  for (const Json& map : list_field(json, "maps")) {
    run.maps.push_back({.evaluations = whole_field(map, "evaluations"),
                        .fitness = in.blob(map, "fitness"),
                        .selections = in.blob(map, "selections"),
                        .survivals = in.blob(map, "survivals")});
  }
  if (json.contains("elites")) {
    const Json& elites = field(json, "elites");
    run.elites = {.cells = in.blob(elites, "cells"),
                  .fitness = in.blob(elites, "fitness"),
                  .features = in.blob(elites, "features"),
                  .solutions = in.blob(elites, "solutions"),
                  .selections = in.blob(elites, "selections"),
                  .survivals = in.blob(elites, "survivals")};
  }
  for (const Json& picture : list_field(json, "pictures")) {
    const std::uint64_t cell = whole_field(picture, "cell");
    if (!std::in_range<std::uint32_t>(cell)) throw Error("a picture of a cell that cannot be");
    run.pictures.push_back({static_cast<std::uint32_t>(cell), in.blob(picture, "svg")});
  }
  return run;
}

}  // namespace

std::string sent_protocol(const Protocol& protocol) { return to_json(protocol); }
Protocol read_sent_protocol(std::string_view text) { return protocol_from_json(text); }

std::optional<std::vector<std::byte>> make_sent_run(const Protocol& protocol, const RunKey& key,
                                                    const std::filesystem::path& scratch,
                                                    const std::atomic<bool>& stop) {
  check_key(protocol, key);
  // As many threads as workers share them, so that this run has one.
  constexpr unsigned kAllThreads = 1U << 20;
  ProblemRuns problems(scratch, kAllThreads);
  std::atomic<std::uint64_t> evaluations = 0;
  const auto run = make_run(protocol, key, problems, stop, evaluations);
  if (!run) return std::nullopt;
  if (protocol.treatments[key.treatment].plan.problem) {
    problems.forget(plan_of(protocol, key.treatment, key.selector, key.repetition));
  }
  SentWriter out;
  const Json json = run_json(out, pack_run(*run));
  return out.finish({{"mce", kFormat},
                     {"treatment", key.treatment},
                     {"selector", key.selector},
                     {"repetition", key.repetition},
                     {"behaviour", behaviour_of(protocol, key)},
                     {"run", json}});
}

bool take_sent_run(Store& store, const RunKey& key, std::span<const std::byte> sent) {
  const Protocol& protocol = store.protocol();
  check_key(protocol, key);
  PackedRun run;
  try {
    const SentReader in(sent);
    const Json& head = in.head();
    if (whole_field(head, "mce") != kFormat) throw Error("it is none of this version of mce");
    if (whole_field(head, "treatment") != key.treatment || whole_field(head, "selector") != key.selector ||
        whole_field(head, "repetition") != key.repetition) {
      throw Error("it is of another run");
    }
    if (whole_field(head, "behaviour") != behaviour_of(protocol, key)) {
      throw Error("it was made by an engine that behaves differently");
    }
    run = run_from(in, field(head, "run"), key, plan_of(protocol, key.treatment, key.selector, key.repetition));
    if (run.history.empty()) throw Error("its history is missing");
    check_run(protocol, run);
  } catch (const Error& error) {
    throw Error(fmt::format("a result that was sent for {} cannot be used: {}", name_of(protocol, key), error.what()));
  }
  return store.add(run);
}

}  // namespace mce
