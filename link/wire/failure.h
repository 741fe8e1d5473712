// Errors on their way over a link: the class, by its exit code, and the text.
#pragma once

#include <exception>
#include <new>

#include "link/wire/frame.h"

namespace vta::wire {

inline ExitCode class_of(const std::exception& e) {
  if (const auto* error = dynamic_cast<const Error*>(&e))
    return error->exit_code();
  return dynamic_cast<const std::bad_alloc*>(&e) != nullptr ? ExitCode::ResourceLimit
                                                            : ExitCode::Internal;
}

// What is being handled, as the payload of Failed.
inline std::vector<std::byte> failure_payload(const std::exception& e) {
  ByteWriter out;
  out(static_cast<int32_t>(class_of(e)), std::string(e.what()));
  return out.take();
}

// Throws an error of this class; returns where the code is of none.
inline void throw_class(int32_t code, const std::string& text) {
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
}

// Throws what the other end caught.
[[noreturn]] inline void throw_failure(ByteReader in) {
  const auto code = in.value<int32_t>();
  const auto text = in.value<std::string>();
  in.end();
  throw_class(code, text);
  in.fail(fmt::format("{} is no class of errors: {}", code, text));
}

}  // namespace vta::wire
