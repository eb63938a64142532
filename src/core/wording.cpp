// SPDX-License-Identifier: MIT
#include "mce/core/wording.hpp"

#include <fmt/format.h>

#include <cctype>
#include <cmath>

namespace mce::wording {

std::string title(std::string_view testbed) {
  std::string text(testbed);
  if (!text.empty()) text[0] = static_cast<char>(std::toupper(static_cast<unsigned char>(text[0])));
  return text;
}

std::string number(double value) { return std::isnan(value) ? "-" : fmt::format("{:.4g}", value); }

std::string p_value(double p) {
  if (std::isnan(p)) return "no test";
  return p < 1e-12 ? "p < 1e-12" : fmt::format("p = {:.2g}", p);
}

std::string percent(double share) { return std::isnan(share) ? "-" : fmt::format("{:+.1f} %", 100 * share); }

std::string count(std::size_t number, std::string_view noun) {
  return fmt::format("{} {}{}", number, noun, number == 1 ? "" : "s");
}

std::string evaluations(std::uint64_t number) {
  int power = 0;
  std::uint64_t rest = number;
  for (; rest >= 10 && rest % 10 == 0; rest /= 10) ++power;
  return rest == 1 && power >= 3 ? fmt::format("10^{}", power) : fmt::format("{}", number);
}

std::string list(std::span<const std::string> items) {
  if (items.empty()) return "";
  std::string text = items.front();
  for (std::size_t i = 1; i < items.size(); ++i) text += (i + 1 == items.size() ? " and " : ", ") + items[i];
  return text;
}

}  // namespace mce::wording
