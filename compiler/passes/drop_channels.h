// Channels of integer layers that have one value whatever the data (constant_channels.h) are left
// out, with their work, where all that reads them are layers that can do without.
//
//   %3 = qnn.rescale(add(qnn.conv2d(%0, w8, z, 0), bias), m, s, zero);        // 256 channels
//   %6 = qnn.rescale(add(qnn.conv2d(%3, v8, zero, 0, groups=256), ...));      // each of its own
//   %9 = qnn.rescale(add(qnn.conv2d(%6, u8, ...), bias9), ...);
//
// What a channel of one value adds to a reader's sums goes into the reader's bias. That is the same
// for every output where the reader has no pads, and where the value is the reader's zero point. A
// depthwise layer has as many outputs as inputs: both channels go, or none. At least one stays.
// Values that are left keep their names and have fewer channels.
#pragma once

#include "compiler/graph/graph.h"
#include "compiler/passes/pass.h"

namespace vta {

Graph drop_channels(const Graph& graph, PassContext& context);

}  // namespace vta
