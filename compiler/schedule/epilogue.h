// Epilogues as ALU steps: the published form and the shorter one, and vectors for what an
// immediate cannot hold.
#pragma once

#include <span>
#include <vector>

#include "compiler/lower/kernel.h"

namespace vta {

enum class EpilogueStyle : uint8_t {
  Published,  // adjacent channel and immediate adds merged; everything else as written
  Short,      // relu merged with the lower clip and the rounding constant with the bias as well
};

// What is known of the values that an epilogue starts from.
struct EpilogueInput {
  int64_t channels = 1;
  int64_t largest_magnitude = 0;  // of the int32 values before the first step
};

// Rewrites steps without changing any result:
//   add channel c; add imm i                        -> add channel c+i             (both styles)
//   add 0, shr 0                                    -> nothing                     (both styles)
//   [add ch]; max 0; add r; shr k; min a; max b<=0  -> [add ch+r]; shr k; max 0; min a    (Short)
//       where r = 1 << (k-1): a negative sum plus r shifts to at most 0, which max 0 clears. Only
//       where the sum plus r cannot leave 32 bits, as wrapping differs between the two forms.
//   max 0; min a; max b<=0                          -> max 0; min a                       (Short)
// An immediate outside int16 becomes a channel vector of equal values.
std::vector<AluStep> rewrite_epilogue(std::span<const AluStep> steps, EpilogueStyle style,
                                      const EpilogueInput& input);

// The channel vectors of an epilogue in step order.
std::vector<Tensor> channel_vectors(std::span<const AluStep> steps);

}  // namespace vta
