// Who reaches a server's port and shows nothing: sockets, and as much of TLS and HTTP/2 as it takes
// to be kept.
#pragma once

#include <arpa/inet.h>
#include <netinet/in.h>
#include <openssl/ssl.h>
#include <sys/socket.h>
#include <unistd.h>

#include <array>
#include <memory>
#include <stdexcept>
#include <string>

namespace vta::test {

class Stranger {
 public:
  enum class Does {
    Connect,  // nothing else
    Preface,  // TLS, and what a client of HTTP/2 begins with
    Watch,    // and a call of the health service that has no end
  };

  // To 127.0.0.1:PORT from `from`.
  Stranger(const std::string& address, const std::string& from, Does does, bool tls)
      : fd_(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0)) {
    const timeval patience = {10, 0};
    ::setsockopt(fd_, SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof patience);
    sockaddr_in mine = of(from, 0);
    sockaddr_in there = of("127.0.0.1", std::stoi(address.substr(address.rfind(':') + 1)));
    if (::bind(fd_, reinterpret_cast<sockaddr*>(&mine), sizeof mine) != 0 ||
        ::connect(fd_, reinterpret_cast<sockaddr*>(&there), sizeof there) != 0)
      throw std::runtime_error("a stranger cannot connect");
    if (does == Does::Connect)
      return;
    if (tls)
      shake_hands();
    say(std::string("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n") + frame(kSettings, 0, 0, ""));
    if (does == Does::Watch)
      watch(tls);
    hear();  // the server's settings, or its answer: it knows us
  }
  ~Stranger() {
    ssl_.reset();
    ::close(fd_);
  }
  Stranger(const Stranger&) = delete;
  Stranger& operator=(const Stranger&) = delete;

  // Whether the server has not closed.
  bool is_open() {
    std::array<char, 4096> bytes{};
    while (true) {
      const ssize_t got = ::recv(fd_, bytes.data(), bytes.size(), MSG_DONTWAIT);
      if (got <= 0)
        return got < 0 && (errno == EAGAIN || errno == EWOULDBLOCK);
    }
  }

 private:
  static constexpr char kData = 0, kHeaders = 1, kSettings = 4, kEndStream = 1, kEndHeaders = 4;

  static sockaddr_in of(const std::string& host, int port) {
    sockaddr_in out{};
    out.sin_family = AF_INET;
    out.sin_port = htons(static_cast<uint16_t>(port));
    ::inet_pton(AF_INET, host.c_str(), &out.sin_addr);
    return out;
  }
  static std::string frame(char type, char flags, char stream, const std::string& payload) {
    const char size = static_cast<char>(payload.size());  // below 128
    return std::string{0, 0, size, type, flags, 0, 0, 0, stream} + payload;
  }
  // A header as HPACK has it without any table.
  static std::string header(const std::string& name, const std::string& value) {
    return std::string(1, 0) + static_cast<char>(name.size()) + name +
           static_cast<char>(value.size()) + value;
  }
  void shake_hands() {
    context_.reset(::SSL_CTX_new(::TLS_client_method()));
    ssl_.reset(::SSL_new(context_.get()));
    const std::array<unsigned char, 3> h2 = {2, 'h', '2'};
    ::SSL_set_alpn_protos(ssl_.get(), h2.data(), h2.size());
    ::SSL_set_fd(ssl_.get(), fd_);
    if (::SSL_connect(ssl_.get()) != 1)
      throw std::runtime_error("a stranger's TLS fails");
  }
  void watch(bool tls) {
    say(frame(kHeaders, kEndHeaders, 1,
              header(":method", "POST") + header(":scheme", tls ? "https" : "http") +
                  header(":path", "/grpc.health.v1.Health/Watch") + header("te", "trailers") +
                  header("content-type", "application/grpc")));
    say(frame(kData, kEndStream, 1, std::string(5, 0)));  // the empty request
  }
  void say(const std::string& bytes) {
    const int size = static_cast<int>(bytes.size());
    const auto said = ssl_
                          ? ::SSL_write(ssl_.get(), bytes.data(), size)
                          : static_cast<int>(::send(fd_, bytes.data(), bytes.size(), MSG_NOSIGNAL));
    if (said != size)
      throw std::runtime_error("a stranger is not heard");
  }
  void hear() {
    std::array<char, 4096> bytes{};
    const auto got = ssl_ ? ::SSL_read(ssl_.get(), bytes.data(), bytes.size())
                          : static_cast<int>(::recv(fd_, bytes.data(), bytes.size(), 0));
    if (got <= 0)
      throw std::runtime_error("a stranger hears nothing");
  }

  struct Free {
    void operator()(SSL* ssl) const { ::SSL_free(ssl); }
    void operator()(SSL_CTX* context) const { ::SSL_CTX_free(context); }
  };
  int fd_;
  std::unique_ptr<SSL_CTX, Free> context_;
  std::unique_ptr<SSL, Free> ssl_;
};

}  // namespace vta::test
