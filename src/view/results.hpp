// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "mce/analysis/metrics.hpp"
#include "mce/study/protocol.hpp"
#include "mce/study/store.hpp"

namespace mce {

/// Results to look at: those of a study, or of a single run as a study of one.
class Results {
 public:
  Results() = default;
  Results(const Results&) = delete;
  Results& operator=(const Results&) = delete;
  virtual ~Results() = default;
  /// The same files, as they are now: a study may have been extended, a run made again. Throws Error.
  [[nodiscard]] virtual std::shared_ptr<const Results> anew() const = 0;
  /// Whether the files still are those that were opened, and of the same study.
  [[nodiscard]] virtual bool is_current() const = 0;

  /// Of the file or the folder.
  [[nodiscard]] virtual const std::filesystem::path& path() const = 0;
  [[nodiscard]] virtual const Protocol& protocol() const = 0;
  [[nodiscard]] virtual std::span<const MetricKind> metrics() const = 0;
  [[nodiscard]] virtual bool running() const = 0;
  [[nodiscard]] virtual std::vector<TreatmentState> states() const = 0;
  [[nodiscard]] virtual std::vector<StoredRun> runs(std::uint32_t treatment) const = 0;
  [[nodiscard]] virtual std::vector<StoredCurve> curves(std::uint32_t treatment) const = 0;
  /// After how many evaluations the maps that are kept were taken, and one of them.
  [[nodiscard]] virtual std::vector<std::uint64_t> map_evaluations(const RunKey& key) const = 0;
  [[nodiscard]] virtual std::optional<KeptMap> map(const RunKey& key, std::size_t index) const = 0;
  [[nodiscard]] virtual std::optional<KeptElites> elites(const RunKey& key) const = 0;
  /// The cells of those elites that a worker has drawn, and the picture of one of them, if there is any.
  [[nodiscard]] virtual std::vector<std::uint32_t> pictured_cells(const RunKey& key) const = 0;
  [[nodiscard]] virtual std::optional<std::string> picture(const RunKey& key, std::uint32_t cell) const = 0;
  /// A packed MapHistory; empty if it is not kept.
  [[nodiscard]] virtual std::vector<std::byte> history(const RunKey& key) const = 0;
  /// The study, if it is one: runs can be compared then.
  [[nodiscard]] virtual const Store* store() const = 0;
};

/// Throws Error.
std::shared_ptr<const Results> open_study(const std::filesystem::path& file);
std::shared_ptr<const Results> open_run_folder(const std::filesystem::path& folder);

}  // namespace mce
