// All inputs of a Verilated library, and its key in the cache.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "config/vta_config.h"
#include "hw/rtl/system_sources.h"

namespace vta {

struct ModelOptions {
  bool trace = false;       // can write FST
  bool assertions = false;  // the RTL's assertions stop the program
  bool quick = false;       // compiled in two thirds of the time, and slower: for runs of seconds
  bool synthesis = false;   // the RTL as a synthesizer reads it: SYNTHESIS is defined
};

// Of the environment: VTA_TSIM_ASSERT=1 turns the RTL's assertions on; VTA_TSIM_QUICK=1 spends less
// on compiling and more on running; VTA_TSIM_SYNTHESIS=1 takes the RTL as a synthesizer reads it.
ModelOptions model_options();

// Optimization of what runs in the loop, and of the rest.
struct CompilerLevels {
  std::string hot, cold;
};

struct ModelRecipe {
  std::string config_name;          // or those of a system's cores
  std::string top;                  // module
  int64_t system_cores = 0;         // 0: the top is a core
  std::vector<SourceFile> printed;  // RTL in compile order: texts,
  std::vector<std::string> files;   // then paths
  std::string verilator, compiler;  // programs to run
  ModelOptions options;
  std::string tool_identity;  // text: one line per ingredient; the programs and the machine
  std::string identity;       // all of them
  std::string key;            // hash of `identity`
};

// Of the keys of the configuration only those that are hardware matter: neither labels nor MEM_*.
// UsageError names a tool that is missing; InputError: the RTL is not there.
ModelRecipe model_recipe(const VtaConfig& config, const ModelOptions& options);
// Of a system of these cores.
ModelRecipe system_recipe(std::span<const VtaConfig> cores, const ModelOptions& options);

// Arguments of both tools that are part of the identity.
std::vector<std::string> verilator_flags(const std::string& top, const ModelOptions& options);
std::vector<std::string> compiler_flags(const ModelOptions& options);
// Those of the model's own sources beside them.
std::vector<std::string> model_flags(const ModelRecipe& recipe);
CompilerLevels compiler_levels(const ModelOptions& options);

// The sources that are compiled with every model, by file name.
struct EmbeddedFile {
  std::string_view name, text;
};
const std::vector<EmbeddedFile>& embedded_model_files();

}  // namespace vta
