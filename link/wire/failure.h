// Errors on their way over a link: the class, by its exit code, and the text.
#pragma once

#include <exception>

#include "base/error_class.h"
#include "link/wire/frame.h"

namespace vta::wire {

// What is being handled, as the payload of Failed.
inline std::vector<std::byte> failure_payload(const std::exception& e) {
  ByteWriter out;
  out(static_cast<int32_t>(class_of(e)), std::string(e.what()));
  return out.take();
}

// Throws what the other end caught.
[[noreturn]] inline void throw_failure(ByteReader in) {
  const auto code = in.value<int32_t>();
  const auto text = in.value<std::string>();
  in.end();
  throw_class(static_cast<ExitCode>(code), text);
  in.fail(fmt::format("{} is no class of errors: {}", code, text));
}

}  // namespace vta::wire
