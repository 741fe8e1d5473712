// The dot product of ARMv8.2 (sdot): four bytes by four bytes into each lane of 32 bits, whose sum
// of products cannot overflow. Blocks that are too small for it are done as NEON does them.
#include "sim/kernels/isa_table.h"

#if defined(__aarch64__) && defined(__ARM_FEATURE_DOTPROD)

#include "sim/kernels/neon_unit.h"

namespace vta::kernels {
namespace {

struct NeonBytes : Neon4 {
  using Wgt = int8x16_t;
  static Wgt load_wgt(const std::byte* p) { return vld1q_s8(reinterpret_cast<const int8_t*>(p)); }
  static int8x16_t broadcast(const std::byte* p) {
    int32_t word;
    std::memcpy(&word, p, 4);
    return vreinterpretq_s8_s32(vdupq_n_s32(word));
  }
  static Acc dot(Acc acc, int8x16_t x, Wgt w) { return vdotq_s32(acc, w, x); }
};

void copy_inputs(const int8_t* from, int64_t count, std::byte* to) {
  std::memcpy(to, from, static_cast<size_t>(count));
}

void pack_bytes(const int8_t* from, int64_t block_in, std::byte* to) {
  for (int64_t k = 0; k < block_in; k += 4)
    for (int64_t n = 0; n < 4; ++n, to += 4)
      std::memcpy(to, from + n * block_in + k, 4);
}

constexpr GemmForm kForms[] = {
    {false, 1, 4, kNeonPositions, copy_inputs, pack_bytes, nullptr,
     Strip<NeonBytes, kNeonPositions>::run},
    kWordForm,
};
constexpr IsaTable kTable = {"neon_dot", kForms, 2, alu, tail<Neon4>, narrow, widen};

}  // namespace

const IsaTable* neon_dot_table() {
  return &kTable;
}

}  // namespace vta::kernels

#else

namespace vta::kernels {
const IsaTable* neon_dot_table() {
  return nullptr;
}
}  // namespace vta::kernels

#endif
