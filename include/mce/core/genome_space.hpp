// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <span>
#include <type_traits>

#include "mce/core/archive.hpp"
#include "mce/core/rng.hpp"

namespace mce {

/// How an offspring can be made, see below.
template <class G>
concept Mutates = requires(G space, std::span<typename G::Gene> genome, Rng& rng) { space.mutate(genome, rng); };
template <class G>
concept MutatesCopy = requires(G space, std::span<const typename G::Gene> parent, std::span<typename G::Gene> genome,
                               Rng& rng) { space.mutate_copy(parent, genome, rng); };
template <class G>
concept Combines = requires(G space, std::span<const typename G::Gene> parent, std::span<typename G::Gene> genome,
                            Rng& rng) { space.combine(parent, parent, genome, rng); };

/// What a genome is, how to make one, and how to make an offspring. A plain struct, no base class:
///   using Gene = double;                      any plain type
///   genome_size()                             genes in a genome
///   random(genome, rng)                       fills a new genome
/// and one of
///   mutate(genome, rng)                       changes a copy of the parent's genome
///   mutate_copy(parent, genome, rng)          makes genome a mutated copy
///   combine(parent, other, genome, rng)       makes genome an offspring of two; the other is any elite, with equal
///                                             chances
/// A space with both of the last two may say by `combines()` which of them it wants.
template <class G>
concept GenomeSpace = std::is_trivially_copyable_v<typename G::Gene> && !std::same_as<typename G::Gene, bool> &&
                      requires(G space, std::span<typename G::Gene> genome, Rng& rng) {
                        { space.genome_size() } -> std::convertible_to<std::size_t>;
                        space.random(genome, rng);
                      } && (Mutates<G> || MutatesCopy<G> || Combines<G>);

/// Makes `genome` an offspring of the elite in `parent`.
template <GenomeSpace G>
[[gnu::always_inline]] inline void breed(G& space, const Archive& archive, CellIndex parent,
                                         std::span<typename G::Gene> genome, Rng& rng) {
  const auto first = archive.genome_as<typename G::Gene>(parent);
  if constexpr (Combines<G>) {
    bool combines = true;
    if constexpr (MutatesCopy<G> && requires { space.combines(); }) combines = space.combines();
    if (combines) {
      const auto elites = archive.filled();
      const CellIndex second = elites[rng.bounded(static_cast<std::uint32_t>(elites.size()))];
      space.combine(first, archive.genome_as<typename G::Gene>(second), genome, rng);
      return;
    }
  }
  if constexpr (MutatesCopy<G>) {
    space.mutate_copy(first, genome, rng);
  } else if constexpr (Mutates<G>) {
    std::ranges::copy(first, genome.begin());
    space.mutate(genome, rng);
  }
}

}  // namespace mce
