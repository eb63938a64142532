// SPDX-License-Identifier: MIT
#include "mce/run/problem_run.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <bit>
#include <chrono>
#include <cmath>
#include <exception>
#include <stdexcept>

#include "mce/core/rng.hpp"
#include "mce/core/version.hpp"
#include "mce/run/detail/plan_json.hpp"
#include "mce/run/signatures.hpp"

namespace mce {
namespace {

constexpr std::uint64_t kJournalFormat = 1;

std::uint64_t hash_of(std::span<const double> genome) {
  std::uint64_t hash = genome.size();
  for (const double gene : genome) hash = mix64(hash) ^ std::bit_cast<std::uint64_t>(gene);
  return mix64(hash);
}

AnySearch search_of(const Plan& plan) {
  check(plan);
  if (!plan.problem) throw std::invalid_argument(fmt::format("'{}' is a testbed, not a problem", plan.testbed));
  const Problem& problem = *plan.problem;
  return make_search({.genome = problem.genome,
                      .variation = problem.variation,
                      .variation_settings = problem.variation_settings,
                      .selector = plan.selector,
                      .selector_settings = plan.selector_settings,
                      .parameters = {.seed = plan.seed, .initial = plan.initial}},
                     partition_of(plan));
}

}  // namespace

double quality(const Problem& problem, double fitness) { return std::max(0.0, fitness - problem.lowest_fitness); }

std::string journal_head(const JournalHead& head) {
  const Json json = {{"journal", "mce"},
                     {"format", kJournalFormat},
                     {"version", version()},
                     {"behaviour", fmt::format("{:016x}", behaviour(head.plan))},
                     {"directory", head.directory},
                     {"plan", plan_json(head.plan)}};
  return json.dump();
}

JournalHead read_journal_head(const std::string& line) {
  const Json json = parse_json(line);
  if (text_field(json, "journal") != "mce") throw Error("not a journal of mce");
  if (const std::uint64_t format = whole_field(json, "format"); format != kJournalFormat) {
    throw Error(fmt::format("its format is {}; this version reads {}", format, kJournalFormat));
  }
  JournalHead head{.plan = plan_from(field(json, "plan")), .directory = text_field(json, "directory")};
  if (!head.plan.problem) throw Error("its plan has no problem");
  if (text_field(json, "behaviour") != fmt::format("{:016x}", behaviour(head.plan))) {
    throw Error(
        fmt::format("begun by mce {}, whose runs end differently in this version ({}): go on with that version, or "
                    "start again",
                    in_quotes(text_field(json, "version")), version()));
  }
  return head;
}

ProblemRun::ProblemRun(const Plan& plan, WorkerPool& pool, std::optional<Journal> journal)
    : Run(plan), pool_(pool), journal_(std::move(journal)), search_(search_of(plan)) {
  if (plan.problem->order == TellOrder::asked) in_order_.resize(plan.problem->in_flight);
  if (journal_) read_journal();
}

ProblemRun::~ProblemRun() { pool_.abandon(); }

void ProblemRun::read_journal() {
  for (JournalEntry& entry : journal_->take_entries()) {
    const bool possible = entry.id >= 1 && entry.id <= all() &&
                          (!entry.error.empty() ||
                           (std::isfinite(entry.fitness) && entry.features.size() == plan().problem->features.size()));
    if (!possible) throw Error(fmt::format("the journal's entry of individual {} is not one of this run", entry.id));
    if (plan().problem->order == TellOrder::arrival) known_order_.push_back(entry.id);
    known_.emplace(entry.id, std::move(entry));
  }
  repeated_ = known_.size();
  last_answer_ = journal_->size();
}

std::uint64_t ProblemRun::evaluations() const {
  return std::max<std::uint64_t>(told(), plan().initial) - plan().initial;
}

MapSummary ProblemRun::summary() const {
  return summarise(archive(), [this](double fitness) { return quality(fitness); });
}

std::vector<double> ProblemRun::solution(CellIndex cell) const {
  const auto genome = archive().genome_as<double>(cell);
  return {genome.begin(), genome.end()};
}

bool ProblemRun::start(const std::atomic<bool>* stop) {
  if (!tell_until(plan().initial, stop)) return false;
  if (archive().filled().empty()) {
    throw Error(fmt::format("no elite to start from: all {} of the initial population failed, such as: {}",
                            plan().initial, failures_.empty() ? "?" : failures_.begin()->first));
  }
  return true;
}

void ProblemRun::advance_to(std::uint64_t evaluations, const std::atomic<bool>* stop) {
  tell_until(plan().initial + evaluations, stop);
}

bool ProblemRun::tell_until(std::uint64_t told, const std::atomic<bool>* stop) {
  while (search_.told() < told) {
    ask_more();
    if (tell_next()) continue;
    if (stop != nullptr && *stop) return false;
    collect();
  }
  return true;
}

void ProblemRun::ask_more() {
  const Problem& problem = *plan().problem;
  while (search_.open() < problem.in_flight && search_.asked() < all()) {
    const auto [ticket, genome] = search_.ask();
    const auto known = known_.find(ticket);
    if (known == known_.end()) {
      pool_.submit(ticket, genome);
      continue;
    }
    if (known->second.genome != hash_of(genome)) {
      throw Error(fmt::format("the journal's entry of individual {} is of another genome than this run's", ticket));
    }
  }
}

bool ProblemRun::tell_next() {
  if (plan().problem->order == TellOrder::asked) {
    const Ticket next = told() + 1;
    if (known_.contains(next)) {
      tell_known(next);
      return true;
    }
    Evaluated& waiting = in_order_[next % in_order_.size()];
    if (waiting.id != next) return false;
    tell(std::move(waiting));
    return true;
  }
  if (!known_order_.empty()) {
    const Ticket next = known_order_.front();
    if (next > search_.asked()) {
      throw Error(fmt::format("the journal has individual {} before it could be asked for", next));
    }
    tell_known(next);
    known_order_.pop_front();
    return true;
  }
  if (arrived_.empty()) return false;
  tell(std::move(arrived_.front()));
  arrived_.pop_front();
  return true;
}

void ProblemRun::tell(Evaluated result) {
  if (tell_search(result)) keep_picture(result.features, std::move(result.svg));
}

void ProblemRun::tell_known(Ticket ticket) {
  const auto known = known_.find(ticket);
  const JournalEntry& entry = known->second;
  const Evaluated result{
      .id = ticket, .fitness = entry.fitness, .features = entry.features, .svg = {}, .error = entry.error};
  if (tell_search(result)) keep_picture(result.features, journal_->picture(entry));
  known_.erase(known);
}

bool ProblemRun::tell_search(const Evaluated& result) {
  if (result.error.empty()) return search_.tell(result.id, result.fitness, result.features) != Status::not_added;
  search_.fail(result.id);
  constexpr std::size_t kMostReasons = 100;
  const bool counted = failures_.size() < kMostReasons || failures_.contains(result.error);
  ++failures_[counted ? result.error : "other reasons"];
  return false;
}

void ProblemRun::keep_picture(std::span<const double> features, std::string svg) {
  if (svg.empty() && pictures_.empty()) return;  // where nothing is drawn, the cell need not be found again
  const CellIndex cell = archive().partition().cell(features);
  if (svg.empty()) {
    pictures_.erase(cell);
  } else {
    pictures_.insert_or_assign(cell, std::move(svg));
  }
}

void ProblemRun::collect() {
  constexpr std::chrono::milliseconds kBetweenLooks(50);
  when_waiting_();
  collected_.clear();
  std::exception_ptr failure;
  try {
    pool_.collect(collected_, kBetweenLooks);
  } catch (...) {
    failure = std::current_exception();  // what had arrived before is kept
  }
  if (journal_ && !collected_.empty()) write_journal();
  for (Evaluated& each : collected_) {
    if (in_order_.empty()) {
      arrived_.push_back(std::move(each));
    } else {
      in_order_[each.id % in_order_.size()] = std::move(each);
    }
  }
  if (!failure) return;
  // The workers have come to a standstill: whom they broke down on last may not be to blame, and gets another chance.
  if (journal_) journal_->cut(last_answer_);
  std::rethrow_exception(failure);
}

void ProblemRun::write_journal() {
  const auto add = [this](auto first, auto last) {
    for (; first != last; ++first) {
      journal_->add({.id = first->id,
                     .genome = hash_of(search_.genome(first->id)),
                     .fitness = first->fitness,
                     .features = first->features,
                     .error = first->error,
                     .picture = {}},
                    first->svg);
    }
    journal_->flush();
  };
  const auto after_answers =
      std::ranges::find(collected_.rbegin(), collected_.rend(), false, &Evaluated::breakdown).base();
  add(collected_.begin(), after_answers);
  if (after_answers != collected_.begin()) last_answer_ = journal_->size();
  if (after_answers != collected_.end()) add(after_answers, collected_.end());
}

}  // namespace mce
