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
  // Instead: elements are packed at once, straight from DRAM, and the plain form is made from the
  // packed one on demand. Forms that can unpack only.
  bool can_load() const { return form_.unpack_inputs != nullptr; }
  void load_inputs(int64_t first, const std::byte* from, int64_t count);
  void load_weights(int64_t first, const std::byte* from, int64_t count);
  void clear_inputs(int64_t first, int64_t count);
  void clear_weights(int64_t first, int64_t count);
  void unpack(MachineState& state);  // what has been loaded since the last call

  // Packs what has changed inside the ranges.
  void refresh(const MachineState& state, ElementRange inp, ElementRange wgt);

  const std::byte* inputs() const { return inputs_.data(); }
  const std::byte* weights() const { return weights_.data(); }
  // Corrections, at the same offsets as the columns' weights.
  const std::byte* corrections() const { return weights_.data() + k_words_ * sizes_.lanes * 4; }

 private:
  void pack_weight(const int8_t* rows, int64_t element);

  const GemmForm& form_;
  FormSizes sizes_;
  int64_t k_words_ = 0;
  AlignedVector<std::byte> inputs_, weights_;
  int64_t inp_elem_ = 0, wgt_elem_ = 0, block_in_ = 0;   // values
  std::vector<uint8_t> stale_inputs_, stale_weights_;    // one flag per element
  std::vector<uint8_t> loaded_inputs_, loaded_weights_;  // the plain form is out of date
  std::vector<int8_t> zeros_;
};

}  // namespace vta::kernels
