// constant_products: products with a constant matrix, of any rank and on either side, become dense
// layers of (rows, C), the accelerator's form. Leading dimensions are rows.
//
//   %0 = nn.dense(%x, w);                      %x of (2, 64, 96), w of (384, 96)
// becomes
//   %0 = reshape(%x, newshape=[128, 96]);  %1 = nn.dense(%0, w);
//   %2 = reshape(%1, newshape=[2, 64, 384]);
//
// Likewise nn.batch_matmul with a constant on the right; with one on the left, and nn.dense of a
// constant, by W x = (x^T W^T)^T. Matrices that differ within a batch are a layer each, up to
// kMostMatrices of them; those that multiply one and the same value are one layer.
#pragma once

#include "compiler/graph/graph.h"
#include "compiler/passes/pass.h"

namespace vta {

Graph constant_products(const Graph& graph, PassContext& context);

}  // namespace vta
