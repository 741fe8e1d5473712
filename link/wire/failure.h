// Errors on their way over a link: the class, by its exit code, and the text.
#pragma once

#include <exception>
#include <new>

#include "link/wire/frame.h"

namespace vta::wire {

// What is being handled, as the payload of Failed.
inline std::vector<std::byte> failure_payload(const std::exception& e) {
  ExitCode code = ExitCode::Internal;
  if (const auto* error = dynamic_cast<const Error*>(&e))
    code = error->exit_code();
  else if (dynamic_cast<const std::bad_alloc*>(&e) != nullptr)
    code = ExitCode::ResourceLimit;
  ByteWriter out;
  out(static_cast<int32_t>(code), std::string(e.what()));
  return out.take();
}

// Throws what the other end caught.
[[noreturn]] inline void throw_failure(ByteReader in) {
  const auto code = in.value<int32_t>();
  const auto text = in.value<std::string>();
  in.end();
  switch (static_cast<ExitCode>(code)) {
    case ExitCode::Usage:
      throw UsageError(text);
    case ExitCode::BadInput:
      throw InputError(text);
    case ExitCode::BadConfig:
      throw ConfigError(text);
    case ExitCode::Compile:
      throw CompileError(text);
    case ExitCode::Device:
      throw DeviceError(text);
    case ExitCode::Incomplete:
      throw IncompleteError(text);
    case ExitCode::ResourceLimit:
      throw ResourceError(text);
    case ExitCode::OutputFailed:
      throw OutputError(text);
    case ExitCode::Internal:
      throw InternalError(text);
    case ExitCode::Ok:
    case ExitCode::Mismatch:
      break;
  }
  in.fail(fmt::format("{} is no class of errors: {}", code, text));
}

}  // namespace vta::wire
