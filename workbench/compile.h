// Compiling for those who show nothing of it but the program.
#pragma once

#include <string>

#include "compiler/compiler.h"

namespace vta::workbench {

// compile_model(), its notes on stderr: for commands that print none themselves.
Program compile_with_notes_logged(const std::string& model, const CompileOptions& options);

// UsageError when no kernel of the program runs on the accelerator: `what` would compare nothing.
void require_kernels(const CompileResult& compiled, const std::string& what);

}  // namespace vta::workbench
