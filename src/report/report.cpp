// SPDX-License-Identifier: MIT
#include "mce/report/report.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <span>
#include <vector>

#include "beaten_tables.hpp"
#include "figures.hpp"
#include "html.hpp"
#include "maze_figures.hpp"
#include "mce/core/error.hpp"
#include "mce/core/version.hpp"
#include "mce/core/wording.hpp"
#include "mce/run/files.hpp"
#include "mce/study/duels.hpp"
#include "mce/study/exports.hpp"
#include "mce/study/robustness.hpp"
#include "paper_tables.hpp"
#include "robustness_map.hpp"
#include "robustness_tables.hpp"
#include "summary.hpp"

namespace mce {
namespace {

namespace fs = std::filesystem;

std::string paragraph(std::string_view text) { return fmt::format("<p>{}</p>\n", escape_markup(text)); }

std::string list(const std::vector<std::string>& lines) {
  std::string html = "<ul>\n";
  for (const std::string& line : lines) html += fmt::format("<li>{}</li>\n", escape_markup(line));
  return html + "</ul>\n";
}

/// Writes a table in both formats people paste from.
void write_table(const TextTable& table, const fs::path& directory) {
  write_file(directory / (table.name + ".md"), to_markdown(table));
  write_file(directory / (table.name + ".tex"), to_latex(table));
}

/// The picture that suits a page: drawings as SVG, maps with thousands of cells as PNG, moving ones as GIF.
const std::string& picture_of(const Figure& figure) {
  const bool map = figure.kind == FigureKind::fitness_maps || figure.kind == FigureKind::selection_maps;
  const auto wanted = std::ranges::find_if(
      figure.pictures, [map](const std::string& name) { return name.ends_with(map ? ".png" : ".svg"); });
  return wanted == figure.pictures.end() ? figure.pictures.front() : *wanted;
}

std::string figure_html(const Figure& figure, const fs::path& directory) {
  if (!figure.missing.empty()) return paragraph(fmt::format("{}: no picture, since {}.", figure.title, figure.missing));
  const std::string& name = picture_of(figure);
  const std::string type = name.ends_with(".svg") ? "image/svg+xml" : "image/" + name.substr(name.rfind('.') + 1);
  std::string links;
  for (const std::string& each : figure.pictures) {
    links += fmt::format(" <a href=\"figures/{0}\">{1}</a>", escape_markup(each), each.substr(each.rfind('.') + 1));
  }
  // Charts stay on white, which their colours are made for; drawings of mazes have a dark version of their own.
  std::string_view style = " class=\"fill\"";
  if (figure.kind == FigureKind::animation || figure.kind == FigureKind::robustness) style = "";
  if (figure.kind == FigureKind::mazes) style = " class=\"drawing\"";
  return fmt::format("<figure id=\"{}\">\n<img{} alt=\"{}\" src=\"{}\">\n<figcaption>{}{}</figcaption>\n</figure>\n",
                     figure.id, style, escape_markup(figure.alternative), data_uri(type, read_file(directory / name)),
                     escape_markup(figure.caption), links);
}

std::string details(std::string_view title, const std::string& body) {
  return fmt::format("<details><summary>{}</summary>\n{}</details>\n", escape_markup(title), body);
}

HtmlSection summary_section(const Store& store) {
  HtmlSection section{.id = "summary", .title = "Summary", .body = {}};
  for (const auto& [head, lines] : summary(store)) {
    section.body += fmt::format("<h3>{}</h3>\n", escape_markup(head)) + list(lines);
  }
  return section;
}

/// Tables and pictures of one testbed.
HtmlSection testbed_section(const std::string& id, const std::string& testbed, std::span<const TextTable> tables,
                            std::span<const Figure> figures, const fs::path& directory) {
  HtmlSection section{.id = id, .title = wording::title(testbed), .body = {}};
  for (const TextTable& table : tables) {
    if (table.name == "beaten-" + testbed) section.body += to_html(table);
  }
  for (const Figure& figure : figures) {
    if (figure.testbed == testbed) section.body += figure_html(figure, directory);
  }
  return section;
}

/// A problem may be called as another section is.
std::string section_id(const Protocol& protocol, const std::string& testbed) {
  const auto& all = protocol.treatments;
  const auto first = std::ranges::find(all, testbed, [](const Treatment& each) { return each.plan.testbed; });
  return first->plan.problem ? fmt::format("problem-{}", first - all.begin() + 1) : testbed;
}

/// By QD-score. One treatment, or one selector, tells nothing about robustness.
std::optional<Robustness> robustness_of(const Store& store, const RunValues& values) {
  if (values.treatments.size() < 2 || values.selectors.size() < 2) return {};
  return robustness(values, Metric::qd_score, reference_set(store.protocol()));
}

HtmlSection robustness_section(const Robustness& robustness, const Figure& figure, const fs::path& directory) {
  HtmlSection section{.id = "robustness", .title = "Robustness", .body = {}};
  section.body += paragraph("Which selector is safe to use on a problem that one does not know?");
  section.body += to_html(robustness_summary(robustness)) + figure_html(figure, directory);
  const TextTable values = robustness_values(robustness);
  section.body += details(values.caption, to_html(values));
  std::vector<std::string> notes = robustness_notes(robustness);
  notes.emplace_back("tables/robustness.csv has the other metrics as well.");
  section.body += list(notes);
  return section;
}

/// Whether the paper says anything about what is in the study.
bool has_testbed_of_paper(const Protocol& protocol) {
  return std::ranges::any_of(protocol.treatments, [](const Treatment& treatment) {
    return std::ranges::count(published_tables(), treatment.plan.testbed, &PublishedTable::testbed) > 0;
  });
}

HtmlSection agreement_section(const std::vector<Agreement>& all) {
  HtmlSection section{.id = "agreement", .title = "Beside the publication", .body = {}};
  section.body += paragraph(
      "The tables of this study beside Tables 1 to 3 of the paper. Entries near the threshold of significance change "
      "by one from chance alone.");
  for (const Agreement& each : all) section.body += to_html(agreement_table(each)) + list(agreement_lines(each));
  return section;
}

std::string_view style_of(ClaimVerdict verdict) {
  if (verdict == ClaimVerdict::undecided) return "open";
  return verdict == ClaimVerdict::holds ? "holds" : "fails";
}

HtmlSection claims_section(const std::vector<CheckedClaim>& checked) {
  const auto count = [&checked](ClaimVerdict verdict) {
    return std::ranges::count(checked, verdict, [](const CheckedClaim& each) { return each.finding.verdict; });
  };
  HtmlSection section{.id = "claims", .title = "Claims of the paper", .body = {}};
  section.body += paragraph(fmt::format(
      "Of {} claims of the paper's sections 5 and 6, {} hold in this study, {} do not, and "
      "{} are undecided.",
      checked.size(), count(ClaimVerdict::holds), count(ClaimVerdict::fails), count(ClaimVerdict::undecided)));
  section.body +=
      "<div class=\"wide\" tabindex=\"0\" role=\"region\" aria-label=\"Claims\"><table>\n<caption>Each claim is "
      "computed from "
      "the runs of this study.</caption>\n<thead><tr><th scope=\"col\" class=\"left\">Claim</th><th scope=\"col\" "
      "class=\"left\">Verdict</th><th scope=\"col\" class=\"left\">Figures</th></tr></thead>\n<tbody>\n";
  for (const auto& [claim, finding] : checked) {
    section.body += fmt::format(
        "<tr id=\"claim-{}\"><th scope=\"row\" class=\"left\">{} <small>({})</small></th><td class=\"left "
        "{}\">{}</td><td "
        "class=\"left\">{}</td></tr>\n",
        escape_markup(claim->id), escape_markup(claim->text), escape_markup(claim->place), style_of(finding.verdict),
        to_text(finding.verdict), escape_markup(finding.figures));
  }
  section.body += "</tbody></table></div>\n";
  return section;
}

HtmlSection comparisons_section(std::span<const TextTable> matrices) {
  HtmlSection section{.id = "comparisons", .title = "All comparisons", .body = {}};
  section.body += paragraph(
      "Means of the areas under the curves, and every selector against every other. All of it is in "
      "tables/comparisons.csv too.");
  for (const TextTable& each : matrices) section.body += details(each.caption, to_html(each));
  return section;
}

std::string subtitle(const Store& store) {
  const Protocol& protocol = store.protocol();
  const auto states = store.states();
  return fmt::format(
      "Profile {} · {} treatments · {} selectors · {} repetitions · {:.3g} million evaluations · seed {} · mce {}",
      protocol.profile, std::ranges::count_if(states, &TreatmentState::measured), protocol.selectors.size(),
      protocol.repetitions, static_cast<double>(evaluation_count(protocol)) / 1e6, protocol.seed, version());
}

}  // namespace

ReportFiles write_report(const Store& store, const fs::path& directory, const ReportWatch& watch) {
  if (std::ranges::none_of(store.states(), &TreatmentState::measured)) {
    throw Error(fmt::format("'{}': nothing to report yet, no treatment has all its runs", store.path().string()));
  }
  const RunValues values = gather_values(store);
  const fs::path tables_directory = directory / "tables";
  const fs::path figures_directory = directory / "figures";
  prepare_directory(tables_directory);
  prepare_directory(figures_directory);
  const fs::path page = directory / "report.html";
  const std::string title = fmt::format("Study {}", store.protocol().name);
  // By the page, a directory is known for a report of ours, also if this one is interrupted.
  if (!fs::exists(page)) write_file(page, html_page(title, "This report is still being made.", {}));

  watch(0, 1, "tables");
  const auto beaten = beaten_texts(store);
  const auto matrices = comparison_matrices(store);
  for (const TextTable& each : beaten) write_table(each, tables_directory);
  for (const TextTable& each : matrices) write_table(each, tables_directory);
  write_file(tables_directory / "beaten.csv", to_csv(export_kind("tables").table(store, {})));
  write_file(tables_directory / "comparisons.csv", to_csv(export_kind("comparisons").table(store, {})));
  const auto robustness = robustness_of(store, values);
  if (robustness) {
    write_table(robustness_summary(*robustness), tables_directory);
    write_table(robustness_values(*robustness), tables_directory);
    write_file(tables_directory / "robustness.csv", to_csv(export_kind("robustness").table(store, {})));
  }
  const auto agreement = agreements(store);
  if (!agreement.empty()) write_file(tables_directory / "agreement.md", agreement_markdown(store));
  std::vector<CheckedClaim> checked;
  if (has_testbed_of_paper(store.protocol())) checked = check_claims(values);
  if (!checked.empty()) write_table(claims_table(checked), tables_directory);

  auto figures = write_figures(store, figures_directory, watch);
  std::ranges::move(write_maze_figures(store, figures_directory), std::back_inserter(figures));

  std::vector<HtmlSection> sections = {summary_section(store)};
  for (const std::string& testbed : testbeds(store.protocol())) {
    const std::string id = section_id(store.protocol(), testbed);
    sections.push_back(testbed_section(id, testbed, beaten, figures, figures_directory));
  }
  if (robustness) {
    figures.push_back(write_robustness_map(*robustness, figures_directory));
    sections.push_back(robustness_section(*robustness, figures.back(), figures_directory));
  }
  if (!agreement.empty()) sections.push_back(agreement_section(agreement));
  if (!checked.empty()) sections.push_back(claims_section(checked));
  sections.push_back(comparisons_section(matrices));
  write_file(page, html_page(title, subtitle(store), sections));
  return {.page = page,
          .tables = beaten.size() + matrices.size() + (robustness ? 2 : 0) + (checked.empty() ? 0 : 1),
          .figures = figures.size()};
}

}  // namespace mce
