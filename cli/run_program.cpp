#include "cli/run_program.h"

#include <spdlog/sinks/stdout_color_sinks.h>
#include <spdlog/spdlog.h>

#include <cstdio>
#include <exception>

#include "base/error.h"

namespace vta::cli {

int run_program(const char* program, const std::function<int()>& work) {
  spdlog::set_default_logger(spdlog::stderr_color_mt(program));
  spdlog::set_pattern("%^%l%$: %v");
  try {
    return work();
  } catch (const Error& e) {
    std::fprintf(stderr, "%s: error: %s\n", program, e.what());
    return static_cast<int>(e.exit_code());
  } catch (const std::exception& e) {
    std::fprintf(stderr, "%s: internal error: %s\n", program, e.what());
    return static_cast<int>(ExitCode::Internal);
  }
}

}  // namespace vta::cli
