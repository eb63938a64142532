// SPDX-License-Identifier: MIT
#include "progress_chart.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <stdexcept>

#include "mce/analysis/metrics.hpp"
#include "plot_style.hpp"

namespace mce {
namespace {

/// Where things are, in centimetres.
struct ChartLayout {
  static constexpr double kWidth = 18;
  static constexpr double kLeft = 1.25;  // of the first panel, for its ticks
  static constexpr double kPanelWidth = 4.7;
  static constexpr double kPanelHeight = 3.9;
  static constexpr double kRight = 5.87;  // from one panel to the next
  static constexpr double kUp = 5.4;      // to the row above
  static constexpr double kTitle = 0.6;
  static constexpr double kBelow = 1.35;  // ticks and name of the axis
  static constexpr double kLegendRow = 0.42;

  static constexpr std::size_t kAcross = 3;  // panels in a row

  std::size_t columns = 3;  // of the legend: as many as there is room for
  std::size_t rows = 0;     // of panels
  double legend = 0;
  double height = 0;

  ChartLayout(const std::vector<SelectorEntry>& selectors, std::size_t panels)
      : rows((panels + kAcross - 1) / kAcross) {
    std::size_t longest = 0;
    for (const SelectorEntry& each : selectors) longest = std::max(longest, each.label.size());
    if (longest > 22) columns = longest > 42 ? 1 : 2;
    const std::size_t legend_rows = (selectors.size() + columns - 1) / columns;
    legend = kLegendRow * static_cast<double>(legend_rows) + 0.15;
    height = legend + kBelow + kUp * static_cast<double>(rows - 1) + kPanelHeight + kTitle;
  }
};

/// A block per selector, a line per save point.
std::string chart_data(const MeanCurves& progress, const std::vector<SelectorEntry>& selectors) {
  std::string text = "# evaluations, then mean, low and high of";
  for (const MetricKind& kind : progress.metrics) text += " " + kind.key;
  text += "; a block for each selector\n";
  for (std::size_t i = 0; i < selectors.size(); ++i) {
    text += fmt::format("{}# {}\n", i == 0 ? "" : "\n\n", selectors[i].label);
    for (const MeanPoint& point : progress.selectors[i]) {
      if (point.evaluations == 0) continue;
      text += fmt::format("{}", point.evaluations);
      for (const Description& each : point.metrics) {
        text += fmt::format(" {:.9g} {:.9g} {:.9g}", each.mean, each.low, each.high);
      }
      text += '\n';
    }
  }
  return text;
}

/// The first places by individual, the next by cell, then the others: in a legend of three columns a family of the
/// paper's is one column.
std::vector<std::size_t> legend_order(const std::vector<SelectorEntry>& selectors) {
  std::vector<std::size_t> order(selectors.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::stable_sort(order, {}, [&](std::size_t i) {
    const std::string& name = selectors[i].name;
    if (name.ends_with("-individual")) return 0;
    return name.ends_with("-cell") ? 1 : 2;
  });
  return order;
}

/// Entries placed by hand: gnuplot guesses how wide text is, and so would place them differently in every format.
std::string legend(const std::vector<SelectorEntry>& selectors, const ChartLayout& layout) {
  std::string styles;
  std::string symbols;
  std::string names;
  for (const std::size_t i : legend_order(selectors)) {
    const std::string_view comma = names.empty() ? "" : ", ";
    styles += fmt::format("{}{}", comma, i + 1);
    symbols += fmt::format("{}'{}'", comma, symbol_markup(selectors[i]));
    names += fmt::format("{}{}", comma, text_markup(selectors[i].label));
  }
  return fmt::format(R"(
array styles[{0}] = [{1}]
array symbols[{0}] = [{2}]
array names[{0}] = [{3}]
do for [i=1:|styles|] {{
  x = ({4} + {5}*((i - 1) % {6}))/{7}
  y = (0.15 + {8}*((|styles| - 1)/{6} - (i - 1)/{6} + 0.5))/{9}
  set arrow i from screen x,y to screen x + 1.1/{7},y nohead linestyle styles[i]
  set label 3*i at screen x + 0.55/{7},y point linestyle styles[i]
  set label 3*i + 1 symbols[i] at screen x + 1.3/{7},y left
  set label 3*i + 2 names[i] at screen x + 1.8/{7},y left
}}
)",
                     selectors.size(), styles, symbols, names, ChartLayout::kLeft,
                     3 * ChartLayout::kRight / static_cast<double>(layout.columns), layout.columns, ChartLayout::kWidth,
                     ChartLayout::kLegendRow, layout.height);
}

/// Large values are shown in thousands or millions.
double unit_of(const MeanCurves& progress, std::size_t metric) {
  double largest = 0;
  for (const auto& points : progress.selectors) {
    for (const MeanPoint& point : points) largest = std::max(largest, std::abs(point.metrics[metric].mean));
  }
  if (largest >= 1e7) return 1e6;
  return largest >= 1e4 ? 1e3 : 1;
}

/// The panel of one metric, by its place among those of the curves.
std::string panel(const MeanCurves& progress, std::size_t place, const ChartLayout& layout, bool band) {
  const MetricKind& kind = progress.metrics[place];
  const std::size_t row = place / ChartLayout::kAcross;  // from the top
  const double left = ChartLayout::kLeft + ChartLayout::kRight * static_cast<double>(place % ChartLayout::kAcross);
  const bool lowest = row + 1 == layout.rows;
  const double bottom =
      layout.legend + ChartLayout::kBelow + ChartLayout::kUp * static_cast<double>(layout.rows - 1 - row);
  const double unit = unit_of(progress, place);
  std::string title = kind.title;
  if (unit != 1) title += unit == 1e3 ? " (thousands)" : " (millions)";
  // The columns of the data: mean, low and high.
  const auto value = [&](std::size_t more) {
    const std::size_t column = 2 + 3 * place + more;
    return unit == 1 ? fmt::format("{}", column) : fmt::format("(${}/{:g})", column, unit);
  };
  std::string script = fmt::format(R"(
set title "{}" offset 0,-0.6
set xlabel "{}" offset 0,0.4
set yrange {}
set lmargin at screen {:.4f}
set rmargin at screen {:.4f}
set bmargin at screen {:.4f}
set tmargin at screen {:.4f}
plot )",
                                   title, lowest ? "evaluations" : "", kind.share ? "[0<*<0.98:1]" : "[0:*]",
                                   left / ChartLayout::kWidth, (left + ChartLayout::kPanelWidth) / ChartLayout::kWidth,
                                   bottom / layout.height, (bottom + ChartLayout::kPanelHeight) / layout.height);
  if (band) {
    script += fmt::format(
        "for [s=0:last] data index s using 1:{}:{} with filledcurves linestyle s+1 "
        "fillstyle transparent solid 0.15 noborder, \\\n  ",
        value(1), value(2));
  }
  return script +
         fmt::format(
             "for [s=0:last] data index s using 1:{0} with lines linestyle s+1, \\\n"
             "  for [s=0:last] data index s every step::(s*step/(last+1)) using 1:{0} with points linestyle s+1\n",
             value(0));
}

}  // namespace

Plot progress_chart(const MeanCurves& progress, const std::vector<SelectorEntry>& selectors, const std::string& name) {
  std::vector<std::uint64_t> evaluations;
  if (!progress.selectors.empty()) {
    for (const MeanPoint& point : progress.selectors.front()) evaluations.push_back(point.evaluations);
  }
  std::erase(evaluations, 0);
  if (evaluations.empty()) {
    throw std::invalid_argument(fmt::format("the treatments of testbed '{}' share no save point", progress.testbed));
  }
  const ChartLayout layout(selectors, progress.metrics.size());
  const std::string file = name + ".txt";
  std::string script = style_lines(selectors);
  script += fmt::format(R"(
data = "{}"
last = {}  # number of selectors less one
step = {}  # marks are so many save points apart, and never above each other
set logscale x
set xrange [{}:{}]
set format x "10^{{%L}}"
set tics out nomirror scale 0.6
set border 3 linewidth 0.7
set grid linecolor rgb "#e4e4e4" linewidth 0.5 linetype 1
unset key
set multiplot
)",
                        file, selectors.size() - 1, std::max<std::size_t>(evaluations.size() / 4, 1),
                        evaluations.front(), std::max(evaluations.back(), evaluations.front() + 1));
  script += legend(selectors, layout);
  const bool band = progress.selectors.front().front().metrics.front().count > 1;
  for (std::size_t place = 0; place < progress.metrics.size(); ++place) {
    script += panel(progress, place, layout, band);
    if (place == 0) script += "unset arrow\nunset label\n";
  }
  return {.name = name,
          .medium = Plot::Medium::still,
          .width = ChartLayout::kWidth,
          .height = layout.height,
          .script = script + "unset multiplot\n",
          .data = {{file, chart_data(progress, selectors)}}};
}

}  // namespace mce
