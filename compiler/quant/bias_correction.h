// Biases that correct the effect of quantization on the means of a layer's output channels.
#pragma once

#include "compiler/quant/search.h"

namespace vta {

// Of every layer what rounding its weights does to the means, by the float network's means of its
// input: sum((w - w8) * E[x]). Other corrections that the plan has are replaced.
QuantPlan with_weight_corrections(const QuantHarness& harness, QuantPlan plan);

// Layer by layer, in order: the difference of the mean of the float output and of the int32 sums,
// with everything before the layer quantized and corrected already, goes into the bias, all of it
// or half of it, where the noise of the logits falls. (Not always: where activations are clipped,
// the few large values that lost take the mean of all others along. All at once, from float means,
// corrections of deep networks add up to more than they take back.) Corrections that the plan has
// are replaced where others are better.
SearchResult correct_biases(QuantHarness& harness, QuantPlan plan, const SearchLimits& limits);

}  // namespace vta
