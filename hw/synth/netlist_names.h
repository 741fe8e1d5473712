// Source names for the cells of a mapped netlist, whose own names come from passes of the
// synthesizer ("$auto$ff.cc:337:slice$63656").
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "hw/synth/netlist.h"

namespace vta {

// Whether a name is one of the source rather than of the synthesizer.
inline bool is_public(std::string_view name) {
  return !name.empty() && name.front() != '$';
}

// "$flatten\u_a.\u_gemm.$31.genblk1.mul" -> "u_a.u_gemm.$31": its place before flattening; other
// names unchanged.
std::string cell_name_of(std::string_view name);

// "/share/ff_map.v:68.41|vta_gemm.sv:28.21-28.98" -> "vta_gemm.sv:28": the place in the sources of
// the design; empty if only library files are named.
std::string source_of(std::string_view src);

// Sets the module of every cell: that of its source file; otherwise that of other cells of its
// instance, or the instance's own name if they differ ("u_wgt"); for a cell without a source name,
// that of the nearest cell that it drives; otherwise the top.
void name_modules(Netlist& netlist);

}  // namespace vta
