/* The accelerator behind the function that hardware test benches call: link one of
 * vta_testbench_fsim, vta_testbench_csim, vta_testbench_tsim, and test benches run unchanged on a
 * simulator.
 *
 * Every array is a DRAM region of its own: dram_base of LOAD and STORE counts elements of its
 * memory type from the start of its array (LOAD ACC and ACC_8BIT: biases). No sizes are passed: the
 * stream is scanned first, and an array is read, or written, as far as the stream reaches into it,
 * in whole words. An array that the stream does not touch may be null.
 *
 * The environment's VTA_CONFIG names the configuration (a known name or a file; without: default).
 * Scratchpads keep their contents from call to call while it stays the same. Calls exclude each
 * other; the functions below tell of the calling thread's last call.
 *
 * C++: do not include this header where namespace vta is declared; the two names collide.
 */
#ifndef VTA_DRIVER_TESTBENCH_VTA_H_
#define VTA_DRIVER_TESTBENCH_VTA_H_

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct insn_T {
  uint64_t word[2]; /* bits 0..63, bits 64..127 */
} insn_T;
typedef uint32_t uop_T; /* where LOG_UOP_WIDTH is 6 a micro-op is two of them, low half first */
typedef uint64_t bus_T; /* little-endian: byte 0 is the lowest */

void vta(uint32_t insn_count, volatile insn_T* insns, volatile uop_T* uops, volatile bus_T* inputs,
         volatile bus_T* weights, volatile bus_T* biases, volatile bus_T* outputs);

/* 0; the error code of the instruction set (1..12); -1 for a call that could not run. Errors are
 * printed to stderr too. What was stored before the error is in outputs. */
int vta_error(void);
const char* vta_error_text(void);
/* Cycles of the run; -1 where the simulator does not model time. */
int64_t vta_cycles(void);

#ifdef __cplusplus
} /* extern "C" */
#endif

#endif /* VTA_DRIVER_TESTBENCH_VTA_H_ */
