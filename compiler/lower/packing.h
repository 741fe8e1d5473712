// Packed layouts as graph calls: NCHW <-> NCHW{b}n{L}c, OIHW -> OIHW{o}o{i}i, channel vectors.
//
//   pack:    [nn.pad with zeros ->] reshape (N/b, b, C/L, L, H, W) -> transpose [0, 2, 4, 5, 1, 3]
//   unpack:  transpose [0, 4, 1, 5, 2, 3] -> reshape (N, C, H, W) [-> strided_slice]
//
// L = max(block_in, block_out). Rows of (N, C) values, where there are more than a block has, are
// the pixels of one such block of images (of several, where they are very many), so that a dense
// layer is a 1x1 convolution over rows. With n images of W pixels:
//
//   rows:    [nn.pad with rows ->] reshape (n, W, C) -> transpose [0, 2, 1] -> reshape (n, C, 1, W)
//   back:    reshape (n, C, W) -> transpose [0, 2, 1] -> reshape (n * W, C) [-> strided_slice]
//
// The passes emit these chains with the functions here and fusing
// recognizes them with the functions here.
#pragma once

#include <optional>
#include <string>

#include "compiler/graph/graph.h"
#include "compiler/kernels/chain.h"
#include "config/vta_config.h"

namespace vta {

// Channels per packed group.
int64_t channel_lanes(const VtaConfig& config);
std::string data_layout(const VtaConfig& config);  // "NCHW1n16c"
// "OIHW16o16i"; with groups "OIHW": which blocks there are depends on the groups.
std::string kernel_layout(const VtaConfig& config, int64_t groups = 1);

// What a value's tensor on the accelerator has, without padding channels: rows as above.
Extents device_extents(const TensorType& type, const VtaConfig& config);

// An NCHW or (N, C) value packed; batch and channels padded with zeros.
NodeId emit_pack(Graph& graph, NodeId value, const VtaConfig& config);
// The NCHW value of these extents that a packed one holds.
NodeId emit_unpack(Graph& graph, NodeId packed, const Extents& logical);
// The (N, C) value whose rows are the images, or else the pixels, of an unpacked value.
NodeId emit_rows(Graph& graph, NodeId nchw, const Shape& rows);
// An OIHW (or (O, I)) weight, channels padded with zeros to whole groups.
NodeId emit_pack_weight(Graph& graph, NodeId weight, const VtaConfig& config);
// A vector of one value per channel, of any shape with that many elements, as (C/L, 1, 1, 1, L).
NodeId emit_pack_channels(Graph& graph, NodeId vector, const VtaConfig& config);

// The NCHW value that `packed`, the end of a pack chain, packs.
std::optional<NodeId> packed_from(const Graph& graph, NodeId packed);
// How many rows of zeros an NCHW value that is made of rows has been completed with.
int64_t completing_rows(const Graph& graph, NodeId nchw);
// The packed value that `value`, the end of an unpack chain, unpacks.
std::optional<NodeId> unpacked_from(const Graph& graph, NodeId value);
// Whether a transpose is the first call of an unpack chain.
bool is_unpack_transpose(const Graph& graph, NodeId id);

// The OIHW (or (O, I)) value, computed from constants, that a packed weight was made from, or that
// a weight is; -1 when it was not made by such a chain.
NodeId weight_constant(const Graph& graph, NodeId weight);
// The shape of such a value without the zeros that complete heads (compiler/passes/whole_heads.h).
Shape own_weight_shape(const Graph& graph, NodeId weight);
// The number of channels that the rows of a packed NCHW value have without the zeros that complete
// heads; 0 where the value has no such zeros.
int64_t own_row_channels(const Graph& graph, NodeId nchw);

}  // namespace vta
