// SPDX-License-Identifier: MIT
#include "report/gnuplot.hpp"

#include "mce/core/error.hpp"
#include "report_support.hpp"

namespace mce::gnuplot_test {
namespace {

using namespace test;

Plot line() {
  return {.name = "line",
          .medium = Plot::Medium::still,
          .width = 8,
          .height = 6,
          .script = "plot \"line.txt\" with lines title \"a line\"\n",
          .data = {{"line.txt", "1 1\n2 4\n3 9\n"}}};
}

TEST(Gnuplot, DrawsAllFormatsAndKeepsTheSources) {
  const TemporaryDirectory directory;
  const PlotFiles files = draw(line(), directory.path());
  EXPECT_EQ(files.pictures, (std::vector<std::string>{"line.svg", "line.pdf", "line.png"}));
  EXPECT_EQ(files.sources, (std::vector<std::string>{"line.gp", "line.txt"}));
  EXPECT_EQ(directory.names(), (std::vector<std::string>{"line.gp", "line.pdf", "line.png", "line.svg", "line.txt"}));
  EXPECT_EQ(slurp(directory / "line.txt"), "1 1\n2 4\n3 9\n");
  EXPECT_TRUE(has(slurp(directory / "line.gp"), "# Draws line.svg, line.pdf and line.png: gnuplot line.gp"));
}

TEST(Gnuplot, PicturesAreWhatTheirNamesSay) {
  const TemporaryDirectory directory;
  EXPECT_TRUE(has(drawn(line(), directory), "a line"));
}

TEST(Gnuplot, SvgIsTheSameEveryTime) {
  const TemporaryDirectory first;
  const TemporaryDirectory second;
  EXPECT_EQ(drawn(line(), first), drawn(line(), second));
}

TEST(Gnuplot, CellsOfMapsStaySharp) {
  const TemporaryDirectory directory;
  Plot map = line();
  EXPECT_FALSE(has(drawn(map, directory), "pixelated"));
  map.script = "plot \"line.txt\" matrix with image\n";
  EXPECT_TRUE(has(drawn(map, directory), "<image style='image-rendering:pixelated' "));
}

TEST(Gnuplot, DirectoriesMayHaveAnyName) {
  const TemporaryDirectory above;
  const auto directory = above / "it's a \"$HOME\" \\ of 100 %";
  std::filesystem::create_directory(directory);
  draw(line(), directory);
  EXPECT_TRUE(is_svg(slurp(directory / "line.svg")));
}

TEST(Gnuplot, Animates) {
  const TemporaryDirectory directory;
  const PlotFiles files = draw({.name = "moving",
                                .medium = Plot::Medium::animation,
                                .width = 5,
                                .height = 5,
                                .script = "plot x\nplot -x\nplot x**2\n",
                                .data = {}},
                               directory.path());
  EXPECT_EQ(files.pictures, std::vector<std::string>{"moving.gif"});
  EXPECT_TRUE(is_gif(slurp(directory / "moving.gif")));
}

TEST(Gnuplot, SaysWhatIsWrongWithAScript) {
  const TemporaryDirectory directory;
  Plot broken = line();
  broken.script = "plot nothing\n";
  const std::string message = message_of<Error>([&] { draw(broken, directory.path()); });
  EXPECT_TRUE(has(message, (directory / "line.gp").string())) << message;
  EXPECT_TRUE(has(message, "undefined variable: nothing")) << message;
  EXPECT_FALSE(has(message, "\n")) << message;
}

TEST(Gnuplot, SaysWhatToInstall) {
  const TemporaryDirectory directory;
  require_gnuplot();
  const NoPrograms none;
  EXPECT_EQ(message_of<Error>([&] { draw(line(), directory.path()); }),
            "gnuplot is not installed: apt install gnuplot-nox");
  EXPECT_EQ(message_of<Error>([] { require_gnuplot(); }), "gnuplot is not installed: apt install gnuplot-nox");
}

TEST(Gnuplot, NamesADirectoryThatCannotBeWrittenTo) {
  const TemporaryDirectory directory;
  const std::string message = message_of<Error>([&] { draw(line(), directory / "none"); });
  EXPECT_TRUE(has(message, (directory / "none").string())) << message;
}

}  // namespace
}  // namespace mce::gnuplot_test
