// The shape of the hardware of a configuration: the sizes that the RTL's generate blocks compute,
// and the mapping of a memory to block RAM by Yosys. The model's features and its exact counts are
// computed from it.
#pragma once

#include <cstdint>

#include "config/alu_ops.h"
#include "config/vta_config.h"
#include "hw/synth/dot_shape.h"

namespace vta {

// `banks` memories of `depth` words of `width` bits. A word is written in `pieces` equal pieces,
// each with an enable of its own.
struct MemoryShape {
  int64_t banks = 1;
  int64_t depth = 1;
  int64_t width = 1;
  int64_t pieces = 1;
};

// The resources of a memory, all banks, for one read port.
struct MemoryArea {
  int64_t bram18 = 0;
  int64_t lut = 0;   // if it is small enough for look-up tables
  int64_t ff = 0;    // their output registers
  int64_t deep = 1;  // block RAMs of which the address selects one
};

// The cheapest of the forms that a 7-series block RAM can have (16384 x 1 .. 512 x 36 in 18 Kb,
// twice that in 36 Kb; write enables cover 9 bits), or RAM64M or RAM32M, in the weights of Yosys'
// memory_libmap.
MemoryArea memory_area(const MemoryShape& memory);

// Extensions whose circuits the models of area and clock have features of.
inline constexpr int64_t kModelledExtensions = static_cast<int64_t>(Extension::Round) |
                                               static_cast<int64_t>(Extension::Rq) |
                                               static_cast<int64_t>(Extension::Exp2);
// ConfigError for a configuration with another one: its estimate would be that of a machine
// without it.
void require_modelled_extensions(const VtaConfig& config);

// 8 x 8 bits, or one for two lanes; a DSP48E1 each (hw/rtl/compute/vta_dot.sv).
int64_t gemm_multipliers(const VtaConfig& config);
// Of all ALUs: 32 x 32 bits per lane, of whose product 32 bits are kept
// (hw/rtl/compute/vta_multiply.sv).
int64_t alu_multipliers(const VtaConfig& config);

// Names as in hw/rtl.
struct AreaShape {
  explicit AreaShape(const VtaConfig& config);

  int64_t bus_bytes, lanes, read_ports;
  int64_t round, rq, exp2;  // extensions: 1 where there are the operations
  int64_t multipliers;      // of the GEMM
  int64_t alu_multipliers;  // one ALU for each pipe
  int64_t log_bus;          // of bytes
  int64_t lane_bits;        // 32 * lanes
  int64_t uop_bits;         // of an address of a micro-op
  int64_t acc_bits;         // of an index of ACC
  int64_t src_bits;         // of an index of ACC or INP
  int64_t index_bits;       // of dst, src and wgt together
  int64_t queue_depth;
  int64_t dots;  // dot products at once
  int64_t products_per_multiplier;
  int64_t pipes;      // of compute, each with its part of ACC: two with ACC_OVERLAP 1
  int64_t uop_ports;  // read ports, and so copies, of the micro-ops
  DotShape dot;
  MemoryShape uop, inp, wgt, fetch_buffer, queue;
  MemoryShape acc, shadow;  // of one pipe's part
};

// LUT6 that select one of `ways` bits; 0 for one way. The multiplexers F7 and F8 are free.
double mux_luts(int64_t ways);
// LUT6 of one bit of a rotation by up to `places`: a layer for each power of two.
double rotation_luts(int64_t ways);

}  // namespace vta
