// --wave, --wave-kernel and --wave-cycles: which part of an RTL run goes to a trace file.
#pragma once

#include <string>
#include "cli/options.h"

#include "runtime/program.h"
#include "sim/tsim/wave.h"

namespace vta::cli {

struct WaveFlags {
  std::string file, kernel, cycles;
  bool with_kernels = true;  // whether there is --wave-kernel

  void add_to(Command& command, bool has_kernels);

  // UsageError for a file without a part, a part without a file, both parts, cycles that are not
  // A:B with A < B, a kernel that is not the program's (the nearest name is given), and for a
  // backend without wires.
  WaveOptions options(const std::string& backend) const;
  WaveOptions options(const std::string& backend, const Program& program) const;
};

}  // namespace vta::cli
