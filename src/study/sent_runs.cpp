// SPDX-License-Identifier: MIT
#include "mce/study/sent_runs.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cstdint>
#include <stdexcept>
#include <utility>

#include "make_run.hpp"
#include "mce/core/error.hpp"
#include "mce/run/detail/plan_json.hpp"
#include "mce/run/signatures.hpp"
#include "mce/study/detail/map_history.hpp"
#include "packed.hpp"
#include "protocol_json.hpp"

namespace mce {
namespace {

constexpr std::uint32_t kFormat = 1;

Json binary(std::vector<std::byte> bytes) {
  const auto* first = reinterpret_cast<const std::uint8_t*>(bytes.data());
  return Json::binary({first, first + bytes.size()});
}

template <class Number>
Json packed_json(const std::vector<Number>& numbers) {
  return binary(pack(numbers));
}

/// One member of all points.
template <class Member>
auto column(const std::vector<CurvePoint>& curve, Member member) {
  std::vector<std::decay_t<decltype(member(curve.front()))>> values;
  values.reserve(curve.size());
  for (const CurvePoint& each : curve) values.push_back(member(each));
  return values;
}

Json curve_json(const std::vector<CurvePoint>& curve) {
  const auto of = [&](auto member) { return packed_json(column(curve, member)); };
  return {{"evaluations", of([](const CurvePoint& each) { return each.evaluations; })},
          {"filled", of([](const CurvePoint& each) { return each.summary.filled; })},
          {"best", of([](const CurvePoint& each) { return each.summary.best; })},
          {"qd_score", of([](const CurvePoint& each) { return each.summary.qd_score; })},
          {"entropy", of([](const CurvePoint& each) { return each.summary.selection_entropy; })}};
}

std::uint64_t behaviour_of(const Protocol& protocol, const RunKey& key) {
  return behaviour(behaviour_name(protocol.treatments[key.treatment].plan), protocol.selectors[key.selector].name);
}

Json run_json(const FinishedRun& run) {
  Json maps = Json::array();
  for (const KeptMap& each : run.maps) {
    maps.push_back({{"evaluations", each.evaluations},
                    {"fitness", packed_json(each.fitness)},
                    {"selections", packed_json(each.selections)},
                    {"survivals", packed_json(each.survivals)}});
  }
  Json json = {{"signature", run.signature},     {"rejected", run.rejected},       {"seconds", run.seconds},
               {"curve", curve_json(run.curve)}, {"history", binary(run.history)}, {"maps", maps}};
  if (run.elites) {
    const KeptElites& elites = *run.elites;
    json["elites"] = {{"cells", packed_json(elites.cells)},           {"fitness", packed_json(elites.fitness)},
                      {"features", packed_json(elites.features)},     {"solutions", packed_json(elites.solutions)},
                      {"selections", packed_json(elites.selections)}, {"survivals", packed_json(elites.survivals)}};
  }
  Json pictures = Json::array();
  for (const auto& [cell, svg] : run.pictures) pictures.push_back({cell, svg});
  json["pictures"] = pictures;
  return json;
}

/// Reads a run, and checks that it can be the one of this key.
class Reader {
 public:
  Reader(const Protocol& protocol, const RunKey& key)
      : plan_(plan_of(protocol, key.treatment, key.selector, key.repetition)),
        cells_(cell_count(plan_)),
        keeps_(keeps_maps(protocol, key.repetition)) {
    run_.key = key;
    run_.seed = plan_.seed;
  }

  FinishedRun read(const Json& json) {
    run_.signature = whole_field(json, "signature");
    run_.rejected = whole_field(json, "rejected");
    run_.seconds = field(json, "seconds").get<double>();
    read_curve(field(json, "curve"));
    read_history(bytes_in(json, "history"));
    read_maps(list_field(json, "maps"));
    if (json.contains("elites") != keeps_) throw Error("its elites");
    if (keeps_) read_elites(field(json, "elites"));
    read_pictures(list_field(json, "pictures"));
    return std::move(run_);
  }

 private:
  static std::span<const std::byte> bytes_in(const Json& json, const char* name) {
    return std::as_bytes(std::span(field(json, name).get_binary()));
  }
  template <class Number>
  static std::vector<Number> numbers(const Json& json, const char* name, std::size_t count) {
    return unpack<Number>(bytes_in(json, name), count);
  }

  void read_curve(const Json& json) {
    const std::vector<std::uint64_t> points = recorded_points(plan_);
    if (numbers<std::uint64_t>(json, "evaluations", points.size()) != points) throw Error("its save points");
    const auto filled = numbers<std::uint32_t>(json, "filled", points.size());
    const auto best = numbers<double>(json, "best", points.size());
    const auto score = numbers<double>(json, "qd_score", points.size());
    const auto entropy = numbers<double>(json, "entropy", points.size());
    for (std::size_t i = 0; i < points.size(); ++i) {
      if (filled[i] > cells_) throw Error("its filled cells");
      run_.curve.push_back({.evaluations = points[i],
                            .summary = {.filled = filled[i],
                                        .coverage = static_cast<double>(filled[i]) / cells_,
                                        .best = best[i],
                                        .qd_score = score[i],
                                        .selection_entropy = entropy[i]}});
    }
  }

  void read_history(std::span<const std::byte> bytes) {
    const MapHistoryReader checked(bytes, cells_, run_.curve.size());
    run_.history.assign(bytes.begin(), bytes.end());
  }

  void read_maps(const Json& list) {
    const std::vector<std::uint64_t> points = keeps_ ? map_points(plan_) : std::vector<std::uint64_t>();
    if (list.size() != points.size()) throw Error("its maps");
    for (std::size_t i = 0; i < points.size(); ++i) {
      if (whole_field(list[i], "evaluations") != points[i]) throw Error("its maps");
      run_.maps.push_back({.evaluations = points[i],
                           .fitness = numbers<double>(list[i], "fitness", cells_),
                           .selections = numbers<std::uint32_t>(list[i], "selections", cells_),
                           .survivals = numbers<std::uint32_t>(list[i], "survivals", cells_)});
    }
  }

  void read_elites(const Json& json) {
    const std::size_t count = packed_count(bytes_in(json, "cells"), sizeof(std::uint32_t));
    if (count > cells_) throw Error("its elites");
    run_.elites = {.cells = numbers<std::uint32_t>(json, "cells", count),
                   .fitness = numbers<double>(json, "fitness", count),
                   .features = numbers<double>(json, "features", count * feature_names(plan_).size()),
                   .solutions = numbers<double>(json, "solutions", count * solution_size(plan_)),
                   .selections = numbers<std::uint32_t>(json, "selections", count),
                   .survivals = numbers<std::uint32_t>(json, "survivals", count)};
    const std::vector<std::uint32_t>& cells = run_.elites->cells;
    const bool ascending = std::ranges::adjacent_find(cells, std::ranges::greater_equal()) == cells.end();
    if (!ascending || (count > 0 && cells.back() >= cells_)) throw Error("its elites");
  }

  void read_pictures(const Json& list) {
    for (const Json& each : list) {
      const auto cell = each.at(0).get<CellIndex>();
      auto svg = each.at(1).get<std::string>();
      const bool has_elite = keeps_ && std::ranges::binary_search(run_.elites->cells, cell);
      if (!has_elite || !picture_fault(svg).empty()) throw Error("its pictures");
      run_.pictures.insert_or_assign(cell, std::move(svg));
    }
  }

  Plan plan_;
  std::uint32_t cells_;
  bool keeps_;
  FinishedRun run_;
};

}  // namespace

std::string sent_protocol(const Protocol& protocol) { return to_json(protocol); }
Protocol read_sent_protocol(std::string_view text) { return protocol_from_json(text); }

std::optional<std::vector<std::byte>> make_sent_run(const Protocol& protocol, const RunKey& key,
                                                    const std::filesystem::path& scratch,
                                                    const std::atomic<bool>& stop) {
  if (key.treatment >= protocol.treatments.size() || key.selector >= protocol.selectors.size() ||
      key.repetition >= protocol.repetitions) {
    throw std::out_of_range(fmt::format("there is no run {}, {}, {}", key.treatment, key.selector, key.repetition));
  }
  // As many threads as workers share them, so that this run has one.
  constexpr unsigned kAllThreads = 1U << 20;
  ProblemRuns problems(scratch, kAllThreads);
  std::atomic<std::uint64_t> evaluations = 0;
  const auto run = make_run(protocol, key, problems, stop, evaluations);
  if (!run) return std::nullopt;
  if (protocol.treatments[key.treatment].plan.problem) {
    problems.forget(plan_of(protocol, key.treatment, key.selector, key.repetition));
  }
  const Json json = {{"mce", kFormat},           {"treatment", key.treatment},
                     {"selector", key.selector}, {"repetition", key.repetition},
                     {"seed", run->seed},        {"behaviour", behaviour_of(protocol, key)},
                     {"run", run_json(*run)}};
  const std::vector<std::uint8_t> bytes = Json::to_cbor(json);
  const auto all = std::as_bytes(std::span(bytes));
  return std::vector<std::byte>(all.begin(), all.end());
}

bool take_sent_run(Store& store, const RunKey& key, std::span<const std::byte> sent) {
  const Protocol& protocol = store.protocol();
  const auto fail = [&](const std::string& what) {
    throw Error(fmt::format("a result that was sent for treatment {}, selector {}, repetition {} cannot be used: {}",
                            in_quotes(protocol.treatments.at(key.treatment).name),
                            in_quotes(protocol.selectors.at(key.selector).label), key.repetition, what));
  };
  FinishedRun run;
  try {
    const auto* first = reinterpret_cast<const std::uint8_t*>(sent.data());
    const Json json = Json::from_cbor(first, first + sent.size(), true, false);
    if (!json.is_object() || whole_field(json, "mce") != kFormat) throw Error("it is none of this version of mce");
    if (whole_field(json, "treatment") != key.treatment || whole_field(json, "selector") != key.selector ||
        whole_field(json, "repetition") != key.repetition) {
      throw Error("it is of another run");
    }
    if (whole_field(json, "behaviour") != behaviour_of(protocol, key)) {
      throw Error("it was made by an engine that behaves differently");
    }
    Reader reader(protocol, key);
    run = reader.read(field(json, "run"));
    if (whole_field(json, "seed") != run.seed) throw Error("it has another seed");
  } catch (const Json::exception&) {
    fail("it is damaged");
  } catch (const Error& error) {
    fail(error.what());
  }
  return store.add(run);
}

}  // namespace mce
