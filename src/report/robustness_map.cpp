// SPDX-License-Identifier: MIT
#include "robustness_map.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

#include "mce/core/wording.hpp"
#include "plot_style.hpp"

namespace mce {
namespace {

constexpr double kLastColour = 20;  // percent: what is beyond has the same colour
constexpr double kLightText = 11;   // percent: from here on colours are dark, and text on them is white

/// Where things are, in centimetres.
struct RobustnessLayout {
  static constexpr double kColumn = 1.15;
  static constexpr double kRight = 1.9;  // for the colours
  static constexpr double kBottom = 0.2;
  static constexpr double kLetter = 0.13;     // width, about
  static constexpr std::size_t kUpright = 6;  // letters that fit above a column
  static constexpr std::size_t kFewTreatments = 40;

  double row;     // height
  double left;    // for the names of treatments
  double top;     // for the names of selectors
  double across;  // of all columns
  double down;    // of all rows
  bool rotated;   // names of selectors

  RobustnessLayout(std::size_t columns, std::size_t treatments, std::size_t longest_treatment,
                   std::size_t longest_selector)
      : row(treatments > kFewTreatments ? 0.34 : 0.46),
        left(0.5 + kLetter * static_cast<double>(std::max<std::size_t>(longest_treatment, 12))),
        top(longest_selector > kUpright ? 0.6 + 0.16 * static_cast<double>(longest_selector) : 0.7),
        across(kColumn * static_cast<double>(columns)),
        down(row * (static_cast<double>(treatments) + kSummaryRows)),
        rotated(longest_selector > kUpright) {}

  /// Mean, worst, and half a row of space.
  static constexpr double kSummaryRows = 2.5;
  [[nodiscard]] double scale() const { return std::min(down, 7.0); }  // height of the colours
  [[nodiscard]] double width() const { return left + across + kRight; }
  [[nodiscard]] double height() const { return top + down + kBottom; }
};

/// A row or a column: where it is, counted from the top left, and what it is called.
struct MapLine {
  double place;
  std::string name;
};

std::vector<MapLine> rows_of(std::span<const std::string> treatments) {
  std::vector<MapLine> rows = {{0.5, "mean"}, {1.5, "worst"}};
  double place = RobustnessLayout::kSummaryRows + 0.5;
  for (const std::string& each : treatments) rows.push_back({place++, each});
  return rows;
}

std::vector<MapLine> columns_of(std::span<const std::string> labels) {
  std::vector<MapLine> columns;
  columns.reserve(labels.size());
  for (const std::string& each : labels) columns.push_back({static_cast<double>(columns.size()) + 0.5, each});
  return columns;
}

std::vector<std::optional<RelativeMean>> column_of(const SelectorRobustness& row, std::size_t treatments) {
  std::vector<std::optional<RelativeMean>> column = {row.mean, row.worst_value()};
  column.insert(column.end(), row.values.begin(), row.values.begin() + static_cast<std::ptrdiff_t>(treatments));
  return column;
}

std::size_t longest(std::span<const std::string> texts) {
  std::size_t most = 0;
  for (const std::string& each : texts) most = std::max(most, each.size());
  return most;
}

/// Names at places of an axis. gnuplot reads the text of a tick as a format for numbers.
std::string ticks(std::span<const MapLine> lines) {
  std::string list;
  for (const auto& [place, name] : lines) {
    if (!list.empty()) list += ", ";
    for (const char letter : text_markup(name)) list += letter == '%' ? "%%" : std::string(1, letter);
    list += fmt::format(" {}", place);
  }
  return list;
}

/// A name as a picture has room for.
std::string cut(const std::string& name) {
  constexpr std::size_t kMost = 80;
  if (name.size() <= kMost) return name;
  std::size_t end = kMost - 1;
  while (end > 0 && (static_cast<unsigned char>(name[end]) & 0xC0) == 0x80) --end;  // UTF-8
  return name.substr(0, end) + "…";
}

/// A line per cell: column, row, value, text, and whether the text is white. Cells without a value are left out.
std::string cells_of(const std::vector<SelectorRobustness>& selectors, const std::vector<MapLine>& rows,
                     std::size_t treatments) {
  std::string lines = "# column row percent text white\n";
  for (std::size_t x = 0; x < selectors.size(); ++x) {
    const auto column = column_of(selectors[x], treatments);
    for (std::size_t y = 0; y < rows.size(); ++y) {
      if (!column[y]) continue;
      const double percent = column[y]->percent;
      lines += fmt::format("{} {} {:.2f} {} {}\n", static_cast<double>(x) + 0.5, rows[y].place, percent,
                           percent_text(percent), std::abs(percent) > kLightText ? 1 : 0);
    }
  }
  return lines;
}

constexpr std::string_view kMapSettings =
    R"(small = format eq "svg" ? ",9.33" : ",7"  # the sizes of an SVG are in pixels
set palette defined (-20 "#8e0c25", -12 "#d6604d", -6 "#f4a582", 0 "#ffffff", 6 "#92c5de", 12 "#4393c3", 20 "#0a3d7c")
set cbrange [-20:20]
set cbtics ("−20 %%" -20, "−10 %%" -10, "0" 0, "+10 %%" 10, "+20 %%" 20) scale 0.4 out
)";

}  // namespace

Plot robustness_map(const Robustness& robustness, const std::string& name) {
  std::vector<SelectorRobustness> selectors = robustness.rows;
  selectors.resize(std::min(selectors.size(), kMostRobustSelectors));
  std::vector<std::string> labels(selectors.size());
  std::ranges::transform(selectors, labels.begin(), cut, &SelectorRobustness::label);
  std::vector<std::string> treatments = robustness.treatments;
  treatments.resize(std::min(treatments.size(), kMostRobustTreatments));
  std::ranges::transform(treatments, treatments.begin(), cut);
  const std::vector<MapLine> rows = rows_of(treatments);
  const RobustnessLayout layout(selectors.size(), treatments.size(), longest(treatments), longest(labels));
  const std::string file = name + ".txt";
  std::string script(kMapSettings);
  script += fmt::format(
      R"(
set lmargin at screen {left:.4f}
set rmargin at screen {right:.4f}
set bmargin at screen {bottom:.4f}
set tmargin at screen {top:.4f}
set colorbox user origin {colours:.4f},{scale_bottom:.4f} size {thick:.4f},{scale:.4f}
set xrange [0:{columns}]
set x2range [0:{columns}]
set yrange [{rows}:0]
unset xtics
unset border
unset key
set x2tics ({column_ticks}) scale 0 {rotation}
set ytics ({row_ticks}) scale 0 font small
set style fill solid noborder
set object 1 rectangle from first 0,0 to first {columns},2 fillcolor rgb "#dddddd" fillstyle solid noborder behind
set object 2 rectangle from first 0,{summary} to first {columns},{rows} fillcolor rgb "#dddddd" fillstyle solid noborder behind
data = "{file}"
minus(text) = text[1:1] eq "-" ? "−".text[2:*] : text
plot data using 1:2:($1-0.49):($1+0.49):($2-0.48):($2+0.48):3 with boxxyerror linecolor palette, \
  data using 1:2:(minus(strcol(4))):($5 == 1 ? 0xffffff : 0x1d2127) with labels font small textcolor rgb variable
)",
      fmt::arg("left", layout.left / layout.width()), fmt::arg("right", (layout.left + layout.across) / layout.width()),
      fmt::arg("bottom", RobustnessLayout::kBottom / layout.height()),
      fmt::arg("top", (RobustnessLayout::kBottom + layout.down) / layout.height()),
      fmt::arg("colours", (layout.left + layout.across + 0.3) / layout.width()),
      fmt::arg("thick", 0.3 / layout.width()), fmt::arg("scale", layout.scale() / layout.height()),
      fmt::arg("scale_bottom", (RobustnessLayout::kBottom + layout.down - layout.scale()) / layout.height()),
      fmt::arg("columns", selectors.size()),
      fmt::arg("rows", static_cast<double>(treatments.size()) + RobustnessLayout::kSummaryRows),
      fmt::arg("summary", RobustnessLayout::kSummaryRows), fmt::arg("column_ticks", ticks(columns_of(labels))),
      fmt::arg("rotation", layout.rotated ? "rotate by 90 left" : "norotate"), fmt::arg("row_ticks", ticks(rows)),
      fmt::arg("file", file));
  return {.name = name,
          .medium = Plot::Medium::still,
          .width = layout.width(),
          .height = layout.height(),
          .script = std::move(script),
          .data = {{file, cells_of(selectors, rows, treatments.size())}}};
}

Figure write_robustness_map(const Robustness& robustness, const std::filesystem::path& directory) {
  const std::size_t selectors = std::min(robustness.rows.size(), kMostRobustSelectors);
  const std::size_t treatments = std::min(robustness.treatments.size(), kMostRobustTreatments);
  Figure figure;
  figure.id = "robustness-map";
  figure.kind = FigureKind::robustness;
  figure.title = "Robustness";
  figure.caption = fmt::format(
      "{} of each selector in percent above (blue) or below (red) the reference, on every treatment; grey is no value. "
      "The two rows on top have the mean and the worst of each column. Colours end at ±{} %.",
      metric_kind(robustness.metric).title, kLastColour);
  if (selectors < robustness.rows.size())
    figure.caption += fmt::format(" Only the best {} selectors are shown.", selectors);
  if (treatments < robustness.treatments.size())
    figure.caption += fmt::format(" Only the first {} treatments are shown.", treatments);
  figure.alternative = fmt::format("Heat-map of gains and losses: a column for each of {}, a row for each of {}.",
                                   wording::count(selectors, "selector"), wording::count(treatments, "treatment"));
  PlotFiles files = draw(robustness_map(robustness, figure.id), directory);
  figure.pictures = std::move(files.pictures);
  figure.sources = std::move(files.sources);
  return figure;
}

}  // namespace mce
