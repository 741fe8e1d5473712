// The operators of quantized values.
#include "compiler/graph/op_table.h"
#include "compiler/graph/shapes.h"

namespace vta {

std::span<const OpSpec> integer_op_table() {
  using namespace shapes;
  static const std::vector<OpSpec> kTable = {
      {"qnn.quantize",
       3,
       3,
       {},
       qnn_quantize,
       "round(x / scale) + zero point in the zero point's type: half to even, saturated"},
      {"qnn.dequantize", 3, 3, {}, qnn_dequantize, "(x - zero point) scale, float32"},
      {"qnn.conv2d",
       4,
       4,
       {"strides", "padding", "dilation", "groups", "channels", "kernel_size", "data_layout",
        "kernel_layout"},
       qnn_conv2d,
       "2-D convolution of int8 or uint8, each less its zero point (operands 2 and 3), in int32; "
       "layouts as nn.conv2d"},
      {"qnn.dense", 4, 4, {"units"}, qnn_dense, "dense of such values, in int32"},
      {"qnn.batch_matmul",
       4,
       4,
       {"transpose_b"},
       qnn_batch_matmul,
       "matrix products of quantized values, in int32"},
      {"qnn.requantize",
       6,
       9,
       {},
       qnn_requantize,
       "round(sum of steps (scale scale') / (count scale'')) + zero point, rounded once, half to "
       "even, saturated; operands: zero point, scale'', count, and (steps, scale, scale') once or "
       "twice"},
      {"qnn.rescale",
       4,
       4,
       {"rounding", "a_min", "a_max", "magnitude", "extended"},
       qnn_rescale,
       "round(x m 2^(shift - 31)) + zero point within a_min..a_max, in the zero point's type; "
       "operands: x in int32, m in int32, shift (-31..31), zero point; rounding: double (the "
       "default), single, even, or float, where m is float32 and the value x m 2^shift"},
      {"qnn.average",
       2,
       2,
       {"a_min", "a_max"},
       qnn_average,
       "round(sum / count), half away from zero, within a_min..a_max, in int8; operands in int32"},
      {"qnn.softmax",
       1,
       1,
       {"axis", "multiplier", "shift", "rounding"},
       qnn_softmax,
       "softmax of int8 in integers along an axis (default -1): 256 softmax - 128; differences of "
       "values times multiplier 2^(shift - 31) have 26 bits behind the point"},
      {"qnn.gelu",
       1,
       1,
       {"function", "form", "fraction", "result_fraction", "extended"},
       qnn_gelu,
       "x times a gate: function gelu (the default), silu or quick_gelu in a form of "
       "docs/integer_transformers.md; x and the result in int32 with so many bits behind the "
       "point"},
      {"qnn.layer_norm",
       1,
       1,
       {"rms", "epsilon", "result_fraction", "channels"},
       qnn_layer_norm,
       "rows (last axis) of int8 with mean 0 and mean square 1, with rms only the latter; epsilon "
       "is added to the sum of squares; values behind the first `channels` (all by default) become "
       "0 (docs/integer_transformers.md)"},
      {"qnn.sigmoid",
       1,
       1,
       {"zero_point", "multiplier", "shift", "rounding"},
       qnn_sigmoid,
       "sigmoid of int8 in integers: 256 sigmoid - 128; values less the zero point times "
       "multiplier 2^(shift - 31) have 27 bits behind the point"},
      {"qnn.attention",
       3,
       3,
       {"batch", "num_heads", "kv_heads", "causal", "fraction", "shift", "exp"},
       qnn_attention,
       "attention in integers (docs/integer_transformers.md): rows of int8 queries, keys and "
       "values, image after image, heads side by side; weights are 2^-(s - least s), s a product "
       "of a query and a key with `fraction` bits behind the point; shift: of the result; exp: "
       "steps (the default)"},
      {"qnn.attention_step",
       3,
       3,
       {"context", "num_heads", "kv_heads", "fraction", "shift", "exp"},
       qnn_attention_step,
       "qnn.attention of one query, causal, with the keys and values of this and of the positions "
       "before it, at most `context`, which the accelerator keeps; without one it is that of the "
       "first position"},
  };
  return kTable;
}

}  // namespace vta
