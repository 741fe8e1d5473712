// Kernels under the roof of their accelerator, as a picture: useful multiplications a cycle against
// useful multiplications for each byte that moved, both axes logarithmic.
#pragma once

#include <string>
#include <vector>

#include "explore/record/run_record.h"

namespace vta::workbench {

struct RooflinePoint {
  std::string name, kind;
  double macs_per_byte = 0, macs_per_cycle = 0;  // above 0
  double share = 0;                              // of the cycles, 0 to 1
  // What the layer could reach alone: least bytes, roofline.
  double best_per_byte = 0, best_per_cycle = 0;
};

struct Roofline {
  std::string title, subtitle, note;
  double peak = 0;       // multiplications a cycle
  double bus_bytes = 0;  // a cycle
  std::vector<RooflinePoint> points;
};

// Of a run with time. Kernels without multiplications, or without cycles, are in the note.
// UsageError where the program does not say which multiplications are useful.
Roofline roofline_of(const explore::RunRecord& record);

// A whole SVG file; text in it is escaped.
std::string roofline_svg(const Roofline& roofline);

}  // namespace vta::workbench
