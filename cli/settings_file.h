// Options in a file: what `vta serve` and `vta tracker` are given every day. One file may be of
// both, as its members:
//
//   {"keys": {"tls_cert": "lab7.pem", "tls_key": "lab7.key", "token_file": "token"},
//    "serve": {"listen": "0.0.0.0:7411", "sessions": 64, "session_memory": "4G", "allow_build":
//    true}, "tracker": {"listen": "0.0.0.0:7412", "clients": 256}}
//
// Members of "keys" are options of both programs that name files, from the file's own folder on;
// the others are options of one. Names are those of the options, with _ for -.
#pragma once

#include <string>

#include "cli/options.h"

namespace vta::cli {

// Gives `command` the options of the file that the command line does not have. InputError names the
// file, the member and what would be legal.
void apply_settings(Command& command, const std::string& path, const std::string& section);

}  // namespace vta::cli
