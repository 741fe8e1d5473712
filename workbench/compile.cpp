#include "workbench/compile.h"

#include <spdlog/spdlog.h>

#include <algorithm>

#include "base/error.h"

namespace vta::workbench {

Program compile_with_notes_logged(const std::string& model, const CompileOptions& options) {
  CompileResult result = compile_model(model, options);
  for (const std::string& note : result.notes)
    spdlog::info("note: {}", note);
  return std::move(result.program);
}

void require_kernels(const CompileResult& compiled, const std::string& what) {
  if (!compiled.program.kernels.empty())
    return;
  // Why, but not what became of the weights' type.
  const auto why = std::ranges::find_if(compiled.notes, [](const std::string& note) {
    return note.find(" becomes float32: ") == std::string::npos;
  });
  throw UsageError(
      fmt::format("{} has nothing to compare: no kernel of '{}' runs on the accelerator{}", what,
                  compiled.program.provenance.model,
                  why == compiled.notes.end() ? "" : fmt::format(" ({})", *why)));
}

}  // namespace vta::workbench
