// Files that only their owner may read: keys and tokens.
#pragma once

#include <string>
#include <string_view>

namespace vta::remote {

// The file's text. `what` names its use in messages ("--tls-key"). InputError: it cannot be read,
// is no regular file, is empty, has more than 64 KiB, belongs to neither this user nor root, or
// others than its owner may read or write it. No message has any of its text.
std::string read_secret_file(const std::string& path, std::string_view what);

}  // namespace vta::remote
