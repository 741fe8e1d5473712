// vta run --system: a network on several cores that share a memory.
#pragma once

#include <string>
#include <vector>

#include "cli/compile_flags.h"
#include "cli/device_flags.h"
#include "cli/options.h"
#include "workbench/system_run.h"

namespace vta::cli {

struct SystemFlags {
  std::string file, split = "auto";
  int64_t images = 0;  // 0: those of --input, or two for each core
  int64_t barrier = workbench::kBarrierCycles;
  // Options of the command that say nothing about a system.
  std::vector<const Option*> of_one_device;
  const Option* barrier_option = nullptr;
  const Option* device = nullptr;  // --device, whose default is for one
  std::vector<const Option*> own;  // of add_to(), but --system

  bool given() const { return !file.empty(); }
  void add_to(Command& command);
  // UsageError for an option of systems where there is none.
  void require_given() const { refuse_given(own, "needs --system: there is one device"); }
};

// What `vta run` was asked for besides.
struct SystemRunFlags {
  const SystemFlags& system;
  const CompileFlags& compile;
  DeviceFlags device;
  std::string model;
  std::vector<std::string> inputs, outputs;
  bool verify = false, json = false;
};

int run_system(SystemRunFlags flags);

}  // namespace vta::cli
