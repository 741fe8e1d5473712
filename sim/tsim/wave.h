// The cycles of an RTL run that go to a trace file.
#pragma once

#include <cstdint>
#include <string>

namespace vta {

// A trace in FST form. Off where `file` is empty. Either cycles [first_cycle, end_cycle), counted
// over all launches of the device, or instructions [first_insn, end_insn) of one launch: from the
// cycle in which one of them first starts or waits to the one in which the last is done.
struct WaveOptions {
  std::string file;
  int64_t first_cycle = 0, end_cycle = 0;
  int64_t launch = 0;  // from 0
  int64_t first_insn = 0, end_insn = 0;
};

}  // namespace vta
