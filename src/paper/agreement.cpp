// SPDX-License-Identifier: MIT
#include "mce/paper/agreement.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <span>
#include <stdexcept>

#include "mce/analysis/comparison.hpp"
#include "mce/analysis/statistics.hpp"
#include "mce/core/wording.hpp"
#include "mce/run/profile.hpp"
#include "mce/selectors/selector_kinds.hpp"
#include "mce/study/beaten.hpp"

namespace mce {

std::string_view published_tables_csv();  // data/published_tables.csv

namespace {

/// The treatments of a published table: all mazes are summed up in one.
std::uint32_t published_treatments(std::string_view testbed) {
  constexpr std::uint32_t kMazes = 60;  // two sizes, each with five metrics as fitness by six pairs of the others
  return testbed == "maze" ? kMazes : 1;
}

/// In a line of names.
std::size_t column_of(std::span<const std::string> names, std::string_view wanted) {
  const auto found = std::ranges::find(names, wanted);
  if (found == names.end()) throw std::invalid_argument(unknown_name("column", wanted, names));
  return static_cast<std::size_t>(found - names.begin());
}

/// Where the nine selectors of the paper are in the study; nothing unless all are.
std::optional<std::vector<std::size_t>> places_of_the_nine(const Protocol& protocol) {
  std::vector<std::size_t> places;
  for (const std::string& name : paper_selectors()) {
    const auto found = std::ranges::find(protocol.selectors, name, &SelectorEntry::label);
    if (found == protocol.selectors.end()) return std::nullopt;
    places.push_back(static_cast<std::size_t>(found - protocol.selectors.begin()));
  }
  return places;
}

std::vector<std::size_t> best_of(const std::vector<std::uint32_t>& row) {
  std::vector<std::size_t> best;
  const std::uint32_t most = *std::ranges::max_element(row);
  for (std::size_t i = 0; i < row.size(); ++i) {
    if (row[i] == most) best.push_back(i);
  }
  return best;
}

std::vector<std::uint32_t> own_row(const Store& store, const std::vector<std::uint32_t>& treatments, Metric metric,
                                   const std::vector<std::size_t>& places) {
  std::vector<std::uint32_t> row(places.size());
  for (const std::uint32_t treatment : treatments) {
    const auto all = areas(store, treatment, metric);
    std::vector<std::vector<double>> samples(places.size());
    std::ranges::transform(places, samples.begin(), [&all](std::size_t place) { return all[place]; });
    const Comparisons comparisons(samples);
    for (std::size_t i = 0; i < row.size(); ++i) row[i] += comparisons.beaten(i);
  }
  return row;
}

AgreementRow compared(const PublishedTable::Row& published, std::vector<std::uint32_t> own, double scale) {
  AgreementRow row{.metric = published.metric, .own = std::move(own), .published = published.beaten, .differences = {}};
  for (std::size_t i = 0; i < row.own.size(); ++i) row.differences.push_back(row.own[i] * scale - row.published[i]);
  const std::vector<double> ours(row.own.begin(), row.own.end());
  row.rank_correlation = rank_correlation(ours, std::vector<double>(row.published.begin(), row.published.end()));
  row.same_best = best_of(row.own) == best_of(row.published);
  return row;
}

/// Whether a treatment is one of the paper's: as its profile has it, mazes of either size by any of the metrics.
bool has_usual_parameters(const Protocol& protocol, const Treatment& treatment) {
  const Plan& plan = treatment.plan;
  PlanRequest request{.profile = protocol.profile, .testbed = plan.testbed, .selector = ""};
  for (const auto& [key, value] : plan.testbed_settings) {
    const bool varies = plan.testbed == "maze" && (key == "fitness" || key == "features" || key == "size");
    if (varies && key == "size" && value != ParameterValue(8.0) && value != ParameterValue(16.0)) return false;
    if (varies) request.testbed_settings.emplace_back(key, value);
  }
  const Plan usual = complete(request);
  return plan.testbed_settings == usual.testbed_settings && plan.resolution == usual.resolution &&
         plan.initial == usual.initial;
}

/// How the study is another one than the published one.
std::vector<std::string> differences_of(const Store& store, const std::vector<std::uint32_t>& treatments,
                                        const PublishedTable& published) {
  const Protocol& protocol = store.protocol();
  std::vector<std::string> notes;
  if (protocol.profile != "published") {
    notes.push_back(fmt::format(
        "The profile is {}: the published numbers come from a program that differs from the text of the paper, which "
        "is what profile published repeats.",
        protocol.profile));
  }
  if (protocol.repetitions != kPublishedRepetitions) {
    notes.push_back(fmt::format("{} instead of {}: the tests have {} power, so {} differences are significant.",
                                wording::count(protocol.repetitions, "repetition"), kPublishedRepetitions,
                                protocol.repetitions < kPublishedRepetitions ? "less" : "more",
                                protocol.repetitions < kPublishedRepetitions ? "fewer" : "more"));
  }
  if (treatments.size() != published.treatments) {
    notes.push_back(fmt::format(
        "{} instead of {}: entries are shares of all comparisons, differences are scaled to the published {}.",
        wording::count(treatments.size(), "treatment"), published.treatments,
        published.treatments * paper_opponents()));
  }
  const std::uint64_t evaluations =
      complete({.profile = "published", .testbed = published.testbed, .selector = ""}).evaluations;
  const bool as_long = std::ranges::all_of(
      treatments, [&](std::uint32_t each) { return protocol.treatments[each].plan.evaluations == evaluations; });
  if (!as_long) notes.push_back(fmt::format("Runs do not have the published {} evaluations.", evaluations));
  const bool as_published = std::ranges::all_of(
      treatments, [&](std::uint32_t each) { return has_usual_parameters(protocol, protocol.treatments[each]); });
  if (!as_published) {
    notes.emplace_back("The testbed, its map or the initial population has other parameters than the profile says.");
  }
  return notes;
}

}  // namespace

std::vector<PublishedTable> parse_published_tables(std::string_view csv) {
  const auto lines = split(csv, '\n');
  const auto names = split(lines.front(), ',');
  const std::size_t testbed_column = column_of(names, "testbed");
  const std::size_t metric_column = column_of(names, "metric");
  std::vector<std::size_t> selector_columns;
  for (const std::string& name : paper_selectors()) {
    selector_columns.push_back(column_of(names, selector_kind(name).symbol));
  }
  std::vector<PublishedTable> tables;
  for (std::size_t i = 1; i < lines.size(); ++i) {
    if (lines[i].empty()) continue;
    const auto fields = split(lines[i], ',');
    if (fields.size() != names.size()) {
      throw std::invalid_argument(fmt::format("line {}: {} values in {} columns", i + 1, fields.size(), names.size()));
    }
    const std::string& testbed = fields[testbed_column];
    if (tables.empty() || tables.back().testbed != testbed) {
      tables.push_back({.testbed = testbed, .treatments = published_treatments(testbed), .rows = {}});
    }
    PublishedTable& table = tables.back();
    PublishedTable::Row& row = table.rows.emplace_back();
    row.metric = metric_kind(fields[metric_column]).metric;
    for (const std::size_t column : selector_columns) {
      const std::uint64_t beaten = parse_whole(fields[column], 0, std::uint64_t{table.treatments} * paper_opponents());
      row.beaten.push_back(static_cast<std::uint32_t>(beaten));
    }
  }
  return tables;
}

const std::vector<PublishedTable>& published_tables() {
  static const std::vector<PublishedTable> tables = parse_published_tables(published_tables_csv());
  return tables;
}

std::uint32_t paper_opponents() { return static_cast<std::uint32_t>(paper_selectors().size() - 1); }

std::vector<Agreement> agreements(const Store& store) {
  std::vector<Agreement> all;
  const auto places = places_of_the_nine(store.protocol());
  if (!places) return all;
  const auto states = store.states();
  for (const PublishedTable& published : published_tables()) {
    std::vector<std::uint32_t> treatments;
    for (std::uint32_t i = 0; i < states.size(); ++i) {
      if (states[i].measured && store.protocol().treatments[i].plan.testbed == published.testbed)
        treatments.push_back(i);
    }
    if (treatments.empty()) continue;
    Agreement agreement{.testbed = published.testbed,
                        .treatments = static_cast<std::uint32_t>(treatments.size()),
                        .published_treatments = published.treatments,
                        .rows = {},
                        .notes = differences_of(store, treatments, published)};
    const double scale = static_cast<double>(published.treatments) / static_cast<double>(treatments.size());
    for (const PublishedTable::Row& each : published.rows) {
      const AgreementRow& row =
          agreement.rows.emplace_back(compared(each, own_row(store, treatments, each.metric, *places), scale));
      for (const double difference : row.differences) {
        ++agreement.entries;
        if (difference == 0) ++agreement.equal;
        if (std::abs(difference) <= 1) ++agreement.within_one;
        agreement.largest = std::max(agreement.largest, std::abs(difference));
      }
      if (row.same_best) ++agreement.same_best;
    }
    all.push_back(std::move(agreement));
  }
  return all;
}

}  // namespace mce
