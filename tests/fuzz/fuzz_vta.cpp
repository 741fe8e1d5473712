// A program file with checksums made right, loaded and run on the functional simulator.
#include <vector>

#include "runtime/executor.h"
#include "runtime/program.h"
#include "sim/fsim/fsim.h"
#include "tests/fuzz/container_checksums.h"
#include "tests/fuzz/fuzz_limits.h"
#include "tests/fuzz/short_program.h"

namespace {

constexpr int64_t kDeviceBytes = int64_t{64} << 20;

constexpr int64_t kMostSteps = int64_t{1} << 20;

void load_and_run(std::span<const std::byte> bytes) {
  std::vector<std::byte> file(bytes.begin(), bytes.end());
  vta::fuzz::correct_program(file);
  vta::Program program = vta::parse_program(file, "fuzz");
  if (!vta::fuzz::is_short(program, kMostSteps))
    return;
  std::vector<vta::Tensor> inputs;
  for (const int64_t input : program.inputs) {
    const vta::ProgramValue& value = program.values[static_cast<size_t>(input)];
    inputs.push_back(vta::Tensor::zeros(value.dtype, value.shape));
  }
  const vta::VtaConfig config = program.config;
  vta::Executor executor(std::move(program), vta::make_fsim(config, "auto", kDeviceBytes));
  for (size_t i = 0; i < inputs.size(); ++i)
    executor.set_input(static_cast<int64_t>(i), inputs[i]);
  executor.run();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  return vta::fuzz::within_limits(data, size, load_and_run);
}
