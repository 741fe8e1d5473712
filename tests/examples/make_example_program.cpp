// make_example_program PROGRAM.vta: two kernels that add 3 and 4 to every lane, then times 0.5.
#include "runtime/program.h"
#include "tests/runtime/test_program.h"

int main(int argc, char** argv) {
  if (argc != 2)
    return 2;
  vta::save_program(vta::test::make_add_program(3, 4), argv[1]);
  return 0;
}
