// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

namespace mce {

/// A file beside a script, which reads it.
struct PlotData {
  std::string name;
  std::string contents;
};

/// A picture as gnuplot draws it. Script and data are kept beside it: people can change them and draw it again, by
/// `gnuplot NAME.gp` in that directory.
struct Plot {
  enum class Medium : std::uint8_t {
    still,      ///< NAME.svg, NAME.pdf and NAME.png
    animation,  ///< NAME.gif
  };
  std::string name;
  Medium medium = Medium::still;
  double width = 18;  ///< centimetres
  double height = 12;
  std::string script;  ///< what draws it, once terminal and output are set
  std::vector<PlotData> data;
};

/// The names of a plot's files: pictures are for looking at, sources are what they are made from.
struct PlotFiles {
  std::vector<std::string> pictures;
  std::vector<std::string> sources;
};

/// The whole of NAME.gp.
std::string script_file(const Plot& plot);

/// Writes script and data into the directory and has gnuplot draw. Throws Error: gnuplot is not installed, says that
/// something is wrong, or the directory cannot be written to.
PlotFiles draw(const Plot& plot, const std::filesystem::path& directory);

/// Throws Error, which says what to install, unless gnuplot can be run.
void require_gnuplot();

}  // namespace mce
