#include "sim/tsim/model_compile.h"

#include "base/error.h"
#include "base/process.h"

namespace vta {
namespace {

constexpr int kLogLines = 15;

}  // namespace

std::vector<std::string> compile_command(const ModelRecipe& recipe, const ModelOptions& options,
                                         const std::string& level, const std::string& include,
                                         const std::string& source, const std::string& object) {
  std::vector<std::string> argv;
  if (has_program("ccache"))
    argv.emplace_back("ccache");
  argv.push_back(recipe.compiler);
  for (const std::string& flag : compiler_flags(options))
    argv.push_back(flag);
  argv.insert(argv.end(), {level, "-I.", "-I" + include, "-I" + include + "/vltstd", "-c", source,
                           "-o", object});
  return argv;
}

void fail_build(const std::string& tool, const std::string& what, const std::filesystem::path& log,
                const std::filesystem::path& kept_log) {
  std::string end;
  if (std::filesystem::exists(log)) {
    end = tail_of(log.string(), kLogLines);
    std::filesystem::rename(log, kept_log);
  }
  throw UsageError(
      fmt::format("{} could not build {}; the end of {}:\n{}", tool, what, kept_log.string(), end));
}

}  // namespace vta
