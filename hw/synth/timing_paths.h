// The longest paths of a netlist: from a clock edge through cells to the next one. Cell delays
// only; wires take no time here.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "hw/synth/netlist.h"

namespace vta {

// A cell on a path, or a port where it begins or ends.
struct PathStep {
  std::string type;        // "LUT6"; "input", "output": a port of the module
  std::string name;        // of the cell or port
  std::string module;      // where the cell is
  std::string source;      // file and line, where known
  std::string from, to;    // pins; from is a clock at the start of a path, to is one at its end
  int64_t ps = 0;          // clock to output, input to output, or setup
  int64_t arrival_ps = 0;  // after this cell
};

struct TimingPath {
  std::vector<PathStep> steps;
  int64_t ps = 0;
  int64_t alike = 1;  // endpoints whose longest path differs from this in indices only
};

// All paths that end in cells of one module.
struct ModuleTiming {
  std::string module;
  int64_t endpoints = 0;
  TimingPath longest;
};

struct TimingReport {
  std::string top;
  std::string clock;  // its port; empty without clocked cells
  int64_t cells = 0;
  int64_t endpoints = 0;              // bits of registers, RAM, DSP and ports at which paths end
  std::vector<TimingPath> paths;      // longest first
  std::vector<ModuleTiming> modules;  // longest first

  int64_t longest_ps() const { return paths.empty() ? 0 : paths.front().ps; }
};

// The longest path of each endpoint, `most` of them that differ in more than indices: of the 512
// bits of a register with equal paths, the first stands for all.
//
// InputError names cell, type and port: a combinational loop; an undriven net; an input or output
// in use without known timing; a clock that is not a port, or a second one.
TimingReport longest_paths(const Netlist& netlist, int64_t most);

}  // namespace vta
