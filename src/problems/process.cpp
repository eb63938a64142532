// SPDX-License-Identifier: MIT
#include "process.hpp"

#include <fcntl.h>
#include <fmt/core.h>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <climits>
#include <csignal>
#include <cstring>
#include <system_error>
#include <utility>

#include "mce/core/error.hpp"
#include "mce/core/text.hpp"

namespace mce {
namespace {

std::string reason(int code) { return std::generic_category().message(code); }

/// A number above those of the standard files, which a program that is started gets anew.
Descriptor above_standard(int number) {
  if (number > STDERR_FILENO) return Descriptor(number);
  const Descriptor low(number);
  return Descriptor(::fcntl(number, F_DUPFD_CLOEXEC, STDERR_FILENO + 1));
}

/// Blocks all signals of this thread, so that no handler of ours runs in a child.
class NoSignals {
 public:
  NoSignals() {
    sigset_t all;
    ::sigfillset(&all);
    ::pthread_sigmask(SIG_SETMASK, &all, &before_);
  }
  NoSignals(const NoSignals&) = delete;
  NoSignals& operator=(const NoSignals&) = delete;
  ~NoSignals() { ::pthread_sigmask(SIG_SETMASK, &before_, nullptr); }

 private:
  sigset_t before_{};
};

/// What a child reports if its program cannot be started.
struct StartFailure {
  int code = 0;
  bool of_folder = false;
};

/// Runs in the child. Other threads may have held locks when it was made, and nothing was told of it (_Fork), so it
/// calls only what is safe in a signal handler, and does not return.
[[noreturn]] void become(const ProcessStart& start, const char* folder, char* const* arguments, pid_t parent,
                         int report) {
  if (start.detached) {
    ::setsid();
  } else {
    ::setpgid(0, 0);
    ::prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (::getppid() != parent) ::_exit(1);  // it ended before that was set
  }
  ::dup2(start.input, STDIN_FILENO);
  ::dup2(start.output, STDOUT_FILENO);
  ::dup2(start.error, STDERR_FILENO);
  ::close_range(STDERR_FILENO + 1, UINT_MAX, CLOSE_RANGE_CLOEXEC);
  struct sigaction standard{};
  standard.sa_handler = SIG_DFL;
  for (int signal = 1; signal < NSIG; ++signal) ::sigaction(signal, &standard, nullptr);
  sigset_t none;
  ::sigemptyset(&none);
  ::pthread_sigmask(SIG_SETMASK, &none, nullptr);
  StartFailure failure{.code = 0, .of_folder = ::chdir(folder) != 0};
  if (!failure.of_folder) ::execvp(arguments[0], arguments);
  failure.code = errno;
  [[maybe_unused]] const ssize_t ignored = ::write(report, &failure, sizeof failure);
  ::_exit(127);
}

ProcessEnd how_it_ended(const siginfo_t& end) {
  if (end.si_code == CLD_EXITED) return {.text = fmt::format("exited with code {}", end.si_status)};
  const char* name = ::sigabbrev_np(end.si_status);
  return {.text = name == nullptr ? fmt::format("was killed by signal {}", end.si_status)
                                  : fmt::format("was killed by SIG{}", name),
          .was_told_to = end.si_status == SIGTERM || end.si_status == SIGINT || end.si_status == SIGHUP};
}

}  // namespace

Pipe make_pipe() {
  std::array<int, 2> ends{};
  if (::pipe2(ends.data(), O_CLOEXEC) != 0) throw Error("cannot make a pipe: " + reason(errno));
  Pipe pipe{.out = above_standard(ends[0]), .in = above_standard(ends[1])};
  if (!pipe.out.is_open() || !pipe.in.is_open()) throw Error("cannot make a pipe: " + reason(errno));
  return pipe;
}

Process::Process(const ProcessStart& start) {
  std::vector<std::string> command = start.command;
  std::vector<char*> arguments;
  arguments.reserve(command.size() + 1);
  for (std::string& each : command) arguments.push_back(each.data());
  arguments.push_back(nullptr);
  const std::string folder = start.folder.empty() ? "." : start.folder.string();
  Pipe report = make_pipe();
  const auto fail = [&](int code, bool of_folder = false) {
    const std::string where = of_folder ? " in " + in_quotes(folder) : "";
    throw Error(fmt::format("cannot start worker {}{}: {}", in_quotes(command.front()), where, reason(code)));
  };
  {
    const NoSignals blocked;
    const pid_t parent = ::getpid();
    // Not fork(): in a process with OpenBLAS, as nearly every one with NumPy is, that ends all threads of OpenBLAS
    // first, and waits forever if two threads do so at once.
    const pid_t child = ::_Fork();
    if (child == 0) become(start, folder.c_str(), arguments.data(), parent, report.in.number());
    id_ = child;
  }
  if (id_ < 0) fail(errno);
  end_event_ = Descriptor(static_cast<int>(::syscall(SYS_pidfd_open, id_, 0)));
  const int no_event = end_event_.is_open() ? 0 : errno;
  report.in.close();
  StartFailure failure;
  ssize_t count = 0;
  do {
    count = ::read(report.out.number(), &failure, sizeof failure);
  } while (count < 0 && errno == EINTR);
  if (count > 0 || no_event != 0) {
    finish();
    fail(count > 0 ? failure.code : no_event, failure.of_folder);
  }
}

Process::Process(Process&& other) noexcept
    : id_(std::exchange(other.id_, 0)), end_event_(std::move(other.end_event_)) {}

Process& Process::operator=(Process&& other) noexcept {
  std::swap(id_, other.id_);
  std::swap(end_event_, other.end_event_);
  return *this;
}

Process::~Process() {
  if (is_running()) finish();
}

bool Process::ends_within(std::chrono::milliseconds time) const {
  const auto end = std::chrono::steady_clock::now() + time;
  pollfd event{.fd = end_event_.number(), .events = POLLIN, .revents = 0};
  for (;;) {
    const auto left = std::chrono::ceil<std::chrono::milliseconds>(end - std::chrono::steady_clock::now());
    const int found = ::poll(&event, 1, static_cast<int>(std::max<std::int64_t>(left.count(), 0)));
    if (found >= 0 || errno != EINTR) return found > 0;
  }
}

void Process::kill_group() const {
  ::kill(-id_, SIGKILL);
  ::kill(id_, SIGKILL);  // if it has not yet made its group, or has left it
}

ProcessEnd Process::finish() {
  kill_group();  // before the wait: after it, the number may be another's
  siginfo_t end{};
  int result = 0;
  do {
    result = ::waitid(P_PID, static_cast<id_t>(id_), &end, WEXITED);
  } while (result != 0 && errno == EINTR);
  id_ = 0;
  end_event_.close();
  if (result != 0) return {.text = "ended"};  // someone else may have waited for all children
  return how_it_ended(end);
}

}  // namespace mce
