// The program `vta` as a function. It may be called again in one process: what it sets there (logs,
// standard output, the end of the process, limits) is set anew by each call.
#pragma once

namespace vta::cli {

// The exit code.
int vta_main(int argc, const char* const* argv);

}  // namespace vta::cli
