// SPDX-License-Identifier: MIT
#include "worker.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>

namespace mce {

void Worker::start(const WorkerProgram& program, int log) {
  Pipe requests = make_pipe();
  Pipe answers = make_pipe();
  process = Process({.command = program.command,
                     .folder = program.folder,
                     .input = requests.out.number(),
                     .output = answers.in.number(),
                     .error = log});
  input = std::move(requests.in);
  output = std::move(answers.out);
  // Of our ends only: those of the worker are other files to the system.
  ::fcntl(input.number(), F_SETFL, O_NONBLOCK);
  ::fcntl(output.number(), F_SETFL, O_NONBLOCK);
  ++generation;
}

bool Worker::send() {
  bool is_read = true;
  std::size_t done = 0;
  while (done < outbox.size()) {
    const ssize_t count = ::write(input.number(), outbox.data() + done, outbox.size() - done);
    if (count > 0) {
      done += static_cast<std::size_t>(count);
    } else if (errno == EAGAIN) {
      break;
    } else if (errno != EINTR) {
      done = outbox.size();
      is_read = false;
    }
  }
  outbox.erase(0, done);
  return is_read;
}

Worker::Reading Worker::receive(std::span<char> piece) {
  ssize_t count = 0;
  do {
    count = ::read(output.number(), piece.data(), piece.size());
  } while (count < 0 && errno == EINTR);
  if (count <= 0) return count == 0 ? Reading::end : Reading::nothing;
  inbox.append(piece.data(), static_cast<std::size_t>(count));
  return Reading::some;
}

ProcessEnd Worker::stop() {
  ProcessEnd how;
  if (is_running()) how = process.finish();
  input.close();
  output.close();
  waiting.clear();
  outbox.clear();
  inbox.clear();
  sent = 0;
  is_reserved = awaits_room = is_closed = false;
  return how;
}

}  // namespace mce
