// SPDX-License-Identifier: MIT
#pragma once

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <span>
#include <utility>

#include "mce/core/cpu.hpp"
#include "mce/core/error.hpp"
#include "mce/core/math.hpp"
#include "mce/core/rng.hpp"

/// What testbeds with real-valued genes share. A kernel is compiled for every CPU level and, up to 16 genes, for every
/// number of them: with the number known, compilers turn its loops into straight vector code without a rest to care
/// for.
namespace mce::gene_kernels {

/// Throws Error unless all genes of a genome from a file are numbers from −bound to bound.
inline void check_bounds(std::span<const double> genome, double bound) {
  for (std::size_t i = 0; i < genome.size(); ++i) {
    if (!(genome[i] >= -bound && genome[i] <= bound)) {
      throw Error(fmt::format("gene {} is {}: allowed are {} to {}", i + 1, genome[i], -bound, bound));
    }
  }
}

/// Stands for a number of genes that is only known when the program runs.
inline constexpr std::size_t kAnyNumber = std::dynamic_extent;
inline constexpr std::size_t kLargestOwn = 16;

/// `Kernel::run<N>` for this number of genes and this level.
template <class Kernel>
auto choose(std::size_t genes, CpuLevel level) {
  auto chosen = Versions<&Kernel::template run<kAnyNumber>>::at(level);
  const auto try_all = [&]<std::size_t... kIndex>(std::index_sequence<kIndex...> /*numbers*/) {
    ((genes == kIndex + 1 ? void(chosen = Versions<&Kernel::template run<kIndex + 1>>::at(level)) : void()), ...);
  };
  try_all(std::make_index_sequence<kLargestOwn>());
  return chosen;
}

/// The genome as a span of fixed extent, if the extent is known.
template <std::size_t kGenes, class Gene>
std::span<Gene, kGenes> sized(std::span<Gene> genome) {
  if constexpr (kGenes == kAnyNumber) {
    return genome;
  } else {
    return genome.template first<kGenes>();
  }
}

/// Eight sums, of every eighth term each, that are added up in pairs at the end: the order of additions is the same
/// whether one, two, four or eight of them are done at once.
class LaneSum {
 public:
  void add(std::size_t index, double term) { lanes_[index % kLanes] += term; }
  [[nodiscard]] double total() const {
    const auto& l = lanes_;
    return ((l[0] + l[4]) + (l[2] + l[6])) + ((l[1] + l[5]) + (l[3] + l[7]));
  }

 private:
  static constexpr std::size_t kLanes = 8;
  std::array<double, kLanes> lanes_{};
};

/// Makes every gene x of `parent` confine(x + U[−reach, reach)) in `genome`, which may be the same.
template <std::size_t kGenes, class Confine>
void perturb(std::span<const double, kGenes> parent, std::span<double, kGenes> genome, double reach, Rng& rng,
             Confine confine) {
  constexpr std::size_t kChunk = std::min(kGenes, kLargestOwn);
  std::array<double, kChunk> noise;  // NOLINT(*-member-init): filled at once
  const auto move = [&](std::size_t start, std::size_t count) {
    // First all reads, then all writes: the compiler need not care whether the genomes are the same.
    for (std::size_t i = 0; i < count; ++i) noise[i] = confine(parent[start + i] + (2 * noise[i] - 1) * reach);
    for (std::size_t i = 0; i < count; ++i) genome[start + i] = noise[i];
  };
  std::size_t start = 0;
  for (; start + kChunk <= parent.size(); start += kChunk) {
    rng.fill_uniform01(std::span(noise));
    move(start, kChunk);
  }
  if constexpr (kGenes == kAnyNumber) {
    const std::size_t rest = parent.size() - start;
    rng.fill_uniform01(std::span(noise).first(rest));
    move(start, rest);
  }
}

/// The kernel that moves every gene by up to `reach` and clamps it to [−kBound, kBound].
template <double kBound>
struct MoveWithin {
  template <std::size_t kGenes>
  static void run(std::span<const double> parent, std::span<double> genome, double reach, Rng& rng) {
    perturb(sized<kGenes>(parent), sized<kGenes>(genome), reach, rng,
            [](double gene) { return math::clamp(gene, -kBound, kBound); });
  }
};

}  // namespace mce::gene_kernels
