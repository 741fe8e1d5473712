#include "cli/key_options.h"

#include "base/error.h"
#include "base/resource_policy.h"

namespace vta::cli {

void add_server_keys(Command& command, remote::ServerKeyFiles& keys) {
  command.add_option("--tls-cert", keys.certificate,
                     "certificate (PEM) of this server, with --tls-key");
  command.add_option("--tls-key", keys.key, "key (PEM) of --tls-cert; readable by its owner only");
  command.add_option("--client-ca", keys.client_ca,
                     "CA certificates (PEM) that client certificates must be signed by");
  command.add_option("--token-file", keys.tokens,
                     "file with the tokens of clients, one per line; readable by its owner only");
}

void add_client_keys(Command& command, remote::ClientKeyFiles& keys, const std::string& prefix,
                     const std::string& whose) {
  command.add_option("--" + prefix + "ca", keys.ca,
                     "CA certificate of " + whose + "; switches TLS on");
  command.add_option("--" + prefix + "cert", keys.certificate,
                     "client certificate, with --" + prefix + "key");
  command.add_option("--" + prefix + "key", keys.key,
                     "key of this certificate; readable by its owner only");
  command.add_option("--" + prefix + "token-file", keys.token,
                     "file with the token that " + whose + " requires; readable by its owner only");
}

void add_count(Command& command, const std::string& name, int64_t& value, int64_t most,
               const std::string& help) {
  command.add_option(name, value, help)->check(range(1, most))->capture_default_str();
}

void add_bytes(Command& command, const std::string& name, int64_t& value, const std::string& help) {
  command
      .add_option_function(
          name,
          [&value, name](const std::string& text) {
            value = parse_bytes(text, name);
            if (value < int64_t{64} << 10)
              throw UsageError(fmt::format("{} '{}': it must be at least 64K", name, text));
          },
          help)
      ->default_str(binary_bytes_text(value));
}

void add_seconds(Command& command, const std::string& name, double& value,
                 const std::string& help) {
  command.add_option(name, value, help)->check(real_range(0.01, 1e6))->capture_default_str();
}

}  // namespace vta::cli
