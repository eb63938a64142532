// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <stdexcept>

#include "mce/core/detail/large_array.hpp"
#include "mce/selectors/detail/tally_ladder.hpp"
#include "mce/selectors/detail/tied_rungs.hpp"

namespace mce {

/// Which rungs of a ladder have the highest score, for scores that are a number that grows with w, divided by n: a
/// knockout tournament of them all. A rung that changes plays its way to the final again, which is a maximum per round
/// and no branch at all.
///
/// They play with the score as a double, cut to the bits that leave room for the rung's id in the same word. Rounding
/// and cutting are monotone, so the best are among those that are equal to the champion in these bits; they are
/// compared exactly. Who leads is remembered until a rung changes that could matter: many rungs may tie, and then lose
/// their cells one by one.
///
/// `Score` has `dividend(w)`, not negative, and `beats(a, b)`, which compares two tallies exactly: never against the
/// order of dividend(w)/n in double precision.
template <class Score>
class QuotientRanking {
 public:
  using Id = TallyLadder::Id;

  QuotientRanking() = default;
  QuotientRanking(Score score, std::uint32_t cells)
      : score_(score),
        rungs_(cells + 1),
        standings_(cells + 1),
        best_of_(2 * most_entrants(cells)),
        equals_(most_entrants(cells) + 1),
        leaders_(cells + 1) {}

  /// All scores are others now.
  void rescore(Score score) {
    score_ = score;
    for (Id rung = 0; rung < std::min<std::size_t>(entrants_, rungs_); ++rung) {
      best_of_[entrants_ + rung] = player(rung, standings_[rung].tally);
    }
    play_all();
    leaders_.clear();
  }

  /// The top of `rung` may be another one or have another number of cells now, or the rung may be gone.
  [[gnu::always_inline]] void changed(const TallyLadder& ladder, Id rung) {
    const auto now = ladder.standing(rung);
    const Tally before = standings_[rung].tally;
    standings_[rung] = now;
    if (now.tally == before) {
      leaders_.recount(rung, now.cells);
    } else {
      change_top(rung, now.tally);
    }
  }

  /// Rungs with n = 0 do not take part; there must be another.
  TiedRungs& leaders() {
    if (leaders_.empty()) find_leaders();
    return leaders_;
  }

  /// The only leader goes on leading while its n is below this and nothing else changes: it has the higher score then
  /// even if cut.
  [[nodiscard]] std::uint32_t lead_ends() const {
    const Id leader = leaders_.first();
    const std::uint64_t second = cut_score(best_opponent(leader));
    if (second <= kNothing) return UINT32_MAX;
    const std::uint32_t survivals = standings_[leader].tally.survivals;
    const auto higher = std::bit_cast<double>(second << kCutBits);  // than all that look like the second, cut
    auto last = static_cast<std::uint32_t>(std::min(score_.dividend(survivals) / higher, 0x1p32 - 2));
    while (last > 0 && cut_score({.selections = last, .survivals = survivals}) <= second) --last;
    return last + 1;
  }

 private:
  /// A cut score in the high bits, the rung in the low ones; 0 for a rung that takes no part.
  using Player = std::uint64_t;
  /// Enough: the w of rungs are different, and their sum is no more than all rewards, which is less than 2⁴⁰, even if
  /// one is worth 221 (see Surprise).
  static constexpr unsigned kIdBits = 21;
  static constexpr unsigned kCutBits = 20;  // of a double that is not negative, whose highest bit is zero
  static constexpr std::size_t kFirstEntrants = 32;
  static constexpr std::uint64_t kNothing = 1;  // the cut score of 0; a rung that takes no part has less

  [[nodiscard]] std::uint64_t cut_score(const Tally& tally) const {
    const double score = score_.dividend(tally.survivals) / tally.selections;
    return (std::bit_cast<std::uint64_t>(score) >> kCutBits) + kNothing;
  }
  static std::uint64_t cut_score(Player player) { return player >> kIdBits; }
  [[nodiscard]] Player player(Id rung, const Tally& tally) const {
    return tally.selections > 0 ? cut_score(tally) << kIdBits | rung : 0;
  }
  static Id rung_of(Player player) { return static_cast<Id>(player & ((1U << kIdBits) - 1)); }

  [[gnu::noinline]] void change_top(Id rung, const Tally& tally) {
    leaders_.remove(rung);
    play(rung, player(rung, tally));
    if (tally.selections > 0 && !leaders_.empty() && !score_.beats(lead_, tally)) leaders_.clear();
  }

  void play(Id rung, Player player) {
    if (rung >= entrants_) [[unlikely]]
      admit(rung);
    std::size_t node = entrants_ + rung;
    best_of_[node] = player;
    for (; node > 1; node /= 2) {
      const Player opponent = best_of_[node ^ 1];
      player = opponent > player ? opponent : player;
      best_of_[node / 2] = player;
    }
  }

  /// The best of all but `rung`.
  [[nodiscard]] Player best_opponent(Id rung) const {
    Player best = 0;
    for (std::size_t node = entrants_ + rung; node > 1; node /= 2) {
      const Player opponent = best_of_[node ^ 1];
      best = opponent > best ? opponent : best;
    }
    return best;
  }

  void find_leaders() {
    const Player champion = best_of_[1];
    const Id rung = rung_of(champion);
    leaders_.clear();
    lead_ = standings_[rung].tally;
    if (cut_score(best_opponent(rung)) == cut_score(champion)) {
      compare_equals(champion);
    } else {
      leaders_.add(leader(rung));
    }
    leaders_.arrange();
  }

  /// All who look as good as the champion, without a search: its way to the final is known from its id, and whoever
  /// lost to an equal on it has won all games before, so that their ways are known too.
  [[gnu::noinline]] void compare_equals(Player champion) {
    const Player least = champion >> kIdBits << kIdBits;
    std::size_t found = 1;
    equals_[0] = 1;
    for (std::size_t i = 0; i < found; ++i) {
      const std::size_t node = equals_[i];
      const Id rung = rung_of(best_of_[node]);
      compare(rung);
      for (std::size_t on_the_way = entrants_ + rung; on_the_way != node; on_the_way /= 2) {
        const std::size_t opponent = on_the_way ^ 1;
        equals_[found] = static_cast<std::uint32_t>(opponent);
        found += best_of_[opponent] >= least ? 1 : 0;
      }
    }
  }

  void compare(Id rung) {
    const Tally& tally = standings_[rung].tally;
    if (score_.beats(lead_, tally)) return;
    if (score_.beats(tally, lead_)) {
      leaders_.clear();
      lead_ = tally;
    }
    leaders_.add(leader(rung));
  }

  [[nodiscard]] TiedRungs::Leader leader(Id rung) const {
    const auto& [tally, cells] = standings_[rung];
    return {.rung = rung, .selections = tally.selections, .cells = cells};
  }

  static std::size_t most_entrants(std::uint32_t cells) {
    return std::bit_ceil(std::clamp<std::size_t>(cells + 1, kFirstEntrants, std::size_t{1} << kIdBits));
  }

  /// Makes the tournament larger, so that `rung` can take part.
  [[gnu::noinline]] void admit(Id rung) {
    if (rung >> kIdBits != 0) throw std::length_error("more rungs than any run can have");
    const std::size_t more = std::bit_ceil(std::size_t{rung} + 1);
    std::copy_n(&best_of_[entrants_], entrants_, &best_of_[more]);
    entrants_ = more;
    play_all();
  }

  void play_all() {
    for (std::size_t node = entrants_ - 1; node > 0; --node) {
      best_of_[node] = std::max(best_of_[2 * node], best_of_[2 * node + 1]);
    }
  }

  [[no_unique_address]] Score score_;
  std::uint32_t rungs_ = 0;                      // the most there can be
  LargeArray<TallyLadder::Standing> standings_;  // by rung; a tally of {0, 0} takes no part
  std::size_t entrants_ = kFirstEntrants;        // rungs that can take part: a power of two
  LargeArray<Player> best_of_;                   // who won at a node: 1 the final, 2i and 2i + 1 lead to i, rungs last
  LargeArray<std::uint32_t> equals_;             // scratch: nodes won with the highest score
  TiedRungs leaders_;
  Tally lead_;  // of one of the leaders
};

}  // namespace mce
