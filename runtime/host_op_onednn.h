// float32 convolution, dense and pooling by oneDNN, on plain row-major buffers.
//
// oneDNN keeps compiled primitives in a cache of its own, keyed by geometry, so that only the first
// run of a geometry in a process pays for code generation.
#pragma once

#include <array>
#include <cstdint>

namespace vta::host::onednn {

struct ConvShape {
  int64_t n = 1, ic = 1, ih = 1, iw = 1, oc = 1, oh = 1, ow = 1, kh = 1, kw = 1, groups = 1;
  std::array<int64_t, 2> stride{1, 1}, dilation{1, 1};
  std::array<int64_t, 4> pad{};  // top, left, bottom, right
};
// data NCHW, weight [oc][ic / groups][kh][kw], out NCHW.
void conv(const ConvShape& shape, const float* data, const float* weight, float* out);

// out[rows][units] = data[rows][depth] * transpose(weight[units][depth])
struct DenseShape {
  int64_t rows = 1, depth = 1, units = 1;
};
void dense(const DenseShape& shape, const float* data, const float* weight, float* out);

// out[batch][rows][columns] = a[batch][rows][depth] * b[batch][depth][columns]; b is
// [columns][depth] where it is turned. A batch of 1 beside a larger one is used again.
struct MatmulShape {
  int64_t a_batch = 1, b_batch = 1, rows = 1, depth = 1, columns = 1;
  bool b_turned = false;
};
void matmul(const MatmulShape& shape, const float* a, const float* b, float* out);

enum class PoolKind : uint8_t { Max, Mean, MeanWithPadding };
struct PoolShape {
  int64_t planes = 1, ih = 1, iw = 1, oh = 1, ow = 1;
  std::array<int64_t, 2> kernel{1, 1}, stride{1, 1}, dilation{1, 1};
  std::array<int64_t, 4> pad{};
};
void pool(PoolKind kind, const PoolShape& shape, const float* in, float* out);

}  // namespace vta::host::onednn
