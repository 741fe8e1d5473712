// Options that name files of keys, and limits: the same wherever a server is begun or asked.
#pragma once

#include <cstdint>
#include <string>

#include "cli/options.h"
#include "remote/credentials/credentials.h"

namespace vta::cli {

// --tls-cert, --tls-key, --client-ca, --token-file
void add_server_keys(Command& command, remote::ServerKeyFiles& keys);
// --ca, --cert, --key, --token-file, each after `prefix` ("tracker-"); `whose`: "the server"
void add_client_keys(Command& command, remote::ClientKeyFiles& keys, const std::string& prefix,
                     const std::string& whose);

void add_count(Command& command, const std::string& name, int64_t& value, int64_t most,
               const std::string& help);
void add_bytes(Command& command, const std::string& name, int64_t& value, const std::string& help);
void add_seconds(Command& command, const std::string& name, double& value, const std::string& help);

}  // namespace vta::cli
