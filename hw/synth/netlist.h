// A flattened, mapped netlist with the timing of its cells.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "hw/synth/cell_timing.h"

namespace vta {

inline constexpr int kNoNet = -1;  // a constant, or not connected

struct Netlist {
  struct Cell {
    std::string name;       // "u_datapath.u_gemm.sum[3]": path of instances, then the driven net
    std::string module;     // the module of the instance that contains it: "vta_gemm"
    std::string source;     // "vta_gemm.sv:34"; empty if the synthesizer does not report it
    int type = 0;           // of types
    std::vector<int> nets;  // by pin of its type
  };
  struct Port {
    std::string name;  // of one bit: "data[3]"
    bool output = false;
    int net = kNoNet;
  };

  std::string top;
  std::vector<CellTiming> types;
  std::vector<Cell> cells;
  std::vector<Port> ports;
  std::vector<std::string> net_names;  // by net

  const CellTiming& type_of(const Cell& cell) const {
    return types[static_cast<size_t>(cell.type)];
  }
};

// Reads the output of Yosys' write_json for a flattened design and the library modules of its
// cells. InputError if the top is missing, or a cell's type is not among the modules.
Netlist read_netlist(std::string_view text, std::string_view origin);

}  // namespace vta
