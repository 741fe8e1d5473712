// The other end of a connection, as the system has it and as gRPC names it.
#pragma once

#include <sys/socket.h>

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>

namespace vta::remote {

struct PeerAddress {
  std::array<uint8_t, 16> host{};  // of IPv6; an IPv4 address as ::ffff:a.b.c.d
  uint16_t port = 0;

  bool operator==(const PeerAddress&) const = default;
};

// None: no address of IP.
std::optional<PeerAddress> peer_address(const sockaddr_storage& address);
// "ipv4:127.0.0.1:7411", "ipv6:%5B::1%5D:7411"; a scope ("%2") is of no account.
std::optional<PeerAddress> parse_peer(std::string_view text);

}  // namespace vta::remote
