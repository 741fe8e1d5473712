// print_sv_package CONFIG.json FOLDER: vta_isa_pkg.sv and vta_shell_pkg.sv of a configuration.
#include <fstream>
#include <iostream>
#include <string>

#include "base/error.h"
#include "config/vta_config.h"
#include "hw/isa/sv_package.h"

int main(int argc, char** argv) {
  if (argc != 3) {
    std::cerr << "usage: print_sv_package CONFIG.json FOLDER\n";
    return 2;
  }
  try {
    const vta::VtaConfig config = vta::load_config(argv[1]);
    const std::string folder = argv[2];
    std::ofstream(folder + "/vta_isa_pkg.sv") << vta::sv_package(config);
    std::ofstream(folder + "/vta_shell_pkg.sv") << vta::sv_shell_package(config);
  } catch (const std::exception& error) {
    std::cerr << error.what() << "\n";
    return 1;
  }
}
