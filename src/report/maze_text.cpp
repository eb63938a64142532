// SPDX-License-Identifier: MIT
#include "mce/report/maze_text.hpp"

#include <fmt/core.h>

#include <array>
#include <string_view>

namespace mce {
namespace {

/// One character of the drawing.
struct Letter {
  std::string_view glyph = " ";
  int colour = Colour::kNone;
  int behind = Colour::kNone;
};

/// A drawing in letters: tiles, and posts and walls around them.
class Canvas {
 public:
  Canvas(const MazePicture& picture, const MazeTextStyle& style)
      : picture_(picture),
        style_(style),
        width_(picture.width()),
        columns_(style.columns(width_)),
        letters_(std::size_t{columns_} * (2 * width_ + 1)) {
    draw_walls();
    draw_posts();
    for (const TilePatch& patch : picture.patches) draw_patch(patch);
    draw_path();
    for (const auto& [from, to] : picture.openings) {
      between(from, to) = {.glyph = style.ascii ? "*" : "•", .colour = picture.opening_colour.terminal};
    }
  }

  [[nodiscard]] std::vector<std::string> lines() const {
    std::vector<std::string> lines(2 * std::size_t{width_} + 1);
    for (std::uint32_t row = 0; row < lines.size(); ++row) {
      std::string before;
      for (std::uint32_t column = 0; column < columns_; ++column) {
        const Letter& letter = letters_[row * columns_ + column];
        if (style_.coloured) change_colour(lines[row], before, code(letter));
        lines[row] += letter.glyph;
      }
      if (style_.coloured) change_colour(lines[row], before, "");
    }
    return lines;
  }

 private:
  static std::string code(const Letter& letter) {
    std::string code;
    if (letter.colour != Colour::kNone) code += fmt::format("\x1b[1;38;5;{}m", letter.colour);
    if (letter.behind != Colour::kNone) code += fmt::format("\x1b[48;5;{}m", letter.behind);
    return code;
  }
  static void change_colour(std::string& line, std::string& before, const std::string& after) {
    if (before == after) return;
    if (!before.empty()) line += "\x1b[0m";
    line += after;
    before = after;
  }

  Letter& at(std::uint32_t row, std::uint32_t column) { return letters_[row * columns_ + column]; }
  [[nodiscard]] std::uint32_t left_of(std::uint32_t column) const { return column * (style_.tile_width + 1); }
  Letter& middle(std::uint32_t tile) {
    return at(tile / width_ * 2 + 1, left_of(tile % width_) + style_.tile_width / 2 + 1);
  }
  /// The letter half-way between two neighbours.
  Letter& between(std::uint32_t from, std::uint32_t to) {
    const auto distance = &middle(to) - &middle(from);
    return *(&middle(from) + distance / 2);
  }

  /// Lines are between rows of tiles, before the first and after the last.
  [[nodiscard]] bool wall_above(std::uint32_t line, std::uint32_t column) const {
    if (line == width_) return (picture_.tiles[(line - 1) * width_ + column] & Maze::kSouth) == 0;
    return (picture_.tiles[line * width_ + column] & Maze::kNorth) == 0;
  }
  [[nodiscard]] bool wall_left(std::uint32_t row, std::uint32_t line) const {
    if (line == width_) return (picture_.tiles[row * width_ + line - 1] & Maze::kEast) == 0;
    return (picture_.tiles[row * width_ + line] & Maze::kWest) == 0;
  }

  void draw_walls() {
    for (std::uint32_t line = 0; line <= width_; ++line) {
      for (std::uint32_t i = 0; i < width_; ++i) {
        if (wall_left(i, line)) at(2 * i + 1, left_of(line)).glyph = style_.ascii ? "|" : "│";
        if (!wall_above(line, i)) continue;
        for (std::uint32_t part = 1; part <= style_.tile_width; ++part) {
          at(2 * line, left_of(i) + part).glyph = style_.ascii ? "-" : "─";
        }
      }
    }
  }

  /// Where walls meet. Which of the four ways have a wall says which character it is.
  void draw_posts() {
    static constexpr std::array<std::string_view, 16> kJoints = {" ", "╵", "╶", "╰", "╷", "│", "╭", "├",
                                                                 "╴", "╯", "─", "┴", "╮", "┤", "┬", "┼"};
    for (std::uint32_t row = 0; row <= width_; ++row) {
      for (std::uint32_t column = 0; column <= width_; ++column) {
        unsigned walls = 0;
        if (row > 0 && wall_left(row - 1, column)) walls |= Maze::kNorth;
        if (column < width_ && wall_above(row, column)) walls |= Maze::kEast;
        if (row < width_ && wall_left(row, column)) walls |= Maze::kSouth;
        if (column > 0 && wall_above(row, column - 1)) walls |= Maze::kWest;
        at(2 * row, left_of(column)).glyph = style_.ascii ? "+" : kJoints[walls];
      }
    }
  }

  void draw_patch(const TilePatch& patch) {
    constexpr int kBlack = 16;
    std::vector<bool> inside(picture_.tiles.size());
    for (const std::uint32_t tile : patch.tiles) inside[tile] = true;
    for (const std::uint32_t tile : patch.tiles) {
      const std::uint32_t row = 2 * (tile / width_) + 1;
      const std::uint32_t left = left_of(tile % width_);
      const bool goes_east = (picture_.tiles[tile] & Maze::kEast) != 0 && inside[tile + 1];
      const bool goes_south = (picture_.tiles[tile] & Maze::kSouth) != 0 && inside[tile + width_];
      for (std::uint32_t part = 1; part <= style_.tile_width + (goes_east ? 1 : 0); ++part) {
        at(row, left + part).behind = patch.colour.terminal;
        if (goes_south && part <= style_.tile_width) at(row + 1, left + part).behind = patch.colour.terminal;
      }
      middle(tile) = {.glyph = std::string_view(&patch.mark, 1), .colour = kBlack, .behind = patch.colour.terminal};
    }
  }

  void draw_path() {
    const auto& path = picture_.path;
    const Letter dot = {.glyph = style_.ascii ? "." : "•", .colour = kPathColour.terminal};
    for (std::size_t i = 0; i < path.size(); ++i) {
      middle(path[i]) = dot;
      if (i + 1 < path.size()) between(path[i], path[i + 1]) = dot;
    }
    if (!picture_.ends) return;
    const auto last = static_cast<std::uint32_t>(picture_.tiles.size() - 1);
    middle(0) = {.glyph = "S", .colour = kPathColour.terminal, .behind = middle(0).behind};
    middle(last) = {.glyph = "E", .colour = kPathColour.terminal, .behind = middle(last).behind};
  }

  const MazePicture& picture_;
  const MazeTextStyle& style_;
  std::uint32_t width_;
  std::uint32_t columns_;
  std::vector<Letter> letters_;
};

}  // namespace

std::vector<std::string> maze_lines(const MazePicture& picture, const MazeTextStyle& style) {
  return Canvas(picture, style).lines();
}

}  // namespace mce
