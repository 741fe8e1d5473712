// Delays of one type of cell, from the specify blocks of its module in the form that Yosys writes
// (write_json: cells $specify2, $specify3, $specrule).
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/json.h"

namespace vta {

// Pins are the bits of the ports, in the order of the ports: "A[0]", ..., "A[29]", "CLK".
struct CellTiming {
  struct Pin {
    std::string name;
    bool output = false;
  };
  struct Arc {
    int from = 0, to = 0;
    int64_t ps = 0;
  };

  std::string name;  // "DSP48E1"
  std::vector<Pin> pins;
  // The longest delay if several apply to the same pins; delays under conditions that the
  // parameters exclude are ignored, conditions on signals count as true.
  std::vector<Arc> through;   // combinational: input to output
  std::vector<Arc> launches;  // from a rising clock: clock to output
  std::vector<Arc> setups;    // to a rising clock: input to clock

  bool is_clock(int pin) const;
};

// `module` is one of "modules" of a netlist, whose parameters have been applied (box_derive).
// InputError if a delay is not a number, or refers to a falling edge.
CellTiming read_cell_timing(const std::string& type, const JsonReader& module);

}  // namespace vta
