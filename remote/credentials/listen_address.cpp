#include "remote/credentials/listen_address.h"

#include <arpa/inet.h>
#include <netdb.h>
#include <netinet/in.h>
#include <sys/socket.h>

#include <algorithm>
#include <cctype>
#include <memory>
#include <vector>

#include "base/error.h"
#include "base/text_safety.h"

namespace vta::remote {
namespace {

struct HostPort {
  std::string host, port;
};

HostPort split_address(const std::string& address) {
  const auto refuse = [&](const char* why) {
    throw UsageError(fmt::format(
        "address '{}': {}; legal is HOST:PORT, as 127.0.0.1:7001 or [::1]:7001", address, why));
  };
  const size_t colon = address.rfind(':');
  if (colon == std::string::npos)
    refuse("has no port");
  HostPort parts{address.substr(0, colon), address.substr(colon + 1)};
  if (parts.host.starts_with('[') && parts.host.ends_with(']'))
    parts.host = parts.host.substr(1, parts.host.size() - 2);
  else if (parts.host.find(':') != std::string::npos)
    refuse("an IPv6 address needs brackets");
  if (parts.host.empty())
    refuse("has no host");
  const bool digits = !parts.port.empty() && parts.port.size() <= 5 &&
                      std::ranges::all_of(parts.port, [](char c) { return c >= '0' && c <= '9'; });
  if (!digits || std::stoi(parts.port) > 65535)
    refuse("its port is not a number of 0 to 65535");
  return parts;
}

bool only_here(const sockaddr* address) {
  if (address->sa_family == AF_INET) {
    const auto* v4 = reinterpret_cast<const sockaddr_in*>(address);
    return (ntohl(v4->sin_addr.s_addr) >> 24) == 127;
  }
  const auto& v6 = reinterpret_cast<const sockaddr_in6*>(address)->sin6_addr;
  return IN6_IS_ADDR_LOOPBACK(&v6) || (IN6_IS_ADDR_V4MAPPED(&v6) && v6.s6_addr[12] == 127);
}

struct Resolved {
  std::string numeric;  // of the first
  bool only_here = true;
};

Resolved resolve(const std::string& address, const HostPort& parts) {
  addrinfo hints{};
  hints.ai_family = AF_UNSPEC;
  hints.ai_socktype = SOCK_STREAM;
  addrinfo* found = nullptr;
  if (const int error = ::getaddrinfo(parts.host.c_str(), nullptr, &hints, &found); error != 0)
    throw UsageError(
        fmt::format("address '{}': host '{}': {}", address, parts.host, ::gai_strerror(error)));
  const std::unique_ptr<addrinfo, decltype(&::freeaddrinfo)> owner(found, ::freeaddrinfo);
  Resolved out;
  for (const addrinfo* a = found; a != nullptr; a = a->ai_next) {
    if (a->ai_family != AF_INET && a->ai_family != AF_INET6)
      continue;
    out.only_here = out.only_here && only_here(a->ai_addr);
    char text[NI_MAXHOST];
    if (out.numeric.empty() && ::getnameinfo(a->ai_addr, a->ai_addrlen, text, sizeof text, nullptr,
                                             0, NI_NUMERICHOST) == 0)
      out.numeric = a->ai_family == AF_INET6 ? fmt::format("[{}]", text) : text;
  }
  if (out.numeric.empty())
    throw UsageError(fmt::format("address '{}': host '{}' has no IP address", address, parts.host));
  return out;
}

}  // namespace

std::string listen_address(const std::string& address, const Protection& protection) {
  const HostPort parts = split_address(address);
  const Resolved host = resolve(address, parts);
  if (!host.only_here && !(protection.tls && protection.clients_are_known)) {
    const char* lacks = protection.tls ? "a token or certificates of clients"
                        : protection.clients_are_known
                            ? "TLS"
                            : "TLS and a token or certificates of clients";
    throw UsageError(
        fmt::format("address '{}' can be reached from other machines: it needs {} (--tls-cert and "
                    "--tls-key; --token-file or --client-ca); without them only addresses of this "
                    "machine are legal, as 127.0.0.1 and [::1]",
                    address, lacks));
  }
  return fmt::format("{}:{}", host.numeric, std::stoi(parts.port));
}

std::string client_address_problem(const std::string& address) {
  constexpr size_t kLongestHost = 253;
  HostPort parts;
  try {
    parts = split_address(address);
  } catch (const UsageError& e) {
    return e.what();
  }
  in6_addr v6{};
  const std::string unscoped = parts.host.substr(0, parts.host.find('%'));
  const bool is_v6 = address.starts_with('[');
  const bool is_name = !is_v6 && parts.host.size() <= kLongestHost &&
                       std::ranges::all_of(parts.host, [](unsigned char c) {
                         return std::isalnum(c) != 0 || c == '-' || c == '.' || c == '_';
                       });
  if (is_v6 ? ::inet_pton(AF_INET6, unscoped.c_str(), &v6) != 1 : !is_name)
    return fmt::format("address '{}': its host is neither a name nor an IP address",
                       printable(address.substr(0, kLongestHost)));
  if (std::stoi(parts.port) == 0)
    return fmt::format("address '{}': no server listens at port 0",
                       printable(address.substr(0, kLongestHost)));
  return "";
}

bool is_loopback(const std::string& address) {
  return resolve(address, split_address(address)).only_here;
}

}  // namespace vta::remote
