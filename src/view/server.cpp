// SPDX-License-Identifier: MIT
#include "mce/view/server.hpp"

#include <fmt/core.h>
#include <sys/resource.h>

#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/strand.hpp>
#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/core/tcp_stream.hpp>
#include <boost/beast/http.hpp>
#include <chrono>
#include <optional>
#include <thread>
#include <utility>
#include <vector>

#include "mce/core/error.hpp"
#include "mce/run/detail/plan_json.hpp"
#include "mce/view/page.hpp"
#include "request_checks.hpp"

namespace mce {
namespace {

namespace asio = boost::asio;
namespace http = boost::beast::http;
using asio::ip::tcp;
using boost::system::error_code;
using Answer = http::response<http::string_body>;

/// A client may take so long to send a request, and to take a piece of its answer. Others do not wait for it.
constexpr auto kLongestRequest = std::chrono::seconds(10);
constexpr auto kLongestPause = std::chrono::seconds(20);
constexpr std::uint32_t kLargestHead = 16 * 1024;
/// More connections than this are closed at once, and answers that wait to be taken have at most so many bytes
/// together: slow clients must not fill the memory.
constexpr int kMostConnections = 128;
constexpr std::size_t kMostWaiting = std::size_t{256} << 20;
constexpr int kThreads = 4;

/// What all connections share.
struct Site {
  std::string_view page;
  std::string policy;
  Resources& resources;
  std::uint16_t port;
  std::atomic<int> connections = 0;
  std::atomic<std::size_t> waiting = 0;  // bytes of answers
};

/// A study that is running must not be slowed down by those who look at it. Of this thread alone, on Linux.
void let_others_go_first() {
  constexpr int kLow = 10;
  ::setpriority(PRIO_PROCESS, 0, kLow);
}

std::string_view text_of(boost::beast::string_view text) { return {text.data(), text.size()}; }

std::string error_json(std::string_view reason) {
  return Json({{"error", reason}}).dump(-1, ' ', false, Json::error_handler_t::replace);
}

struct Content {
  unsigned status = 200;
  const char* type = "application/json";
  std::string bytes;
};

Content content_of(Site& site, const RequestFacts& request) {
  if (const Refusal refusal = refusal_of(request, site.port); refusal.status != 0) {
    return {.status = refusal.status, .bytes = error_json(refusal.reason)};
  }
  const std::string_view name = resource_name(request.target);
  if (name.empty()) return {.type = "text/html; charset=utf-8", .bytes = std::string(site.page)};
  try {
    Resource resource = site.resources.read(name);
    const bool json = resource.form == Resource::Form::json;
    return {.type = json ? "application/json" : "application/octet-stream", .bytes = std::move(resource.bytes)};
  } catch (const NotThere& error) {
    return {.status = 404, .bytes = error_json(error.what())};
  } catch (const std::exception& error) {
    return {.status = 500, .bytes = error_json(error.what())};
  }
}

/// The head of an answer with this content.
Answer answer_with(const Site& site, const Content& content, unsigned version) {
  Answer answer(http::int_to_status(content.status), version);
  answer.set(http::field::content_type, content.type);
  answer.set(http::field::cache_control, "no-store");
  answer.set("Content-Security-Policy", site.policy);
  answer.set("X-Content-Type-Options", "nosniff");
  answer.set("X-Frame-Options", "DENY");
  answer.set("Referrer-Policy", "no-referrer");
  answer.set("Cross-Origin-Resource-Policy", "same-origin");
  answer.set("Cross-Origin-Opener-Policy", "same-origin");
  answer.content_length(content.bytes.size());
  return answer;
}

template <class Request>
Answer answer_to(Site& site, const Request& request) {
  const RequestFacts facts{.method = text_of(request.method_string()),
                           .target = text_of(request.target()),
                           .host = text_of(request[http::field::host]),
                           .origin = text_of(request[http::field::origin]),
                           .fetch_site = text_of(request["Sec-Fetch-Site"]),
                           .fetch_mode = text_of(request["Sec-Fetch-Mode"])};
  Content content = content_of(site, facts);
  // A single answer may be of any size: the person asked for it.
  if (site.waiting > 0 && site.waiting + content.bytes.size() > kMostWaiting) {
    content = {.status = 503, .bytes = error_json("too much is asked for at once; ask again later")};
  }
  Answer answer = answer_with(site, content, request.version());
  if (content.status == 405) answer.set(http::field::allow, "GET, HEAD");
  answer.keep_alive(request.keep_alive());
  if (request.method() != http::verb::head) answer.body() = std::move(content.bytes);
  return answer;
}

/// One connection: reads a request, answers it, and so on. It lives as long as something of it is under way.
class Session : public std::enable_shared_from_this<Session> {
 public:
  Session(Site& site, tcp::socket socket) : site_(site), stream_(std::move(socket)) { ++site_.connections; }
  Session(const Session&) = delete;
  Session& operator=(const Session&) = delete;
  ~Session() {
    forget_answer();
    --site_.connections;
  }

  void read() {
    parser_.emplace();
    parser_->header_limit(kLargestHead);
    parser_->body_limit(0);
    stream_.expires_after(kLongestRequest);
    http::async_read(stream_, buffer_, *parser_,
                     [self = shared_from_this()](error_code error, std::size_t /*bytes*/) { self->answer(error); });
  }

 private:
  void answer(error_code error) {
    if (error == http::error::header_limit || error == http::error::body_limit) {
      refuse(413, "the request is too large");
    } else if (error.category() == http::make_error_code(http::error::bad_target).category() &&
               error != http::error::end_of_stream && error != http::error::partial_message) {
      refuse(400, "that is no request of HTTP/1.1");
    } else if (!error) {
      write(answer_to(site_, parser_->get()));
    }
    // Otherwise the client has gone, or was too slow: the connection ends with the session.
  }

  void refuse(unsigned status, std::string_view reason) {
    Content content{.status = status, .bytes = error_json(reason)};
    Answer answer = answer_with(site_, content, 11);
    answer.keep_alive(false);
    answer.body() = std::move(content.bytes);
    write(std::move(answer));
  }

  void write(Answer answer) {
    answer_ = std::move(answer);
    site_.waiting += answer_.body().size();
    serializer_.emplace(answer_);
    write_piece();
  }

  void write_piece() {
    stream_.expires_after(kLongestPause);
    http::async_write_some(stream_, *serializer_, [self = shared_from_this()](error_code error, std::size_t /*bytes*/) {
      if (error) return;
      self->serializer_->is_done() ? self->written() : self->write_piece();
    });
  }

  void written() {
    forget_answer();
    if (answer_.keep_alive()) {
      read();
      return;
    }
    error_code ignored;
    // NOLINTNEXTLINE(bugprone-unused-return-value): the connection ends in any case
    stream_.socket().shutdown(tcp::socket::shutdown_send, ignored);
  }

  /// Its memory, too.
  void forget_answer() {
    site_.waiting -= answer_.body().size();
    answer_.body() = {};
  }

  Site& site_;
  boost::beast::tcp_stream stream_;
  boost::beast::flat_buffer buffer_;
  std::optional<http::request_parser<http::empty_body>> parser_;
  Answer answer_;
  std::optional<http::response_serializer<http::string_body>> serializer_;
};

}  // namespace

class Server::Implementation {
 public:
  Implementation(std::string_view page, Resources& resources, std::uint16_t port)
      : site_{.page = page,
              .policy = std::string(policy_of(page)) + "; frame-ancestors 'none'",
              .resources = resources,
              .port = port},
        acceptor_(io_) {
    const tcp::endpoint place(asio::ip::address_v4::loopback(), port);
    try {
      acceptor_.open(place.protocol());
      acceptor_.set_option(asio::socket_base::reuse_address(true));
      acceptor_.bind(place);
      acceptor_.listen();
      site_.port = acceptor_.local_endpoint().port();
    } catch (const boost::system::system_error& error) {
      throw Error(fmt::format("cannot listen on port {}: {}", port, error.code().message()));
    }
  }

  [[nodiscard]] std::uint16_t port() const { return site_.port; }

  void run(const std::atomic<bool>& stop) {
    accept();
    std::vector<std::jthread> threads;
    threads.reserve(kThreads);
    for (int i = 0; i < kThreads; ++i) {
      threads.emplace_back([this] {
        let_others_go_first();
        work();
      });
    }
    while (!stop) std::this_thread::sleep_for(std::chrono::milliseconds(50));
    io_.stop();
  }

 private:
  void accept() {
    acceptor_.async_accept(asio::make_strand(io_), [this](error_code error, tcp::socket socket) {
      // Without descriptors or memory it fails again at once.
      if (error) std::this_thread::sleep_for(std::chrono::milliseconds(10));
      accept();
      if (!error && site_.connections < kMostConnections) std::make_shared<Session>(site_, std::move(socket))->read();
    });
  }

  /// What throws, for lack of memory, loses its connection; the others stay.
  void work() {
    while (!io_.stopped()) {
      try {
        io_.run();
      } catch (const std::exception&) {
        continue;
      }
    }
  }

  Site site_;
  asio::io_context io_{kThreads};
  tcp::acceptor acceptor_;
};

Server::Server(std::string_view page, Resources& resources, std::uint16_t port)
    : implementation_(std::make_unique<Implementation>(page, resources, port)) {}
Server::~Server() = default;

std::uint16_t Server::port() const { return implementation_->port(); }
std::string Server::address() const { return fmt::format("http://127.0.0.1:{}/", port()); }
void Server::run(const std::atomic<bool>& stop) { implementation_->run(stop); }

}  // namespace mce
