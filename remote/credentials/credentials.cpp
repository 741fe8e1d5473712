#include "remote/credentials/credentials.h"

#include <grpc/grpc_security_constants.h>
#include <grpcpp/grpcpp.h>

#include <utility>

#include "base/error.h"
#include "base/file.h"
#include "remote/credentials/secret_file.h"

namespace vta::remote {
namespace {

constexpr int64_t kMostPemBytes = int64_t{1} << 20;
constexpr std::string_view kScheme = "Bearer ";

std::string origin_of(std::string_view option, const std::string& path) {
  return fmt::format("{} '{}'", option, path);
}

// Both halves, checked; an empty pair where neither is given.
grpc::SslServerCredentialsOptions::PemKeyCertPair own_pair(const std::string& certificate,
                                                           const std::string& key,
                                                           std::string_view certificate_option,
                                                           std::string_view key_option) {
  if (certificate.empty() != key.empty())
    throw UsageError(fmt::format("{} and {} need each other: give both, or none",
                                 certificate_option, key_option));
  if (certificate.empty())
    return {};
  grpc::SslServerCredentialsOptions::PemKeyCertPair pair{
      read_secret_file(key, key_option), read_text_file(certificate, kMostPemBytes)};
  check_own_certificate(pair.cert_chain, pair.private_key,
                        origin_of(certificate_option, certificate));
  return pair;
}

// The client's own certificate, then what it sent with it: on a server's side gRPC's chain lacks
// the former, and begins with whatever the client put there.
std::string presented(const grpc::ServerContextBase& context) {
  const auto auth = context.auth_context();
  const auto own = auth->FindPropertyValues(GRPC_X509_PEM_CERT_PROPERTY_NAME);
  if (own.size() != 1)
    return "";
  std::string pem(own.front().data(), own.front().size());
  for (const grpc::string_ref& more :
       auth->FindPropertyValues(GRPC_X509_PEM_CERT_CHAIN_PROPERTY_NAME))
    pem += "\n" + std::string(more.data(), more.size());
  return pem;
}

grpc::Status unauthenticated(const std::string& why) {
  return {grpc::StatusCode::UNAUTHENTICATED, why};
}

}  // namespace

ClientGuard::ClientGuard(TokenSet tokens, std::unique_ptr<ClientAuthorities> authorities)
    : tokens_(std::move(tokens)), authorities_(std::move(authorities)) {}

grpc::Status ClientGuard::check(const grpc::ServerContextBase& context) const {
  if (authorities_ != nullptr) {
    const std::string pem = presented(context);
    if (pem.empty())
      return unauthenticated("the server requires a client certificate (cert=, key=)");
    const std::string problem = authorities_->problem(pem);
    if (!problem.empty())
      return unauthenticated("the client's certificate: " + problem);
  }
  if (!tokens_.empty()) {
    const auto& metadata = context.client_metadata();
    const auto [first, last] = metadata.equal_range("authorization");
    if (first == last)
      return unauthenticated("the server requires a token (token_file=)");
    const std::string_view given(first->second.data(), first->second.size());
    if (std::next(first) != last || !given.starts_with(kScheme) ||
        !tokens_.holds(given.substr(kScheme.size())))
      return unauthenticated("the server does not know the token");
  }
  return grpc::Status::OK;
}

ServerSecurity server_security(const ServerKeyFiles& files) {
  ServerSecurity out;
  const auto pair = own_pair(files.certificate, files.key, "--tls-cert", "--tls-key");
  out.protection.tls = !pair.cert_chain.empty();
  if (!files.client_ca.empty() && !out.protection.tls)
    throw UsageError("--client-ca needs --tls-cert and --tls-key: client certificates need TLS");
  std::unique_ptr<ClientAuthorities> authorities;
  if (!files.client_ca.empty())
    authorities = std::make_unique<ClientAuthorities>(
        read_text_file(files.client_ca, kMostPemBytes), origin_of("--client-ca", files.client_ca));
  TokenSet tokens;
  if (!files.tokens.empty())
    tokens = TokenSet::parse(read_secret_file(files.tokens, "--token-file"),
                             origin_of("--token-file", files.tokens));
  out.protection.clients_are_known = authorities != nullptr || !tokens.empty();
  if (out.protection.tls) {
    grpc::SslServerCredentialsOptions options(
        authorities != nullptr ? GRPC_SSL_REQUEST_CLIENT_CERTIFICATE_BUT_DONT_VERIFY
                               : GRPC_SSL_DONT_REQUEST_CLIENT_CERTIFICATE);
    options.pem_key_cert_pairs.push_back(pair);
    out.credentials = grpc::SslServerCredentials(options);
  } else {
    out.credentials = grpc::InsecureServerCredentials();
  }
  out.guard = std::make_unique<ClientGuard>(std::move(tokens), std::move(authorities));
  return out;
}

void ClientSecurity::add_token(grpc::ClientContext& context) const {
  if (!token.empty())
    context.AddMetadata("authorization", std::string(kScheme) + token);
}

ClientSecurity client_security(const ClientKeyFiles& files, const std::string& address) {
  ClientSecurity out;
  const bool tls = !files.ca.empty();
  const auto pair = own_pair(files.certificate, files.key, "cert", "key");
  if (!pair.cert_chain.empty() && !tls)
    throw UsageError("cert and key need ca: it switches TLS on");
  if (!files.token.empty()) {
    if (!tls && !is_loopback(address))
      throw UsageError(
          fmt::format("token_file '{}' would be sent to {} without encryption: give ca, or an "
                      "address of this machine",
                      files.token, address));
    out.token = only_token(read_secret_file(files.token, "token_file"),
                           origin_of("token_file", files.token));
  }
  if (!tls) {
    out.credentials = grpc::InsecureChannelCredentials();
    return out;
  }
  grpc::SslCredentialsOptions options;
  options.pem_root_certs = read_text_file(files.ca, kMostPemBytes);
  ClientAuthorities(options.pem_root_certs, origin_of("ca", files.ca));  // says what is wrong
  options.pem_cert_chain = pair.cert_chain;
  options.pem_private_key = pair.private_key;
  out.credentials = grpc::SslCredentials(options);
  return out;
}

}  // namespace vta::remote
