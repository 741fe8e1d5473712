// Residual networks. v1 is post-activation: conv, batch norm, Relu, Relu after the sum; stride is
// in the first convolution of a block. v2 is pre-activation: batch norm and Relu come first, the
// sum is plain, and the data is normalized too.
#pragma once

#include <array>

#include "compiler/onnx/net_writer.h"

namespace vta::onnx_import {

struct ResnetSpec {
  std::array<int64_t, 4> blocks{};  // per stage; 0: no such stage
  bool bottleneck = false;          // 1x1, 3x3, 1x1 with four times the channels; else 3x3, 3x3
  bool pre_activation = false;
  int64_t width = 64;  // channels of the first stage
  int64_t extent = 224, classes = 1000;
  bool large_stem = true;  // 7x7 stride 2 and a pool; else 3x3 stride 1
};
void write_resnet(NetWriter& net, const ResnetSpec& spec);

}  // namespace vta::onnx_import
