// What a session may answer.
#pragma once

#include <cstdio>
#include <cstdlib>

#include "base/error.h"
#include "remote/proto/vta_device.pb.h"

namespace vta::fuzz {

// Ends the process where there is no answer, or an error of our own.
inline void require_reply(const remote::v1::Reply& reply) {
  const bool internal = reply.failure().code() == static_cast<int>(ExitCode::Internal);
  if (internal)
    std::fprintf(stderr, "fuzz: a session answers: %s\n", reply.failure().text().c_str());
  if (internal || !reply.IsInitialized() || reply.kind_case() == remote::v1::Reply::KIND_NOT_SET)
    std::abort();
}

}  // namespace vta::fuzz
