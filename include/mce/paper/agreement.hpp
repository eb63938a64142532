// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "mce/analysis/metrics.hpp"
#include "mce/study/store.hpp"

namespace mce {

/// A table of the paper as it was printed: how many of the others each of its nine selectors beats, in the order of
/// paper_selectors().
struct PublishedTable {
  struct Row {
    Metric metric{};
    std::vector<std::uint32_t> beaten;
  };
  std::string testbed;
  std::uint32_t treatments = 1;  ///< that the entries are summed over
  std::vector<Row> rows;
};
/// Tables 1-3. They were made with 100 repetitions.
const std::vector<PublishedTable>& published_tables();
inline constexpr std::uint32_t kPublishedRepetitions = 100;
/// Tables from the form of data/published_tables.csv: columns `testbed`, `metric` and a selector's symbol each, in any
/// order. Throws std::invalid_argument for a column that is missing and for a value that no table can have.
std::vector<PublishedTable> parse_published_tables(std::string_view csv);

/// How many comparisons a selector of the paper can win in one treatment: it is compared with the eight others.
std::uint32_t paper_opponents();

/// A row of a study's own table beside the published one. Values are in the order of paper_selectors().
struct AgreementRow {
  Metric metric{};
  std::vector<std::uint32_t> own;
  std::vector<std::uint32_t> published;
  std::vector<double> differences;  ///< own less published; own scaled to the published number of treatments
  double rank_correlation = 0;      ///< NaN if one of the rows is constant
  bool same_best = false;           ///< the same selector leads, or the same ones share the lead
};

/// How a study's table of a testbed agrees with the published one.
struct Agreement {
  std::string testbed;
  std::uint32_t treatments = 0;
  std::uint32_t published_treatments = 0;
  std::vector<AgreementRow> rows;
  std::uint32_t entries = 0;
  std::uint32_t equal = 0;
  std::uint32_t within_one = 0;
  double largest = 0;              ///< difference, either way
  std::uint32_t same_best = 0;     ///< rows
  std::vector<std::string> notes;  ///< what to bear in mind: how the study differs from the published one
};

/// One per testbed that is published and measured. Only the paper's nine selectors, without parameters of their own,
/// are compared, by the paper's rule, whatever else is in the study. Empty if not all nine are in it.
std::vector<Agreement> agreements(const Store& store);

}  // namespace mce
