// SPDX-License-Identifier: MIT
#pragma once

#include <atomic>
#include <cstddef>
#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "mce/study/store.hpp"

/// Runs of a study that are made elsewhere, by a process that has no store, and sent to the one that has it.
namespace mce {

/// The expanded protocol as a text, and back: what a process elsewhere needs to know. Throws Error for text that is
/// none.
std::string sent_protocol(const Protocol& protocol);
Protocol read_sent_protocol(std::string_view text);

/// Makes one run; nothing if `stop` was set before its end. The run of a problem has one worker, and its journal is
/// beside `scratch`, which need not exist. Throws Error, and std::out_of_range if there is no such run.
std::optional<std::vector<std::byte>> make_sent_run(const Protocol& protocol, const RunKey& key,
                                                    const std::filesystem::path& scratch,
                                                    const std::atomic<bool>& stop);

/// Takes a run in that was made elsewhere. Throws Error, and takes nothing, if it is no such run, or one of an engine
/// that behaves differently; std::out_of_range if the study has no run `key`. True if it was the last of its treatment.
bool take_sent_run(Store& store, const RunKey& key, std::span<const std::byte> sent);

}  // namespace mce
