// X.509 certificates as PEM: checks with clear messages, before a connection fails without one.
#pragma once

#include <chrono>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace vta::remote {

using Moment = std::chrono::system_clock::time_point;

// A server's or client's own certificate (the first of the file; others are its issuers) and key.
// InputError, with `origin` in front: one cannot be parsed, they do not belong together, or the
// certificate is not valid at `now`.
void check_own_certificate(std::string_view certificates, std::string_view key,
                           std::string_view origin, Moment now = std::chrono::system_clock::now());

// CA certificates for client certificates.
class ClientAuthorities {
 public:
  // InputError: no certificate in it, or one that cannot be parsed.
  ClientAuthorities(std::string_view pem, std::string_view origin);
  ~ClientAuthorities();
  ClientAuthorities(const ClientAuthorities&) = delete;
  ClientAuthorities& operator=(const ClientAuthorities&) = delete;

  // What is wrong with a client's certificate (the first; others may lead to an authority) at
  // `now`; empty: nothing. TLS checks that the client has its key.
  std::string problem(std::string_view certificates,
                      Moment now = std::chrono::system_clock::now()) const;

 private:
  struct Store;
  std::unique_ptr<Store> store_;
};

// "CN=lab-7", for logs: the subject of the first certificate, without control characters; "" where
// there is none.
std::string subject_of(std::string_view certificates);

}  // namespace vta::remote
