// SPDX-License-Identifier: MIT
#include "packed_run.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <string_view>
#include <utility>

#include "make_run.hpp"
#include "mce/core/error.hpp"
#include "mce/study/detail/map_history.hpp"
#include "packed.hpp"

namespace mce {
namespace {

bool are_finite(std::span<const double> values) {
  return std::ranges::all_of(values, [](double each) { return std::isfinite(each); });
}

void demand(bool fact, std::string_view what) {
  if (!fact) throw Error(std::string(what));
}

/// 30 years, in seconds.
constexpr double kLongest = 1e9;

/// What is wrong within a part of a run is said with the name of the part.
template <class Action>
void in_part(std::string_view part, Action action) {
  try {
    action();
  } catch (const Error& error) {
    throw Error(fmt::format("{}: {}", part, error.what()));
  }
}

class RunCheck {
 public:
  RunCheck(const Protocol& protocol, const PackedRun& run)
      : run_(run),
        plan_(plan_of(protocol, run.key.treatment, run.key.selector, run.key.repetition)),
        cells_(cell_count(plan_)),
        keeps_(keeps_maps(protocol, run.key.repetition)) {}

  void check() const {
    demand(run_.seed == plan_.seed, "its seed is another one");
    demand(run_.rejected <= plan_.evaluations + plan_.initial + plan_.batch, "it has more rejected offspring than any");
    demand(run_.seconds >= 0 && run_.seconds <= kLongest, "its time is none");
    in_part("its curve", [&] { check_curve(); });
    if (!run_.history.empty()) in_part("its history", [&] { check_history(); });
    in_part("its maps", [&] { check_maps(); });
    in_part("its elites", [&] { check_elites(); });
  }

 private:
  void check_curve() const {
    const std::vector<std::uint64_t> points = recorded_points(plan_);
    demand(std::ranges::equal(run_.curve, points, {}, &CurvePoint::evaluations), "other save points");
    for (const auto& [evaluations, map] : run_.curve) {
      demand(map.filled <= cells_, "more filled cells than there are");
      demand(std::isfinite(map.qd_score) && std::isfinite(map.selection_entropy), "numbers that are not finite");
      demand(map.filled == 0 ? !std::isnan(map.best) : std::isfinite(map.best), "a best fitness that is not finite");
    }
  }

  void check_history() const {
    MapHistoryReader history(run_.history, cells_, run_.curve.size());
    std::vector<bool> filled(cells_);
    std::uint32_t count = 0;
    for (const CurvePoint& point : run_.curve) {
      history.next([&](CellIndex cell, double fitness) {
        demand(std::isfinite(fitness), "a fitness that is not finite");
        if (!filled[cell]) ++count;
        filled[cell] = true;
      });
      demand(count == point.summary.filled, "it fills other cells than its curve says");
    }
  }

  void check_maps() const {
    const std::vector<std::uint64_t> points = keeps_ ? map_points(plan_) : std::vector<std::uint64_t>();
    demand(std::ranges::equal(run_.maps, points, {}, &PackedMap::evaluations), "others than belong to it");
    for (const PackedMap& map : run_.maps) {
      const auto fitness = unpack<double>(map.fitness, cells_);
      demand(std::ranges::none_of(fitness, [](double each) { return std::isinf(each); }), "an infinite fitness");
      unpack<std::uint32_t>(map.selections, cells_);
      unpack<std::uint32_t>(map.survivals, cells_);
      const auto point = std::ranges::find(run_.curve, map.evaluations, &CurvePoint::evaluations);
      if (point != run_.curve.end()) check_map(fitness, point->summary);
    }
  }

  static void check_map(std::span<const double> fitness, const MapSummary& expected) {
    std::uint32_t filled = 0;
    double best = -std::numeric_limits<double>::infinity();
    for (const double each : fitness) {
      if (std::isnan(each)) continue;
      ++filled;
      best = std::max(best, each);
    }
    demand(filled == expected.filled && best == expected.best, "one is not as its curve says");
  }

  void check_elites() const {
    demand(run_.elites.has_value() == keeps_, keeps_ ? "they are missing" : "they do not belong to it");
    demand(keeps_ || run_.pictures.empty(), "pictures without elites");
    if (!keeps_) return;
    const KeptElites elites = unpack_elites(*run_.elites, plan_, cells_);
    demand(are_finite(elites.fitness) && are_finite(elites.features) && are_finite(elites.solutions),
           "numbers that are not finite");
    check_last_map(elites);
    auto cell = elites.cells.begin();
    for (const PackedPicture& picture : run_.pictures) {
      cell = std::find(cell, elites.cells.end(), picture.cell);
      demand(cell != elites.cells.end(), fmt::format("cell {} has no elite, or two pictures", picture.cell));
      ++cell;
      in_part("a picture", [&] { unpack_picture(picture.svg); });
    }
  }

  /// The last map is that of the end. Its tallies are those of cells, which elites only add to.
  void check_last_map(const KeptElites& elites) const {
    if (run_.maps.empty()) return;
    const PackedMap& last = run_.maps.back();
    const auto fitness = unpack<double>(last.fitness, cells_);
    const auto selections = unpack<std::uint32_t>(last.selections, cells_);
    const auto survivals = unpack<std::uint32_t>(last.survivals, cells_);
    const auto filled = std::ranges::count_if(fitness, [](double each) { return !std::isnan(each); });
    bool same = std::cmp_equal(filled, elites.cells.size());
    for (std::size_t i = 0; same && i < elites.cells.size(); ++i) {
      const std::uint32_t cell = elites.cells[i];
      same = fitness[cell] == elites.fitness[i] && elites.selections[i] <= selections[cell] &&
             elites.survivals[i] <= survivals[cell];
    }
    demand(same, "others than in the last map");
  }

  const PackedRun& run_;
  Plan plan_;
  std::uint32_t cells_;
  bool keeps_;
};

}  // namespace

PackedRun pack_run(const FinishedRun& run) {
  PackedRun packed{.key = run.key,
                   .seed = run.seed,
                   .signature = run.signature,
                   .rejected = run.rejected,
                   .seconds = run.seconds,
                   .curve = run.curve,
                   .history = run.history,
                   .maps = {},
                   .elites = {},
                   .pictures = {}};
  for (const KeptMap& map : run.maps) {
    packed.maps.push_back({.evaluations = map.evaluations,
                           .fitness = pack(map.fitness),
                           .selections = pack(map.selections),
                           .survivals = pack(map.survivals)});
  }
  if (run.elites) {
    packed.elites = {.cells = pack(run.elites->cells),
                     .fitness = pack(run.elites->fitness),
                     .features = pack(run.elites->features),
                     .solutions = pack(run.elites->solutions),
                     .selections = pack(run.elites->selections),
                     .survivals = pack(run.elites->survivals)};
  }
  for (const auto& [cell, svg] : run.pictures) packed.pictures.push_back({cell, pack(std::span<const char>(svg))});
  return packed;
}

void check_run(const Protocol& protocol, const PackedRun& run) { RunCheck(protocol, run).check(); }

std::vector<std::uint32_t> unpack_cells(std::span<const std::byte> packed, std::uint32_t cells) {
  const std::size_t count = packed_count(packed, sizeof(std::uint32_t));
  if (count > cells) throw Error(fmt::format("{} elites in {} cells", count, cells));
  std::vector<std::uint32_t> found = unpack<std::uint32_t>(packed, count);
  const bool ascending = std::ranges::adjacent_find(found, std::ranges::greater_equal()) == found.end();
  if (!ascending || (count > 0 && found.back() >= cells)) throw Error("cells that cannot be");
  return found;
}

std::string unpack_picture(std::span<const std::byte> packed) {
  const std::size_t size = packed_count(packed, 1);
  if (size > kLongestPicture) throw Error(fmt::format("it has {} bytes, {} are allowed", size, kLongestPicture));
  std::string svg(size, '\0');
  unpack_bytes(packed, 1, std::as_writable_bytes(std::span(svg)));
  if (const std::string fault = picture_fault(svg); !fault.empty()) throw Error("it " + fault);
  return svg;
}

KeptElites unpack_elites(const PackedElites& elites, const Plan& plan, std::uint32_t cells) {
  std::vector<std::uint32_t> found = unpack_cells(elites.cells, cells);
  const std::size_t count = found.size();
  return {.cells = std::move(found),
          .fitness = unpack<double>(elites.fitness, count),
          .features = unpack<double>(elites.features, count * feature_names(plan).size()),
          .solutions = unpack<double>(elites.solutions, count * solution_size(plan)),
          .selections = unpack<std::uint32_t>(elites.selections, count),
          .survivals = unpack<std::uint32_t>(elites.survivals, count)};
}

}  // namespace mce
