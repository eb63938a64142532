// SPDX-License-Identifier: MIT
#pragma once

#include <atomic>
#include <functional>

namespace mce::python {

/// Does long work on a thread of its own. Meanwhile the caller gives up the interpreter's lock, and takes it some times
/// a second to handle signals and to call `look`. If one of them raises, as Ctrl-C does, `stop` is set, and the
/// exception goes on once the work has ended. What the work itself throws goes on too.
void while_listening(std::atomic<bool>& stop, const std::function<void()>& work, const std::function<void()>& look);

}  // namespace mce::python
