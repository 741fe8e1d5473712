// An estimate of how long kernels take one after the other, from what their tiles load, compute and
// store (kernel_times.h): three units, each in order, beside each other. A LOAD waits for its slot
// and for the stores of what it reads, compute for what it was loaded and for its accumulators, a
// STORE for what it stores. Micro-ops that a former kernel left, tokens and the queues are left
// out, and so is the memory: one estimate for every latency, so that programs do not depend on it.
//
// Over random tiles of ResNet-8 on `default` at `ideal8` it correlates with csim's cycles by 0.92.
#pragma once

#include <cstdint>
#include <span>

#include "compiler/kernels/kernel_times.h"

namespace vta {

struct TimedKernel {
  const KernelTimes* times = nullptr;
  int64_t data = -1, residual = -1;  // kernels of the sequence that make its operands; -1: none
};
// Until the last store is done. A kernel has an element in the sequence behind those it reads.
int64_t cycles_of(std::span<const TimedKernel> kernels);

}  // namespace vta
