// Keys, certificates and tokens for gRPC, on both ends.
//
// A server requests a client's certificate without verification by gRPC; ClientGuard verifies it,
// so that client and log get the reason of a refusal (expired, unknown authority). TLS itself has
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

// Authentication of clients. If tokens and authorities are given, a client needs both.
class ClientGuard {
 public:
  ClientGuard() = default;  // everybody
  ClientGuard(TokenSet tokens, std::unique_ptr<ClientAuthorities> authorities);

  // OK, or UNAUTHENTICATED with the missing or wrong item, never with the given credentials.
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
  std::string ca = {};                     // CA certificates of servers; switches TLS on
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
