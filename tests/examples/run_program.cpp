// Runs a compiled program from C++: run_program PROGRAM.vta [BACKEND]
#include <cstdio>
#include <exception>

#include "runtime/executor.h"
#include "sim/factory/device_factory.h"

namespace {

// Any input will do for a demonstration: small numbers that repeat.
vta::Tensor example_input(const vta::ProgramValue& wanted) {
  vta::Tensor input = vta::Tensor::zeros(wanted.dtype, wanted.shape);
  if (wanted.dtype == vta::DType::F32) {
    auto data = input.mutable_data<float>();
    for (size_t i = 0; i < data.size(); ++i)
      data[i] = static_cast<float>(i % 8);
  } else if (wanted.dtype == vta::DType::I8) {
    auto data = input.mutable_data<std::int8_t>();
    for (size_t i = 0; i < data.size(); ++i)
      data[i] = static_cast<std::int8_t>(i % 8);
  }
  return input;
}

void run(const char* path, const char* backend) {
  const vta::Program program = vta::load_program(path);
  vta::Executor executor(program, vta::make_device(backend, program.config));
  for (size_t i = 0; i < program.inputs.size(); ++i)
    executor.set_input(static_cast<std::int64_t>(i),
                       example_input(program.values[static_cast<size_t>(program.inputs[i])]));
  executor.run();

  const vta::Tensor& output = executor.output(0);
  std::printf("output %s:", vta::shape_text(output.shape()).c_str());
  for (size_t i = 0; i < 4 && i < output.data<float>().size(); ++i)
    std::printf(" %g", static_cast<double>(output.data<float>()[i]));
  std::printf("\n");
  const vta::Counters& counters = executor.stats().counters;
  std::printf("gemm_counter %lld, alu_counter %lld, out_store_nbytes %lld\n",
              static_cast<long long>(counters.gemm_counter),
              static_cast<long long>(counters.alu_counter),
              static_cast<long long>(counters.out_store_nbytes));
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 2) {
    std::fprintf(stderr, "usage: run_program PROGRAM.vta [BACKEND]\n");
    return 2;
  }
  try {
    run(argv[1], argc > 2 ? argv[2] : "fsim");
  } catch (const std::exception& e) {
    std::fprintf(stderr, "error: %s\n", e.what());
    return 1;
  }
  return 0;
}
