// SPDX-License-Identifier: MIT
#include "map_picture.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <vector>

#include "mce/report/viridis.hpp"

namespace mce::app {
namespace {

constexpr double kEmpty = -std::numeric_limits<double>::infinity();

/// Spots of the picture, row 0 at the bottom; each holds the best fitness that falls on it.
struct Spots {
  std::size_t columns;
  std::size_t rows;
  std::vector<double> fitness;

  [[nodiscard]] double at(std::size_t column, std::size_t row) const {
    return row < rows ? fitness[row * columns + column] : kEmpty;
  }
};

Spots spots_of(const Archive& archive, const Grid& grid, std::size_t most_columns, std::size_t most_rows) {
  const std::size_t wide = grid.bins(0);
  const std::size_t high = grid.features() > 1 ? grid.bins(1) : 1;
  // One factor for both directions keeps the shape of the map.
  const double shrink = std::max({1.0, static_cast<double>(wide) / static_cast<double>(most_columns),
                                  static_cast<double>(high) / static_cast<double>(most_rows)});
  const auto shrunk = [shrink](std::size_t bins) {
    return std::max<std::size_t>(1, static_cast<std::size_t>(static_cast<double>(bins) / shrink));
  };
  Spots spots{.columns = shrunk(wide), .rows = shrunk(high), .fitness = {}};
  spots.fitness.assign(spots.columns * spots.rows, kEmpty);
  for (const CellIndex cell : archive.filled()) {
    const std::size_t column = grid.bin_of_cell(cell, 0) * spots.columns / wide;
    const std::size_t row = grid.features() > 1 ? grid.bin_of_cell(cell, 1) * spots.rows / high : 0;
    double& spot = spots.fitness[row * spots.columns + column];
    spot = std::max(spot, archive.fitness(cell));
  }
  return spots;
}

/// A square in which each spot shows the elite of the nearest centroid, and the best of those with a centroid on it.
/// One feature makes a line. Of more than two the first two are shown, and only the second applies.
Spots spots_of(const Archive& archive, const Centroids& centroids, std::size_t most_columns, std::size_t most_rows) {
  const bool is_flat = centroids.features() <= 2;
  // Few centroids with many features would be lost on a large square.
  const double most = is_flat ? 1e9 : std::sqrt(centroids.cells());
  const std::size_t side =
      std::clamp(static_cast<std::size_t>(most), std::size_t{4}, std::min(most_columns, most_rows));
  Spots spots{.columns = side, .rows = centroids.features() > 1 ? side : 1, .fitness = {}};
  if (spots.rows == 1) spots.columns = most_columns;
  spots.fitness.assign(spots.columns * spots.rows, kEmpty);
  const std::array counts = {spots.columns, spots.rows};
  for (std::size_t spot = 0; spot < spots.fitness.size() && is_flat; ++spot) {
    const std::array at = {spot % spots.columns, spot / spots.columns};
    std::array<double, 2> middle{};
    for (std::uint32_t i = 0; i < centroids.features(); ++i) {
      const auto [low, high] = centroids.bounds(i);
      middle[i] = low + (high - low) * (static_cast<double>(at[i]) + 0.5) / static_cast<double>(counts[i]);
    }
    const CellIndex cell = centroids.cell(std::span(middle).first(centroids.features()));
    if (archive.contains(cell)) spots.fitness[spot] = archive.fitness(cell);
  }
  for (const CellIndex cell : archive.filled()) {
    std::array<std::size_t, 2> at{};
    for (std::uint32_t i = 0; i < std::min(centroids.features(), 2U); ++i) {
      const auto [low, high] = centroids.bounds(i);
      const double share = (centroids.point(cell)[i] - low) / (high - low);
      at[i] = std::min(static_cast<std::size_t>(share * static_cast<double>(counts[i])), counts[i] - 1);
    }
    double& spot = spots.fitness[at[1] * spots.columns + at[0]];
    spot = std::max(spot, archive.fitness(cell));
  }
  return spots;
}

/// Escape sequence that sets the colour of the letter (38) or of what is behind it (48).
std::string colour_code(int ground, const Rgb& colour, Terminal::Colours colours) {
  if (colours == Terminal::Colours::full) {
    return fmt::format("\x1b[{};2;{};{};{}m", ground, colour.red, colour.green, colour.blue);
  }
  const auto level = [](int part) { return part * 5 / 255; };
  return fmt::format("\x1b[{};5;{}m", ground,
                     16 + 36 * level(colour.red) + 6 * level(colour.green) + level(colour.blue));
}

/// Two spots above each other in one character: "▀" has one colour, what is behind it another.
void draw_coloured(std::string& text, const Spots& spots, double low, double range, Terminal::Colours colours) {
  const auto code = [&](int ground, double fitness) {
    return colour_code(ground, viridis((fitness - low) / range), colours);
  };
  for (std::size_t line = (spots.rows + 1) / 2; line-- > 0;) {
    text += "  ";
    for (std::size_t column = 0; column < spots.columns; ++column) {
      const double upper = spots.at(column, 2 * line + 1);
      const double lower = spots.at(column, 2 * line);
      if (upper == kEmpty && lower == kEmpty) {
        text += "\x1b[0m ";
      } else if (upper == kEmpty) {
        text += "\x1b[0m" + code(38, lower) + "▄";
      } else if (lower == kEmpty) {
        text += "\x1b[0m" + code(38, upper) + "▀";
      } else {
        text += code(38, upper) + code(48, lower) + "▀";
      }
    }
    text += "\x1b[0m\n";
  }
}

void draw_plain(std::string& text, const Spots& spots, double low, double range) {
  constexpr std::string_view kRamp = ".:-=+*#%@";
  for (std::size_t line = (spots.rows + 1) / 2; line-- > 0;) {
    text += "  ";
    for (std::size_t column = 0; column < spots.columns; ++column) {
      const double best = std::max(spots.at(column, 2 * line), spots.at(column, 2 * line + 1));
      if (best == kEmpty) {
        text += ' ';
      } else {
        const double share = std::clamp((best - low) / range, 0.0, 1.0);
        text += kRamp[std::min(static_cast<std::size_t>(share * kRamp.size()), kRamp.size() - 1)];
      }
    }
    text += '\n';
  }
}

}  // namespace

std::string draw_map(const Archive& archive, const Terminal& terminal) {
  const auto columns = static_cast<std::size_t>(std::clamp(terminal.columns - 4, 8, 200));
  constexpr int kLinesBelow = 10;  // legend, summary and prompt: all of it is to be seen at once
  const auto rows = static_cast<std::size_t>(std::clamp(2 * (terminal.rows - kLinesBelow), 20, 200));
  const Partition& map = archive.partition();
  const Spots spots = map.grid() != nullptr ? spots_of(archive, *map.grid(), columns, rows)
                                            : spots_of(archive, *map.centroids(), columns, rows);
  double low = std::numeric_limits<double>::infinity();
  double high = -low;
  for (const double fitness : spots.fitness) {
    if (!std::isfinite(fitness)) continue;
    low = std::min(low, fitness);
    high = std::max(high, fitness);
  }
  const double range = high > low ? high - low : 1;

  std::string text;
  if (terminal.colours == Terminal::Colours::none) {
    draw_plain(text, spots, low, range);
    text += fmt::format("  fitness {:.4g} . : - = + * # % @ {:.4g}, empty cells blank\n", low, high);
  } else {
    draw_coloured(text, spots, low, range, terminal.colours);
    text += fmt::format("  fitness {:.4g} ", low);
    for (int i = 0; i < 24; ++i) text += colour_code(48, viridis(i / 23.0), terminal.colours) + " ";
    text += fmt::format("\x1b[0m {:.4g}\n", high);
  }
  return text;
}

}  // namespace mce::app
