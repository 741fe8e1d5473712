// An image's patches as rows of tokens: a convolution whose windows lie side by side, its map
// turned to rows, what stands before them (a class token, or zeros) and what is added to each (its
// position).
//
//   %0 = nn.conv2d(%x, w, strides=[4, 4]);                  (1, 64, 8, 8), windows of 4 x 4
//   %1 = transpose(reshape(%0, newshape=[1, 64, 64]), axes=[0, 2, 1]);
//   %2 = concatenate((token, %1), axis=1);                  (1, 65, 64)
//   %3 = add(%2, positions);
// becomes
//   %0 = nn.dense(rows of windows, the first one zeros, w); (65, 64)
//   %1 = add(%0, annotation.data(token and positions));
//
// so that only elements are moved before the layer.
#pragma once

#include <map>

#include "compiler/graph/graph_util.h"

namespace vta {

struct PatchRows {
  NodeId image = -1, layer = -1;  // (N, C, H, W) and its convolution, of the old graph
  int64_t before = 0;             // tokens before an image's patches
  Tensor added;                   // (tokens, channels), to the rows of every image
};

// By the old value, of rank 3, whose rows they are.
std::map<NodeId, PatchRows> match_patches(const Graph& graph);

// (images * tokens, channels).
NodeId emit_patches(GraphRewriter& rewriter, const PatchRows& patches);

// A constant that broadcasts to `shape`, as rows of data.
NodeId emit_row_data(Graph& graph, const Tensor& value, const Shape& shape);

}  // namespace vta
