// SPDX-License-Identifier: MIT
#include "mce/study/protocol_reader.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <map>
#include <stdexcept>
#include <utility>

#include "mce/core/evolution.hpp"
#include "mce/problems/detail/toml_file.hpp"
#include "mce/problems/problem.hpp"
#include "mce/run/files.hpp"
#include "mce/run/profile.hpp"
#include "mce/selectors/selector_kinds.hpp"
#include "mce/testbeds/any_testbed.hpp"
#include "save_points_reader.hpp"
#include "sweep.hpp"

namespace mce {
namespace {

using Keys = std::vector<std::string>;

/// What can be said of a treatment or of all of them, beside save points; in the order in which names show them.
const Keys& run_keys() {
  static const Keys keys = [] {
    Keys all;
    for (const Parameter& each : Plan().table()) all.push_back(each.key);
    return all;
  }();
  return keys;
}

Keys extended(Keys keys, const Keys& more) {
  keys.insert(keys.end(), more.begin(), more.end());
  return keys;
}

Keys keys_of(const std::vector<ParameterInfo>& parameters) {
  Keys keys;
  for (const ParameterInfo& each : parameters) keys.push_back(each.key);
  return keys;
}

const Assignment* find(const Assignments& chosen, std::string_view key) {
  const auto found = std::ranges::find(chosen, key, &Assignment::key);
  return found == chosen.end() ? nullptr : &*found;
}

class ProtocolReader {
 public:
  ProtocolReader(std::string_view text, std::string_view source_name) : file_(text, source_name) {}

  Protocol read() {
    file_.check_keys(
        file_.root(), "key of a protocol",
        extended({"name", "profile", "seed", "repetitions", "keep", "selectors", "treatment", "save_points"},
                 run_keys()));
    read_head();
    read_selectors();
    read_treatments();
    file_.located(file_.root().place, [&] { check(protocol_); });
    return std::move(protocol_);
  }

 private:
  void read_head() {
    const TomlValue& root = file_.root();
    protocol_.name = std::filesystem::path(file_.name()).stem().string();
    const TomlValue* name = root.find("name");
    if (name != nullptr) protocol_.name = file_.text(*name, "name", "text");
    if (!is_file_name(protocol_.name)) {
      file_.fail(name == nullptr ? root.place : name->place,
                 fmt::format("name {}: allowed are 1 to 100 letters, digits, '-', '_' and '.', for names of files",
                             in_quotes(protocol_.name)));
    }
    if (const TomlValue* value = root.find("profile")) {
      const std::string& text = file_.text(*value, "profile", "the name of one");
      profile_ = file_.located(value->place, [&] { return &mce::profile(text); });
    }
    protocol_.profile = profile_->name;
    if (const TomlValue* value = root.find("seed")) protocol_.seed = file_.whole(*value, "seed", 0, INT64_MAX);
    if (const TomlValue* value = root.find("keep")) {
      const std::string& text = file_.text(*value, "keep", R"("curves", "first" or "all")");
      protocol_.keep = file_.located(value->place, [&] { return parse_retention(text); });
    }
    const TomlValue& repetitions = file_.need(root, "repetitions", "a whole number");
    protocol_.repetitions = static_cast<std::uint32_t>(file_.whole(repetitions, "repetitions", 1, kMaxRepetitions));
  }

  void read_selectors() {
    constexpr const char* kAllowed = R"("paper" (its nine), "all" or a list of selectors)";
    const TomlValue& value = file_.need(file_.root(), "selectors", kAllowed);
    if (value.kind == TomlValue::Kind::text && value.text == "paper") {
      for (const std::string& name : paper_selectors()) add_selector(selector_kind(name), {}, value.place);
      return;
    }
    if (value.kind == TomlValue::Kind::text && value.text == "all") {
      for (const SelectorKind& kind : selector_kinds()) add_selector(kind, {}, value.place);
      return;
    }
    for (const TomlValue& item : file_.list(value, "selectors", kAllowed)) {
      if (item.kind == TomlValue::Kind::table) {
        add_selectors(item);
      } else {
        const std::string& text = file_.text(item, "a selector", "text or a table");
        const SelectorChoice choice = file_.located(item.place, [&] { return parse_selector(text); });
        add_selector(selector_kind(choice.name), choice.settings, item.place);
      }
    }
  }

  /// { selector = "ucb-cell", lambda = [0.1, 0.5] }
  void add_selectors(const TomlValue& table) {
    const TomlValue& name = file_.need(table, "selector", "the name of one");
    const SelectorKind& kind = file_.located(name.place, [&]() -> const SelectorKind& {
      return selector_kind(file_.text(name, "selector", "the name of one"));
    });
    file_.check_keys(table, "key of selector " + kind.name, extended({"selector"}, keys_of(kind.parameters({}))));
    std::vector<Axis> axes;
    for (const TomlValue& value : table.items) {
      if (value.key != "selector") axes.push_back(parameter_axis(value, kind.complete));
    }
    check_size(table.place, protocol_.selectors.size() + combination_count(axes, kMaxSelectors), 1);
    for_each_combination(axes, [&](const Assignments& chosen) {
      Settings settings;
      for (const Assignment& each : chosen) settings.emplace_back(each.key, each.value);
      add_selector(kind, settings, table.place);
    });
  }

  void add_selector(const SelectorKind& kind, const Settings& given, Place place) {
    SelectorEntry entry{.label = kind.name, .name = kind.name, .settings = {}};
    file_.located(place, [&] { entry.settings = complete_selector(profile_->name, kind.name, given); });
    char separator = ':';
    for (const auto& [key, value] : entry.settings) {
      if (std::ranges::count(given, key, &Settings::value_type::first) == 0) continue;
      entry.label += fmt::format("{}{}={}", std::exchange(separator, ','), key, value_text(value));
    }
    const auto [before, added] = selector_places_.emplace(entry.label, place);
    if (!added) {
      file_.fail(place, fmt::format("selector '{}' is there already, at {}", entry.label, file_.at(before->second)));
    }
    protocol_.selectors.push_back(std::move(entry));
  }

  void read_treatments() {
    constexpr const char* kAllowed = "at least one table under [[treatment]]";
    const TomlValue& root = file_.root();
    std::vector<Axis> common;
    for (const TomlValue& value : root.items) {
      if (std::ranges::count(run_keys(), value.key) > 0) common.push_back(run_axis(value));
    }
    // Here only its form is checked: treatments may have evaluations of their own.
    if (const TomlValue* value = root.find("save_points")) read_save_points(file_, *value, kMaxEvaluations);
    for (const TomlValue& table : file_.list(file_.need(root, "treatment", kAllowed), "treatment", kAllowed)) {
      if (table.kind != TomlValue::Kind::table) file_.wrong_kind(table, "a treatment", "a table");
      add_treatments(table, common);
    }
  }

  void add_treatments(const TomlValue& table, const std::vector<Axis>& common) {
    if (const TomlValue* problem = table.find("problem")) {
      add_problem(table, *problem, common);
      return;
    }
    const TomlValue& testbed = file_.need(table, "testbed", "the name of one, or problem with the path of a file,");
    const TestbedKind& kind = file_.located(testbed.place, [&]() -> const TestbedKind& {
      return testbed_kind(file_.text(testbed, "testbed", "the name of one"));
    });
    const Keys parameters = keys_of(kind.parameters({}));
    Keys allowed = extended({"testbed", "name", "save_points"}, extended(run_keys(), parameters));
    for (const Sweep& sweep : kind.sweeps) allowed.push_back(sweep.key);
    file_.check_keys(table, fmt::format("key of a treatment ({})", kind.name), allowed);
    check_name(table);

    std::vector<Axis> axes = axes_of_all(table, common);
    for (const TomlValue& value : table.items) {
      if (std::ranges::count(parameters, value.key) > 0) axes.push_back(parameter_axis(value, kind.complete));
      if (std::ranges::count(run_keys(), value.key) > 0) axes.push_back(run_axis(value));
      for (const Sweep& sweep : kind.sweeps) {
        if (sweep.key == value.key) axes.push_back(sweep_axis(table, value, sweep));
      }
    }
    expand(table, axes, {.profile = profile_->name, .testbed = kind.name, .selector = ""});
  }

  /// problem = "ball.toml", beside the protocol
  void add_problem(const TomlValue& table, const TomlValue& value, const std::vector<Axis>& common) {
    file_.check_keys(table, "key of a treatment (problem)", extended({"problem", "name", "save_points"}, run_keys()));
    check_name(table);
    const std::filesystem::path path = file_.text(value, "problem", "the path of a problem's file");
    const ProblemFile problem = file_.located(
        value.place, [&] { return read_problem(std::filesystem::path(file_.name()).parent_path() / path); });
    std::vector<Axis> axes = axes_of_all(table, common);
    for (const TomlValue& each : table.items) {
      if (std::ranges::count(run_keys(), each.key) > 0) axes.push_back(run_axis(each));
    }
    expand(table, axes, {.profile = profile_->name, .problem = problem, .selector = ""});
  }

  /// What is said of all treatments, where this one says nothing.
  static std::vector<Axis> axes_of_all(const TomlValue& table, const std::vector<Axis>& common) {
    std::vector<Axis> axes;
    for (const Axis& axis : common) {
      if (!replaces(table, axis.front().front().key)) axes.push_back(axis);
    }
    return axes;
  }

  /// Adds a treatment for every combination of the values.
  void expand(const TomlValue& table, const std::vector<Axis>& axes, const PlanRequest& request) {
    const std::uint64_t count = combination_count(axes, kMaxTreatments);
    check_size(table.place, protocol_.selectors.size(), protocol_.treatments.size() + count);
    const bool as_long = std::ranges::none_of(
        axes, [](const Axis& axis) { return axis.front().front().key == "evaluations" && axis.size() > 1; });
    for_each_combination(axes, [&, first = true](const Assignments& chosen) mutable {
      add_treatment(table, request, chosen);
      // The others have as many save points: whether that is too many shows before they are made.
      if (std::exchange(first, false) && as_long) {
        check_save_points(table.place, (count - 1) * protocol_.treatments.back().plan.save_points.size());
      }
    });
  }

  /// Whether a treatment says itself what is said of all under this key. Its own word about the map replaces all.
  static bool replaces(const TomlValue& treatment, std::string_view key) {
    if (key == "resolution" && treatment.find("centroids") != nullptr) return true;
    if (key.starts_with("centroid") && treatment.find("resolution") != nullptr) return true;
    return treatment.find(key) != nullptr;
  }

  void add_treatment(const TomlValue& table, PlanRequest request, const Assignments& chosen) {
    Place place = table.place;
    for (const auto& [key, value, value_place, swept] : chosen) {
      const bool of_run = std::ranges::count(run_keys(), key) > 0;
      (of_run ? request.run_settings : request.testbed_settings).emplace_back(key, value);
      if (key == "resolution" || key.starts_with("centroid")) place = value_place;  // the rest was checked one by one
    }
    Plan plan = file_.located(place, [&] { return complete(request); });
    if (const TomlValue* points = save_points_of(table)) {
      plan.save_points = read_save_points(file_, *points, plan.evaluations);
    }
    check_save_points(table.place, plan.save_points.size());
    save_points_ += plan.save_points.size();
    Treatment treatment{.name = name_of(table, plan, chosen), .plan = std::move(plan)};
    const auto [before, added] = treatment_places_.emplace(treatment.name, table.place);
    if (!added) {
      file_.fail(table.place, fmt::format("treatment {} is there already, at {}: give one of them another name",
                                          in_quotes(treatment.name), file_.at(before->second)));
    }
    protocol_.treatments.push_back(std::move(treatment));
  }

  void check_name(const TomlValue& table) const {
    const TomlValue* name = table.find("name");
    if (name == nullptr) return;
    const std::string& text = file_.text(*name, "name", "text");
    const bool printable = std::ranges::none_of(text, [](char letter) { return letter >= 0 && letter < ' '; });
    if (text.empty() || !printable) file_.fail(name->place, "name of a treatment: one line of text is needed");
  }

  /// The testbed and what is set explicitly, or the name it is given and what is swept. Values are as their parameters
  /// print them, so 8 and 8.0 are the same treatment.
  static std::string name_of(const TomlValue& table, const Plan& plan, const Assignments& chosen) {
    const TomlValue* given = table.find("name");
    std::string name = given == nullptr ? plan.testbed : given->text;
    for (const auto& [key, value] : plan.testbed_settings) {
      const Assignment* set = find(chosen, key);
      if (set != nullptr && (set->swept || given == nullptr)) name += fmt::format(" {}={}", key, value_text(value));
    }
    for (const std::string& key : run_keys()) {
      const Assignment* set = find(chosen, key);
      if (set == nullptr || !set->swept) continue;
      const std::string value = value_text(set->value);
      // Seeds depend on names, so the folder of a file is left out.
      name += fmt::format(" {}={}", key, key == "centroids" ? std::filesystem::path(value).filename().string() : value);
    }
    return name;
  }

  /// A parameter of a testbed, a selector or a run: numbers and texts, checked one by one. The axis has the values as
  /// the parameter prints them: 1e6 and 1000000 are the same.
  Axis parameter_axis(const TomlValue& value, const std::function<Settings(const Settings&)>& complete) const {
    return read_axis(file_, value, [&](const TomlValue& one) -> ParameterValue {
      if (one.kind != TomlValue::Kind::number && one.kind != TomlValue::Kind::text) {
        file_.wrong_kind(one, value.key, "a number or text, or a list of them,");
      }
      const Settings all = file_.located(one.place, [&] { return complete({{value.key, one.text}}); });
      return std::ranges::find(all, value.key, &Settings::value_type::first)->second;
    });
  }

  Axis run_axis(const TomlValue& value) const {
    return parameter_axis(value, [this](Settings settings) {
      for (auto& [key, each] : settings) {
        if (key == "centroids")
          each = centroids_in(std::filesystem::path(file_.name()).parent_path(), value_text(each));
      }
      Plan plan;
      apply(settings, plan.table(), "a run");
      return values_of(plan.table());
    });
  }

  Axis sweep_axis(const TomlValue& table, const TomlValue& value, const Sweep& sweep) const {
    for (const std::string& key : sweep.replaces) {
      if (table.find(key) == nullptr) continue;
      file_.fail(value.key_place, fmt::format("{} sets {} too: leave one of them out", sweep.key, key));
    }
    std::vector<std::string> chosen;
    if (value.kind == TomlValue::Kind::text) {
      chosen.push_back(value.text);
    } else {
      for (const TomlValue& item : file_.list(value, value.key, sweep.allowed)) {
        chosen.push_back(file_.text(item, value.key, sweep.allowed));
      }
    }
    Axis axis;
    file_.located(value.place, [&] {
      try {
        for (const Settings& settings : sweep.expand(chosen)) {
          Assignments& assignments = axis.emplace_back();
          for (const auto& [key, each] : settings) assignments.push_back({key, each, value.place, true});
        }
      } catch (const std::invalid_argument& error) {
        throw std::invalid_argument(fmt::format("{}; {} is allowed", error.what(), sweep.allowed));
      }
    });
    return axis;
  }

  /// Asked before anything is expanded, which might take forever.
  void check_size(Place place, std::uint64_t selectors, std::uint64_t treatments) const {
    const auto check = [&](std::uint64_t count, std::uint64_t most, std::string_view what) {
      if (count <= most) return;
      file_.fail(place, fmt::format("with this, the study has more than {} {}, the most that are allowed", most, what));
    };
    check(selectors, kMaxSelectors, "selectors");
    check(treatments, kMaxTreatments, "treatments");
    check(treatments * selectors * protocol_.repetitions, kMaxRuns, "runs");
  }

  void check_save_points(Place place, std::uint64_t more) const {
    if (save_points_ + more <= kMaxSavePointsOfStudy) return;
    file_.fail(place, fmt::format("with this, the treatments have more than {} save points together, the most that are "
                                  "allowed",
                                  kMaxSavePointsOfStudy));
  }

  /// Its own, or those of all; or null.
  [[nodiscard]] const TomlValue* save_points_of(const TomlValue& treatment) const {
    const TomlValue* points = treatment.find("save_points");
    return points != nullptr ? points : file_.root().find("save_points");
  }

  TomlFile file_;
  const Profile* profile_ = &mce::profile("paper");
  Protocol protocol_;
  std::uint64_t save_points_ = 0;
  std::map<std::string, Place> selector_places_;
  std::map<std::string, Place> treatment_places_;
};

}  // namespace

Protocol read_protocol(const std::filesystem::path& path) {
  const std::vector<std::byte> bytes = read_file(path);
  std::string text(bytes.size(), '\0');
  std::ranges::transform(bytes, text.begin(), [](std::byte each) { return static_cast<char>(each); });
  return parse_protocol(text, path.string());
}

Protocol parse_protocol(std::string_view text, std::string_view source_name) {
  return ProtocolReader(text, source_name).read();
}

}  // namespace mce
