// A network on a device: inputs in, runs, outputs and what they cost out.
#pragma once

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "link/device_string.h"
#include "runtime/executor.h"
#include "sim/tsim/wave.h"
#include "workbench/network.h"
#include "workbench/outcome.h"

namespace vta::workbench {

struct SessionOptions {
  int64_t max_cycles = kMaxCycles;  // of a launch (driver/driver.h)
  WaveOptions wave = {};
};

class Session {
 public:
  // UsageError for a device that is not known, or whose keys are not. Errors as Executor's.
  Session(std::shared_ptr<const Network> network, const DeviceString& device,
          const SessionOptions& options = {});

  // Whether it computes values: csim,timing_only=1 does not.
  bool has_values() const { return values_; }
  KernelOf kernel_of() const { return kernels_of(program()); }
  const Program& program() const { return network_->program(); }
  Executor& executor() { return executor_; }
  const Executor& executor() const { return executor_; }

  // What --input says (input_sources), for every input.
  void load_inputs(const std::vector<std::string>& arguments);
  // `input` may be pixels (uint8) where the network takes numbers: they are prepared as images of
  // files are, and of (N, H, W, C) become (N, C, H, W).
  void set_input(int64_t index, Tensor input);
  const std::vector<InputUse>& inputs() const { return inputs_; }
  const Tensor& input(int64_t index) const;  // InputError where it has not been set
  // Whether an output is memory of its own: neither an input's nor a constant's.
  bool is_own(int64_t index) const;

  void run();
  // A run whose kernels' outputs are kept: (N, C, H, W) in int8 by the kernel's name, of one with
  // several as "name:1", ...
  std::map<std::string, Tensor> run_with_kernel_outputs();
  // Of the last run, whose time it is where nothing else is said. Outputs are in no file.
  RunOutcome outcome();

 private:
  std::shared_ptr<const Network> network_;
  std::string backend_;
  bool values_;
  Executor executor_;
  std::vector<InputUse> inputs_;
  double seconds_ = 0;  // of the last run
};

}  // namespace vta::workbench
