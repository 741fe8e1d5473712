// Epilogues as ALU steps: the published form and the shorter one, and vectors for what an
// immediate cannot hold.
#pragma once

#include <span>
#include <vector>

#include "compiler/kernels/kernel.h"

namespace vta {

enum class EpilogueStyle : uint8_t {
  Published,  // adjacent channel and immediate adds merged; everything else as written
  Short,      // relu merged with the lower clip and the rounding constant with the bias as well
};

// Bounds of the values at the start of an epilogue.
struct EpilogueInput {
  int64_t channels = 1;
  int64_t largest_magnitude = 0;  // of the int32 values before the first step
  // They are sums in accumulators that must be set first, and the low 8 bits of the result are all
  // that is stored: a convolution's.
  bool sums = false;
  // What ISA_EXT offers: CLIP, and MOV to set those accumulators.
  bool clip = false, move = false;
};

// Rewrites steps without changing any result, or its low 8 bits where `sums` is set:
//   add channel c; add imm i                        -> add channel c+i             (both styles)
//   add 0, shr 0                                    -> nothing                     (both styles)
//   [add ch]; max 0; add r; shr k; min a; max b<=0  -> [add ch+r]; shr k; max 0; min a    (Short)
//       where r = 1 << (k-1): a negative sum plus r shifts to at most 0, which max 0 clears. Only
//       where the sum plus r cannot leave 32 bits, as wrapping differs between the two forms.
//   max 0; min a; max b<=0                          -> max 0; min a                       (Short)
//   add channel c; shr k; [add tensor]; clips       -> the same with all clips 256m higher and
//                                                      c higher by C = 256m * 2^k        (Short)
//       where `sums` is set; add imm counts as a vector of equal values. So high a vector can set
//       the accumulators and be added in one: MAX of the vector and what an accumulator held is the
//       vector where that held no more than the vector's least value. The least m >= 1 with which
//       that is more than any immediate can leave there (32767), or else more than this epilogue
//       does. Only where k is 1 to 30, the vector has data, the result is 8 bits wide, the sum and
//       the vector stay within 32 bits and all clips within an immediate.
//   max a; min b                                    -> clip                               (Short)
//       where `clip` is set, and a is 0 or -b.
//   add channel c                                   -> mov channel c, before the sums     (Short)
//       as the first step, where `sums` and `move` are set; add imm as well. No clip is lifted
//       then.
// An immediate outside int16 becomes a channel vector of equal values.
std::vector<AluStep> rewrite_epilogue(std::span<const AluStep> steps, EpilogueStyle style,
                                      const EpilogueInput& input);

// The same of a kernel with two results: the second one's steps begin with what the first one's
// leave, and may be empty. They are ADD, MAX and MIN of immediates and vectors, so that a lift of
// the first result is one of the second.
struct EpilogueOfTwo {
  std::vector<AluStep> steps;  // of both
  size_t of_first = 0;         // how many of them make the first result
};
EpilogueOfTwo rewrite_epilogue(std::span<const AluStep> first, std::span<const AluStep> second,
                               EpilogueStyle style, const EpilogueInput& input);

}  // namespace vta
