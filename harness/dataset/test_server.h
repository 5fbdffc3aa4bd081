// Test fixture: a local web server with scripted, possibly faulty replies, and correct replies.
#pragma once

#include <array>
#include <atomic>
#include <chrono>
#include <cstdlib>
#include <functional>
#include <mutex>
#include <string>
#include <string_view>
#include <thread>
#include <utility>
#include <vector>

#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <arpa/inet.h>
#include <netinet/in.h>

namespace sudoku::dataset {

inline std::string response(const std::string& status, const std::string& headers,
                            std::string_view body) {
  return "HTTP/1.1 " + status + "\r\nConnection: close\r\n" + headers + "\r\n" + std::string(body);
}

inline std::string sized(std::size_t bytes) {
  return "Content-Length: " + std::to_string(bytes) + "\r\n";
}

inline std::string redirect(const std::string& where) {
  return response("302 Found", "Location: " + where + "\r\n" + sized(0), "");
}

// First byte of the range that a request asks for; 0 when it asks for the whole file.
inline std::size_t asked_from(const std::string& request) {
  const std::string range = "Range: bytes=";
  const std::size_t at = request.find("\r\n" + range);
  return at == std::string::npos ? 0 : std::stoul(request.substr(at + 2 + range.size()));
}

// Response of a correct server: the whole file, or the range that the request asks for.
inline std::string served(const std::string& request, std::string_view file) {
  const std::size_t from = asked_from(request);
  if (from == 0) return response("200 OK", sized(file.size()), file);
  const std::string total = std::to_string(file.size());
  if (from >= file.size()) {
    return response("416 Range Not Satisfiable",
                    "Content-Range: bytes */" + total + "\r\n" + sized(0), "");
  }
  return response("206 Partial Content",
                  "Content-Range: bytes " + std::to_string(from) + "-" +
                      std::to_string(file.size() - 1) + "/" + total + "\r\n" +
                      sized(file.size() - from),
                  file.substr(from));
}

struct Reply {
  std::string bytes;           // status line, headers, body
  bool then_silent = false;    // keep the connection open without sending more
  std::size_t at_once = ~0UL;  // bytes sent between two pauses
};

class TestServer {
 public:
  // Request handler: gets the request line and headers, and returns the reply.
  using Handler = std::function<Reply(const std::string& request)>;

  explicit TestServer(Handler handler) : handler_(std::move(handler)) {
    // Keeps curl from asking a proxy instead of this test server.
    ::setenv("no_proxy", "127.0.0.1", 1);
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    socklen_t size = sizeof address;
    auto* const any = reinterpret_cast<sockaddr*>(&address);
    if (::bind(listener_, any, size) != 0 || ::listen(listener_, 8) != 0) std::abort();
    ::getsockname(listener_, any, &size);
    port_ = ntohs(address.sin_port);
    thread_ = std::thread([this] { serve(); });
  }

  ~TestServer() {
    stopping_ = true;
    thread_.join();
    ::close(listener_);
  }

  TestServer(const TestServer&) = delete;
  TestServer& operator=(const TestServer&) = delete;

  std::string address(const std::string& path = "/file") const {
    return "http://127.0.0.1:" + std::to_string(port_) + path;
  }

  std::vector<std::string> requests() {
    const std::lock_guard lock(mutex_);
    return requests_;
  }

 private:
  void serve() {
    while (!stopping_) {
      pollfd waiting{.fd = listener_, .events = POLLIN, .revents = 0};
      if (::poll(&waiting, 1, 10) <= 0) continue;
      const int connection = ::accept4(listener_, nullptr, nullptr, SOCK_CLOEXEC);
      if (connection < 0) continue;
      answer(connection);
      ::close(connection);
    }
  }

  void answer(int connection) {
    std::string request;
    std::array<char, 4096> part{};
    while (request.find("\r\n\r\n") == std::string::npos) {
      const ssize_t got = ::recv(connection, part.data(), part.size(), 0);
      if (got <= 0) return;
      request.append(part.data(), static_cast<std::size_t>(got));
    }
    {
      const std::lock_guard lock(mutex_);
      requests_.push_back(request);
    }
    const Reply reply = handler_(request);
    send(connection, reply);
    while (reply.then_silent && !stopping_ && ::recv(connection, part.data(), 1, MSG_DONTWAIT) != 0)
      std::this_thread::sleep_for(std::chrono::milliseconds(5));
  }

  void send(int connection, const Reply& reply) const {
    std::string_view bytes = reply.bytes;
    while (!bytes.empty() && !stopping_) {
      const std::string_view lot = bytes.substr(0, reply.at_once);
      if (::send(connection, lot.data(), lot.size(), MSG_NOSIGNAL) < 0) return;
      bytes.remove_prefix(lot.size());
      if (!bytes.empty()) std::this_thread::sleep_for(std::chrono::milliseconds(5));
    }
  }

  Handler handler_;
  int listener_ = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
  unsigned port_ = 0;
  std::atomic<bool> stopping_{false};
  std::mutex mutex_;
  std::vector<std::string> requests_;
  std::thread thread_;
};

}  // namespace sudoku::dataset
