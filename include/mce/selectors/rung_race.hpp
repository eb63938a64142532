// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <span>
#include <vector>

#include "mce/core/math.hpp"
#include "mce/selectors/tally_ladder.hpp"

namespace mce {

/// Which rungs of a ladder lead, by a score that may grow with the logarithm of a clock.
///
/// Exact without a scan. IEEE rounding is monotone, so a score computed with the logarithm at the end of a window of
/// clock values is an upper bound, and one at its start a lower bound, of every score computed in between. Rungs whose
/// upper bound is below a threshold are out of the race until they change or their window ends. The few others run:
/// they have tighter bounds, from a shorter window (a lap), and a score at the very clock value is computed only when
/// those overlap. Who leads is remembered until a rung changes that could matter.
template <class Score>
class RungRace {
 public:
  using Id = TallyLadder::Id;

  RungRace() = default;
  RungRace(Score score, std::uint32_t cells) : score_(score) {
    entries_.reserve(std::size_t{cells} + 1);
    runners_.reserve(std::size_t{cells} + 1);
    leaders_.reserve(std::size_t{cells} + 1);
    bounds_.reserve(std::size_t{cells} + 1);
  }

  /// The top of `rung` may be another one now, or the rung may be gone.
  void changed(const TallyLadder& ladder, Id rung) {
    if (rung == TallyLadder::kNone) return;
    if (rung >= entries_.size()) entries_.resize(rung + 1);
    Entry& entry = entries_[rung];
    const Tally tally = ladder.alive(rung) ? Tally{ladder.rung(rung).selections, ladder.top(rung).survivals} : Tally{};
    if (tally == entry.tally) return;
    entry.tally = tally;
    if (settled_) resign(rung);
    entry.bound = tally.selections > 0 ? score_(tally, window_.log_end) : kOut;
    if (entry.bound >= threshold_) {
      join(rung);
      if (settled_) challenge(runners_[entry.position]);
    } else if (entry.position != kCold) {
      leave(rung);
    }
  }

  /// The rungs that share the best score at this clock value, by ascending n. Rungs with n = 0 do not take part;
  /// there must be another.
  std::span<const Id> leaders(std::uint64_t clock) {
    if (!lap_.contains(clock)) {
      if (!window_.contains(clock)) open_window(clock);
      start_lap(clock);
    }
    if (settled_) return leaders_;
    while (runners_.empty() || runners_.size() > crowd_ || !decide(clock)) pick_runners();
    return leaders_;
  }

 private:
  static constexpr double kOut = -std::numeric_limits<double>::infinity();
  static constexpr std::uint32_t kCold = UINT32_MAX;
  static constexpr double kLowest = std::numeric_limits<double>::lowest();
  static constexpr std::size_t kRunners = 20;

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
    double bound = kOut;             // its score is no higher than this until the window ends
    std::uint32_t position = kCold;  // among the runners
  };
  struct Runner {
    double low;  // bounds of the score until the lap ends
    double high;
    Id rung;
  };

  [[nodiscard]] const Tally& tally(Id rung) const { return entries_[rung].tally; }

  [[nodiscard]] Runner runner(Id rung) const {
    const double low = Score::kDrifts ? score_(tally(rung), lap_.log_start) : entries_[rung].bound;
    const double high = Score::kDrifts ? score_(tally(rung), lap_.log_end) : entries_[rung].bound;
    return {.low = low, .high = high, .rung = rung};
  }

  void join(Id rung) {
    Entry& entry = entries_[rung];
    if (entry.position == kCold) {
      entry.position = static_cast<std::uint32_t>(runners_.size());
      runners_.emplace_back();
    }
    runners_[entry.position] = runner(rung);
  }

  void leave(Id rung) {
    const std::uint32_t position = entries_[rung].position;
    entries_[rung].position = kCold;
    runners_[position] = runners_.back();
    runners_.pop_back();
    if (position < runners_.size()) entries_[runners_[position].rung].position = position;
  }

  /// A rung that changes does not lead any more, unless it wins again as a challenger.
  void resign(Id rung) {
    const auto place = std::ranges::find(leaders_, rung);
    if (place == leaders_.end()) return;
    leaders_.erase(place);
    settled_ = !leaders_.empty();
  }

  /// A changed runner against those who lead: it is clearly ahead, clearly behind, level with them, or it is open.
  void challenge(const Runner& challenger) {
    if (challenger.high < lead_.low) return;
    if (challenger.low > lead_.high) {
      leaders_.assign(1, challenger.rung);
      lead_ = challenger;
    } else if (Score::kDrifts) {
      settled_ = false;
    } else {
      share_lead(challenger.rung);
    }
  }

  /// The scores are equal, and stay so: exact comparison decides.
  void share_lead(Id rung) {
    const Tally& leader = tally(leaders_.front());
    if (Score::beats_at_equal_score(leader, tally(rung))) return;
    if (Score::beats_at_equal_score(tally(rung), leader)) leaders_.clear();
    leaders_.insert(std::ranges::upper_bound(leaders_, tally(rung).selections, {},
                                             [this](Id each) { return tally(each).selections; }),
                    rung);
  }

  void open_window(std::uint64_t clock) {
    window_ = Window::around(clock, clock / 512 + 512);
    for (Entry& entry : entries_) {
      if (entry.tally.selections > 0) entry.bound = score_(entry.tally, window_.log_end);
    }
    pick_runners();
  }

  void start_lap(std::uint64_t clock) {
    lap_ = Window::around(clock, clock / 16384 + 64);
    lap_.start = std::max(lap_.start, window_.start);
    lap_.end = std::min(lap_.end, window_.end);
    for (Runner& each : runners_) each = runner(each.rung);
    settled_ = false;
  }

  /// Starts the race anew with the rungs that have the highest bounds. The threshold is no higher than the best score
  /// in the window; how many run only matters for speed.
  void pick_runners() {
    for (const Runner& each : runners_) entries_[each.rung].position = kCold;
    runners_.clear();
    bounds_.clear();
    for (const Entry& entry : entries_) bounds_.push_back(entry.bound);
    const auto last = bounds_.begin() + static_cast<std::ptrdiff_t>(std::min(kRunners, bounds_.size()) - 1);
    std::ranges::nth_element(bounds_, last, std::greater());
    const auto front = std::ranges::max_element(entries_, {}, &Entry::bound);
    threshold_ = std::min(std::max(*last, kLowest), score_(front->tally, window_.log_start));
    for (Id rung = 0; rung < entries_.size(); ++rung) {
      if (entries_[rung].bound >= threshold_) join(rung);
    }
    crowd_ = std::max(4 * kRunners, 2 * runners_.size());
  }

  /// Finds the leaders among the runners; false if a rung outside the race might be better.
  bool decide(std::uint64_t clock) {
    std::size_t first = 0;
    double second = kOut;
    for (std::size_t i = 1; i < runners_.size(); ++i) {
      const double high = runners_[i].high;
      if (high > runners_[first].high) {
        second = runners_[first].high;
        first = i;
      } else if (high > second) {
        second = high;
      }
    }
    lead_ = runners_[first];
    leaders_.assign(1, lead_.rung);
    if (lead_.low > second && lead_.low >= threshold_) return settled_ = true;
    return photo_finish(math::natural_log(static_cast<double>(clock)));
  }

  /// The bounds do not decide it: compares the scores at this very clock value.
  bool photo_finish(double log_clock) {
    double best = score_(tally(lead_.rung), log_clock);
    for (const Runner& other : runners_) {
      if (other.high < best || other.rung == lead_.rung) continue;
      const double score = score_(tally(other.rung), log_clock);
      if (score > best) leaders_.assign(1, other.rung);
      if (score == best) share_lead(other.rung);
      best = std::max(best, score);
    }
    settled_ = !Score::kDrifts && best >= threshold_;
    return best >= threshold_;
  }

  Score score_;
  std::vector<Entry> entries_;   // by rung
  std::vector<Runner> runners_;  // the rungs with bound ≥ threshold
  std::vector<Id> leaders_;
  std::vector<double> bounds_;  // working memory of pick_runners
  Window window_;
  Window lap_;
  Runner lead_{};         // the bounds that all leaders share,
  bool settled_ = false;  // while this holds
  double threshold_ = std::numeric_limits<double>::infinity();
  std::size_t crowd_ = 0;
};

}  // namespace mce
