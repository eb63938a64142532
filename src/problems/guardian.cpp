// SPDX-License-Identifier: MIT
#include "guardian.hpp"

#include <fcntl.h>
#include <fmt/format.h>

#include <cerrno>

#include "broken_pipes.hpp"
#include "mce/core/error.hpp"

namespace mce {
namespace {

// A program of its own, since a copy of this process would keep all memory of it as it is now. The last whole line
// says what to kill when no more can come.
constexpr const char* kScript =
    "trap '' HUP INT QUIT TERM; groups=; while read -r line; do groups=$line; done; "
    "[ -z \"$groups\" ] || kill -s KILL -- $groups";

}  // namespace

void Guardian::start() {
  Pipe pipe = make_pipe();
  const Descriptor nothing(::open("/dev/null", O_RDWR | O_CLOEXEC));
  process_ = Process({.command = {"/bin/sh", "-c", kScript, "mce-guardian"},
                      .folder = "/",
                      .input = pipe.out.number(),
                      .output = nothing.number(),
                      .error = nothing.number(),
                      .detached = true});
  line_ = std::move(pipe.in);
}

bool Guardian::tell(const std::string& line) const {
  NoBrokenPipeSignal broken_pipes;
  for (std::size_t done = 0; done < line.size();) {
    const ssize_t count = ::write(line_.number(), line.data() + done, line.size() - done);
    if (count < 0 && errno != EINTR) {
      broken_pipes.has_occurred();
      return false;
    }
    if (count > 0) done += static_cast<std::size_t>(count);
  }
  return true;
}

void Guardian::guard(std::span<const pid_t> groups) {
  std::string line;
  for (const pid_t each : groups) fmt::format_to(std::back_inserter(line), "-{} ", each);
  line += '\n';
  if (process_.is_running() && tell(line)) return;
  start();  // also if someone has killed it
  if (!tell(line)) throw Error("cannot guard workers: the guardian process ends at once");
}

Guardian::~Guardian() {
  if (!process_.is_running()) return;
  static_cast<void>(tell("\n"));
  line_.close();
  static_cast<void>(process_.ends_within(std::chrono::seconds(1)));
}

}  // namespace mce
