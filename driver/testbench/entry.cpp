// The global function `vta`, kept apart from namespace vta.
#include "driver/testbench/vta.h"

extern "C" void vta_testbench_run(uint32_t insn_count, const volatile uint64_t* insns,
                                  const volatile uint32_t* uops, const volatile uint64_t* inputs,
                                  const volatile uint64_t* weights, const volatile uint64_t* biases,
                                  volatile uint64_t* outputs);

extern "C" void vta(uint32_t insn_count, volatile insn_T* insns, volatile uop_T* uops,
                    volatile bus_T* inputs, volatile bus_T* weights, volatile bus_T* biases,
                    volatile bus_T* outputs) {
  vta_testbench_run(insn_count, insns ? insns->word : nullptr, uops, inputs, weights, biases,
                    outputs);
}
