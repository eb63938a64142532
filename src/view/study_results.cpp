// SPDX-License-Identifier: MIT
#include <utility>

#include "mce/study/study_watch.hpp"
#include "results.hpp"

namespace mce {
namespace {

class StudyResults final : public Results {
 public:
  StudyResults(const std::filesystem::path& file, std::shared_ptr<const StudyWatch> watch)
      : watch_(std::move(watch)), store_(Store::for_reading(file)) {}

  [[nodiscard]] std::shared_ptr<const Results> anew() const override {
    const std::filesystem::path& file = store_.path();
    // As long as the file is the same, so is the watch: closing it would take away the locks of the new store.
    const bool same = watch_->is_of(file);
    return std::make_shared<StudyResults>(file, same ? watch_ : std::make_shared<const StudyWatch>(file));
  }

  [[nodiscard]] bool is_current() const override {
    return watch_->is_of(store_.path()) && !store_.is_outdated() && store_.protocol_text() == protocol_text_;
  }

  [[nodiscard]] const std::filesystem::path& path() const override { return store_.path(); }
  [[nodiscard]] const Protocol& protocol() const override { return store_.protocol(); }
  [[nodiscard]] std::span<const MetricKind> metrics() const override { return store_.metrics(); }
  [[nodiscard]] bool running() const override { return watch_->is_being_run(); }
  [[nodiscard]] std::vector<TreatmentState> states() const override { return store_.states(); }
  [[nodiscard]] std::vector<StoredRun> runs(std::uint32_t treatment) const override { return store_.runs(treatment); }
  [[nodiscard]] std::vector<StoredCurve> curves(std::uint32_t treatment) const override {
    return store_.curves(treatment);
  }
  [[nodiscard]] std::vector<std::uint64_t> map_evaluations(const RunKey& key) const override {
    return store_.map_evaluations(key);
  }
  [[nodiscard]] std::optional<KeptMap> map(const RunKey& key, std::size_t index) const override {
    return store_.map(key, index);
  }
  [[nodiscard]] std::optional<KeptElites> elites(const RunKey& key) const override { return store_.elites(key); }
  [[nodiscard]] std::vector<std::uint32_t> pictured_cells(const RunKey& key) const override {
    return store_.pictured_cells(key);
  }
  [[nodiscard]] std::optional<std::string> picture(const RunKey& key, std::uint32_t cell) const override {
    return store_.picture(key, cell);
  }
  [[nodiscard]] std::vector<std::byte> history(const RunKey& key) const override { return store_.history(key); }
  [[nodiscard]] const Store* store() const override { return &store_; }

 private:
  std::shared_ptr<const StudyWatch> watch_;  // outlives the store
  Store store_;
  std::string protocol_text_ = store_.protocol_text();
};

}  // namespace

std::shared_ptr<const Results> open_study(const std::filesystem::path& file) {
  return std::make_shared<StudyResults>(file, std::make_shared<const StudyWatch>(file));
}

}  // namespace mce
