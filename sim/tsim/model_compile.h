// Compilation of a model's C++, and the error when a tool fails.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "sim/tsim/model_recipe.h"

namespace vta {

// The command, to be run in the folder of `source`. `include`: Verilator's own headers. Through
// ccache where it is installed.
std::vector<std::string> compile_command(const ModelRecipe& recipe, const ModelOptions& options,
                                         const std::string& level, const std::string& include,
                                         const std::string& source, const std::string& object);

// UsageError with the last lines of the log, which is moved to `kept_log`.
[[noreturn]] void fail_build(const std::string& tool, const std::string& what,
                             const std::filesystem::path& log,
                             const std::filesystem::path& kept_log);

}  // namespace vta
