// SPDX-License-Identifier: MIT
// Problems from TOML files.
#include <fcntl.h>
#include <fmt/core.h>
#include <fmt/ranges.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <system_error>
#include <utility>

#include "descriptor.hpp"
#include "mce/core/error.hpp"
#include "mce/core/evolution.hpp"
#include "mce/problems/detail/toml_file.hpp"
#include "mce/problems/problem.hpp"

namespace mce {
namespace {

using Keys = std::vector<std::string>;
constexpr std::uint64_t kMaxInitial = 1'000'000'000;  // as in a plan
constexpr const char* kNumbers = "a number, or a list of numbers with one for each,";

class ProblemReader {
 public:
  ProblemReader(std::string_view text, const std::filesystem::path& path)
      : file_(text, path.string()), folder_(std::filesystem::absolute(path).parent_path().lexically_normal()) {
    problem().name = path.stem().string();
  }

  ProblemFile read() {
    static const Keys keys = {"name",    "command",  "workers",  "per_worker",  "in_flight",
                              "timeout", "order",    "initial",  "evaluations", "lowest_fitness",
                              "genome",  "features", "variation"};
    file_.check_keys(root(), "key of a problem", keys);
    read_head();
    read_program();
    read_genome();
    read_features();
    read_variation();
    file_.located(root().place, [&] { check(problem()); });
    return std::move(result_);
  }

 private:
  [[nodiscard]] const TomlValue& root() const { return file_.root(); }
  Problem& problem() { return result_.problem; }

  void read_head() {
    if (const TomlValue* name = root().find("name")) problem().name = file_.text(*name, "name", "text");
    if (const TomlValue* value = root().find("in_flight")) {
      problem().in_flight = static_cast<std::uint32_t>(file_.whole(*value, "in_flight", 1, kMaxInFlight));
    }
    if (const TomlValue* value = root().find("order")) {
      constexpr const char* kAllowed = R"("asked" or "arrival")";
      const std::string& order = file_.text(*value, "order", kAllowed);
      if (order != "asked" && order != "arrival") {
        file_.fail(value->place, fmt::format("order is {}, {} is allowed", in_quotes(order), kAllowed));
      }
      problem().order = order == "asked" ? TellOrder::asked : TellOrder::arrival;
    }
    if (const TomlValue* value = root().find("lowest_fitness")) {
      problem().lowest_fitness = number(*value, "lowest_fitness", "a number");
    }
    read_run_setting("initial", 1, kMaxInitial);
    read_run_setting("evaluations", 0, kMaxEvaluations);
  }

  void read_run_setting(const char* key, std::uint64_t low, std::uint64_t high) {
    if (const TomlValue* value = root().find(key)) {
      result_.run_settings.emplace_back(key, fmt::format("{}", file_.whole(*value, key, low, high)));
    }
  }

  void read_program() {
    constexpr const char* kAllowed = R"(a list of texts such as ["python3", "ball.py"])";
    WorkerProgram& program = problem().program;
    program.folder = folder_;
    const TomlValue& command = file_.need(root(), "command", kAllowed);
    for (const TomlValue& each : file_.list(command, "command", kAllowed)) {
      program.command.push_back(file_.text(each, "a part of command", "text"));
    }
    if (const TomlValue* value = root().find("workers")) {
      program.workers = static_cast<std::uint32_t>(file_.whole(*value, "workers", 1, kMaxWorkers));
    }
    if (const TomlValue* value = root().find("per_worker")) {
      program.per_worker = static_cast<std::uint32_t>(file_.whole(*value, "per_worker", 0, kMaxPerWorker));
    }
    const TomlValue* timeout = root().find("timeout");
    if (timeout != nullptr) program.timeout = number(*timeout, "timeout", "a number of seconds");
    file_.located(timeout != nullptr ? timeout->place : command.place, [&] { check(program); });
  }

  void read_genome() {
    static const Keys keys = {"dimensions", "lower", "upper"};
    const TomlValue& genome = table("genome", keys, "a table with dimensions, lower and upper");
    const auto dimensions = static_cast<std::size_t>(
        file_.whole(file_.need(genome, "dimensions", "a whole number"), "dimensions", 1, kMaxGenes));
    const std::vector<double> lower = numbers(file_.need(genome, "lower", kNumbers), dimensions);
    const TomlValue& upper_value = file_.need(genome, "upper", kNumbers);
    const std::vector<double> upper = numbers(upper_value, dimensions);
    for (std::size_t i = 0; i < dimensions; ++i) {
      if (!(lower[i] < upper[i])) {
        file_.fail(upper_value.place, fmt::format("upper is {} for gene {}, and lower is {}: upper has to be more",
                                                  upper[i], i + 1, lower[i]));
      }
      problem().genome.push_back({lower[i], upper[i]});
    }
  }

  void read_features() {
    static const Keys keys = {"names", "ranges", "resolution", "centroids"};
    const TomlValue& features = table("features", keys, "a table with ranges, and with resolution or centroids");
    constexpr const char* kRanges = "a list such as [[-1, 1], [0, 5]], with a range for each feature,";
    const TomlValue& ranges = file_.need(features, "ranges", kRanges);
    for (const TomlValue& each : file_.list(ranges, "ranges", kRanges)) {
      const std::span<const TomlValue> ends = file_.list(each, "a range", "a list of two numbers");
      if (ends.size() != 2) file_.fail(each.place, fmt::format("a range has {} numbers, not 2", ends.size()));
      const Interval range{.low = number(ends[0], "the end of a range", "a number"),
                           .high = number(ends[1], "the end of a range", "a number")};
      if (!(range.low < range.high)) {
        file_.fail(each.place,
                   fmt::format("a range from {} to {}: the second number has to be more", range.low, range.high));
      }
      problem().features.push_back(range);
    }
    read_names(features);
    read_cells(features);
  }

  void read_names(const TomlValue& features) {
    const std::size_t count = problem().features.size();
    const TomlValue* names = features.find("names");
    if (names == nullptr) {
      for (std::size_t i = 0; i < count; ++i) problem().feature_names.push_back(fmt::format("feature {}", i + 1));
      return;
    }
    for (const TomlValue& each : file_.list(*names, "names", "a list of texts")) {
      problem().feature_names.push_back(file_.text(each, "the name of a feature", "text"));
    }
    if (problem().feature_names.size() != count) {
      file_.fail(names->place, fmt::format("{} names for {} features", problem().feature_names.size(), count));
    }
  }

  /// How the space of the features is divided.
  void read_cells(const TomlValue& features) {
    const TomlValue* resolution = features.find("resolution");
    const TomlValue* centroids = features.find("centroids");
    if ((resolution == nullptr) == (centroids == nullptr)) {
      file_.fail(resolution == nullptr ? features.place : centroids->key_place,
                 resolution == nullptr ? "resolution or centroids is missing, one of them is needed"
                                       : "resolution and centroids: only one of them is allowed");
    }
    if (resolution != nullptr) {
      result_.run_settings.emplace_back("resolution", resolution_of(*resolution));
    } else if (centroids->kind == TomlValue::Kind::text) {
      result_.run_settings.emplace_back("centroids", (folder_ / centroids->text).lexically_normal().string());
    } else {
      const std::uint64_t count = file_.whole(*centroids, "centroids", 1, Grid::kMaxCells);
      result_.run_settings.emplace_back("centroids", fmt::format("{}", count));
    }
  }

  std::string resolution_of(const TomlValue& value) {
    std::vector<std::uint32_t> bins;
    const auto add = [&](const TomlValue& each) {
      bins.push_back(static_cast<std::uint32_t>(file_.whole(each, "resolution", 1, Grid::kMaxCells)));
    };
    if (value.kind == TomlValue::Kind::list) {
      for (const TomlValue& each : value.items) add(each);
      if (bins.size() != problem().features.size()) {
        file_.fail(value.place,
                   fmt::format("resolution has {} numbers for {} features", bins.size(), problem().features.size()));
      }
    } else {
      add(value);
    }
    file_.located(value.place, [&] { Grid(problem().features, bins); });
    return resolution_text(bins);
  }

  void read_variation() {
    const TomlValue* variation = root().find("variation");
    if (variation == nullptr) return;
    if (variation->kind != TomlValue::Kind::table) file_.wrong_kind(*variation, "variation", "a table with kind");
    result_.variation_place = file_.at(variation->place);
    if (const TomlValue* kind = variation->find("kind")) {
      problem().variation = file_.text(*kind, "kind", "the name of a variation");
    }
    for (const TomlValue& value : variation->items) {
      if (value.key != "kind") problem().variation_settings.emplace_back(value.key, setting(value));
    }
  }

  [[nodiscard]] ParameterValue setting(const TomlValue& value) const {
    if (value.kind == TomlValue::Kind::text) return value.text;
    if (value.kind != TomlValue::Kind::list) return number(value, value.key, "a number, text or a list of numbers");
    Keys texts;
    for (const TomlValue& each : value.items) texts.push_back(number_text(number(each, value.key, "a number")));
    return fmt::format("{}", fmt::join(texts, ","));
  }

  const TomlValue& table(std::string_view key, const Keys& keys, std::string_view allowed) const {
    const TomlValue& found = file_.need(root(), key, allowed);
    if (found.kind != TomlValue::Kind::table) file_.wrong_kind(found, key, allowed);
    file_.check_keys(found, fmt::format("key of [{}]", key), keys);
    return found;
  }

  [[nodiscard]] double number(const TomlValue& value, std::string_view what, std::string_view allowed) const {
    if (value.kind != TomlValue::Kind::number) file_.wrong_kind(value, what, allowed);
    return file_.located(value.place, [&] { return parse_number(value.text); });
  }

  /// One number for all, or a list of as many.
  [[nodiscard]] std::vector<double> numbers(const TomlValue& value, std::size_t count) const {
    if (value.kind != TomlValue::Kind::list) return std::vector<double>(count, number(value, value.key, kNumbers));
    if (value.items.size() != count) {
      file_.fail(value.place, fmt::format("{} has {} numbers for {} genes", value.key, value.items.size(), count));
    }
    std::vector<double> all;
    all.reserve(count);
    for (const TomlValue& each : value.items) all.push_back(number(each, value.key, "a number"));
    return all;
  }

  TomlFile file_;
  std::filesystem::path folder_;
  ProblemFile result_;
};

std::string read_text(const std::filesystem::path& path) {
  const Descriptor file(::open(path.c_str(), O_RDONLY | O_CLOEXEC));
  std::string text;
  std::array<char, 65'536> piece{};
  for (;;) {
    const ssize_t count = file.is_open() ? ::read(file.number(), piece.data(), piece.size()) : -1;
    if (count < 0 && file.is_open() && errno == EINTR) continue;
    if (count < 0) {
      throw Error(fmt::format("cannot read {}: {}", in_quotes(path.string()), std::generic_category().message(errno)));
    }
    if (count == 0) return text;
    text.append(piece.data(), static_cast<std::size_t>(count));
  }
}

}  // namespace

ProblemFile read_problem(const std::filesystem::path& path) { return ProblemReader(read_text(path), path).read(); }

}  // namespace mce
