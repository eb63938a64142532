// SPDX-License-Identifier: MIT
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "mce/view/resources.hpp"

namespace mce {

/// Serves the explorer's page and what it asks for to browsers of this machine, and to nobody else: it listens on the
/// loopback address alone, and refuses requests that other web pages make. It changes nothing.
class Server {
 public:
  /// Where it listens. Port 0 is any that is free. Throws Error if the port is taken. `page` and `resources` have to
  /// outlive the server.
  Server(std::string_view page, Resources& resources, std::uint16_t port);
  Server(const Server&) = delete;
  Server& operator=(const Server&) = delete;
  ~Server();

  [[nodiscard]] std::uint16_t port() const;
  /// "http://127.0.0.1:8800/"
  [[nodiscard]] std::string address() const;

  /// Serves until `stop` is set.
  void run(const std::atomic<bool>& stop);

 private:
  class Implementation;
  std::unique_ptr<Implementation> implementation_;
};

}  // namespace mce
