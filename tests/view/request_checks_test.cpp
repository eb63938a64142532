// SPDX-License-Identifier: MIT
#include "view/request_checks.hpp"

#include <gtest/gtest.h>

namespace mce::request_checks_test {
namespace {

constexpr std::uint16_t kPort = 8800;

RequestFacts usual() {
  return {.method = "GET",
          .target = "/api/study.json",
          .host = "127.0.0.1:8800",
          .origin = "",
          .fetch_site = "",
          .fetch_mode = ""};
}

unsigned status(const RequestFacts& request) { return refusal_of(request, kPort).status; }

TEST(RequestChecks, OurOwnPageIsAnswered) {
  RequestFacts request = usual();
  EXPECT_EQ(status(request), 0U) << "a program that is no browser";
  request.fetch_site = "same-origin";
  request.fetch_mode = "cors";
  request.origin = "http://127.0.0.1:8800";
  EXPECT_EQ(status(request), 0U);
  request.host = "LocalHost:8800";
  request.origin = "http://localhost:8800";
  EXPECT_EQ(status(request), 0U);
  request.method = "HEAD";
  EXPECT_EQ(status(request), 0U);
}

TEST(RequestChecks, Port80IsLeftOut) {
  RequestFacts request = usual();
  request.host = "127.0.0.1";
  request.origin = "http://127.0.0.1";
  EXPECT_EQ(refusal_of(request, 80).status, 0U);
  EXPECT_EQ(refusal_of(request, 8800).status, 403U);
}

TEST(RequestChecks, OtherHostsAreRefused) {
  for (const char* host : {"", "evil.example", "evil.example:8800", "127.0.0.1", "127.0.0.1:8801", "127.0.0.1:88000",
                           "127.0.0.1.evil.example:8800", "[::1]:8800", "localhost.:8800", "127.1:8800", "0.0.0.0:8800",
                           "evil@127.0.0.1:8800"}) {
    RequestFacts request = usual();
    request.host = host;
    EXPECT_EQ(status(request), 403U) << host;
  }
}

TEST(RequestChecks, OtherOriginsAreRefused) {
  for (const char* origin : {"null", "https://127.0.0.1:8800", "http://localhost:8800", "http://127.0.0.1:8801",
                             "http://127.0.0.1:8800.evil.example", "http://evil.example"}) {
    RequestFacts request = usual();
    request.origin = origin;
    EXPECT_EQ(status(request), 403U) << origin;
  }
}

TEST(RequestChecks, OtherSitesMayOnlyLinkToThePage) {
  for (const char* site : {"cross-site", "same-site", "anything"}) {
    RequestFacts request = usual();
    request.fetch_site = site;
    for (const char* mode : {"no-cors", "cors", "navigate", "websocket", ""}) {
      request.fetch_mode = mode;
      request.target = "/api/study.json";
      EXPECT_EQ(status(request), 403U) << site << " " << mode;
      request.target = "/";
      EXPECT_EQ(status(request), std::string(mode) == "navigate" ? 0U : 403U) << site << " " << mode;
    }
  }
}

TEST(RequestChecks, NothingCanBeChanged) {
  for (const char* method : {"POST", "PUT", "DELETE", "OPTIONS", "PATCH", "TRACE", "CONNECT", "get", ""}) {
    RequestFacts request = usual();
    request.method = method;
    EXPECT_EQ(status(request), 405U) << method;
  }
}

TEST(RequestChecks, NamesOfResources) {
  EXPECT_EQ(resource_name("/"), "");
  EXPECT_EQ(resource_name("/?x=/api/study.json"), "");
  EXPECT_EQ(resource_name("/api/study.json"), "study.json");
  EXPECT_EQ(resource_name("/api/runs/0/1/2/maps?now"), "runs/0/1/2/maps");
  EXPECT_EQ(resource_name("/api/../../etc/passwd"), "../../etc/passwd") << "no file is ever opened by such a name";
  for (const char* target : {"", "/api", "/api/", "/API/study.json", "//api/study.json", "/index.html", "/favicon.ico",
                             "http://127.0.0.1:8800/api/study.json", "*"}) {
    EXPECT_EQ(resource_name(target), "nothing of ours") << target;
  }
}

}  // namespace
}  // namespace mce::request_checks_test
