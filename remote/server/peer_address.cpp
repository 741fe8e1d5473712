#include "remote/server/peer_address.h"

#include <arpa/inet.h>
#include <netinet/in.h>

#include <algorithm>
#include <charconv>
#include <cstring>
#include <string>

namespace vta::remote {
namespace {

std::array<uint8_t, 16> mapped(const in_addr& v4) {
  std::array<uint8_t, 16> host{};
  host[10] = host[11] = 0xff;
  std::memcpy(host.data() + 12, &v4, sizeof v4);
  return host;
}

std::array<uint8_t, 16> whole(const in6_addr& v6) {
  std::array<uint8_t, 16> host{};
  std::memcpy(host.data(), &v6, host.size());
  return host;
}

// %5B is [, as in addresses of the web.
std::string decoded(std::string_view text) {
  std::string out;
  for (size_t i = 0; i < text.size(); ++i) {
    int value = 0;
    const char* digits = text.data() + i + 1;
    if (text[i] == '%' && i + 2 < text.size() &&
        std::from_chars(digits, digits + 2, value, 16).ptr == digits + 2) {
      out += static_cast<char>(value);
      i += 2;
    } else {
      out += text[i];
    }
  }
  return out;
}

}  // namespace

std::optional<PeerAddress> peer_address(const sockaddr_storage& address) {
  if (address.ss_family == AF_INET) {
    const auto& v4 = reinterpret_cast<const sockaddr_in&>(address);
    return PeerAddress{mapped(v4.sin_addr), ntohs(v4.sin_port)};
  }
  if (address.ss_family != AF_INET6)
    return std::nullopt;
  const auto& v6 = reinterpret_cast<const sockaddr_in6&>(address);
  return PeerAddress{whole(v6.sin6_addr), ntohs(v6.sin6_port)};
}

std::optional<PeerAddress> parse_peer(std::string_view text) {
  const size_t scheme = text.find(':'), port_at = text.rfind(':');
  if (scheme == std::string_view::npos || scheme == port_at)
    return std::nullopt;
  const std::string_view digits = text.substr(port_at + 1);
  PeerAddress peer;
  if (const auto [end, error] =
          std::from_chars(digits.data(), digits.data() + digits.size(), peer.port);
      error != std::errc{} || end != digits.data() + digits.size())
    return std::nullopt;
  std::string host = decoded(text.substr(scheme + 1, port_at - scheme - 1));
  if (host.size() >= 2 && host.front() == '[' && host.back() == ']')
    host = host.substr(1, host.size() - 2);
  host.resize(std::min(host.size(), host.find('%')));
  in_addr v4{};
  in6_addr v6{};
  if (::inet_pton(AF_INET, host.c_str(), &v4) == 1)
    peer.host = mapped(v4);
  else if (::inet_pton(AF_INET6, host.c_str(), &v6) == 1)
    peer.host = whole(v6);
  else
    return std::nullopt;
  return peer;
}

}  // namespace vta::remote
