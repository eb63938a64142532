// SPDX-License-Identifier: MIT
#include <fmt/core.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <limits>
#include <ranges>
#include <string_view>
#include <system_error>
#include <utility>

#include "mce/core/error.hpp"
#include "mce/core/text.hpp"
#include "mce/problems/pictures.hpp"
#include "mce/run/detail/plan_json.hpp"
#include "mce/run/files.hpp"
#include "results.hpp"

namespace mce {
namespace {

namespace fs = std::filesystem;

std::string text_of(const fs::path& path) {
  // A pipe would wait for somebody who writes to it.
  std::error_code error;
  if (fs::exists(path, error) && !fs::is_regular_file(path, error)) {
    throw Error(fmt::format("cannot read '{}': not a regular file", path.string()));
  }
  const std::vector<std::byte> bytes = read_file(path);
  return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

/// The rows of a CSV file of numbers, below a head that has to be as expected.
class NumberRows {
 public:
  NumberRows(const fs::path& path, const std::string& head) : path_(path), text_(text_of(path)), rest_(text_) {
    if (next_line() != head) fail("its first line is not that of a run of mce");
    columns_ = static_cast<std::size_t>(std::ranges::count(head, ',')) + 1;
  }

  /// False at the end. `row` has as many numbers as the head has names.
  bool next(std::vector<double>& row) {
    if (rest_.empty()) return false;
    std::string_view line = next_line();
    row.clear();
    while (row.size() < columns_) {
      double value = 0;
      const auto [end, error] = std::from_chars(line.data(), line.data() + line.size(), value);
      if (error != std::errc()) fail("a number is missing or wrong");
      row.push_back(value);
      line.remove_prefix(static_cast<std::size_t>(end - line.data()));
      const bool last = row.size() == columns_;
      if (last ? !line.empty() : !line.starts_with(',')) fail(fmt::format("there are not {} numbers", columns_));
      if (!last) line.remove_prefix(1);
    }
    return true;
  }

  [[noreturn]] void fail(const std::string& what) const {
    throw Error(fmt::format("'{}', line {}: {}", path_.string(), line_, what));
  }

 private:
  std::string_view next_line() {
    const std::size_t end = std::min(rest_.find('\n'), rest_.size());
    const std::string_view line = rest_.substr(0, end);
    rest_.remove_prefix(std::min(end + 1, rest_.size()));
    ++line_;
    return line;
  }

  fs::path path_;
  std::string text_;
  std::string_view rest_;
  std::size_t columns_ = 0;
  std::size_t line_ = 0;
};

/// A count that is a whole number from 0 to `most`.
std::uint32_t whole(const NumberRows& rows, double value, double most = std::numeric_limits<std::uint32_t>::max()) {
  if (!(value >= 0 && value <= most && value == std::floor(value))) rows.fail(fmt::format("{} is impossible", value));
  return static_cast<std::uint32_t>(value);
}

/// The folder that `mce run --out` has written. It is read whole at the start.
class RunFolder final : public Results {
 public:
  explicit RunFolder(fs::path folder) : folder_(std::move(folder)) {
    read_record();
    read_curve();
    read_elites();
    read_pictures_of_elites();
  }
  [[nodiscard]] std::shared_ptr<const Results> anew() const override { return std::make_shared<RunFolder>(folder_); }

  [[nodiscard]] bool is_current() const override { return true; }

  [[nodiscard]] const fs::path& path() const override { return folder_; }
  [[nodiscard]] const Protocol& protocol() const override { return protocol_; }
  [[nodiscard]] std::span<const MetricKind> metrics() const override { return metrics_; }
  [[nodiscard]] bool running() const override { return false; }
  [[nodiscard]] std::vector<TreatmentState> states() const override {
    return {{.runs = 1, .measured = false, .evaluations = run_.evaluations, .seconds = run_.seconds}};
  }
  [[nodiscard]] std::vector<StoredRun> runs(std::uint32_t /*treatment*/) const override { return {run_}; }
  [[nodiscard]] std::vector<StoredCurve> curves(std::uint32_t /*treatment*/) const override { return {curve_}; }
  [[nodiscard]] std::vector<std::uint64_t> map_evaluations(const RunKey& /*key*/) const override {
    return {map_.evaluations};
  }
  [[nodiscard]] std::optional<KeptMap> map(const RunKey& /*key*/, std::size_t index) const override {
    return index == 0 ? std::optional(map_) : std::nullopt;
  }
  [[nodiscard]] std::optional<KeptElites> elites(const RunKey& /*key*/) const override { return elites_; }
  [[nodiscard]] std::vector<std::uint32_t> pictured_cells(const RunKey& /*key*/) const override {
    const auto cells = std::views::keys(pictures_);
    return {cells.begin(), cells.end()};
  }
  [[nodiscard]] std::optional<std::string> picture(const RunKey& /*key*/, std::uint32_t cell) const override {
    const auto found = pictures_.find(cell);
    return found == pictures_.end() ? std::nullopt : std::optional(found->second);
  }
  [[nodiscard]] std::vector<std::byte> history(const RunKey& /*key*/) const override { return {}; }
  [[nodiscard]] const Store* store() const override { return nullptr; }

 private:
  void read_record() {
    const fs::path path = folder_ / "run.json";
    try {
      const Json json = parse_json(text_of(path));
      Plan plan = plan_from(field(json, "settings"));
      const std::string signature = text_field(json, "signature");
      run_ = {.key = {}, .seed = plan.seed, .signature = 0, .evaluations = whole_field(json, "evaluations")};
      std::from_chars(signature.data(), signature.data() + signature.size(), run_.signature, 16);
      run_.rejected = whole_field(json, plan.problem ? "failed" : "rejected_nan");
      run_.seconds = field(json, "wall_seconds").is_number() ? field(json, "wall_seconds").get<double>() : 0;
      protocol_.name = fs::absolute(folder_).lexically_normal().filename().string();
      protocol_.profile = plan.profile;
      protocol_.seed = plan.seed;
      protocol_.keep = Retention::all;
      protocol_.selectors = {{.label = plan.selector, .name = plan.selector, .settings = plan.selector_settings}};
      protocol_.treatments = {{.name = plan.testbed, .plan = std::move(plan)}};
    } catch (const Error& error) {
      const std::string text = error.what();
      const bool named = text.find(path.string()) != std::string::npos;
      throw Error(named ? text : fmt::format("'{}': {}", path.string(), text));
    }
    for (const MetricKind& each : metric_kinds()) {
      if (each.alone) metrics_.push_back(each);
    }
  }

  void read_curve() {
    NumberRows rows(folder_ / "curve.csv", "evaluations,filled,coverage,best,qd_score,selection_entropy");
    for (std::vector<double> row; rows.next(row);) {
      MetricValues values(metric_kinds().size(), std::numeric_limits<double>::quiet_NaN());
      values[place_of(Metric::coverage)] = row[2];
      values[place_of(Metric::qd_score)] = row[4];
      values[place_of(Metric::selection_entropy)] = row[5];
      curve_.points.push_back({.evaluations = whole(rows, row[0]),
                               .filled = whole(rows, row[1]),
                               .best = row[3],
                               .metrics = std::move(values)});
    }
  }

  void read_elites() {
    const Plan& plan = protocol_.treatments.front().plan;
    const std::size_t genes = solution_size(plan);
    const std::size_t features = feature_names(plan).size();
    std::string head = "index";
    for (std::size_t i = 0; i < genes; ++i) head += fmt::format(",solution_{}", i);
    head += ",objective";
    for (std::size_t i = 0; i < features; ++i) head += fmt::format(",measures_{}", i);
    head += ",cell_selections,cell_survivals,elite_selections,elite_survivals";
    const std::uint32_t cells = cell_count(plan);
    map_ = {.evaluations = run_.evaluations,
            .fitness = std::vector<double>(cells, std::numeric_limits<double>::quiet_NaN()),
            .selections = std::vector<std::uint32_t>(cells),
            .survivals = std::vector<std::uint32_t>(cells)};
    NumberRows rows(folder_ / "elites.csv", head);
    for (std::vector<double> row; rows.next(row);) {
      const std::uint32_t cell = whole(rows, row[0], cells - 1.0);
      if (!elites_.cells.empty() && cell <= elites_.cells.back()) rows.fail("the cells do not ascend");
      const auto gene = row.begin() + 1;
      const auto fitness = gene + static_cast<std::ptrdiff_t>(genes);
      const auto tallies = fitness + 1 + static_cast<std::ptrdiff_t>(features);
      elites_.cells.push_back(cell);
      elites_.solutions.insert(elites_.solutions.end(), gene, fitness);
      elites_.fitness.push_back(*fitness);
      elites_.features.insert(elites_.features.end(), fitness + 1, tallies);
      elites_.selections.push_back(whole(rows, tallies[2]));
      elites_.survivals.push_back(whole(rows, tallies[3]));
      map_.fitness[cell] = *fitness;
      map_.selections[cell] = whole(rows, tallies[0]);
      map_.survivals[cell] = whole(rows, tallies[1]);
    }
  }

  void read_pictures_of_elites() {
    const fs::path path = folder_ / kPicturesFile;
    std::error_code ignored;
    if (!fs::exists(path, ignored)) return;
    pictures_ = read_pictures(path);
    for (const CellIndex cell : std::views::keys(pictures_)) {
      if (std::ranges::binary_search(elites_.cells, cell)) continue;
      throw Error(fmt::format("'{}' has a picture of cell {}, which has no elite", path.string(), cell));
    }
  }

  fs::path folder_;
  Protocol protocol_;
  std::vector<MetricKind> metrics_;
  StoredRun run_;
  StoredCurve curve_;
  KeptMap map_;
  KeptElites elites_;
  Pictures pictures_;
};

}  // namespace

std::shared_ptr<const Results> open_run_folder(const fs::path& folder) {
  std::error_code ignored;
  if (!fs::exists(folder / "run.json", ignored)) {
    throw Error(fmt::format("cannot show '{}': it is no folder that `mce run --out` has written", folder.string()));
  }
  return std::make_shared<RunFolder>(folder);
}

}  // namespace mce
