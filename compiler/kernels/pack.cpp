#include <algorithm>
#include <cstring>

#include "base/round.h"
#include "compiler/kernels/conv/search.h"
#include "compiler/kernels/pack.h"
#include "compiler/kernels/steps.h"

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

int64_t packed_vector_bytes(std::span<const AluStep> steps, int64_t channels, const VtaConfig& c) {
  return (count_scalars(steps) + count_vectors(steps) * ceil_div(channels, c.block_out())) *
         c.element_bytes(MemoryType::Acc);
}

void pack_vectors(std::span<const AluStep> steps, int64_t channels, const VtaConfig& c,
                  std::span<std::byte> packed) {
  auto* out = reinterpret_cast<int32_t*>(packed.data());
  const int64_t bo = c.block_out(), element = c.batch() * bo, elements = ceil_div(channels, bo);
  const VectorPlace place = place_vectors(steps, 0, elements);
  int64_t first = place.base;
  const auto pack_one = [&](std::span<const int32_t> values, int64_t fill) {
    for (int64_t e = 0; e < elements; ++e)
      for (int64_t lane = 0; lane < element; ++lane) {
        const int64_t channel = e * bo + lane % bo;
        out[(first + e * place.stride) * element + lane] =
            channel < channels ? values[static_cast<size_t>(channel)] : static_cast<int32_t>(fill);
      }
    first += place.pitch;
  };
  const auto pack = [&](const Tensor& vectors, int64_t count, int64_t fill) {
    const auto values = vectors.data<int32_t>();
    VTA_CHECK(std::ssize(values) == count * channels, "vectors of {} values for {} channels",
              values.size(), count * channels);
    for (int64_t k = 0; k < count; ++k)
      pack_one(values.subspan(static_cast<size_t>(k * channels), static_cast<size_t>(channels)),
               fill);
  };
  int64_t scalar = place.scalars * element;
  for (const AluStep& step : steps) {
    if (step.operand == AluStep::Operand::Scalars)
      for (const Tensor* value : {&step.channel, &step.shifts}) {
        std::fill_n(out + scalar, element, value->data<int32_t>()[0]);
        scalar += element;
      }
    if (step.operand != AluStep::Operand::Channel)
      continue;
    if (step.op == AluOp::Rq) {
      pack(step.channel, 1, 0);
      pack(step.shifts, 1, 0);
    } else {
      pack(step.channel, step.classes, step.imm);
    }
  }
}

}  // namespace vta
