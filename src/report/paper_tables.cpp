// SPDX-License-Identifier: MIT
#include "paper_tables.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "mce/core/wording.hpp"
#include "mce/run/profile.hpp"
#include "mce/selectors/selector_kinds.hpp"

namespace mce {
namespace {

std::string entry_text(const Agreement& agreement, const AgreementRow& row, std::size_t i) {
  if (agreement.treatments == agreement.published_treatments) {
    return fmt::format("{} / {} ({:+d})", row.own[i], row.published[i], static_cast<int>(row.differences[i]));
  }
  const double opponents = paper_opponents();
  const double own = 100.0 * row.own[i] / (opponents * agreement.treatments);
  const double published = 100.0 * row.published[i] / (opponents * agreement.published_treatments);
  return fmt::format("{:.0f} / {:.0f} ({:+.0f})", own, published, std::round(own - published) + 0.0);  // + 0.0: no "-0"
}

std::string best_text(const std::vector<std::uint32_t>& row) {
  std::vector<std::string> symbols;
  const std::uint32_t most = *std::ranges::max_element(row);
  for (std::size_t i = 0; i < row.size(); ++i) {
    if (row[i] == most) symbols.push_back(selector_kind(paper_selectors()[i]).symbol);
  }
  return fmt::format("{}", fmt::join(symbols, " "));
}

}  // namespace

TextTable agreement_table(const Agreement& agreement) {
  const bool shares = agreement.treatments != agreement.published_treatments;
  TextTable table{.name = "agreement-" + agreement.testbed,
                  .caption = fmt::format("{}: selectors beaten{}, own / published (difference)",
                                         wording::title(agreement.testbed), shares ? ", in % of all comparisons" : ""),
                  .heads = {"Metric"},
                  .rows = {}};
  for (const std::string& name : paper_selectors()) table.heads.push_back(selector_kind(name).symbol);
  table.heads.insert(table.heads.end(), {"Rank correlation", "Best, own / published"});
  for (const AgreementRow& row : agreement.rows) {
    auto& cells = table.rows.emplace_back();
    cells.push_back({metric_kinds()[static_cast<std::size_t>(row.metric)].title});
    for (std::size_t i = 0; i < row.own.size(); ++i) {
      cells.push_back({entry_text(agreement, row, i), row.differences[i] == 0});
    }
    cells.push_back({std::isnan(row.rank_correlation) ? "-" : fmt::format("{:.2f}", row.rank_correlation)});
    cells.push_back({fmt::format("{} / {}", best_text(row.own), best_text(row.published)), row.same_best});
  }
  return table;
}

std::vector<std::string> agreement_lines(const Agreement& agreement) {
  std::string first;
  if (agreement.treatments == agreement.published_treatments) {
    first = fmt::format(
        "{} of {} entries are equal to the published ones, {} differ by 1 at most; the largest difference is {:.0f} of "
        "{}.",
        agreement.equal, agreement.entries, agreement.within_one, agreement.largest,
        agreement.published_treatments * paper_opponents());
  } else {
    double sum = 0;
    for (const AgreementRow& row : agreement.rows) {
      for (const double difference : row.differences) sum += std::abs(difference);
    }
    const double all = static_cast<double>(paper_opponents()) * agreement.published_treatments;
    first = fmt::format("The shares differ by {:.1f} percentage points on average, by {:.0f} at most.",
                        100 * sum / agreement.entries / all, 100 * agreement.largest / all);
  }
  std::vector<std::string> lines = {
      fmt::format("{} In {} of {} rows the same selectors lead.", first, agreement.same_best, agreement.rows.size())};
  lines.insert(lines.end(), agreement.notes.begin(), agreement.notes.end());
  return lines;
}

std::string agreement_markdown(const Store& store) {
  const auto all = agreements(store);
  if (all.empty()) {
    return "Nothing to compare with the published tables: they have the nine selectors without parameters of their "
           "own, on Rastrigin, the arm and mazes, and this study does not have them all, or not yet.\n";
  }
  std::string text;
  for (const Agreement& each : all) {
    const TextTable table = agreement_table(each);
    text +=
        fmt::format("{}**{}**\n\n{}\n", text.empty() ? "" : "\n", escape_markdown(table.caption), to_markdown(table));
    for (const std::string& line : agreement_lines(each)) text += fmt::format("- {}\n", escape_markdown(line));
  }
  return text;
}

TextTable claims_table(const std::vector<CheckedClaim>& checked) {
  std::size_t held = 0;
  std::size_t failed = 0;
  TextTable table{.name = "claims",
                  .caption = "",
                  .heads = {"Claim of the paper", "Section", "In this study", "Figures"},
                  .rows = {},
                  .left = 4};
  for (const CheckedClaim& each : checked) {
    held += each.finding.verdict == ClaimVerdict::holds ? 1 : 0;
    failed += each.finding.verdict == ClaimVerdict::fails ? 1 : 0;
    table.rows.push_back({{each.claim->text},
                          {each.claim->place},
                          {to_text(each.finding.verdict), each.finding.verdict != ClaimVerdict::undecided},
                          {each.finding.figures}});
  }
  table.caption = fmt::format("{} claims of the paper: {} hold, {} do not, {} are undecided.", checked.size(), held,
                              failed, checked.size() - held - failed);
  return table;
}

}  // namespace mce
