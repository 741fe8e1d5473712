// float32 convolution, dense, products and pooling of the host on plain row-major buffers: one
// interface, implemented by oneDNN (host_op_onednn.cpp) or by plain loops (host_op_plain.cpp).
// CMake selects the linked one: VTA_HOST for the tool, plain for libvta_runtime.so.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

namespace vta::host {

struct ConvShape {
  int64_t n = 1, ic = 1, ih = 1, iw = 1, oc = 1, oh = 1, ow = 1, kh = 1, kw = 1, groups = 1;
  std::array<int64_t, 2> stride{1, 1}, dilation{1, 1};
  std::array<int64_t, 4> pad{};  // top, left, bottom, right
};

struct DenseShape {
  int64_t rows = 1, depth = 1, units = 1;
};

// A batch of 1 beside a larger one is used again.
struct MatmulShape {
  int64_t a_batch = 1, b_batch = 1, rows = 1, depth = 1, columns = 1;
  bool b_turned = false;
};

// Windows neither hang over the padded data nor exceed the data.
enum class PoolKind : uint8_t { Max, Mean, MeanWithPadding };
struct PoolShape {
  int64_t planes = 1, ih = 1, iw = 1, oh = 1, ow = 1;
  std::array<int64_t, 2> kernel{1, 1}, stride{1, 1}, dilation{1, 1};
  std::array<int64_t, 4> pad{};
};

// No extent is 0. ResourceError without memory, InputError for extents that cannot be computed.
struct FloatKernels {
  std::string_view name;  // "onednn"
  // data NCHW, weight [oc][ic / groups][kh][kw], out NCHW.
  void (*conv)(const ConvShape& shape, const float* data, const float* weight, float* out);
  // out[rows][units] = data[rows][depth] * transpose(weight[units][depth])
  void (*dense)(const DenseShape& shape, const float* data, const float* weight, float* out);
  // out[batch][rows][columns] = a[batch][rows][depth] * b[batch][depth][columns]; b is
  // [columns][depth] where it is turned.
  void (*matmul)(const MatmulShape& shape, const float* a, const float* b, float* out);
  void (*pool)(PoolKind kind, const PoolShape& shape, const float* in, float* out);
};

const FloatKernels& onednn_kernels();  // library vta_host_onednn
const FloatKernels& plain_kernels();   // library vta_host_plain
// Those that the program is linked with (host_choice_*.cpp).
const FloatKernels& float_kernels();

}  // namespace vta::host
