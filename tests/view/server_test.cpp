// SPDX-License-Identifier: MIT
#include "mce/view/server.hpp"

#include <arpa/inet.h>
#include <gtest/gtest.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <unistd.h>

#include <chrono>
#include <thread>

#include "mce/core/error.hpp"
#include "support/complaint.hpp"

// Real connections over the loopback device, with sockets of our own: clients that no library would be.
namespace mce::server_test {
namespace {

using namespace std::chrono_literals;
using test::expect_mentions;
using test::has;
using test::message_of;

constexpr std::string_view kPage =
    "<!doctype html><meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'\" /><p>page";

class FewResources final : public Resources {
 public:
  Resource read(std::string_view name) override {
    if (name == "study.json") return {.form = Resource::Form::json, .bytes = "{}"};
    if (name == "large") return {.form = Resource::Form::arrays, .bytes = std::string(12'000'000, 'x')};
    if (name == "damaged") throw Error("'s.mce' is \"damaged\"\n<script>");
    throw NotThere("there is no such thing");
  }
  std::vector<std::string> names(const StudyFilter& /*only*/) override { return {}; }
};

class Client {
 public:
  explicit Client(std::uint16_t port) : socket_(::socket(AF_INET, SOCK_STREAM, 0)) {
    sockaddr_in place{};
    place.sin_family = AF_INET;
    place.sin_port = htons(port);
    place.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    timeval patience{.tv_sec = 30, .tv_usec = 0};
    ::setsockopt(socket_, SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof patience);
    EXPECT_EQ(::connect(socket_, reinterpret_cast<sockaddr*>(&place), sizeof place), 0);
  }
  Client(const Client&) = delete;
  Client& operator=(const Client&) = delete;
  ~Client() { ::close(socket_); }

  void send(std::string_view text) const { ::send(socket_, text.data(), text.size(), MSG_NOSIGNAL); }

  /// All until the server closes the connection.
  [[nodiscard]] std::string rest() const {
    std::string text;
    char piece[65536];
    for (ssize_t count = 0; (count = ::recv(socket_, piece, sizeof piece, 0)) > 0;) {
      text.append(piece, static_cast<std::size_t>(count));
    }
    return text;
  }
  /// Reads until this has come; the connection stays open.
  [[nodiscard]] std::string until(std::string_view end) const {
    std::string text;
    char letter = 0;
    while (!text.ends_with(end) && ::recv(socket_, &letter, 1, 0) == 1) text += letter;
    return text;
  }

 private:
  int socket_;
};

class ServerTest : public testing::Test {
 protected:
  ~ServerTest() override {
    stop_ = true;
    thread_.join();
  }

  [[nodiscard]] std::uint16_t port() const { return server_.port(); }
  [[nodiscard]] std::string host() const { return "127.0.0.1:" + std::to_string(port()); }
  [[nodiscard]] std::string request(const std::string& target, const std::string& more = "") const {
    return "GET " + target + " HTTP/1.1\r\nHost: " + host() + "\r\nConnection: close\r\n" + more + "\r\n";
  }
  [[nodiscard]] std::string answer(const std::string& text) const {
    const Client client(port());
    client.send(text);
    return client.rest();
  }

 private:
  FewResources resources_;
  Server server_{kPage, resources_, 0};
  std::atomic<bool> stop_ = false;
  std::thread thread_{[this] { server_.run(stop_); }};
};

TEST_F(ServerTest, ServesThePageWithItsPolicy) {
  const std::string text = answer(request("/"));
  expect_mentions(text,
                  {"HTTP/1.1 200 OK\r\n", "text/html; charset=utf-8", "X-Content-Type-Options: nosniff",
                   "Content-Security-Policy: default-src 'none'; frame-ancestors 'none'\r\n", "Cache-Control: no-store",
                   "Cross-Origin-Resource-Policy: same-origin", "Referrer-Policy: no-referrer"});
  EXPECT_TRUE(text.ends_with("\r\n\r\n" + std::string(kPage)));
}

TEST_F(ServerTest, ServesResources) {
  const std::string text = answer(request("/api/study.json"));
  expect_mentions(text, {"HTTP/1.1 200 OK\r\n", "Content-Type: application/json\r\n", "Content-Security-Policy: "});
  EXPECT_TRUE(text.ends_with("\r\n\r\n{}"));
  EXPECT_TRUE(has(answer(request("/api/large")), "Content-Type: application/octet-stream\r\n"));
}

TEST_F(ServerTest, AnswersSeveralRequestsOfAConnection) {
  const Client client(port());
  const std::string again = "GET /api/study.json HTTP/1.1\r\nHost: " + host() + "\r\n\r\n";
  for (int i = 0; i < 3; ++i) {
    client.send(again);
    EXPECT_TRUE(client.until("{}").starts_with("HTTP/1.1 200"));
  }
  client.send(again + again);  // the second one before the first is answered
  EXPECT_TRUE(client.until("{}").starts_with("HTTP/1.1 200"));
  EXPECT_TRUE(client.until("{}").starts_with("HTTP/1.1 200"));
}

TEST_F(ServerTest, OfAHeadRequestThereIsNoBody) {
  const std::string text = answer("HEAD / HTTP/1.1\r\nHost: " + host() + "\r\nConnection: close\r\n\r\n");
  EXPECT_TRUE(has(text, "Content-Length: " + std::to_string(kPage.size())));
  EXPECT_TRUE(text.ends_with("\r\n\r\n"));
}

TEST_F(ServerTest, RefusesOtherPagesAndNames) {
  EXPECT_TRUE(has(answer("GET / HTTP/1.1\r\nHost: evil.example\r\nConnection: close\r\n\r\n"), "HTTP/1.1 403"));
  EXPECT_TRUE(has(answer("GET / HTTP/1.0\r\n\r\n"), "HTTP/1.0 403")) << "no Host at all";
  EXPECT_TRUE(has(answer(request("/api/study.json", "Origin: http://evil.example\r\n")), "HTTP/1.1 403"));
  EXPECT_TRUE(has(answer(request("/api/study.json", "Sec-Fetch-Site: cross-site\r\n")), "HTTP/1.1 403"));
  const std::string post = answer("POST /api/study.json HTTP/1.1\r\nHost: " + host() + "\r\nConnection: close\r\n\r\n");
  expect_mentions(post, {"HTTP/1.1 405", "Allow: GET, HEAD"});
}

TEST_F(ServerTest, SaysWhatIsNotThereOrDamaged) {
  for (const char* target : {"/api/x", "/x", "/api/", "/../etc/passwd", "/api/../../etc/passwd", "/%2e%2e/etc/passwd",
                             "//etc/passwd", "/api/study.json/..", "*", "http://127.0.0.1/api/study.json"}) {
    const std::string text = answer(request(target));
    expect_mentions(text, {"HTTP/1.1 404", R"({"error":"there is no such thing"})"});
  }
  expect_mentions(answer(request("/api/damaged")), {"HTTP/1.1 500", "Content-Type: application/json",
                                                    R"({"error":"'s.mce' is \"damaged\"\n<script>"})"});
}

TEST_F(ServerTest, RefusesWhatIsNoRequest) {
  EXPECT_TRUE(has(answer("hello\r\n\r\n"), "HTTP/1.1 400"));
  EXPECT_TRUE(has(answer("GET /\x01 HTTP/1.1\r\nHost: x\r\n\r\n"), "HTTP/1.1 400"));
  EXPECT_TRUE(has(answer("GET / HTTP/9.9\r\nHost: x\r\n\r\n"), "HTTP/1.1 400"));
  EXPECT_TRUE(has(answer(std::string("\x16\x03\x01\x00\x05hello\r\n\r\n", 14)), "HTTP/1.1 400")) << "TLS";
  EXPECT_TRUE(has(answer(request("/" + std::string(20'000, 'a'))), "HTTP/1.1 413"));
  EXPECT_TRUE(has(answer(request("/", "X: " + std::string(20'000, 'a') + "\r\n")), "HTTP/1.1 413"));
  EXPECT_TRUE(has(answer(request("/", "Content-Length: 1000000000000\r\n")), "HTTP/1.1 413"));
  EXPECT_TRUE(has(answer(request("/", "Transfer-Encoding: chunked\r\n") + "ffffff\r\n"), "HTTP/1.1 413"));
  EXPECT_TRUE(has(answer(request("/")), "HTTP/1.1 200")) << "it is still there";
}

TEST_F(ServerTest, SlowClientsKeepNobodyWaiting) {
  std::vector<std::unique_ptr<Client>> slow;
  for (int i = 0; i < 30; ++i) {
    slow.push_back(std::make_unique<Client>(port()));
    // Half of them never end their request, the others never read their answer, which is larger than any buffer.
    slow.back()->send(i % 2 == 0 ? "GET / HTTP/1.1\r\nHost: " : request("/api/large"));
  }
  const auto start = std::chrono::steady_clock::now();
  EXPECT_TRUE(has(answer(request("/")), "HTTP/1.1 200"));
  EXPECT_LT(std::chrono::steady_clock::now() - start, 9s) << "the server gives them up after 10 s";
}

TEST_F(ServerTest, AnswersThatNobodyTakesHaveALimit) {
  // 30 × 12 MB are more than may wait together; what the sockets' buffers take does not count.
  std::vector<std::unique_ptr<Client>> slow;
  for (int i = 0; i < 40; ++i) {
    slow.push_back(std::make_unique<Client>(port()));
    slow.back()->send(request("/api/large"));
  }
  std::size_t refused = 0;
  for (const auto& each : slow) refused += has(each->until("\r\n"), "503") ? 1 : 0;
  EXPECT_GE(refused, 5U);
  slow.clear();
  const auto end = std::chrono::steady_clock::now() + 30s;
  std::string text;
  while (!has(text, "HTTP/1.1 200") && std::chrono::steady_clock::now() < end) text = answer(request("/api/large"));
  EXPECT_EQ(text.size() - text.find("\r\n\r\n") - 4, 12'000'000U) << "when they have gone, there is room again";
}

TEST_F(ServerTest, MoreConnectionsThanTheLimitAreClosed) {
  std::vector<std::unique_ptr<Client>> open;
  for (int i = 0; i < 128; ++i) {
    open.push_back(std::make_unique<Client>(port()));
    open.back()->send("GET /api/study.json HTTP/1.1\r\nHost: " + host() + "\r\n\r\n");
    EXPECT_TRUE(has(open.back()->until("{}"), "HTTP/1.1 200"));
  }
  EXPECT_EQ(answer(request("/")), "");
  open.clear();
  const auto end = std::chrono::steady_clock::now() + 10s;
  std::string text;
  while (!has(text, "HTTP/1.1 200") && std::chrono::steady_clock::now() < end) text = answer(request("/"));
  EXPECT_TRUE(has(text, "HTTP/1.1 200"));
}

TEST(Server, APortIsTakenOnce) {
  FewResources resources;
  const Server first(kPage, resources, 0);
  EXPECT_EQ(first.address(), "http://127.0.0.1:" + std::to_string(first.port()) + "/");
  expect_mentions(message_of<Error>([&] { const Server second(kPage, resources, first.port()); }),
                  {"port " + std::to_string(first.port()), "in use"});
}

}  // namespace
}  // namespace mce::server_test
