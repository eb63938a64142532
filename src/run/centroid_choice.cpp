// SPDX-License-Identifier: MIT
#include "mce/run/centroid_choice.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <list>
#include <mutex>
#include <stdexcept>
#include <utility>

#include "mce/core/text.hpp"
#include "mce/run/files.hpp"

namespace mce {
namespace {

bool is_number(const std::string& text) {
  try {
    parse_number(text);
    return true;
  } catch (const std::invalid_argument&) {
    return false;
  }
}

/// Centroids by what they were made from, the latest first.
class KeptCentroids {
 public:
  Centroids get(const std::vector<Interval>& bounds, const CentroidChoice& choice) {
    const std::lock_guard lock(mutex_);  // while they are spread, too: others will mostly want the same
    const auto found = std::ranges::find_if(
        kept_, [&](const Entry& entry) { return entry.bounds == bounds && entry.choice == choice; });
    if (found != kept_.end()) {
      kept_.splice(kept_.begin(), kept_, found);
    } else {
      kept_.push_front({bounds, choice,
                        choice.points.empty() ? spread_centroids(bounds, choice.count, choice.seed)
                                              : Centroids(bounds, choice.points)});
      if (kept_.size() > kMost) kept_.pop_back();
    }
    return kept_.front().centroids;
  }

 private:
  static constexpr std::size_t kMost = 100;
  struct Entry {
    std::vector<Interval> bounds;
    CentroidChoice choice;
    Centroids centroids;
  };
  std::mutex mutex_;
  std::list<Entry> kept_;
};

}  // namespace

void CentroidChoice::parse(const std::string& text) {
  if (text == this->text()) return;  // a file is not read again: it may be gone
  if (is_number(text)) {
    count = static_cast<std::uint32_t>(parse_whole(text, 0, kMaxSpreadCentroids));
    points.clear();
    file.clear();
    return;
  }
  CentroidPoints read = read_centroids(text);
  count = static_cast<std::uint32_t>(read.values.size() / read.features);
  points = std::move(read.values);
  file = text;
}

std::string CentroidChoice::text() const {
  if (points.empty()) return std::to_string(count);
  return file.empty() ? "given" : file;
}

std::string centroids_in(const std::filesystem::path& folder, const std::string& text) {
  return is_number(text) ? text : (folder / text).string();
}

CentroidPoints read_centroids(const std::filesystem::path& path, std::uint32_t features) {
  const std::vector<std::byte> bytes = read_file(path);
  const std::string_view text(reinterpret_cast<const char*>(bytes.data()), bytes.size());
  return parse_centroids(text, path.string(), features);
}

void check_centroids(const std::vector<Interval>& bounds, const CentroidChoice& choice) {
  if (!choice.points.empty()) {
    if (choice.points.size() != choice.count * bounds.size()) {
      throw std::invalid_argument(fmt::format("centroids {}: {} points of {} numbers for {} features",
                                              in_quotes(choice.text()), choice.count,
                                              choice.points.size() / std::max(choice.count, 1U), bounds.size()));
    }
    centroids_of(bounds, choice);
  } else if (choice.count > kMaxSpreadCentroids) {
    throw std::invalid_argument(fmt::format("{} centroids: allowed are 1 to {}", choice.count, kMaxSpreadCentroids));
  }
}

Centroids centroids_of(const std::vector<Interval>& bounds, const CentroidChoice& choice) {
  static KeptCentroids kept;
  return kept.get(bounds, choice);
}

}  // namespace mce
