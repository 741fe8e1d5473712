// count_steps PROGRAM.vta STEP TIMES: the steps of the host in their order, the one of this index
// so many times. Under an emulator that counts instructions, two such runs differ by those of the
// step.
#include <cstdio>
#include <cstdlib>
#include <exception>

#include "explore/host/step_runner.h"

int main(int argc, char** argv) {
  if (argc != 4) {
    std::fprintf(stderr, "usage: count_steps PROGRAM.vta STEP TIMES\n");
    return 2;
  }
  try {
    const vta::Program program = vta::load_program(argv[1]);
    const std::size_t chosen = std::strtoull(argv[2], nullptr, 10);
    const int times = std::atoi(argv[3]);
    vta::explore::StepRunner runner(program);
    for (std::size_t i = 0; i < program.steps.size(); ++i)
      for (int k = 0; k < (i == chosen ? times : 1); ++k)
        runner.run(i);
    return 0;
  } catch (const std::exception& e) {
    std::fprintf(stderr, "count_steps: %s\n", e.what());
    return 1;
  }
}
