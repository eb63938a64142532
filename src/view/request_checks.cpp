// SPDX-License-Identifier: MIT
#include "request_checks.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <cctype>

namespace mce {
namespace {

constexpr std::string_view kResources = "/api/";

std::string lower(std::string_view text) {
  std::string result(text);
  std::ranges::transform(result, result.begin(), [](unsigned char letter) { return std::tolower(letter); });
  return result;
}

bool is_own(std::string_view host, std::uint16_t port) {
  const std::string name = lower(host);
  constexpr std::uint16_t kUnsaid = 80;  // browsers leave it out
  return std::ranges::any_of(std::array{"127.0.0.1", "localhost"}, [&](const char* own) {
    return name == fmt::format("{}:{}", own, port) || (port == kUnsaid && name == own);
  });
}

}  // namespace

Refusal refusal_of(const RequestFacts& request, std::uint16_t port) {
  if (!is_own(request.host, port)) {
    return {.status = 403, .reason = fmt::format("ask for http://127.0.0.1:{}/: other names are refused", port)};
  }
  if (request.method != "GET" && request.method != "HEAD") {
    return {.status = 405, .reason = "only GET and HEAD are answered: nothing can be changed here"};
  }
  // The host was checked, so that an origin is ours if it is http and that host.
  if (!request.origin.empty() && lower(request.origin) != "http://" + lower(request.host)) {
    return {.status = 403, .reason = "requests of other pages are refused"};
  }
  const bool foreign =
      !request.fetch_site.empty() && request.fetch_site != "same-origin" && request.fetch_site != "none";
  const bool link_to_page = request.fetch_mode == "navigate" && !request.target.starts_with(kResources);
  if (foreign && !link_to_page) return {.status = 403, .reason = "requests of other pages are refused"};
  return {};
}

std::string_view resource_name(std::string_view target) {
  target = target.substr(0, target.find('?'));
  if (target == "/") return "";
  return target.starts_with(kResources) && target.size() > kResources.size() ? target.substr(kResources.size())
                                                                             : "nothing of ours";
}

}  // namespace mce
