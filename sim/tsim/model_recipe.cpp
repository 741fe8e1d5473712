#include "sim/tsim/model_recipe.h"

#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <string_view>
#include <utility>

#include "base/error.h"
#include "base/hash.h"
#include "base/process.h"
#include "hw/rtl/rtl_sources.h"
#include "sim/tsim/model/model_abi.h"

namespace vta {
namespace {

bool is_set(const char* variable) {
  const char* value = std::getenv(variable);
  return value != nullptr && std::string_view(value) == "1";
}

std::string tool(const char* variable, const char* usual) {
  const char* chosen = std::getenv(variable);
  const std::string name = chosen != nullptr && *chosen != '\0' ? chosen : usual;
  const bool is_path = name.find('/') != std::string::npos;
  if (is_path ? ::access(name.c_str(), X_OK) != 0 : !has_program(name))
    throw UsageError(
        fmt::format("backend tsim builds its model with {}, which is not installed: install it, or "
                    "name another in {}",
                    name, variable));
  return name;
}

// The first line that `name --version` prints.
std::string version_of(const std::string& name) {
  const auto [status, text] = output_of({name, "--version"});
  if (status != 0)
    throw UsageError(fmt::format("'{} --version' fails ({}): backend tsim builds its model with it",
                                 name, status));
  return text.substr(0, text.find('\n'));
}

// The CPU that the code is made for.
std::string cpu_identity() {
  std::ifstream info("/proc/cpuinfo");
  std::string model, flags;
  for (std::string line; std::getline(info, line) && (model.empty() || flags.empty());) {
    if (line.starts_with("model name"))
      model = line.substr(line.find(':') + 1);
    if (line.starts_with("flags"))
      flags = hash_hex(line);
  }
  return fmt::format("{} {}", model, flags);
}

}  // namespace

ModelOptions model_options() {
  return {.assertions = is_set("VTA_TSIM_ASSERT"),
          .quick = is_set("VTA_TSIM_QUICK"),
          .synthesis = is_set("VTA_TSIM_SYNTHESIS")};
}

std::vector<std::string> verilator_flags(const std::string& top, const ModelOptions& options) {
  std::vector<std::string> flags = {"--cc",
                                    "--prefix",
                                    "V" + top,
                                    "--top-module",
                                    top,
                                    "-O3",
                                    "--x-assign",
                                    "fast",
                                    "--x-initial",
                                    "fast",
                                    "--unroll-count",
                                    "5000",
                                    "--unroll-stmts",
                                    "10000000",
                                    "--output-split",
                                    "20000",
                                    "-Wno-fatal"};
  flags.emplace_back(options.assertions ? "--assert" : "--noassert");
  if (options.trace)
    flags.emplace_back("--trace-fst");
  if (options.synthesis)
    flags.emplace_back("-DSYNTHESIS");
  return flags;
}

std::vector<std::string> compiler_flags(const ModelOptions& options) {
  // Models of several configurations live in one process: no symbol may be shared between them.
  std::vector<std::string> flags = {"-std=c++20",
                                    "-fPIC",
                                    "-march=native",
                                    "-fvisibility=hidden",
                                    "-fvisibility-inlines-hidden",
                                    "-fno-gnu-unique",
                                    "-w",
                                    "-DVERILATOR=1",
                                    "-DVM_COVERAGE=0",
                                    "-DVM_SC=0",
                                    "-DVM_TRACE_VCD=0"};
#if defined(__x86_64__)
  flags.emplace_back("-mprefer-vector-width=512");  // the multipliers: 5 % of a run at 1x16x16
#endif
  flags.push_back(fmt::format("-DVTA_ASSERTIONS={}", options.assertions ? 1 : 0));
  flags.push_back(fmt::format("-DVM_TRACE={}", options.trace ? 1 : 0));
  flags.push_back(fmt::format("-DVM_TRACE_FST={}", options.trace ? 1 : 0));
  return flags;
}

CompilerLevels compiler_levels(const ModelOptions& options) {
  if (options.quick)
    return {"-O1", "-O0"};
  return {"-O3", "-O1"};
}

std::vector<std::string> model_flags(const ModelRecipe& recipe) {
  if (recipe.system_cores == 0)
    return {};
  return {fmt::format("-DVTA_SYSTEM_CORES={}", recipe.system_cores)};
}

namespace {

std::string line(std::string_view what, std::string_view value) {
  return fmt::format("{}: {}\n", what, value);
}

// The tools, and the key of a recipe whose RTL is there.
void complete(ModelRecipe& r, const std::string& rtl_hash) {
  r.verilator = tool("VTA_VERILATOR", "verilator");
  r.compiler = tool("VTA_CXX", "g++");
  r.tool_identity = line("verilator", version_of(r.verilator)) +
                    line("compiler", version_of(r.compiler)) + line("cpu", cpu_identity());
  r.identity = line("abi", fmt::format("{}", tsim::kAbiVersion)) +
               line("configuration", r.config_name) + line("rtl", rtl_hash);
  for (const EmbeddedFile& file : embedded_model_files())
    r.identity += line(file.name, hash_hex(file.text));
  const CompilerLevels levels = compiler_levels(r.options);
  std::vector<std::string> flags = compiler_flags(r.options);
  std::ranges::copy(model_flags(r), std::back_inserter(flags));
  r.identity += r.tool_identity +
                line("verilator flags",
                     fmt::format("{}", fmt::join(verilator_flags(r.top, r.options), " "))) +
                line("compiler flags", fmt::format("{}", fmt::join(flags, " "))) +
                line("compiler levels", levels.hot + " " + levels.cold) +
                line("run-time", "kept apart");
  r.key = hash_hex(r.identity);
}

}  // namespace

ModelRecipe model_recipe(const VtaConfig& config, const ModelOptions& options) {
  const RtlSources rtl = rtl_sources(config);
  ModelRecipe r;
  r.config_name = config.name();
  r.top = "vta_core";
  r.printed = {{"vta_isa_pkg.sv", rtl.package}};
  r.files = rtl.files;
  r.options = options;
  complete(r, rtl.hash);
  return r;
}

ModelRecipe system_recipe(std::span<const VtaConfig> cores, const ModelOptions& options) {
  SystemSources rtl = system_sources(cores);
  std::vector<std::string> names;
  for (const VtaConfig& config : cores)
    names.push_back(config.name());
  ModelRecipe r;
  r.config_name = fmt::format("a system of {}", fmt::join(names, ", "));
  r.top = "vta_system";
  r.system_cores = std::ssize(cores);
  r.printed = std::move(rtl.files);
  r.options = options;
  complete(r, rtl.hash);
  return r;
}

}  // namespace vta
