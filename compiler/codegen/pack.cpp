#include <algorithm>
#include <cstring>

#include "base/round.h"
#include "compiler/codegen/emit.h"

namespace vta {
namespace {

int64_t blocks(int64_t channels, int64_t block, const VtaConfig& c) {
  const int64_t group = std::max(c.block_in(), c.block_out());
  return ceil_div(channels, group) * (group / block);
}

}  // namespace

int64_t packed_weight_bytes(const ConvGeometry& g, const VtaConfig& c) {
  return blocks(g.oc, c.block_out(), c) * blocks(g.ic, c.block_in(), c) * g.kh * g.kw *
         c.element_bytes(MemoryType::Wgt);
}

void pack_weights(const Tensor& oihw, const VtaConfig& c, std::span<std::byte> packed) {
  const Shape& s = oihw.shape();
  const int64_t oc = s[0], ic = s[1], kernel = s[2] * s[3];
  const int64_t bo = c.block_out(), bi = c.block_in();
  const int64_t ci_blocks = blocks(ic, bi, c);
  const auto* in = oihw.data<int8_t>().data();
  auto* out = reinterpret_cast<int8_t*>(packed.data());
  std::memset(out, 0, packed.size());
  // One row of one output channel at a time: reads are sequential, writes stay within one block
  // row.
  for (int64_t o = 0; o < oc; ++o)
    for (int64_t i0 = 0; i0 < ic; i0 += bi) {
      const int64_t n = std::min(bi, ic - i0);
      int8_t* block = out + (((o / bo) * ci_blocks + i0 / bi) * kernel * bo + o % bo) * bi;
      const int8_t* row = in + (o * ic + i0) * kernel;
      for (int64_t k = 0; k < kernel; ++k, block += bo * bi)
        for (int64_t i = 0; i < n; ++i)
          block[i] = row[i * kernel + k];
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
  return num_vectors * blocks(channels, c.block_out(), c) * c.element_bytes(MemoryType::Acc);
}

void pack_vectors(std::span<const AluStep> steps, int64_t channels, const VtaConfig& c,
                  std::span<std::byte> packed) {
  auto* out = reinterpret_cast<int32_t*>(packed.data());
  const int64_t bo = c.block_out();
  const int64_t lanes = blocks(channels, bo, c) * c.batch() * bo;
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
