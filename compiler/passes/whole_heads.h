// Gives the heads of attention whole blocks of channels, as its kernel needs them.
//
// Before (configuration 1x16, two heads of 24 channels; k and v are made as q is):
//   %1 = nn.dense(%x, const (48, 32), units=48, out_dtype="int32");
//   %q = ... cast(clip(right_shift(add(%1, const (1, 48)), ...), ...), dtype="int8");
//   %a = qnn.attention(%q, %k, %v, num_heads=2, ...);                                // (T, 48)
//   %o = nn.dense(%a, const (20, 48), units=20, out_dtype="int32");
// After:
//   %1 = reshape(const (48, 32), newshape=[2, 24, 32]);
//   %2 = nn.pad(%1, 0, pad_width=[[0, 0], [0, 8], [0, 0]]);
//   %3 = reshape(%2, newshape=[64, 32]);
//   %4 = nn.dense(%x, %3, units=64, out_dtype="int32");  // and so on, the bias likewise (1, 64)
//   %a = qnn.attention(%q, %k, %v, num_heads=2, ...);                                // (T, 64)
//   %o = nn.dense(%a, (20, 64): columns of zeros likewise, units=20, out_dtype="int32");
//
// A row of zeros in a layer's weight makes a channel of zeros, which adds nothing to a score and,
// behind the attention, meets a column of zeros. All values that were there stay. The constants
// remain those of the graph, with calls that complete them, so that what is no work of the network
// can be told (own_weight_shape in compiler/lower/packing.h).
//
// Only where a machine's kernel takes the heads then. Where something else than a dense layer of
// constants makes queries, keys or values, or they have another reader, the host completes them,
// and where others than such layers read the result, it takes the zeros away; notes say so.
#pragma once

#include "compiler/graph/graph.h"
#include "compiler/passes/pass.h"

namespace vta {

Graph whole_heads(const Graph& graph, PassContext& context);

}  // namespace vta
