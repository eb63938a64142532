// SPDX-License-Identifier: MIT
#pragma once

#include <concepts>
#include <cstddef>
#include <initializer_list>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "mce/core/cpu.hpp"
#include "mce/core/genome_space.hpp"
#include "mce/core/grid.hpp"
#include "mce/core/kind.hpp"
#include "mce/core/parameters.hpp"
#include "mce/core/rng.hpp"

/// How offspring are made where genomes are vectors of numbers within bounds.
namespace mce {

/// How far genes move: one number for all of them, one for each, or (empty) a share of each gene's range.
struct GeneSteps {
  GeneSteps() = default;
  GeneSteps(double all) : values({all}) {}                          // NOLINT(google-explicit-constructor)
  GeneSteps(std::vector<double> each) : values(std::move(each)) {}  // NOLINT(google-explicit-constructor)
  GeneSteps(std::initializer_list<double> each) : values(each) {}
  std::vector<double> values;

  /// One for each of these genes. Throws std::invalid_argument if there is another number of them.
  [[nodiscard]] std::vector<double> per_gene(std::span<const Interval> bounds, double share_of_range,
                                             std::string_view name) const;
};

/// Each gene moves by up to `step`, all distances with the same probability (the paper's mutation).
class UniformVariation {
 public:
  static constexpr double kShare = 0.1;  ///< of a gene's range: the step if none is given
  struct Parameters {
    GeneSteps step = {};
    std::vector<Parameter> table();
  };
  UniformVariation() : UniformVariation(Parameters{}) {}
  /// Throws std::invalid_argument for a parameter that is out of range.
  explicit UniformVariation(Parameters parameters);

  void fit(std::span<const Interval> bounds) { steps_ = parameters_.step.per_gene(bounds, kShare, "step"); }
  void operator()(std::span<const double> parent, std::span<double> child, Rng& rng) const;

 private:
  Parameters parameters_;
  std::vector<double> steps_;
};

/// Each gene moves by a normal number with standard deviation `sigma`.
class GaussianVariation {
 public:
  static constexpr double kShare = 0.1;  ///< of a gene's range: sigma if none is given
  struct Parameters {
    GeneSteps sigma = {};
    std::vector<Parameter> table();
  };
  GaussianVariation() : GaussianVariation(Parameters{}) {}
  /// Throws std::invalid_argument for a parameter that is out of range.
  explicit GaussianVariation(Parameters parameters, CpuLevel level = cpu_level());

  void fit(std::span<const Interval> bounds) { sigmas_ = parameters_.sigma.per_gene(bounds, kShare, "sigma"); }
  void operator()(std::span<const double> parent, std::span<double> child, Rng& rng) const {
    vary_(parent, sigmas_, child, rng);
  }

 private:
  Parameters parameters_;
  std::vector<double> sigmas_;
  void (*vary_)(std::span<const double> parent, std::span<const double> sigmas, std::span<double> child, Rng& rng);
};

/// Iso+LineDD (Vassiliades & Mouret 2018): a normal step of every gene, and one along the line to another elite:
/// x₁ + iso·N(0, I) + line·N(0, 1)·(x₂ − x₁).
class IsoLineVariation {
 public:
  static constexpr double kShare = 0.01;  ///< of a gene's range: iso if none is given
  struct Parameters {
    GeneSteps iso = {};
    double line = 0.2;
    std::vector<Parameter> table();
  };
  IsoLineVariation() : IsoLineVariation(Parameters{}) {}
  /// Throws std::invalid_argument for a parameter that is out of range.
  explicit IsoLineVariation(Parameters parameters, CpuLevel level = cpu_level());

  void fit(std::span<const Interval> bounds) { isos_ = parameters_.iso.per_gene(bounds, kShare, "iso"); }
  void operator()(std::span<const double> parent, std::span<const double> other, std::span<double> child,
                  Rng& rng) const {
    vary_(parent, other, isos_, parameters_.line, child, rng);
  }

 private:
  Parameters parameters_;
  std::vector<double> isos_;
  void (*vary_)(std::span<const double> parent, std::span<const double> other, std::span<const double> isos,
                double line, std::span<double> child, Rng& rng);
};

/// A variation chosen at run time.
using AnyVariation = std::variant<UniformVariation, GaussianVariation, IsoLineVariation>;

using VariationKind = Kind;
/// All variations that can be chosen by name (the table is in src/search/variation.cpp).
std::span<const VariationKind> variation_kinds();
/// Throws std::invalid_argument with the nearest name.
const VariationKind& variation_kind(std::string_view name);
/// The variation of that name. Throws std::invalid_argument.
AnyVariation make_variation(std::string_view name, const Settings& settings = {});

/// A variation as people write it: "gaussian", or "gaussian:sigma=0.1". Throws std::invalid_argument.
struct VariationChoice {
  std::string name;
  Settings settings;
};
VariationChoice parse_variation(std::string_view text);

/// A variation is a callable: `(parent, child, rng)`, or `(parent, other, child, rng)` if it wants a second parent,
/// which is any elite, with equal chances. `child` is to be filled. If it has `fit(bounds)`, that is called once, at
/// first.
template <class V>
concept VariesOne =
    requires(V& vary, std::span<const double> parent, std::span<double> child, Rng& rng) { vary(parent, child, rng); };
template <class V>
concept VariesTwo = requires(V& vary, std::span<const double> parent, std::span<double> child, Rng& rng) {
  vary(parent, parent, child, rng);
};
template <class V>
concept Variation = VariesOne<V> || VariesTwo<V> || std::same_as<V, AnyVariation>;

/// Throws std::invalid_argument unless there is a gene, and each has a finite range.
void check_gene_bounds(std::span<const Interval> bounds);
/// Throws Error unless every gene of a genome from a file is a number within its bounds.
void check_genes(std::span<const double> genome, std::span<const Interval> bounds);
/// A gene beyond its bounds is moved to the nearest; NaN becomes the lower one.
void clamp_genes(std::span<double> genome, std::span<const Interval> bounds);

/// Vectors of numbers, each within its bounds: what a `Search` needs to know of genomes.
template <Variation V>
class Numbers {
  static constexpr bool kAny = std::same_as<V, AnyVariation>;

 public:
  using Gene = double;

  /// Throws std::invalid_argument for impossible bounds, and if the variation does not go with them.
  Numbers(std::vector<Interval> bounds, V variation) : bounds_(std::move(bounds)), variation_(std::move(variation)) {
    check_gene_bounds(bounds_);
    if constexpr (kAny) {
      std::visit([this](auto& each) { each.fit(bounds_); }, variation_);
    } else if constexpr (requires { variation_.fit(std::span<const Interval>(bounds_)); }) {
      variation_.fit(std::span<const Interval>(bounds_));
    }
  }

  [[nodiscard]] const std::vector<Interval>& bounds() const { return bounds_; }
  [[nodiscard]] std::size_t genome_size() const { return bounds_.size(); }
  void random(std::span<double> genome, Rng& rng) const {
    for (std::size_t i = 0; i < genome.size(); ++i) genome[i] = rng.uniform(bounds_[i].low, bounds_[i].high);
  }
  /// Whether an offspring has two parents.
  [[nodiscard]] bool combines() const {
    if constexpr (kAny) return std::holds_alternative<IsoLineVariation>(variation_);
    return VariesTwo<V>;
  }
  void mutate_copy(std::span<const double> parent, std::span<double> child, Rng& rng)
    requires(kAny || VariesOne<V>)
  {
    visit([&]<class W>(W& vary) {
      if constexpr (VariesOne<W>) vary(parent, child, rng);
    });
    clamp_genes(child, bounds_);
  }
  void combine(std::span<const double> parent, std::span<const double> other, std::span<double> child, Rng& rng)
    requires(kAny || VariesTwo<V>)
  {
    visit([&]<class W>(W& vary) {
      if constexpr (VariesTwo<W>) vary(parent, other, child, rng);
    });
    clamp_genes(child, bounds_);
  }
  /// Throws Error for a genome from a file that no search could have made.
  void check(std::span<const double> genome) const { check_genes(genome, bounds_); }

 private:
  template <class Action>
  void visit(Action action) {
    if constexpr (kAny) {
      std::visit(action, variation_);
    } else {
      action(variation_);
    }
  }

  std::vector<Interval> bounds_;
  V variation_;
};

static_assert(GenomeSpace<Numbers<UniformVariation>> && !Combines<Numbers<UniformVariation>>);
static_assert(GenomeSpace<Numbers<IsoLineVariation>> && Combines<Numbers<IsoLineVariation>>);
static_assert(GenomeSpace<Numbers<AnyVariation>>);

}  // namespace mce
