#include <algorithm>
#include <cstring>

#include "base/round.h"
#include "compiler/kernels/conv/search.h"
#include "compiler/kernels/pack.h"

namespace vta {
int64_t packed_weight_bytes(const ConvGeometry& g, const VtaConfig& c) {
  return weights_once_bytes(ConvDims::of(g, c), c);
}

void pack_weights(const Tensor& weight, const ConvGeometry& g, const VtaConfig& c,
                  std::span<std::byte> packed) {
  const ConvDims d = ConvDims::of(g, c);
  const int64_t ic = g.inputs_per_output(), kernel = g.kh * g.kw;
  const int64_t bo = c.block_out(), bi = c.block_in();
  const auto* in = weight.data<int8_t>().data();
  auto* out = reinterpret_cast<int8_t*>(packed.data());
  std::memset(out, 0, packed.size());
  // One row of one output channel at a time: reads are sequential, writes stay within one block
  // row.
  for (int64_t o = 0; o < g.oc; ++o) {
    const int64_t output = o / bo;  // ACC element
    const int64_t first = o / (g.oc / g.groups) * ic;
    for (int64_t i0 = first; i0 < first + ic;) {
      const int64_t n = std::min(bi - i0 % bi, first + ic - i0), input = i0 / bi;
      const int64_t at = d.weight_block(output / d.sub_out, output % d.sub_out, input / d.sub_in) +
                         input % d.sub_in;
      int8_t* block = out + (at * kernel * bo + o % bo) * bi + i0 % bi;
      const int8_t* row = in + (o * ic + i0 - first) * kernel;
      if (kernel == 1)
        std::copy_n(row, n, block);
      else
        for (int64_t k = 0; k < kernel; ++k, block += bo * bi)
          for (int64_t i = 0; i < n; ++i)
            block[i] = row[i * kernel + k];
      i0 += n;
    }
  }
}

int64_t packed_identity_bytes(const VtaConfig& c) {
  return std::max(sub_in(c), sub_out(c)) * c.element_bytes(MemoryType::Wgt);
}

void pack_identity(int64_t shift, const VtaConfig& c, std::span<std::byte> packed) {
  std::ranges::fill(packed, std::byte{0});
  const int64_t group = std::max(c.block_in(), c.block_out());
  for (int64_t channel = 0; channel < group; ++channel) {
    const int64_t in = channel / c.block_in(), out = channel / c.block_out();
    const int64_t block = in + out;  // one of them is 0
    const int64_t row = channel % c.block_out(), column = channel % c.block_in();
    packed[static_cast<size_t>((block * c.block_out() + row) * c.block_in() + column)] =
        std::byte(1 << shift);
  }
}

int64_t packed_vector_bytes(int64_t channels, int64_t num_vectors, const VtaConfig& c) {
  return num_vectors * ceil_div(channels, c.block_out()) * c.element_bytes(MemoryType::Acc);
}

void pack_vectors(std::span<const AluStep> steps, int64_t channels, const VtaConfig& c,
                  std::span<std::byte> packed) {
  auto* out = reinterpret_cast<int32_t*>(packed.data());
  const int64_t bo = c.block_out();
  const int64_t lanes = ceil_div(channels, bo) * c.batch() * bo;
  for (const AluStep& step : steps) {
    if (step.operand != AluStep::Operand::Channel)
      continue;
    const auto values = step.channel.data<int32_t>();
    VTA_CHECK(static_cast<int64_t>(values.size()) == channels,
              "vector of {} values for {} channels", values.size(), channels);
    std::fill_n(out, lanes, static_cast<int32_t>(step.imm));
    for (int64_t ch = 0; ch < channels; ++ch)
      for (int64_t b = 0; b < c.batch(); ++b)
        out[(ch / bo * c.batch() + b) * bo + ch % bo] = values[static_cast<size_t>(ch)];
    out += lanes;
  }
}

}  // namespace vta
