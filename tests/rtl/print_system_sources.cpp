// print_system_sources FOLDER CONFIG.json...: the RTL of a system of these cores, and files.f with
// its files in compile order.
#include <fstream>
#include <iostream>
#include <string>
#include <vector>

#include "base/error.h"
#include "hw/rtl/system_sources.h"

int main(int argc, char** argv) {
  if (argc < 3) {
    std::cerr << "usage: print_system_sources FOLDER CONFIG.json...\n";
    return 2;
  }
  try {
    const std::string folder = argv[1];
    std::vector<vta::VtaConfig> cores;
    for (int k = 2; k < argc; ++k)
      cores.push_back(vta::load_config(argv[k]));
    std::ofstream list(folder + "/files.f");
    for (const vta::SourceFile& file : vta::system_sources(cores).files) {
      std::ofstream(folder + "/" + file.name) << file.text;
      list << file.name << "\n";
    }
  } catch (const std::exception& error) {
    std::cerr << error.what() << "\n";
    return 1;
  }
}
