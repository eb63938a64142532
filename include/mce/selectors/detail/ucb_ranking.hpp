// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

#include "mce/core/math.hpp"
#include "mce/selectors/detail/tally_ladder.hpp"
#include "mce/selectors/detail/tied_rungs.hpp"

namespace mce {

/// Which rungs of a ladder have the highest upper confidence bound, which grows with the logarithm of a clock.
///
/// Exact without a scan. IEEE rounding is monotone, so a score computed with the logarithm at the end of a window of
/// clock values is an upper bound, and one at its start a lower bound, of every score computed in between. Rungs whose
/// upper bound over a far window is below a threshold are ignored until they change or that window ends. The few others
/// are candidates: they have tighter bounds, from a near window, and a score at the very clock value is computed only
/// when those overlap. The leaders are remembered until a rung changes that could matter.
///
/// `Score` is a UcbScore, or another one that is computed from a tally and the logarithm of the clock, falls with n,
/// and grows with w and with the clock.
template <class Score>
class UcbRanking {
 public:
  using Id = TallyLadder::Id;

  UcbRanking() = default;
  UcbRanking(Score score, std::uint32_t cells) : score_(score), leaders_(cells + 1) {
    entries_.reserve(std::size_t{cells} + 1);
    candidates_.reserve(std::size_t{cells} + 1);
  }

  /// The top of `rung` may be another one or have another number of cells now, or the rung may be gone.
  [[gnu::always_inline]] void changed(const TallyLadder& ladder, Id rung) {
    if (rung >= entries_.size()) entries_.resize(rung + 1);
    const auto [tally, cells] = ladder.standing(rung);
    entries_[rung].cells = cells;
    if (tally == entries_[rung].tally) {
      leaders_.recount(rung, cells);
    } else {
      change_top(rung, tally);
    }
  }

  /// Those at this clock value. Rungs with n = 0 do not take part; there must be another.
  TiedRungs& leaders(std::uint64_t clock) {
    if (!settled_ || !near_.contains(clock)) decide_anew(clock);
    return leaders_;
  }

  /// The only leader goes on leading while its n is below this, and nothing changes but that and the clock with it.
  /// Scores fall with n: one that is high enough after so many selections is so before. 0 if even few are too many.
  [[nodiscard]] std::uint32_t lead_ends(std::uint64_t clock) const {
    for (const std::uint32_t more : {32U, 8U}) {
      if (!settled_ || clock + more > near_.end) continue;
      Tally later = tally(lead_.rung);
      later.selections += more;
      const double low = score_(later, near_.log_start);
      if (low > second_ && low >= threshold_) return later.selections + 1;
    }
    return 0;
  }

 private:
  [[gnu::noinline]] void change_top(Id rung, const Tally& tally) {
    Entry& entry = entries_[rung];
    entry.tally = tally;
    entry.bound = tally.selections > 0 ? score_(tally, far_.log_end) : kOut;
    const bool is_candidate = entry.bound >= threshold_;
    if (is_candidate) {
      join(rung);
      if (settled_ && rung == lead_.rung && still_leads(candidates_[entry.position])) return;
    } else if (entry.position != kNone) {
      leave(rung);
    }
    leaders_.remove(rung);
    settled_ = settled_ && !leaders_.empty();
    if (is_candidate && settled_) compare_with_leader(candidates_[entry.position]);
  }

  [[gnu::noinline]] void decide_anew(std::uint64_t clock) {
    if (!near_.contains(clock)) {
      if (!far_.contains(clock)) open_far_window(clock);
      open_near_window(clock);
    }
    while (candidates_.empty() || candidates_.size() > most_candidates_ || !decide(clock)) choose_candidates();
  }

  static constexpr double kOut = -std::numeric_limits<double>::infinity();
  static constexpr std::uint32_t kNone = UINT32_MAX;
  static constexpr std::size_t kFewCandidates = 64;
  // Limits of the margin. Without them it would end at zero where very many rungs tie, and at infinity where few rungs
  // are left; then rungs that are gone, whose bound is minus infinity, would be candidates too.
  static constexpr double kNarrowest = 1e-12;
  static constexpr double kWidest = 1e12;

  /// A range of clock values around one, and their logarithms.
  struct Window {
    std::uint64_t start = 1;
    std::uint64_t end = 0;
    double log_start = 0;
    double log_end = 0;

    static Window around(std::uint64_t clock, std::uint64_t radius) {
      const std::uint64_t start = clock > radius ? clock - radius : 1;
      const std::uint64_t end = clock + radius;
      return {start, end, math::natural_log(static_cast<double>(start)), math::natural_log(static_cast<double>(end))};
    }
    [[nodiscard]] bool contains(std::uint64_t clock) const { return start <= clock && clock <= end; }
  };
  struct Entry {
    Tally tally;                     // of the rung's top; {0, 0} if it takes no part
    std::uint32_t cells = 0;         // on it
    std::uint32_t position = kNone;  // among the candidates
    double bound = kOut;             // its score is no higher than this until the window ends
  };
  struct Candidate {
    double low;  // bounds of the score until the near window ends
    double high;
    Id rung;
  };

  [[nodiscard]] const Tally& tally(Id rung) const { return entries_[rung].tally; }

  [[nodiscard]] Candidate candidate(Id rung) const {
    return {.low = score_(tally(rung), near_.log_start), .high = score_(tally(rung), near_.log_end), .rung = rung};
  }

  void join(Id rung) {
    Entry& entry = entries_[rung];
    if (entry.position == kNone) {
      entry.position = static_cast<std::uint32_t>(candidates_.size());
      candidates_.emplace_back();
    }
    candidates_[entry.position] = candidate(rung);
  }

  void leave(Id rung) {
    const std::uint32_t position = entries_[rung].position;
    entries_[rung].position = kNone;
    candidates_[position] = candidates_.back();
    candidates_.pop_back();
    if (position < candidates_.size()) entries_[candidates_[position].rung].position = position;
  }

  [[nodiscard]] TiedRungs::Leader leader(Id rung) const {
    return {.rung = rung, .selections = tally(rung).selections, .cells = entries_[rung].cells};
  }

  void lead_alone(Id rung) {
    leaders_.clear();
    leaders_.add(leader(rung));
    leaders_.arrange();
  }

  /// The leader has changed: whether it is still ahead of all others, as mostly when it is an elite on its way up.
  bool still_leads(const Candidate& changed) {
    if (!(changed.low > second_ && changed.low >= threshold_)) return false;
    lead_ = changed;
    leaders_.recount(changed.rung, entries_[changed.rung].cells);
    return true;
  }

  /// Compares a changed candidate with the leader: it is clearly behind, clearly ahead, or undecided.
  void compare_with_leader(const Candidate& changed) {
    if (changed.high < lead_.low) {
      second_ = std::max(second_, changed.high);
    } else if (changed.low > lead_.high) {
      second_ = lead_.high;
      lead_ = changed;
      lead_alone(changed.rung);
    } else {
      settled_ = false;
    }
  }

  void open_far_window(std::uint64_t clock) {
    far_ = Window::around(clock, 512 + std::min<std::uint64_t>(clock / 512, 2048));
    for (Entry& entry : entries_) {
      if (entry.tally.selections > 0) entry.bound = score_(entry.tally, far_.log_end);
    }
    choose_candidates();
  }

  void open_near_window(std::uint64_t clock) {
    near_ = Window::around(clock, 64 + std::min<std::uint64_t>(clock / 16384, 64));
    near_.start = std::max(near_.start, far_.start);
    near_.end = std::min(near_.end, far_.end);
    for (Candidate& each : candidates_) each = candidate(each.rung);
    settled_ = false;
  }

  /// The candidates become the rungs whose bound is within `margin_` of what the best one has for sure: then the
  /// threshold is no higher than the best score in the window. How many run only matters for speed: looking at R
  /// candidates at every decision and at all E entries every R decisions is cheapest with R around √E.
  void choose_candidates() {
    const auto front = std::ranges::max_element(entries_, {}, &Entry::bound);
    const double sure = score_(front->tally, far_.log_start);
    const auto candidates_squared = [this] { return candidates_.size() * candidates_.size(); };
    take_candidates_from(sure - margin_);
    const double narrowest = std::max(kNarrowest, front->bound - sure);  // less would not leave fewer candidates
    while (candidates_squared() > 4 * entries_.size() && margin_ > narrowest) {
      margin_ *= 0.5;
      take_candidates_from(sure - margin_);
    }
    if (candidates_squared() < entries_.size()) margin_ = std::min(1.5 * margin_, kWidest);  // next time
    most_candidates_ = std::max(kFewCandidates, 2 * candidates_.size());
  }

  void take_candidates_from(double threshold) {
    threshold_ = threshold;
    for (const Candidate& each : candidates_) entries_[each.rung].position = kNone;
    candidates_.clear();
    for (Id rung = 0; rung < entries_.size(); ++rung) {
      if (entries_[rung].bound >= threshold_) join(rung);
    }
  }

  /// Finds the leaders among the candidates; false if another rung might be better.
  bool decide(std::uint64_t clock) {
    // Maxima and conditional moves: who is ahead of whom would be a coin flip for the processor.
    std::size_t first = 0;
    double best = candidates_.front().high;
    double second = kOut;
    for (std::size_t i = 1; i < candidates_.size(); ++i) {
      const double high = candidates_[i].high;
      second = std::max(second, std::min(best, high));
      first = high > best ? i : first;
      best = std::max(best, high);
    }
    second_ = second;
    lead_ = candidates_[first];
    lead_alone(lead_.rung);
    if (lead_.low > second_ && lead_.low >= threshold_) return settled_ = true;
    return compare_scores(math::natural_log(static_cast<double>(clock)));
  }

  /// The bounds do not decide it: compares the scores at this very clock value.
  bool compare_scores(double log_clock) {
    double best = score_(tally(lead_.rung), log_clock);
    for (const Candidate& other : candidates_) {
      if (other.high < best || other.rung == lead_.rung) continue;
      const double score = score_(tally(other.rung), log_clock);
      if (score > best) leaders_.clear();
      if (score >= best) leaders_.add(leader(other.rung));
      best = std::max(best, score);
    }
    leaders_.arrange();
    return best >= threshold_;
  }

  Score score_;
  std::vector<Entry> entries_;         // by rung
  std::vector<Candidate> candidates_;  // the rungs with bound ≥ threshold
  TiedRungs leaders_;
  Window far_;
  Window near_;
  bool settled_ = false;  // while this holds, there is one leader until the near window ends or a rung changes,
  Candidate lead_{};      // this is it,
  double second_ = kOut;  // and all other candidates are no higher than this
  double threshold_ = std::numeric_limits<double>::infinity();
  double margin_ = 0.01;
  std::size_t most_candidates_ = 0;  // more candidates than this are too many
};

}  // namespace mce
