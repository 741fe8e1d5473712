// bench_runs PROGRAM.vta: for each line on standard input a run through the C ABI of libvta.so, on
// fsim, from the input's array to the output's; prints its milliseconds of processor time.
// bench_python.py asks for one after each of Python's, so that other work meets both alike.
#include <cstdio>
#include <ctime>
#include <vector>

#include "runtime/vta_capi.h"

namespace {

double processor_ms() {
  timespec now{};
  ::clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return 1e3 * static_cast<double>(now.tv_sec) + 1e-6 * static_cast<double>(now.tv_nsec);
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 2) {
    std::fprintf(stderr, "usage: bench_runs PROGRAM.vta\n");
    return 2;
  }
  vta_program* program = vta_program_load(argv[1]);
  vta_executor* executor = program == nullptr ? nullptr : vta_executor_create(program, "fsim");
  vta_tensor input, output;
  bool done = executor != nullptr && vta_describe_input(executor, 0, &input) == 0;
  std::size_t elements = 1;
  for (int64_t i = 0; done && i < input.rank; ++i)
    elements *= static_cast<std::size_t>(input.shape[i]);
  const std::vector<float> data(elements, 0.5f);
  while (done && std::getchar() == '\n') {
    const double start = processor_ms();
    done = vta_set_input(executor, 0, data.data(), VTA_FLOAT32, input.shape, input.rank) == 0 &&
           vta_run(executor) == 0 && vta_get_output(executor, 0, &output) == 0;
    std::printf("%.4f\n", processor_ms() - start);
    std::fflush(stdout);
  }
  if (!done)
    std::fprintf(stderr, "error: %s\n", vta_last_error());
  vta_executor_destroy(executor);
  vta_program_destroy(program);
  return done ? 0 : 1;
}
