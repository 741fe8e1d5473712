// The windows of convolutions and pools, of one to three dimensions.
#pragma once

#include "compiler/onnx/op_node.h"

namespace vta::onnx_import {

// One value per dimension.
struct OnnxWindow {
  IntList kernel, strides, dilations, begin, end;  // begin and end: pads

  size_t dims() const { return kernel.size(); }
  int64_t span(size_t d) const { return (kernel[d] - 1) * dilations[d] + 1; }
  IntList pads(size_t h, size_t w) const { return {begin[h], begin[w], end[h], end[w]}; }
};

// Kernel as given, the rest from the node's attributes (auto_pad included). The data (operand 0)
// must be a batch of as many dimensions.
OnnxWindow window_of(const OpNode& node, const IntList& kernel);
// Kernel, strides and dilations alone, without pads.
OnnxWindow window_without_pads(const OpNode& node, const IntList& kernel);

// nn.conv2d of NCHW data.
Value conv2d_call(const OpNode& node, const Value& data, const Value& weight, const OnnxWindow& w,
                  int64_t groups);
// A convolution of one, two or three dimensions with its bias (may be no value), by nn.conv2d: rows
// of height 1, or a sum over the planes of the kernel.
Value convolve(const OpNode& node, const Value& data, const Value& weight, const Value& bias,
               const OnnxWindow& w, int64_t groups);

}  // namespace vta::onnx_import
