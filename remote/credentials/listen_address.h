// Addresses on which a server may listen: other addresses than this machine's need encryption and
// authentication of clients.
#pragma once

#include <string>

namespace vta::remote {

struct Protection {
  bool tls = false;
  bool clients_are_known = false;  // by a token or by certificates
};

// HOST:PORT with a numeric host ([::1]:7001) of HOST:PORT with a numeric host or a name; a name
// stands for the first of its addresses. UsageError: it has another form, the name is unknown, or
// an address is not of this machine alone and `protection` lacks something; the message says what.
std::string listen_address(const std::string& address, const Protection& protection);

// What is wrong with a HOST:PORT that clients are sent to; empty: nothing. The host, whose form is
// a name's or an address's, is not looked up, and the port is one.
std::string client_address_problem(const std::string& address);

// Whether all addresses of the host of HOST:PORT are of this machine alone; UsageError as above.
bool is_loopback(const std::string& address);

}  // namespace vta::remote
