// check_fpga_export FOLDER: what is wrong with a folder that `vta fpga export` wrote, a line each;
// exit code 1 if anything is, 2 where it cannot be checked.
#include <fmt/format.h>

#include "tests/fpga/export_check.h"

int main(int argc, char** argv) {
  if (argc != 2 || !std::filesystem::is_directory(argv[1])) {
    fmt::print(stderr, "usage: check_fpga_export FOLDER\n");
    return 2;
  }
  if (const auto missing = vta::missing_export_tools(); !missing.empty()) {
    fmt::print(stderr, "not installed: {} (scripts/setup.sh --tests)\n", fmt::join(missing, ", "));
    return 2;
  }
  const vta::Problems problems = vta::check_export(argv[1]);
  for (const std::string& problem : problems)
    fmt::print("{}\n", problem);
  fmt::print("{} problems\n", problems.size());
  return problems.empty() ? 0 : 1;
}
