// A program file with checksums made right, loaded and run on the functional simulator.
#include <algorithm>
#include <cstring>
#include <vector>

#include "hw/isa/codec.h"
#include "runtime/executor.h"
#include "runtime/program.h"
#include "sim/fsim/fsim.h"
#include "tests/fuzz/container_checksums.h"
#include "tests/fuzz/fuzz_limits.h"

namespace {

constexpr int64_t kDeviceBytes = int64_t{64} << 20;

// Whether it ends soon: one instruction alone may ask for 2^41 steps.
bool is_short(const vta::Program& program) {
  constexpr int64_t kMostSteps = int64_t{1} << 20;
  const vta::InsnCodec codec(program.config);
  int64_t steps = 0;
  for (size_t at = 0; at + sizeof(vta::InsnBits) <= program.insns.size() && steps < kMostSteps;
       at += sizeof(vta::InsnBits)) {
    vta::InsnBits bits;
    std::memcpy(&bits, program.insns.data() + at, sizeof bits);
    const vta::Insn i = codec.decode(bits);
    steps += i.iter_out * i.iter_in * std::max<int64_t>(0, i.uop_end - i.uop_bgn);
    steps += (i.y_pad_0 + i.y_size + i.y_pad_1) * (i.x_pad_0 + i.x_size + i.x_pad_1);
  }
  return steps < kMostSteps;
}

void load_and_run(std::span<const std::byte> bytes) {
  std::vector<std::byte> file(bytes.begin(), bytes.end());
  vta::fuzz::correct_program(file);
  vta::Program program = vta::parse_program(file, "fuzz");
  if (!is_short(program))
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
