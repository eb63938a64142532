// SPDX-License-Identifier: MIT
#include "mce/core/cpu.hpp"

#include <fmt/core.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstdlib>

#include "mce/core/error.hpp"
#include "mce/core/text.hpp"

namespace mce {
namespace {

CpuLevel chosen_level() {
  const auto levels = available_cpu_levels();
  const char* wanted = std::getenv("MCE_CPU");  // NOLINT(concurrency-mt-unsafe): nothing here sets it
  if (wanted == nullptr || *wanted == '\0') return levels.back();
  const auto found = std::ranges::find(levels, std::string_view(wanted), name);
  if (found != levels.end()) return *found;
  std::vector<std::string_view> names;
  std::ranges::transform(levels, std::back_inserter(names), name);
  throw Error(fmt::format("MCE_CPU {}: this machine has {}", in_quotes(wanted), fmt::join(names, ", ")));
}

}  // namespace

std::string_view name(CpuLevel level) {
  switch (level) {
    case CpuLevel::avx512: return "avx512";
    case CpuLevel::avx2: return "avx2";
    case CpuLevel::generic: break;
  }
  return "generic";
}

std::vector<CpuLevel> available_cpu_levels() {
  std::vector<CpuLevel> levels = {CpuLevel::generic};
#ifdef __x86_64__
  __builtin_cpu_init();
  if (__builtin_cpu_supports("x86-64-v3")) levels.push_back(CpuLevel::avx2);
  if (__builtin_cpu_supports("x86-64-v4")) levels.push_back(CpuLevel::avx512);
#endif
  return levels;
}

CpuLevel cpu_level() {
  static const CpuLevel level = chosen_level();
  return level;
}

}  // namespace mce
