// SPDX-License-Identifier: MIT
#include "mce/view/resources.hpp"

#include <fmt/core.h>

#include <charconv>
#include <functional>
#include <mutex>
#include <utility>

#include "mce/core/text.hpp"
#include "results.hpp"
#include "run_arrays.hpp"
#include "study_json.hpp"

namespace mce {
namespace {

namespace fs = std::filesystem;

Resource as_resource(const Json& json) {
  // Names may hold any bytes: those that are no text must not keep the rest from being shown.
  return {.form = Resource::Form::json, .bytes = json.dump(-1, ' ', false, Json::error_handler_t::replace)};
}

[[noreturn]] void fail(std::string_view name) { throw NotThere(fmt::format("there is no {}", in_quotes(name))); }

/// A number of a name, below `count`.
std::uint32_t number_in(std::string_view part, std::size_t count, std::string_view name) {
  std::uint32_t number = 0;
  const auto [end, error] = std::from_chars(part.data(), part.data() + part.size(), number);
  if (error != std::errc() || end != part.data() + part.size() || number >= count) fail(name);
  return number;
}

/// What is looked at, and a text that is another one if the facts of the study are.
struct Opened {
  explicit Opened(std::shared_ptr<const Results> opened)
      : results(std::move(opened)),
        identity(fmt::format("{:016x}", std::hash<std::string>()(as_resource(facts_json(*results)).bytes))) {}

  std::shared_ptr<const Results> results;
  std::string identity;
};

class ResultResources final : public Resources {
 public:
  explicit ResultResources(std::shared_ptr<const Results> results) : opened_(std::move(results)) {}

  Resource read(std::string_view name) override {
    // A page that is loaded gets what there is now, and one that follows a study is told if it is another one.
    if (name == "study.json") look_again(true);
    if (name == "state.json") look_again(false);
    const Opened now = current();
    try {
      return read(now, name);
    } catch (const NotThere&) {
      throw;
    } catch (const Error&) {
      // Pages of a file that is read as an unchanging one do not fit together if somebody changes it meanwhile.
      look_again(false);
      const Opened newer = current();
      if (newer.results == now.results) throw;
      return read(newer, name);
    }
  }

  std::vector<std::string> names(const StudyFilter& only) override {
    const auto results = current().results;
    const Protocol& protocol = results->protocol();
    const FilteredStudy chosen = apply(only, protocol);
    std::vector<std::string> names = {"study.json", "state.json", "beaten.json", "areas.json"};
    for (std::uint32_t treatment = 0; treatment < protocol.treatments.size(); ++treatment) {
      if (chosen.treatments[treatment]) add_names(names, *results, treatment, chosen);
    }
    return names;
  }

 private:
  /// One at a time: of two that open a new file at once, the second would take away the locks of the first.
  void look_again(bool in_any_case) {
    const std::scoped_lock one(looking_);
    const auto before = current().results;
    if (!in_any_case && before->is_current()) return;
    const Opened now(before->anew());
    const std::scoped_lock lock(mutex_);
    opened_ = now;
  }

  [[nodiscard]] Opened current() const {
    const std::scoped_lock lock(mutex_);
    return opened_;
  }

  static Resource read(const Opened& opened, std::string_view name) {
    const Results& results = *opened.results;
    if (name == "state.json") return as_resource(state_json(results, opened.identity));
    if (name == "study.json") return as_resource(facts_json(results));
    if (name == "beaten.json") return as_resource(beaten_json(results));
    if (name == "areas.json") return as_resource(areas_json(results));
    const std::vector<std::string> parts = split(name, '/');
    const Protocol& protocol = results.protocol();
    if (parts.size() >= 3 && parts[0] == "treatments") {
      return of_treatment(results, number_in(parts[1], protocol.treatments.size(), name), parts, name);
    }
    if (parts.size() >= 5 && parts[0] == "runs") {
      const RunKey key{.treatment = number_in(parts[1], protocol.treatments.size(), name),
                       .selector = number_in(parts[2], protocol.selectors.size(), name),
                       .repetition = number_in(parts[3], protocol.repetitions, name)};
      return of_run(results, key, parts, name);
    }
    fail(name);
  }

  static Resource of_treatment(const Results& results, std::uint32_t treatment, const std::vector<std::string>& parts,
                               std::string_view name) {
    if (parts.size() == 4 && parts[2] == "curves") return curves_of_runs(results, treatment, parts[3]);
    if (parts.size() != 3) fail(name);
    const std::string& what = parts[2];
    if (what == "runs.json") return as_resource(runs_json(results, treatment));
    if (what == "curves.json") return as_resource(curves_json(results, treatment));
    if (what == "comparisons.json") return as_resource(comparisons_json(results, treatment));
    if (what == "centroids") return centroids_array(results, treatment);
    fail(name);
  }

  static Resource of_run(const Results& results, const RunKey& key, const std::vector<std::string>& parts,
                         std::string_view name) {
    const std::string& what = parts[4];
    if (parts.size() == 6 && what == "maps") return map_arrays(results, key, number_in(parts[5], UINT32_MAX, name));
    if (parts.size() == 6 && what == "pictures")
      return picture_json(results, key, number_in(parts[5], UINT32_MAX, name));
    if (parts.size() != 5) fail(name);
    if (what == "maps") return map_list(results, key);
    if (what == "history") return history_arrays(results, key);
    if (what == "elites") return elites_arrays(results, key);
    fail(name);
  }

  /// Those of a treatment, and of its runs.
  static void add_names(std::vector<std::string>& names, const Results& results, std::uint32_t treatment,
                        const FilteredStudy& chosen) {
    const Protocol& protocol = results.protocol();
    const std::string base = fmt::format("treatments/{}/", treatment);
    for (const char* each : {"runs.json", "curves.json", "comparisons.json"}) names.push_back(base + each);
    for (const MetricKind& metric : results.metrics()) names.push_back(base + "curves/" + metric.key);
    names.push_back(base + "curves/best");
    if (protocol.treatments[treatment].plan.centroids.count > 0) names.push_back(base + "centroids");
    const bool has_history = keeps_history(results, treatment);
    for (const StoredRun& run : results.runs(treatment)) {
      if (!chosen.selectors[run.key.selector]) continue;
      const std::string of_run = fmt::format("runs/{}/{}/{}/", run.key.treatment, run.key.selector, run.key.repetition);
      if (has_history) names.push_back(of_run + "history");
      if (!keeps_maps(protocol, run.key.repetition)) continue;
      const std::size_t maps = results.map_evaluations(run.key).size();
      if (maps > 0) names.push_back(of_run + "maps");
      for (std::size_t i = 0; i < maps; ++i) names.push_back(fmt::format("{}maps/{}", of_run, i));
      names.push_back(of_run + "elites");
      for (const std::uint32_t cell : results.pictured_cells(run.key)) {
        names.push_back(fmt::format("{}pictures/{}", of_run, cell));
      }
    }
  }

  std::mutex looking_;        // held before mutex_
  mutable std::mutex mutex_;  // of opened_
  Opened opened_;
};

class NoResources final : public Resources {
 public:
  Resource read(std::string_view name) override {
    if (name == "study.json") return as_resource({{"kind", "nothing"}});
    fail(name);
  }
  std::vector<std::string> names(const StudyFilter& /*only*/) override { return {"study.json"}; }
};

}  // namespace

std::unique_ptr<Resources> open_resources(const fs::path& path) {
  std::error_code ignored;
  return std::make_unique<ResultResources>(fs::is_directory(path, ignored) ? open_run_folder(path) : open_study(path));
}

std::unique_ptr<Resources> no_resources() { return std::make_unique<NoResources>(); }

}  // namespace mce
