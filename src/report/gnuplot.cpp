// SPDX-License-Identifier: MIT
#include "gnuplot.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cmath>
#include <string_view>
#include <system_error>

#include "mce/core/error.hpp"
#include "mce/core/parameters.hpp"
#include "mce/run/files.hpp"

namespace mce {
namespace {

namespace fs = std::filesystem;

[[noreturn]] void fail_to_run(int code) {
  if (code == ENOENT || code == EACCES) throw Error("gnuplot is not installed: apt install gnuplot-nox");
  throw Error(fmt::format("cannot run gnuplot: {}", std::generic_category().message(code)));
}

/// A pipe; each end is closed once.
class Pipe {
 public:
  Pipe() {
    if (::pipe2(ends_.data(), O_CLOEXEC) != 0) fail_to_run(errno);
  }
  Pipe(const Pipe&) = delete;
  Pipe& operator=(const Pipe&) = delete;
  ~Pipe() {
    close_writing();
    ::close(ends_[0]);
  }
  [[nodiscard]] int writing() const { return ends_[1]; }
  void close_writing() {
    if (ends_[1] >= 0) ::close(ends_[1]);
    ends_[1] = -1;
  }
  /// All that is written until every writer has closed its end.
  [[nodiscard]] std::string read_all() const {
    std::string all;
    std::array<char, 4096> piece{};
    for (;;) {
      const ssize_t count = ::read(ends_[0], piece.data(), piece.size());
      if (count < 0 && errno == EINTR) continue;
      if (count <= 0) return all;
      all.append(piece.data(), static_cast<std::size_t>(count));
    }
  }

 private:
  std::array<int, 2> ends_{-1, -1};
};

/// What a new process does before it becomes gnuplot.
class SpawnActions {
 public:
  SpawnActions() { ::posix_spawn_file_actions_init(&actions_); }
  SpawnActions(const SpawnActions&) = delete;
  SpawnActions& operator=(const SpawnActions&) = delete;
  ~SpawnActions() { ::posix_spawn_file_actions_destroy(&actions_); }
  [[nodiscard]] posix_spawn_file_actions_t* get() { return &actions_; }

 private:
  posix_spawn_file_actions_t actions_{};
};

struct Outcome {
  int status = 0;
  std::string errors;
};

/// Runs gnuplot in the directory, with no shell in between and without the user's own defaults.
Outcome run_gnuplot(const fs::path& directory, std::string argument) {
  Pipe errors;
  SpawnActions actions;
  ::posix_spawn_file_actions_addchdir_np(actions.get(), directory.c_str());
  ::posix_spawn_file_actions_addopen(actions.get(), STDIN_FILENO, "/dev/null", O_RDONLY, 0);
  ::posix_spawn_file_actions_addopen(actions.get(), STDOUT_FILENO, "/dev/null", O_WRONLY, 0);
  ::posix_spawn_file_actions_adddup2(actions.get(), errors.writing(), STDERR_FILENO);
  std::string program = "gnuplot";
  std::string defaults = "--default-settings";
  std::array<char*, 4> arguments = {program.data(), defaults.data(), argument.data(), nullptr};
  pid_t process = 0;
  const int code = ::posix_spawnp(&process, program.c_str(), actions.get(), nullptr, arguments.data(), environ);
  if (code != 0) fail_to_run(code);
  errors.close_writing();
  Outcome outcome{.status = 0, .errors = errors.read_all()};
  while (::waitpid(process, &outcome.status, 0) < 0 && errno == EINTR) continue;
  return outcome;
}

/// gnuplot repeats the command and points into it before it says what is wrong: '"x.gp" line 3: undefined variable'.
std::string first_error(std::string_view errors) {
  std::string first;
  for (const std::string& line : split(errors, '\n')) {
    if (line.find_first_not_of(" \t^\r") == std::string::npos || line.find("arning:") != std::string::npos) continue;
    if (line.find("\" line ") != std::string::npos) return line;
    if (first.empty()) first = line;
  }
  return first.empty() ? "it gives no reason" : first;
}

constexpr double kPixels = 96 / 2.54;  // in a centimetre, as browsers have it

/// Text is 8 points high in print in every format. PNG has twice the pixels, for screens and talks.
std::string still_terminals(const Plot& plot) {
  const long wide = std::lround(plot.width * kPixels);
  const long high = std::lround(plot.height * kPixels);
  return fmt::format(R"(do for [format in "svg pdf png"] {{
reset
if (format eq "svg") {{ set terminal svg size {0},{1} enhanced font "sans-serif,10.67" background "white" }}
if (format eq "pdf") {{ set terminal pdfcairo size {2}cm,{3}cm enhanced font "Sans,8" fontscale 0.75 linewidth 1.5 background "white" }}
if (format eq "png") {{ set terminal pngcairo size {4},{5} enhanced font "Sans,8" fontscale 2 linewidth 2 pointscale 2 background "white" }}
set output "{6}." . format
)",
                     wide, high, plot.width, plot.height, 2 * wide, 2 * high, plot.name);
}

std::string animation_terminal(const Plot& plot) {
  return fmt::format(
      "set terminal gif animate delay 12 loop 0 optimize size {},{} enhanced font \"Sans,10\" background \"white\"\n"
      "set output \"{}.gif\"\n",
      std::lround(plot.width * kPixels), std::lround(plot.height * kPixels), plot.name);
}

/// Browsers would blur the cells of a map, and gnuplot cannot tell them not to.
void sharpen_images(const fs::path& path) {
  constexpr std::string_view kImage = "<image ";
  const std::vector<std::byte> bytes = read_file(path);
  std::string text(reinterpret_cast<const char*>(bytes.data()), bytes.size());
  bool found = false;
  for (auto at = text.find(kImage); at != std::string::npos; at = text.find(kImage, at + 1)) {
    text.insert(at + kImage.size(), "style='image-rendering:pixelated' ");
    found = true;
  }
  if (found) write_file(path, text);
}

}  // namespace

std::string script_file(const Plot& plot) {
  const bool still = plot.medium == Plot::Medium::still;
  return fmt::format("# Draws {0}: gnuplot {1}.gp\nset encoding utf8\n{2}set minussign\n{3}unset output\n{4}",
                     still ? fmt::format("{0}.svg, {0}.pdf and {0}.png", plot.name) : plot.name + ".gif", plot.name,
                     still ? still_terminals(plot) : animation_terminal(plot), plot.script, still ? "}\n" : "");
}

PlotFiles draw(const Plot& plot, const fs::path& directory) {
  PlotFiles files;
  for (const PlotData& each : plot.data) {
    write_file(directory / each.name, each.contents);
    files.sources.push_back(each.name);
  }
  const std::string script = plot.name + ".gp";
  write_file(directory / script, script_file(plot));
  files.sources.insert(files.sources.begin(), script);
  const Outcome outcome = run_gnuplot(directory, "./" + script);  // never an option
  if (outcome.status != 0) {
    throw Error(
        fmt::format("gnuplot cannot draw '{}': {}", (directory / script).string(), first_error(outcome.errors)));
  }
  const std::vector<std::string> endings = plot.medium == Plot::Medium::still
                                               ? std::vector<std::string>{"svg", "pdf", "png"}
                                               : std::vector<std::string>{"gif"};
  for (const std::string& ending : endings) files.pictures.push_back(plot.name + "." + ending);
  if (plot.medium == Plot::Medium::still) sharpen_images(directory / files.pictures.front());
  return files;
}

void require_gnuplot() {
  const Outcome outcome = run_gnuplot(".", "--version");
  if (outcome.status != 0) throw Error(fmt::format("cannot run gnuplot: {}", first_error(outcome.errors)));
}

}  // namespace mce
