// SPDX-License-Identifier: MIT
#include <fcntl.h>
#include <fmt/core.h>
#include <spawn.h>
#include <unistd.h>

#include <array>
#include <csignal>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <stdexcept>
#include <string>
#include <string_view>

#include "commands.hpp"
#include "interrupts.hpp"
#include "mce/core/error.hpp"
#include "mce/core/text.hpp"
#include "mce/run/files.hpp"
#include "mce/view/page.hpp"
#include "mce/view/resources.hpp"
#include "mce/view/server.hpp"
#include "options.hpp"
#include "overwriting.hpp"
#include "run_output.hpp"
#include "terminal.hpp"

namespace mce::app {
namespace {

constexpr std::uint16_t kUsualPort = 8800;

std::string_view page() {
  const std::string_view found = explorer_page();
  if (!found.empty()) return found;
  throw Error(
      "this mce was built without the explorer's page: scripts/viewer makes it (it needs Node 20 or newer, and says "
      "what else it installs); then build mce again");
}

/// Whether there is a screen that a browser could open on.
bool has_screen() {
  const auto is_set = [](const char* name) {
    return std::getenv(name) != nullptr;  // NOLINT(concurrency-mt-unsafe): nothing sets variables
  };
  return is_set("DISPLAY") || is_set("WAYLAND_DISPLAY");
}

/// If there is no program that opens addresses, the person has read the address.
void open_browser(const std::string& address) {
  std::string program = "xdg-open";
  std::string argument = address;
  std::array<char*, 3> arguments = {program.data(), argument.data(), nullptr};
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  // What it says is not for whoever reads our output, and what is typed not for it.
  posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
  posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0);
  posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
  // In a session of its own: Ctrl-C is for the server, not for the browser. What we ignore it need not ignore.
  posix_spawnattr_t attributes;
  posix_spawnattr_init(&attributes);
  posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSID | POSIX_SPAWN_SETSIGDEF);
  sigset_t usual;
  sigfillset(&usual);
  posix_spawnattr_setsigdefault(&attributes, &usual);
  pid_t child = 0;
  posix_spawnp(&child, program.c_str(), &actions, &attributes, arguments.data(), environ);
  posix_spawnattr_destroy(&attributes);
  posix_spawn_file_actions_destroy(&actions);
}

/// The port that was asked for; else the usual one, or any other if something has it already.
std::unique_ptr<Server> listen(Resources& resources, const std::string& port) {
  if (!port.empty()) {
    const auto number = static_cast<std::uint16_t>(whole_option("--port", port, 0, UINT16_MAX));
    return std::make_unique<Server>(page(), resources, number);
  }
  try {
    return std::make_unique<Server>(page(), resources, kUsualPort);
  } catch (const Error&) {
    return std::make_unique<Server>(page(), resources, std::uint16_t{0});
  }
}

void serve(Resources& resources, const ViewOptions& options) {
  const std::unique_ptr<Server> server = listen(resources, options.port);
  watch_for_interrupts();
  fmt::print("{}   (Ctrl-C ends it)\n", server->address());
  std::fflush(stdout);
  if (!options.no_open && has_screen()) open_browser(server->address());
  server->run(interrupted);
}

void export_page(Resources& resources, const ViewOptions& options) {
  check_free("--export", options.page, options.force);
  if (!options.what.empty()) {
    check_not_study("--export", options.page, options.what);
    check_not_result("--export", options.page, options.what);
  }
  const bool interactive = Terminal::of(stderr).interactive;
  const std::string text =
      page_with(page(), resources, parse_filter(options.only), [interactive](std::size_t done, std::size_t all) {
        if (interactive) fmt::print(stderr, "\r\x1b[K{}", done == all ? "" : fmt::format("{} of {}", done, all));
      });
  write_file(options.page, text);
  fmt::print("{} ({:.1f} MB): open it in a browser, or put it on any web host\n", one_line(options.page),
             static_cast<double>(text.size()) / 1e6);
}

/// Options of the one that say nothing to the other.
void check_together(const ViewOptions& options) {
  if (!options.page.empty() && !options.port.empty()) {
    throw std::invalid_argument("--port together with --export: an exported page has no server");
  }
  if (options.page.empty() && (!options.only.empty() || options.force)) {
    throw std::invalid_argument(
        fmt::format("{} without --export: it is about the exported page", options.force ? "--force" : "--only"));
  }
  if (options.what.empty() && !options.only.empty()) throw std::invalid_argument("--only needs a study to choose from");
}

}  // namespace

void view(const ViewOptions& options) {
  check_together(options);
  static_cast<void>(page());
  const std::unique_ptr<Resources> resources = options.what.empty() ? no_resources() : open_resources(options.what);
  options.page.empty() ? serve(*resources, options) : export_page(*resources, options);
}

}  // namespace mce::app
