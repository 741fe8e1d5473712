// Keys, certificates and tokens as gRPC takes them, on both ends.
//
// A server asks a client for its certificate without having gRPC judge it: ClientGuard does, so
// that a refusal says why (expired, unknown authority) to the client and to the log. TLS itself has
// shown by then that the client has the certificate's key.
#pragma once

#include <memory>
#include <string>

#include "remote/credentials/certificates.h"
#include "remote/credentials/listen_address.h"
#include "remote/credentials/tokens.h"

namespace grpc {
class ChannelCredentials;
class ClientContext;
class ServerContextBase;
class ServerCredentials;
class Status;
}  // namespace grpc

namespace vta::remote {

// Files of a server; empty: not given.
struct ServerKeyFiles {
  std::string certificate = {}, key = {};  // both or none
  std::string client_ca = {};              // authorities of clients' certificates
  std::string tokens = {};
};

// Who is let in. Where tokens and authorities are given, both are asked for.
class ClientGuard {
 public:
  ClientGuard() = default;  // everybody
  ClientGuard(TokenSet tokens, std::unique_ptr<ClientAuthorities> authorities);

  // OK, or UNAUTHENTICATED with what is missing or wrong; never with what was given.
  grpc::Status check(const grpc::ServerContextBase& context) const;

 private:
  TokenSet tokens_;
  std::unique_ptr<ClientAuthorities> authorities_;
};

struct ServerSecurity {
  std::shared_ptr<grpc::ServerCredentials> credentials;
  std::unique_ptr<ClientGuard> guard;
  Protection protection;  // for listen_address()
};

// UsageError: a file that makes sense only with another. InputError: what is wrong with a file.
ServerSecurity server_security(const ServerKeyFiles& files);

// Files of a client; empty: not given.
struct ClientKeyFiles {
  std::string ca = {};  // authorities of servers' certificates; given: TLS is spoken
  std::string certificate = {}, key = {};  // both or none; with `ca` alone
  std::string token = {};
};

struct ClientSecurity {
  std::shared_ptr<grpc::ChannelCredentials> credentials;
  std::string token;  // empty: none

  // To every call.
  void add_token(grpc::ClientContext& context) const;
};

// For a server at HOST:PORT. UsageError: files that make no sense together, and a token that would
// go to another machine without TLS. InputError: what is wrong with a file.
ClientSecurity client_security(const ClientKeyFiles& files, const std::string& address);

}  // namespace vta::remote
