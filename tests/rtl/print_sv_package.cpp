// print_sv_package CONFIG.json FILE.sv: the package vta_isa_pkg of a configuration.
#include <fstream>
#include <iostream>

#include "base/error.h"
#include "config/vta_config.h"
#include "hw/isa/sv_package.h"

int main(int argc, char** argv) {
  if (argc != 3) {
    std::cerr << "usage: print_sv_package CONFIG.json FILE.sv\n";
    return 2;
  }
  try {
    std::ofstream(argv[2]) << vta::sv_package(vta::load_config(argv[1]));
  } catch (const std::exception& error) {
    std::cerr << error.what() << "\n";
    return 1;
  }
}
