// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace mce {

/// What a request says of itself. A header that it does not have is empty.
struct RequestFacts {
  std::string_view method;
  std::string_view target;
  std::string_view host;
  std::string_view origin;
  std::string_view fetch_site;  ///< Sec-Fetch-Site: how the page that asks is related to us
  std::string_view fetch_mode;  ///< Sec-Fetch-Mode
};

/// Why a request is refused: a status of HTTP, and words. Status 0 is none.
struct Refusal {
  unsigned status = 0;
  std::string reason;
};

/// A browser sends requests of any web page to this server, too, and a name of the attacker's may lead to the loopback
/// address (DNS rebinding). So Host has to be one of our own names, and requests of other pages are refused. That a
/// person follows a link to the page itself is allowed.
Refusal refusal_of(const RequestFacts& request, std::uint16_t port);

/// "study.json" of "/api/study.json?x"; "" of "/". What it gives for another target, no resource is called.
std::string_view resource_name(std::string_view target);

}  // namespace mce
