#include <cstdio>

#include "runtime/executor.h"
#include "sim/factory/device_factory.h"

int main() {
  const vta::Program program = vta::load_program("network.vta");
  vta::Executor executor(program, vta::make_device("csim", program.config));
  const vta::ProgramValue& input = program.values[program.inputs[0]];
  executor.set_input(0, vta::Tensor::zeros(input.dtype, input.shape));
  executor.run();
  const vta::RunStats& stats = executor.stats();
  std::printf("%ld cycles, %ld bytes moved, first output %g\n", stats.timing->cycles,
              stats.counters.total_bytes(), executor.output(0).data<float>()[0]);
}
