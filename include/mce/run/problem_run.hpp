// SPDX-License-Identifier: MIT
#pragma once

#include <atomic>
#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "mce/problems/journal.hpp"
#include "mce/problems/worker_pool.hpp"
#include "mce/run/run.hpp"
#include "mce/search/any_search.hpp"

namespace mce {

/// The non-negative measure that QD-score sums: what the fitness is above the lowest.
double quality(const Problem& problem, double fitness);

/// The first line of a run's journal, and what it says. `directory` is where the results go; may be empty.
struct JournalHead {
  Plan plan;
  std::string directory;
};
std::string journal_head(const JournalHead& head);
/// Throws Error if it makes no sense, or was written by an engine that behaves differently.
JournalHead read_journal_head(const std::string& line);

/// A run of a problem that worker processes evaluate. At most `in_flight` candidates are asked and not yet told; one
/// more is asked only after one was told, so that the result depends on the order of telling alone. The i-th individual
/// that is told counts as evaluation i − initial.
class ProblemRun final : public Run {
 public:
  /// The pool is only used by this run as long as it lives. A journal that has entries already is followed first: what
  /// is in it is not evaluated again. Throws std::invalid_argument, as `check` of the plan does.
  ProblemRun(const Plan& plan, WorkerPool& pool, std::optional<Journal> journal);
  ProblemRun(const ProblemRun&) = delete;
  ProblemRun& operator=(const ProblemRun&) = delete;
  ~ProblemRun() override;

  [[nodiscard]] std::uint64_t evaluations() const override;
  [[nodiscard]] const Archive& archive() const override { return search_.archive(); }
  [[nodiscard]] double quality(double fitness) const override { return mce::quality(*plan().problem, fitness); }
  [[nodiscard]] MapSummary summary() const override;
  [[nodiscard]] std::vector<double> solution(CellIndex cell) const override;
  [[nodiscard]] const Pictures& pictures() const override { return pictures_; }

  /// Individuals told so far, and how many there will be: the initial population counts too.
  [[nodiscard]] std::uint64_t told() const { return search_.told(); }
  [[nodiscard]] std::uint64_t all() const { return plan().initial + plan().evaluations; }
  /// Those of them that were read from the journal.
  [[nodiscard]] std::uint64_t repeated() const { return repeated_; }
  /// How many failed, by reason. Of very many different reasons, later ones are counted under "other reasons".
  [[nodiscard]] const std::map<std::string, std::uint64_t>& failures() const { return failures_; }
  [[nodiscard]] PoolState workers() const { return pool_.state(); }
  /// Called now and then while it waits for workers.
  void when_waiting(std::function<void()> call) { when_waiting_ = std::move(call); }

 private:
  bool start(const std::atomic<bool>* stop) override;
  void advance_to(std::uint64_t evaluations, const std::atomic<bool>* stop) override;
  [[nodiscard]] bool within_batch() const override { return false; }

  bool tell_until(std::uint64_t told, const std::atomic<bool>* stop);
  void read_journal();
  void ask_more();
  bool tell_next();
  void tell(Evaluated result);
  void tell_known(Ticket ticket);
  /// Tells the search. True if the individual has become an elite.
  bool tell_search(const Evaluated& result);
  /// Replaces the picture of the elite with these features; it may have none.
  void keep_picture(std::span<const double> features, std::string svg);
  /// Waits for results, and writes them to the journal before anything else is done with them.
  void collect();
  void write_journal();

  WorkerPool& pool_;
  std::optional<Journal> journal_;
  AnySearch search_;
  std::unordered_map<Ticket, JournalEntry> known_;  // what the journal had, and was not told yet
  std::deque<Ticket> known_order_;                  // order "arrival": as the journal has them
  std::vector<Evaluated> in_order_;  // order "asked": arrived and not yet told, by ticket modulo in_flight
  std::deque<Evaluated> arrived_;    // order "arrival": the same, as they arrived
  std::vector<Evaluated> collected_;
  std::function<void()> when_waiting_ = [] {};
  std::map<std::string, std::uint64_t> failures_;
  Pictures pictures_;
  std::uint64_t repeated_ = 0;
  std::uint64_t last_answer_ = 0;  // where the journal ended after the last answer of a worker
};

}  // namespace mce
