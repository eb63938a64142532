// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "mce/run/run.hpp"

namespace mce {

/// A run in the middle, with what the program around it needs to know to go on.
struct Checkpoint {
  static constexpr std::uint32_t kFormat =
      3;  // since 2, mazes are bit boards; since 3, it tells the engine's behaviour

  std::unique_ptr<TestbedRun> run;
  double seconds = 0;       ///< time spent so far
  std::string directory;    ///< where the results are to go; may be empty
  std::uint64_t every = 0;  ///< evaluations between checkpoints
};

/// The whole state as bytes: magic, format, size, contents, checksum.
std::vector<std::byte> pack_checkpoint(const TestbedRun& run, double seconds, const std::string& directory,
                                       std::uint64_t every);
/// Throws Error if the bytes are not a checkpoint, are damaged or inconsistent, are of another format, or were written
/// by an engine that behaves differently.
Checkpoint unpack_checkpoint(std::span<const std::byte> contents);

/// The same in a file, written whole or not at all.
void write_checkpoint(const std::filesystem::path& path, const TestbedRun& run, double seconds,
                      const std::string& directory, std::uint64_t every);
/// Throws Error, with the path, as unpack_checkpoint does.
Checkpoint read_checkpoint(const std::filesystem::path& path);

}  // namespace mce
