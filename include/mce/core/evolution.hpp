// SPDX-License-Identifier: MIT
#pragma once

#include <atomic>
#include <cstdint>
#include <optional>
#include <span>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "mce/core/archive.hpp"
#include "mce/core/detail/judge.hpp"
#include "mce/core/selector.hpp"
#include "mce/core/testbed.hpp"

namespace mce {

/// What one tally can count, whatever the batch.
inline constexpr std::uint32_t kMaxBatch = UINT16_MAX;
inline constexpr std::uint32_t kMaxEvaluations = UINT32_MAX - kMaxBatch;

struct EvolutionParameters {
  std::uint64_t seed = 1;
  std::uint32_t initial = 100;                    ///< random genomes to start from
  std::vector<std::uint32_t> resolution = {100};  ///< bins per feature; one number serves all features
  std::uint32_t batch = 1;                        ///< parents selected before any feedback; 1 is the paper's loop
};

/// MAP-Elites (Mouret & Clune 2015) with a chosen way of selecting parents (Sfikas et al. 2021).
/// Reproducible bit for bit from its parameters; the initial population depends on the seed alone, not on the selector.
template <Testbed T, Selector S>
class Evolution {
 public:
  using Gene = typename T::Gene;

  /// Makes, evaluates and places the initial population: the state after this is evaluation 0. The map is a grid.
  Evolution(T testbed, S selector, const EvolutionParameters& parameters)
      : Evolution(testbed, std::move(selector), Grid(testbed.bounds(), parameters.resolution), parameters) {}

  /// The same with another map; `resolution` is not used.
  Evolution(T testbed, S selector, Partition partition, const EvolutionParameters& parameters)
      : testbed_(std::move(testbed)),
        selector_(std::move(selector)),
        archive_(std::move(partition), testbed_.genome_size() * sizeof(Gene)),
        selection_rng_(parameters.seed, "selection"),
        variation_rng_(parameters.seed, "variation"),
        batch_(make_batch(parameters.batch)) {
    Rng rng(parameters.seed, "initial");
    Offspring& newcomer = batch_.front();
    for (std::uint32_t i = 0; i < parameters.initial; ++i) {
      testbed_.random(newcomer.genome, rng);
      newcomer.fitness = testbed_.evaluate(newcomer.genome, newcomer.features);
      judge(archive_, selector_, std::nullopt, std::as_bytes(std::span(newcomer.genome)), newcomer.fitness,
            newcomer.features, Shown::not_yet);
    }
    if (archive_.filled().empty()) {
      throw std::invalid_argument("no elite to start from: none of the " + std::to_string(parameters.initial) +
                                  " initial genomes has a fitness and features other than NaN");
    }
    tell_rebuild(selector_, archive_);
  }

  /// One batch of evaluations (docs/algorithm.md, section 2). A batch of one is the loop of the paper. Always inline:
  /// called for every single evaluation, it would save and restore all registers each time.
  [[gnu::always_inline]] void step() { step_from(batch_.data()); }

  /// Steps until `evaluations()` has reached `target`; a run ends with the batch that reaches it. A batch of more than
  /// one is left early once `stop` is set: the next call goes on from there, to the same end.
  void advance_to(std::uint64_t target, const std::atomic<bool>* stop = nullptr) {
    if (target > kMaxEvaluations) {
      throw std::invalid_argument(std::to_string(target) + " evaluations: allowed are 0 to " +
                                  std::to_string(kMaxEvaluations));
    }
    stop_ = stop;
    Offspring* first = batch_.data() + std::exchange(made_, 0);  // not the first one of a batch that was left
    while (evaluations() < target || first != batch_.data()) {
      if (!step_from(first)) break;
      first = batch_.data();
    }
    stop_ = nullptr;
  }

  /// Some offspring of a batch are evaluated and the others not; none is in the archive yet.
  [[nodiscard]] bool within_batch() const { return made_ > 0; }
  [[nodiscard]] std::uint64_t evaluations() const { return archive_.selections(); }
  [[nodiscard]] const Archive& archive() const { return archive_; }
  [[nodiscard]] const T& testbed() const { return testbed_; }
  [[nodiscard]] const S& selector() const { return selector_; }

  /// The whole state. `load` expects an evolution made with the same parameters.
  void save(ByteWriter& out) const {
    archive_.save(out);
    out.value(selection_rng_.state());
    out.value(variation_rng_.state());
    if constexpr (SavesState<S>) selector_.save(out);
    if (!within_batch()) return;
    out.value<std::uint64_t>(made_);
    for (const Offspring& offspring : std::span(batch_).first(made_)) {
      out.value(offspring.parent.cell);
      out.raw(std::as_bytes(std::span(offspring.genome)));
    }
  }
  void load(ByteReader& in) {
    archive_.load(in);
    if (archive_.filled().empty()) throw Error("saved archive has no elite");
    for (const CellIndex cell : archive_.filled()) check_genome(archive_.template genome_as<Gene>(cell));
    selection_rng_ = Rng(in.value<Rng::State>());
    variation_rng_ = Rng(in.value<Rng::State>());
    if constexpr (SavesState<S>) {
      selector_.load(in, archive_);
    } else {
      tell_rebuild(selector_, archive_);
    }
    load_batch(in);
  }

 private:
  struct Offspring {
    Parent parent;
    double fitness = 0;
    std::vector<Gene> genome;
    std::vector<double> features;
  };

  /// Makes the rest of the batch from `offspring` on, then judges all of it. False if it was stopped in between; a
  /// batch of one never is.
  [[gnu::always_inline]] bool step_from(Offspring* offspring) {
    Offspring* const end = batch_.data() + batch_.size();
    for (;;) {
      // 1. Select a parent.
      const CellIndex selected = selector_.select(archive_, selection_rng_);
      archive_.prefetch(selected);
      offspring->parent = archive_.pick(selected);
      // 2. Mutate a copy of its genome.
      breed(testbed_, archive_, selected, std::span<Gene>(offspring->genome), variation_rng_);
      // 3. Evaluate the offspring.
      offspring->fitness = testbed_.evaluate(offspring->genome, offspring->features);
      // The pick counts at once, so that the rest of the batch knows of it. Told only now, because the processor then
      // does this while it still evaluates.
      tell_update(selector_, archive_, selected);
      tell_event(selector_, archive_, Pick{offspring->parent});
      if (++offspring == end) [[likely]]
        break;  // most batches are of one
      if (is_stopped()) [[unlikely]] {
        made_ = static_cast<std::size_t>(offspring - batch_.data());
        return false;
      }
    }
    for (const Offspring& each : batch_) {
      judge(archive_, selector_, each.parent, std::as_bytes(std::span(each.genome)), each.fitness, each.features);
    }
    return true;
  }

  [[nodiscard]] bool is_stopped() const { return stop_ != nullptr && stop_->load(std::memory_order_relaxed); }

  /// The offspring of a batch that was left, if it was: evaluated once more rather than believed.
  void load_batch(ByteReader& in) {
    made_ = archive_.selections() % batch_.size();
    if (made_ > 0 && in.value<std::uint64_t>() != made_) throw Error("saved batch is not the one that was left");
    for (Offspring& offspring : std::span(batch_).first(made_)) {
      offspring.parent = {in.value<CellIndex>(), archive_.births()};
      if (offspring.parent.cell >= archive_.cells() || !archive_.contains(offspring.parent.cell)) {
        throw Error("saved batch has an offspring without a parent");
      }
      in.raw(std::as_writable_bytes(std::span(offspring.genome)));
      check_genome(offspring.genome);
      offspring.fitness = testbed_.evaluate(offspring.genome, offspring.features);
    }
  }

  /// A genome from a file may be anything.
  void check_genome(std::span<const Gene> genome) const {
    if constexpr (requires { testbed_.check(genome); }) testbed_.check(genome);
  }

  [[nodiscard]] std::vector<Offspring> make_batch(std::uint32_t size) const {
    if (size == 0 || size > kMaxBatch) {
      throw std::invalid_argument("batch " + std::to_string(size) + ": allowed are 1 to " + std::to_string(kMaxBatch));
    }
    const Offspring blank{.parent = {},
                          .fitness = 0,
                          .genome = std::vector<Gene>(testbed_.genome_size()),
                          .features = std::vector<double>(archive_.partition().features())};
    return std::vector<Offspring>(size, blank);
  }

  T testbed_;
  S selector_;
  Archive archive_;
  Rng selection_rng_;
  Rng variation_rng_;
  std::vector<Offspring> batch_;
  std::size_t made_ = 0;  // offspring of a batch that was left before its end
  const std::atomic<bool>* stop_ = nullptr;
};

}  // namespace mce
