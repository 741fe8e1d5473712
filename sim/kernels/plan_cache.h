// Plans of GEMM instructions, one or several that are done as one, kept for the next time the same
// ones come.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <unordered_map>
#include <vector>

#include "sim/kernels/gemm_plan.h"
#include "sim/kernels/gemm_use.h"

namespace vta::kernels {

using GemmBatch = std::vector<std::shared_ptr<const GemmUse>>;

class PlanCache {
 public:
  // Several: all have the same lattice points. The reference is valid until the next call.
  const GemmPlan& find(const GemmBatch& batch, const FormSizes& sizes);

 private:
  struct Entry {
    GemmBatch batch;  // keeps the addresses that are compared from being used again
    GemmPlan plan;
  };

  std::unordered_multimap<uint64_t, std::unique_ptr<Entry>> entries_;
  int64_t size_ = 0;  // of all plans
};

}  // namespace vta::kernels
