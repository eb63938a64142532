// SPDX-License-Identifier: MIT
#include "mce/run/pool_file.hpp"

#include <fmt/core.h>

#include <stdexcept>
#include <utility>

#include "mce/core/version.hpp"
#include "mce/run/detail/plan_json.hpp"
#include "mce/run/detail/sealed.hpp"
#include "mce/run/signatures.hpp"
#include "mce/search/variation.hpp"
#include "mce/selectors/any_selector.hpp"
#include "mce/selectors/selector_kinds.hpp"

namespace mce {
namespace {

constexpr SealKind kPools = {
    .magic = {'m', 'c', 'e', '-', 'p', 'o', 'o', 'l'}, .name = "a saved selector of mce", .oldest = 1, .newest = 1};

/// A pool behaves as a selector does in searches; how these make offspring does not matter.
std::uint64_t behaviour_of(const std::string& selector) {
  return behaviour(variation_kinds().front().name, selector_kind(selector).name);
}

SavedPool read_pool(std::span<const std::byte> body) {
  ByteReader in(body);
  const Json json = parse_json(in.text());
  const std::uint64_t places = whole_field(json, "places");
  if (places > Grid::kMaxCells) throw Error(fmt::format("{} places", places));
  PoolChoice choice;
  choice.selector = text_field(json, "selector");
  choice.selector_settings = settings_field(json, "selector_settings");
  choice.places = static_cast<std::uint32_t>(places);
  choice.seed = whole_field(json, "seed");
  if (whole_field(json, "behaviour") != behaviour_of(choice.selector)) {
    throw Error(
        fmt::format("begun by mce {}, whose {} selects otherwise than that of this version ({}): go on with "
                    "that version, or start again",
                    text_field(json, "version"), choice.selector, version()));
  }
  ParentPool pool = make_pool(choice);
  pool.load(in);
  if (in.remaining() > 0) throw Error(fmt::format("{} bytes too many", in.remaining()));
  return {.choice = std::move(choice), .pool = std::move(pool)};
}

}  // namespace

ParentPool make_pool(const PoolChoice& choice) {
  return {make_erased_selector(choice.selector, choice.selector_settings), choice.places, choice.seed};
}

std::vector<std::byte> pack_pool(const PoolChoice& choice, const ParentPool& pool) {
  const Json json = {{"version", version()},        {"behaviour", behaviour_of(choice.selector)},
                     {"selector", choice.selector}, {"selector_settings", settings_json(choice.selector_settings)},
                     {"places", pool.places()},     {"seed", choice.seed}};
  ByteWriter body;
  body.text(json.dump());
  pool.save(body);
  return seal(kPools, body.bytes());
}

SavedPool unpack_pool(std::span<const std::byte> bytes) {
  const auto fail = [](const std::string& reason) {
    return Error(fmt::format("saved selector: {}", one_line(reason)));
  };
  try {
    return read_pool(unseal(kPools, bytes).body);
  } catch (const std::invalid_argument& error) {
    throw fail(error.what());
  } catch (const Error& error) {
    throw fail(error.what());
  }
}

}  // namespace mce
