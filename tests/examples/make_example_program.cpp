// make_example_program PROGRAM.vta: two kernels that add 3 and 4 to every lane, then times 0.5.
// make_example_program --params FILE.vtp: parameters of every type.
#include <string_view>

#include "runtime/parameters.h"
#include "runtime/program.h"
#include "tests/runtime/test_program.h"

int main(int argc, char** argv) {
  if (argc == 2)
    vta::save_program(vta::test::make_add_program(3, 4), argv[1]);
  else if (argc == 3 && std::string_view(argv[1]) == "--params")
    vta::save_parameters(vta::parameters_of(vta::test::make_rich_program()), argv[2]);
  else
    return 2;
  return 0;
}
