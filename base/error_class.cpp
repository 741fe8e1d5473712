#include "base/error_class.h"

#include <new>

namespace vta {

ExitCode class_of(const std::exception& e) {
  if (const auto* error = dynamic_cast<const Error*>(&e))
    return error->exit_code();
  return dynamic_cast<const std::bad_alloc*>(&e) != nullptr ? ExitCode::ResourceLimit
                                                            : ExitCode::Internal;
}

void throw_class(ExitCode code, const std::string& message) {
  switch (code) {
    case ExitCode::Usage:
      throw UsageError(message);
    case ExitCode::BadInput:
      throw InputError(message);
    case ExitCode::BadConfig:
      throw ConfigError(message);
    case ExitCode::Compile:
      throw CompileError(message);
    case ExitCode::Device:
      throw DeviceError(message);
    case ExitCode::Incomplete:
      throw IncompleteError(message);
    case ExitCode::ResourceLimit:
      throw ResourceError(message);
    case ExitCode::OutputFailed:
      throw OutputError(message);
    case ExitCode::Internal:
      throw InternalError(message);
    case ExitCode::Ok:
    case ExitCode::Mismatch:
      break;
  }
}

}  // namespace vta
