// SPDX-License-Identifier: MIT
#pragma once

#include <concepts>
#include <cstdint>
#include <memory>
#include <utility>

#include "mce/core/selector.hpp"

namespace mce {

/// Any selector, behind virtual functions. The loop is compiled once for all selectors that are held like this, so one
/// more of them compiles fast; a selection takes a few nanoseconds longer. Runs are the same bit for bit.
class ErasedSelector {
 public:
  template <class S>
    requires(!std::same_as<S, ErasedSelector>) && Selector<S>
  explicit ErasedSelector(S selector) : held_(std::make_unique<Holder<S>>(std::move(selector))) {}

  [[nodiscard]] CellIndex select(const Archive& archive, Rng& rng) { return held_->select(archive, rng); }
  void rebuild(const Archive& archive) { held_->rebuild(archive); }
  void update(const Archive& archive, CellIndex cell) { held_->update(archive, cell); }
  void observe(const Archive& archive, const Pick& pick) { held_->observe(archive, pick); }
  void observe(const Archive& archive, const Outcome& outcome) { held_->observe(archive, outcome); }
  void observe(const Archive& archive, const Reward& reward) { held_->observe(archive, reward); }
  void remove(const Archive& archive, CellIndex cell) { held_->remove(archive, cell); }
  void grow(const Archive& archive) { held_->grow(archive); }
  [[nodiscard]] double score(const Archive& archive, CellIndex cell) const { return held_->score(archive, cell); }

  /// Writes nothing if the selector has no state to save; `load` then rebuilds it.
  void save(ByteWriter& out) const { held_->save(out); }
  void load(ByteReader& in, const Archive& archive) { held_->load(in, archive); }

  /// Throws std::invalid_argument if the selector cannot run on a map of so many cells.
  void check_cells(std::uint32_t cells) const { held_->check_cells(cells); }

 private:
  class Held {
   public:
    Held() = default;
    Held(const Held&) = delete;
    Held& operator=(const Held&) = delete;
    virtual ~Held() = default;
    virtual CellIndex select(const Archive& archive, Rng& rng) = 0;
    virtual void rebuild(const Archive& archive) = 0;
    virtual void update(const Archive& archive, CellIndex cell) = 0;
    virtual void observe(const Archive& archive, const Pick& pick) = 0;
    virtual void observe(const Archive& archive, const Outcome& outcome) = 0;
    virtual void observe(const Archive& archive, const Reward& reward) = 0;
    virtual void remove(const Archive& archive, CellIndex cell) = 0;
    virtual void grow(const Archive& archive) = 0;
    virtual double score(const Archive& archive, CellIndex cell) const = 0;
    virtual void save(ByteWriter& out) const = 0;
    virtual void load(ByteReader& in, const Archive& archive) = 0;
    virtual void check_cells(std::uint32_t cells) const = 0;
  };

  template <Selector S>
  class Holder final : public Held {
   public:
    explicit Holder(S selector) : selector_(std::move(selector)) {}
    CellIndex select(const Archive& archive, Rng& rng) override { return selector_.select(archive, rng); }
    void rebuild(const Archive& archive) override { tell_rebuild(selector_, archive); }
    void update(const Archive& archive, CellIndex cell) override { tell_update(selector_, archive, cell); }
    void observe(const Archive& archive, const Pick& pick) override { tell_event(selector_, archive, pick); }
    void observe(const Archive& archive, const Outcome& outcome) override { tell_event(selector_, archive, outcome); }
    void observe(const Archive& archive, const Reward& reward) override { tell_event(selector_, archive, reward); }
    void remove(const Archive& archive, CellIndex cell) override { tell_remove(selector_, archive, cell); }
    void grow(const Archive& archive) override { tell_grow(selector_, archive); }
    double score(const Archive& archive, CellIndex cell) const override { return score_of(selector_, archive, cell); }
    void save(ByteWriter& out) const override {
      if constexpr (SavesState<S>) selector_.save(out);
    }
    void load(ByteReader& in, const Archive& archive) override {
      if constexpr (SavesState<S>) {
        selector_.load(in, archive);
      } else {
        tell_rebuild(selector_, archive);
      }
    }
    void check_cells(std::uint32_t cells) const override {
      if constexpr (requires { selector_.check_cells(cells); }) selector_.check_cells(cells);
    }

   private:
    S selector_;
  };

  std::unique_ptr<Held> held_;
};

static_assert(Selector<ErasedSelector> && SavesState<ErasedSelector>);

}  // namespace mce
