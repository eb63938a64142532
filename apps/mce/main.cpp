// SPDX-License-Identifier: MIT
#include <fcntl.h>
#include <fmt/core.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <exception>
#include <filesystem>
#include <new>
#include <string_view>
#include <system_error>

#include "commands.hpp"
#include "mce/core/error.hpp"
#include "mce/core/text.hpp"

namespace {

/// Occupies the descriptors 0 to 2 where the caller has closed them: a file that is opened later would get their
/// numbers, and what is meant for a person would be written into it. Opened the wrong way round, they fail like closed
/// ones.
bool occupy_standard_descriptors() {
  constexpr std::array kWrongWay = {O_WRONLY, O_RDONLY, O_RDONLY};
  for (int number = 0; number < 3; ++number) {
    if (::fcntl(number, F_GETFD) == -1 && errno == EBADF && ::open("/dev/null", kWrongWay[number]) != number)
      return false;
  }
  return true;
}

/// If not even this can be written, the exit code has to say it all.
int fail_in_lines(std::string_view reason) {
  const std::string text = fmt::format("mce: {}\n", reason);
  std::fwrite(text.data(), 1, text.size(), stderr);
  return mce::app::kFailed;
}

int fail(std::string_view reason) { return fail_in_lines(mce::one_line(reason)); }

/// The output could not be written. If its reader has gone, that is the end of the work, as for every Unix tool.
int fail_to_print(const std::error_code& reason) {
  if (reason == std::errc::broken_pipe) {
    std::signal(SIGPIPE, SIG_DFL);
    std::raise(SIGPIPE);
  }
  return fail(fmt::format("cannot write the output: {}", reason.message()));
}

}  // namespace

int main(int argc, char** argv) {
  if (!occupy_standard_descriptors()) return mce::app::kFailed;
  // A full disk or a file-size limit is an error to report, not a reason to be killed; a closed pipe may be that of the
  // progress, which nobody has to read.
  std::signal(SIGXFSZ, SIG_IGN);
  std::signal(SIGPIPE, SIG_IGN);
  try {
    return mce::app::run_program(argc, argv);
  } catch (const std::bad_alloc&) {
    return fail("not enough memory for a map of this size");
  } catch (const std::filesystem::filesystem_error& error) {
    return fail(fmt::format("cannot use {}: {}", mce::in_quotes(error.path1().string()), error.code().message()));
  } catch (const std::system_error& error) {
    return std::ferror(stdout) != 0 ? fail_to_print(error.code())
                                    : fail("the system refuses: " + error.code().message());
  } catch (const mce::LongError& error) {
    return fail_in_lines(error.what());
  } catch (const std::exception& error) {
    return fail(error.what());
  }
}
