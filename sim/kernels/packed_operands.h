// INP and WGT scratchpads in the packed form of one GemmForm, brought up to date when needed.
#pragma once

#include <vector>

#include "sim/kernels/gemm_plan.h"
#include "sim/semantics/machine_state.h"

namespace vta::kernels {

class PackedOperands {
 public:
  PackedOperands(const GemmForm& form, const VtaConfig& config);

  // Whether a form can do a configuration at all.
  static bool suits(const GemmForm& form, const VtaConfig& config);

  const FormSizes& sizes() const { return sizes_; }
  int64_t k_words() const { return k_words_; }

  // The scratchpad's elements have changed.
  void inputs_changed(ElementRange range);
  void weights_changed(ElementRange range);
  // Packs what has changed inside the ranges.
  void refresh(const MachineState& state, ElementRange inp, ElementRange wgt);

  const std::byte* inputs() const { return inputs_.data(); }
  const std::byte* weights() const { return weights_.data(); }
  // Corrections, at the same offsets as the columns' weights.
  const std::byte* corrections() const { return weights_.data() + k_words_ * sizes_.lanes * 4; }

 private:
  void pack_weight(const MachineState& state, int64_t element);

  const GemmForm& form_;
  FormSizes sizes_;
  int64_t k_words_ = 0;
  AlignedVector<std::byte> inputs_, weights_;
  std::vector<uint8_t> stale_inputs_, stale_weights_;  // one flag per element
};

}  // namespace vta::kernels
