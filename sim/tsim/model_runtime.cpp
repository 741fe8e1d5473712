#include "sim/tsim/model_runtime.h"

#include <filesystem>

#include "base/error.h"
#include "base/file.h"
#include "base/hash.h"
#include "base/process.h"
#include "sim/tsim/kept_build.h"
#include "sim/tsim/model_compile.h"

namespace vta {
namespace {

namespace fs = std::filesystem;

constexpr const char* kObject = "verilated.o";

// Assertions are a matter of the model's code alone.
ModelOptions runtime_options(const ModelRecipe& recipe) {
  return {.trace = recipe.options.trace, .assertions = false, .quick = recipe.options.quick};
}

std::string command_text(const ModelRecipe& recipe, const VerilatorRuntime& runtime) {
  const ModelOptions options = runtime_options(recipe);
  const std::vector<std::string> command =
      compile_command(recipe, options, compiler_levels(options).cold, runtime.include,
                      fmt::format("{}", fmt::join(runtime.sources, " ")), kObject);
  return fmt::format("{}", fmt::join(command, " "));
}

}  // namespace

std::string find_or_build_runtime(const ModelRecipe& recipe, const VerilatorRuntime& runtime) {
  const std::string what = "the run-time of all tsim models";
  const std::string identity =
      fmt::format("configuration: every one (Verilator's run-time)\n{}command: {}\n",
                  recipe.tool_identity, command_text(recipe, runtime));
  const auto make = [&](const std::string& folder, const std::string& kept_log) {
    const fs::path dir = folder, source = dir / "verilated.cpp", log = dir / "log";
    fs::create_directories(dir);
    std::string text;
    for (const std::string& file : runtime.sources)
      text += fmt::format("#include \"{}\"\n", file);
    write_text_file(source.string(), text);
    write_text_file((dir / "key.txt").string(), identity);
    const ModelOptions options = runtime_options(recipe);
    if (run_process(compile_command(recipe, options, compiler_levels(options).cold, runtime.include,
                                    "verilated.cpp", kObject),
                    log.string(), folder) != 0)
      fail_build(recipe.compiler, what, log, kept_log);
    fs::remove(source);
    fs::remove(log);
  };
  return find_or_make({hash_hex(identity), kObject, what, make}).path;
}

}  // namespace vta
