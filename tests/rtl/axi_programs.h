// Programs that the tests of the AXI shell share.
#pragma once

#include <random>

#include "hw/isa/assembler.h"
#include "sim/cosim/test_program.h"
#include "tests/rtl/axi_memory.h"

namespace vta {

inline AxiPace random_pace(std::mt19937_64& random) {
  const auto percent = [&] { return 10 + static_cast<int>(random() % 91); };
  AxiPace pace;
  for (int* channel : {&pace.arready, &pace.rvalid, &pace.awready, &pace.wready, &pace.bvalid})
    *channel = percent();
  return pace;
}

inline cosim::TestProgram assembled(const char* text) {
  cosim::TestProgram program;
  program.config = named_config("default");
  program.insn_addr = 0x1000;
  program.bases = {0x4000, 0x4000, 0x4000, 0x4000, 0x20000};
  program.regions = {{0x4000, 0x4000, 7}};
  program.insns = assemble(text, "axi programs", InsnCodec(program.config)).insns;
  return program;
}

// Where the instructions of reads_beside_writes() have their data.
inline constexpr uint64_t kFirstLoad = 0x4000, kSecondLoad = 0x5000, kStore = 0x20000;

// 40 elements through ACC, stored row by row while inputs are loaded: answers come side by side.
// Nothing that it stores depends on what the scratchpads held before.
inline cosim::TestProgram reads_beside_writes() {
  return assembled(
      "load acc8 y_size=1 x_size=40 x_stride=40 push_next\n"
      "store out y_size=40 x_size=1 x_stride=2 pop_prev\n"
      "load inp dram_base=256 y_size=4 x_size=64 x_stride=64\n"
      "finish\n");
}

// The instruction of reads_beside_writes() whose data an address is of.
inline int64_t insn_of(uint64_t address) {
  return address >= kStore ? 1 : address >= kSecondLoad ? 2 : 0;
}

}  // namespace vta
