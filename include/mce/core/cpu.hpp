// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

// A sanitizer finds in one version what it would find in all, since they have the same source. g++ tells of it by
// macros, clang++ by features.
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define MCE_HAS_SANITIZER
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define MCE_HAS_SANITIZER
#endif
#endif
#if defined(__x86_64__) && !defined(MCE_HAS_SANITIZER)
#define MCE_HAS_VERSIONS
#endif

/// One binary for every x86-64 machine that still uses what the machine has. Hot functions are compiled once per level
/// of the instruction set, from the same source; the best level is chosen when the program runs. Results are equal to
/// the last bit: only IEEE operations in a fixed order are used, and no level may fuse them.
namespace mce {

enum class CpuLevel : std::uint8_t {
  generic,  ///< any machine
  avx2,     ///< x86-64-v3: also BMI, POPCNT
  avx512,   ///< x86-64-v4, at the vector width that the compiler prefers
};

[[nodiscard]] std::string_view name(CpuLevel level);

/// The levels that this machine has, the lowest first.
[[nodiscard]] std::vector<CpuLevel> available_cpu_levels();

/// The level in use: the highest there is, or the one that the environment variable MCE_CPU names. Throws Error if that
/// is no level of this machine.
[[nodiscard]] CpuLevel cpu_level();

/// `Versions<&function>::at(level)` is `function` compiled for that level, together with all that it calls.
template <auto kFunction>
struct Versions;

template <class Result, class... Arguments, Result (*kFunction)(Arguments...)>
struct Versions<kFunction> {
  using Pointer = Result (*)(Arguments...);

  static Pointer at([[maybe_unused]] CpuLevel level) {
#ifdef MCE_HAS_VERSIONS
    if (level == CpuLevel::avx512) return &avx512;
    if (level == CpuLevel::avx2) return &avx2;
#endif
    return kFunction;
  }

 private:
#ifdef MCE_HAS_VERSIONS
  [[gnu::flatten, gnu::target("arch=x86-64-v3")]] static Result avx2(Arguments... arguments) {
    return kFunction(arguments...);
  }
  [[gnu::flatten, gnu::target("arch=x86-64-v4")]] static Result avx512(Arguments... arguments) {
    return kFunction(arguments...);
  }
#endif
};

}  // namespace mce
