// SPDX-License-Identifier: MIT
#include "mce/run/search_file.hpp"

#include <fmt/core.h>

#include <stdexcept>
#include <utility>

#include "mce/core/version.hpp"
#include "mce/run/detail/plan_json.hpp"
#include "mce/run/detail/sealed.hpp"
#include "mce/run/plan.hpp"
#include "mce/run/signatures.hpp"
#include "mce/selectors/selector_kinds.hpp"

namespace mce {
namespace {

constexpr SealKind kSearches = {
    .magic = {'m', 'c', 'e', '-', 'a', 's', 'k', '\n'}, .name = "a saved search of mce", .oldest = 1, .newest = 1};

std::uint64_t behaviour_of(const SearchChoice& choice) {
  return behaviour(variation_kind(choice.variation).name, selector_kind(choice.selector).name);
}

Json bounds_json(std::span<const Interval> bounds) {
  Json json = Json::array();
  for (const auto& [low, high] : bounds) json.push_back({low, high});
  return json;
}

std::vector<double> numbers_field(const Json& object, const char* key) {
  const Json& list = field(object, key);
  if (!list.is_array()) throw Error(fmt::format("'{}' is not a list of numbers", key));
  std::vector<double> numbers;
  for (const Json& each : list) {
    if (!each.is_number()) throw Error(fmt::format("'{}' is not a list of numbers", key));
    numbers.push_back(each.get<double>());
  }
  return numbers;
}

std::vector<Interval> bounds_field(const Json& object, const char* key) {
  const Json& list = field(object, key);
  std::vector<Interval> bounds;
  if (!list.is_array()) throw Error(fmt::format("'{}' is not a list of pairs", key));
  for (const Json& each : list) {
    if (!each.is_array() || each.size() != 2 || !each[0].is_number() || !each[1].is_number()) {
      throw Error(fmt::format("'{}' is not a list of pairs", key));
    }
    bounds.push_back({.low = each[0].get<double>(), .high = each[1].get<double>()});
  }
  return bounds;
}

Json map_json(const Partition& partition) {
  std::vector<Interval> bounds(partition.features());
  for (std::uint32_t i = 0; i < partition.features(); ++i) bounds[i] = partition.bounds(i);
  Json json = {{"bounds", bounds_json(bounds)}};
  if (const Grid* grid = partition.grid()) {
    Json bins = Json::array();
    for (std::uint32_t i = 0; i < grid->features(); ++i) bins.push_back(grid->bins(i));
    json["resolution"] = bins;
  } else {
    const auto points = partition.centroids()->points();
    json["points"] = std::vector<double>(points.begin(), points.end());
  }
  return json;
}

Partition map_from(const Json& json) {
  if (!json.is_object()) throw Error("'map' is not an object");
  std::vector<Interval> bounds = bounds_field(json, "bounds");
  if (json.contains("points")) return Centroids(std::move(bounds), numbers_field(json, "points"));
  std::vector<std::uint32_t> bins;
  for (const std::uint64_t each : wholes_field(json, "resolution")) {
    if (each > Grid::kMaxCells) throw Error(fmt::format("{} bins", each));
    bins.push_back(static_cast<std::uint32_t>(each));
  }
  return Grid(std::move(bounds), std::move(bins));
}

Json choice_json(const SearchChoice& choice) {
  return {{"genome", bounds_json(choice.genome)},
          {"variation", choice.variation},
          {"variation_settings", settings_json(choice.variation_settings)},
          {"selector", choice.selector},
          {"selector_settings", settings_json(choice.selector_settings)},
          {"seed", choice.parameters.seed},
          {"initial", choice.parameters.initial}};
}

SearchChoice choice_from(const Json& json) {
  if (!json.is_object()) throw Error("'search' is not an object");
  SearchChoice choice;
  choice.genome = bounds_field(json, "genome");
  choice.variation = text_field(json, "variation");
  choice.variation_settings = settings_field(json, "variation_settings");
  choice.selector = text_field(json, "selector");
  choice.selector_settings = settings_field(json, "selector_settings");
  choice.parameters.seed = whole_field(json, "seed");
  const std::uint64_t initial = whole_field(json, "initial");
  if (initial > UINT32_MAX) throw Error(fmt::format("an initial population of {}", initial));
  choice.parameters.initial = static_cast<std::uint32_t>(initial);
  return choice;
}

SavedSearch read_search(std::span<const std::byte> body) {
  ByteReader in(body);
  const Json json = parse_json(in.text());
  SearchChoice choice = choice_from(field(json, "search"));
  if (whole_field(json, "behaviour") != behaviour_of(choice)) {
    throw Error(
        fmt::format("begun by mce {}, whose searches with {} and {} end otherwise than those of this version "
                    "({}): go on with that version, or start again",
                    text_field(json, "version"), choice.variation, choice.selector, version()));
  }
  std::string notes = text_field(json, "notes");
  AnySearch search = make_search(choice, map_from(field(json, "map")));
  search.load(in);
  if (in.remaining() > 0) throw Error(fmt::format("{} bytes too many", in.remaining()));
  return {.choice = std::move(choice), .search = std::move(search), .notes = std::move(notes)};
}

}  // namespace

std::vector<std::byte> pack_search(const SearchChoice& choice, const AnySearch& search, const std::string& notes) {
  const Json json = {{"version", version()},
                     {"behaviour", behaviour_of(choice)},
                     {"search", choice_json(choice)},
                     {"map", map_json(search.archive().partition())},
                     {"notes", notes}};
  ByteWriter body;
  body.text(json.dump());
  search.save(body);
  return seal(kSearches, body.bytes());
}

SavedSearch unpack_search(std::span<const std::byte> bytes) {
  const auto fail = [](const std::string& reason) { return Error(fmt::format("saved search: {}", one_line(reason))); };
  try {
    return read_search(unseal(kSearches, bytes).body);
  } catch (const std::invalid_argument& error) {
    throw fail(error.what());
  } catch (const Error& error) {
    throw fail(error.what());
  }
}

}  // namespace mce
