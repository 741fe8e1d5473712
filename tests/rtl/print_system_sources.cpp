// print_system_sources system|board FOLDER CONFIG.json...: the RTL of a system or a board of these
// cores, and files.f with its files in compile order.
#include <fstream>
#include <iostream>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"
#include "hw/rtl/system_sources.h"

int main(int argc, char** argv) {
  const std::string_view kind = argc > 1 ? argv[1] : "";
  if (argc < 4 || (kind != "system" && kind != "board")) {
    std::cerr << "usage: print_system_sources system|board FOLDER CONFIG.json...\n";
    return 2;
  }
  try {
    const std::string folder = argv[2];
    std::vector<vta::VtaConfig> cores;
    for (int k = 3; k < argc; ++k)
      cores.push_back(vta::load_config(argv[k]));
    std::ofstream list(folder + "/files.f");
    const auto sources = kind == "board" ? vta::board_sources : vta::system_sources;
    for (const vta::SourceFile& file : sources(cores).files) {
      std::ofstream(folder + "/" + file.name) << file.text;
      list << file.name << "\n";
    }
  } catch (const std::exception& error) {
    std::cerr << error.what() << "\n";
    return 1;
  }
}
