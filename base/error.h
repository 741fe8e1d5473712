// Errors that a user can cause, and the exit code each leads to.
//
// A user's mistake throws one of the classes below, with a message that names the thing at fault,
// its value, and what would be legal. A programming mistake fails a VTA_CHECK. main() alone
// catches.
#pragma once

#include <fmt/format.h>

#include <cstdint>
#include <stdexcept>
#include <string>

namespace vta {

// Process exit codes of the program `vta`; the table in cli/README.md is the user's copy.
enum class ExitCode : int {
  Ok = 0,
  Mismatch = 1,    // a comparison or verification found a difference
  Usage = 2,       // wrong command line
  BadInput = 3,    // a file (model, image, program, listing, ...) is unreadable or malformed
  BadConfig = 4,   // an illegal configuration
  Compile = 5,     // the network cannot be compiled for this configuration
  Device = 6,      // the device reported an error (ISA errors, tokens left under --strict, timeout)
  Incomplete = 7,  // part of the work could not be done now; --resume does the rest
  ResourceLimit = 8,  // a limit of memory, time or size, or an allocation that failed
  OutputFailed = 9,   // results could not be written: full disk, closed pipe, no such folder
  Internal = 70,      // a bug in this program
};

class Error : public std::runtime_error {
 public:
  Error(ExitCode exit_code, const std::string& message)
      : std::runtime_error(message), exit_code_(exit_code) {}
  ExitCode exit_code() const { return exit_code_; }

 private:
  ExitCode exit_code_;
};

struct UsageError : Error {
  explicit UsageError(const std::string& m) : Error(ExitCode::Usage, m) {}
};
struct InputError : Error {
  explicit InputError(const std::string& m) : Error(ExitCode::BadInput, m) {}
};
struct ConfigError : Error {
  explicit ConfigError(const std::string& m) : Error(ExitCode::BadConfig, m) {}
};
struct CompileError : Error {
  explicit CompileError(const std::string& m) : Error(ExitCode::Compile, m) {}
};
struct DeviceError : Error {
  explicit DeviceError(const std::string& m) : Error(ExitCode::Device, m) {}
};

// No mistake of the user: workers were lost, for example. Results so far are kept, and the message
// says how to continue.
struct IncompleteError : Error {
  explicit IncompleteError(const std::string& m) : Error(ExitCode::Incomplete, m) {}
};

// The request is legal, but needs more than --max-memory, --max-seconds, --max-cycles or the
// machine allows.
struct ResourceError : Error {
  explicit ResourceError(const std::string& m) : Error(ExitCode::ResourceLimit, m) {}
};

// The results exist but cannot be written: a full disk, a closed pipe, a missing folder.
struct OutputError : Error {
  explicit OutputError(const std::string& m) : Error(ExitCode::OutputFailed, m) {}
};

// A broken invariant: a bug in this project, never a user's mistake.
struct InternalError : std::logic_error {
  using std::logic_error::logic_error;
};

[[noreturn]] void check_failed(const char* file, int line, const char* condition,
                               const std::string& message);

}  // namespace vta

// VTA_CHECK(cond, "format {}", value...): always on, throws InternalError.
#define VTA_CHECK(condition, ...)                                                      \
  do {                                                                                 \
    if (!(condition)) [[unlikely]]                                                     \
      ::vta::check_failed(__FILE__, __LINE__, #condition, ::fmt::format(__VA_ARGS__)); \
  } while (false)
