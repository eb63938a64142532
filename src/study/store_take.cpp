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
#include "store_runs.hpp"

namespace mce {
namespace {

using sqlite::Statement;

/// How a run ended: equal runs end alike.
using Ending = std::tuple<std::uint64_t, std::uint64_t, std::uint64_t, std::uint64_t>;
constexpr std::string_view kEnding = "signature, seed, evaluations, rejected";

Ending ending_in(const StoreFile& file, const Statement& row, int first) {
  return {signature_in(file, row, first), count_in(file, row, first + 1), count_in(file, row, first + 2),
          count_in(file, row, first + 3)};
}

struct TheirRun {
  RunKey key;  // that it has in its file
  Ending ending;
};

/// One treatment in two files of the same study, whose protocols may have another order. Runs have the keys that they
/// have in the file that takes them in.
class SharedTreatment {
 public:
  SharedTreatment(StoreFile& into, std::uint32_t treatment, const StoreFile& from)
      : into_(into),
        from_(from),
        to_(treatment),
        at_(position(from.protocol.treatments, name(), treatment, &Treatment::name)) {
    std::uint32_t probable = 0;
    for (const SelectorEntry& each : from.protocol.selectors) {
      selectors_.push_back(position(into.protocol.selectors, each.label, probable++, &SelectorEntry::label));
    }
  }

  std::uint64_t take() {
    const std::map<RunKey, TheirRun> theirs = runs();
    if (theirs.empty()) return 0;
    for (const auto& [key, run] : theirs) check_same(key, run.ending);
    if (is_measured(into_.database, into_.protocol, to_)) return 0;
    const bool measured = is_measured(from_.database, from_.protocol, at_);
    const std::set<RunKey> whole = measured ? std::set<RunKey>() : whole_runs(from_, at_);

    sqlite::Transaction transaction(into_.database);
    std::uint64_t taken = 0;
    for (const auto& [key, run] : theirs) {
      const bool is_new = !is_whole(into_, key);
      if (measured) {
        copy_measured(key, run.key);
      } else if (is_new && whole.contains(run.key)) {
        copy(key, run.key);
      } else {
        continue;
      }
      if (is_new) ++taken;
    }
    if (measured) mark_as_measured(into_, to_);
    transaction.commit();
    return taken;
  }

 private:
  /// Nearly always it is the probable one.
  template <class Entry>
  std::uint32_t position(const std::vector<Entry>& entries, const std::string& name, std::size_t probable,
                         std::string Entry::* member) const {
    if (probable < entries.size() && entries[probable].*member == name) return static_cast<std::uint32_t>(probable);
    const auto found = std::ranges::find(entries, name, member);
    if (found == entries.end()) {
      throw Error(fmt::format("'{}' is of another protocol than '{}': only one of them has {}", from_.path.string(),
                              into_.path.string(), in_quotes(name)));
    }
    return static_cast<std::uint32_t>(found - entries.begin());
  }

  [[nodiscard]] const std::string& name() const { return into_.protocol.treatments.at(to_).name; }

  /// The runs of the other file.
  [[nodiscard]] std::map<RunKey, TheirRun> runs() const {
    Statement query = from_.database.prepare(
        fmt::format("SELECT treatment, selector, repetition, {} FROM run WHERE treatment = ?", kEnding));
    query.bind(at_);
    std::map<RunKey, TheirRun> found;
    while (query.step()) {
      const RunKey key = key_in(from_, query);
      if (key.repetition >= into_.protocol.repetitions) fail_as_damaged(from_, "it has more repetitions");
      found[{.treatment = to_, .selector = selectors_.at(key.selector), .repetition = key.repetition}] = {
          .key = key, .ending = ending_in(from_, query, 3)};
    }
    return found;
  }

  /// Throws Error if the run is in both files, with different results.
  void check_same(const RunKey& key, const Ending& ending) const {
    Statement known = rows_of(into_, key, kEnding, "run");
    if (!known.step() || ending_in(into_, known, 0) == ending) return;
    const bool is_problem = into_.protocol.treatments.at(to_).plan.problem.has_value();
    throw Error(fmt::format(
        "'{}' and '{}' have different results of the same run: {}. {}", into_.path.string(), from_.path.string(),
        name_of(into_, key),
        is_problem ? "The program of the problem, or order = \"arrival\", gives others each time; or a file was changed"
                   : "One of them was made by another engine, or changed"));
  }

  void copy(const RunKey& key, const RunKey& theirs) {
    PackedRun run = read_run(from_, theirs);
    run.key = key;
    write_run(into_, run);
  }

  void copy_measured(const RunKey& key, const RunKey& theirs) {
    PackedRun run = read_run(from_, theirs);
    MeasuredRun measured = read_measured(from_, run);
    if (from_.protocol.keep == Retention::all && run.history.empty()) {
      fail_as_damaged(from_, name_of(from_, theirs) + ": its history is missing");
    }
    run.key = measured.key = key;
    write_run(into_, run, &measured);
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
