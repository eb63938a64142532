// SPDX-License-Identifier: MIT
#include "store_take.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

#include "mce/core/error.hpp"
#include "mce/core/text.hpp"
#include "store_checks.hpp"
#include "store_elites.hpp"
#include "store_schema.hpp"

namespace mce {
namespace {

using sqlite::Statement;

/// How a run ended: equal runs end alike.
using Ending = std::tuple<std::uint64_t, std::uint64_t, std::uint64_t, std::uint64_t>;

/// One treatment in two files of the same study, whose protocols may have another order. Runs have the keys that they
/// have in the file that takes them in.
class SharedTreatment {
 public:
  SharedTreatment(StoreFile& into, std::uint32_t treatment, const StoreFile& from)
      : into_(into), from_(from), to_(treatment), at_(position(from.protocol.treatments, name(), &Treatment::name)) {
    for (const SelectorEntry& each : from.protocol.selectors) {
      selectors_.push_back(position(into.protocol.selectors, each.label, &SelectorEntry::label));
    }
  }

  std::uint64_t take() {
    const auto there = endings(into_, to_);
    const auto here = endings(from_, at_);
    for (const auto& [key, ending] : here) {
      const auto known = there.find(key);
      if (known != there.end() && known->second != ending) fail(key);
    }
    if (here.empty() || is_measured(into_, to_)) return 0;
    const bool measured = is_measured(from_, at_);
    std::set<RunKey> wanted = measured ? keys_of(here) : whole();
    if (!measured) std::erase_if(wanted, [&](const RunKey& key) { return there.contains(key); });
    const auto fresh = std::ranges::count_if(wanted, [&](const RunKey& key) { return !there.contains(key); });

    sqlite::Transaction transaction(into_.database);
    copy("run", "seed, signature, evaluations, rejected, seconds", wanted);
    copy("curve", "evaluations, filled, best, " + metric_columns(from_.metrics), wanted);
    copy("map", "evaluations, fitness, selections, survivals", wanted);
    copy("elites", "cells, fitness, features, solutions, selections, survivals", wanted);
    if (has_pictures(from_.database)) {
      add_pictures(into_.database);
      copy("picture", "cell, svg", wanted);
    }
    if (!measured || from_.protocol.keep == Retention::all) copy("history", "maps", wanted);
    if (measured) {
      copy("auc", metric_columns(from_.metrics), wanted);
      if (from_.protocol.keep != Retention::all) {
        into_.database.prepare("DELETE FROM history WHERE treatment = ?").run(to_);
      }
      into_.database.prepare("UPDATE treatment SET measured = 1 WHERE treatment = ?").run(to_);
    }
    transaction.commit();
    return static_cast<std::uint64_t>(fresh);
  }

 private:
  template <class Entry>
  static std::uint32_t position(const std::vector<Entry>& entries, const std::string& name,
                                std::string Entry::* member) {
    return static_cast<std::uint32_t>(std::ranges::find(entries, name, member) - entries.begin());
  }

  [[nodiscard]] const std::string& name() const { return into_.protocol.treatments.at(to_).name; }

  static std::set<RunKey> keys_of(const std::map<RunKey, Ending>& endings) {
    std::set<RunKey> keys;
    for (const auto& [key, ending] : endings) keys.insert(key);
    return keys;
  }

  /// Whether it says so, and has all runs and all areas.
  static bool is_measured(const StoreFile& file, std::uint32_t treatment) {
    Statement query = file.database.prepare(
        "SELECT measured, (SELECT count(*) FROM run WHERE treatment = t.treatment), (SELECT count(*) FROM auc WHERE "
        "treatment = t.treatment) FROM treatment t WHERE treatment = ?");
    const std::uint64_t all = file.protocol.selectors.size() * file.protocol.repetitions;
    return query.bind(treatment).step() && query.whole(0) == 1 && std::cmp_equal(query.whole(1), all) &&
           std::cmp_equal(query.whole(2), all);
  }

  /// The key of a run of `file`.
  [[nodiscard]] RunKey key_of(const StoreFile& file, const RunKey& key) const {
    if (&file == &into_) return key;
    return {.treatment = to_, .selector = selectors_.at(key.selector), .repetition = key.repetition};
  }

  [[nodiscard]] std::map<RunKey, Ending> endings(const StoreFile& file, std::uint32_t treatment) const {
    Statement query = file.database.prepare(
        "SELECT treatment, selector, repetition, signature, seed, evaluations, rejected FROM run WHERE treatment = ?");
    query.bind(treatment);
    std::map<RunKey, Ending> found;
    while (query.step()) {
      found[key_of(file, key_in(file, query))] = {signature_in(file, query, 3), count_in(file, query, 4),
                                                  count_in(file, query, 5), count_in(file, query, 6)};
    }
    return found;
  }

  /// The runs of the other file that have all that measuring them needs.
  [[nodiscard]] std::set<RunKey> whole() const {
    std::set<RunKey> keys;
    for (const RunKey& key : whole_runs(from_, at_)) keys.insert(key_of(from_, key));
    return keys;
  }

  /// The rows of the runs that are wanted, as they are. SQLite checks their types.
  void copy(std::string_view table, const std::string& columns, const std::set<RunKey>& wanted) {
    const auto count = std::ranges::count(columns, ',') + 1;
    std::string marks = "?, ?, ?";
    for (std::ptrdiff_t i = 0; i < count; ++i) marks += ", ?";
    Statement rows = from_.database.prepare(
        fmt::format("SELECT treatment, selector, repetition, {} FROM {} WHERE treatment = ?", columns, table));
    Statement insert = into_.database.prepare(fmt::format(
        "INSERT OR REPLACE INTO {} (treatment, selector, repetition, {}) VALUES ({})", table, columns, marks));
    rows.bind(at_);
    while (rows.step()) {
      const RunKey theirs = key_in(from_, rows);
      const RunKey key = key_of(from_, theirs);
      if (!wanted.contains(key)) continue;
      if (table == "elites") check_elites(theirs);
      insert.bind_row(rows, 3, key.treatment, key.selector, key.repetition);
      while (insert.step()) {
      }
    }
  }

  /// What is copied as it is has to be what it should be: the file comes from elsewhere.
  void check_elites(const RunKey& key) const {
    const std::uint32_t cells = cell_count(from_.protocol.treatments.at(at_).plan);
    static_cast<void>(read_elites(from_, key, cells));
    for (const std::uint32_t cell : read_pictured_cells(from_, key, cells)) {
      static_cast<void>(read_picture(from_, key, cells, cell));
    }
  }

  [[noreturn]] void fail(const RunKey& key) const {
    throw Error(fmt::format(
        "'{}' and '{}' have different results of the same run: {}. One of them was made by another engine, or changed",
        into_.path.string(), from_.path.string(), name_of(into_, key)));
  }

  StoreFile& into_;
  const StoreFile& from_;
  std::uint32_t to_;
  std::uint32_t at_;
  std::vector<std::uint32_t> selectors_;  // of `from`, as they are counted in `into`
};

}  // namespace

std::uint64_t take_runs(StoreFile& into, std::uint32_t treatment, const StoreFile& from) {
  return SharedTreatment(into, treatment, from).take();
}

}  // namespace mce
