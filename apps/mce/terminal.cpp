// SPDX-License-Identifier: MIT
#include "terminal.hpp"

#include <sys/ioctl.h>
#include <unistd.h>

#include <cstdlib>
#include <string_view>

namespace mce::app {
namespace {

std::string_view environment(const char* name) {
  const char* value = std::getenv(name);  // NOLINT(concurrency-mt-unsafe): nothing sets variables
  return value == nullptr ? std::string_view() : value;
}

}  // namespace

Terminal Terminal::of(std::FILE* stream) {
  Terminal terminal;
  const int descriptor = ::fileno(stream);
  if (::isatty(descriptor) == 0 || environment("TERM") == "dumb") return terminal;
  terminal.interactive = true;
  winsize size{};
  if (::ioctl(descriptor, TIOCGWINSZ, &size) == 0 && size.ws_col > 0 && size.ws_row > 0) {
    terminal.columns = size.ws_col;
    terminal.rows = size.ws_row;
  }
  if (!environment("NO_COLOR").empty()) return terminal;
  const std::string_view depth = environment("COLORTERM");
  terminal.colours = depth == "truecolor" || depth == "24bit" ? Colours::full : Colours::palette;
  return terminal;
}

}  // namespace mce::app
