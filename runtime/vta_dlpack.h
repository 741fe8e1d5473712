/* The C ABI's tensors of other libraries: DLPack's, read and given out in place.
 *
 *   vta_bind_input(executor, 0, &mine);             mine stays where it is
 *   for (...) { fill(mine.data); vta_run(executor); vta_copy_output(executor, 0, &scores); }
 *
 * Ownership, in one place:
 * - vta_bind_input borrows. The memory must stay until the input is set or bound again, or the
 *   executor is destroyed; the DLTensor itself may go at once. What the memory holds may change
 *   between runs: every run reads what is there then.
 * - vta_take_input (and _versioned) owns the tensor if it succeeds, and calls its deleter when the
 *   input is set or bound again or the executor is destroyed, on the thread that does so. If it
 *   fails, the tensor is still the caller's.
 * - vta_export_output gives away a tensor that lives until its receiver has called its deleter,
 *   whatever happens to the executor, its program, and in later runs. Its memory is the output's
 *   own and not to be written. Only where the output is (part of) a bound input, whose owner may
 *   change it, it is a copy.
 *
 * Layouts. Memory of the CPU, elements float32, int8, uint8, int32, int64 or bool. Row-major
 * without gaps and with each element at a multiple of its size, a run reads it in place; any other
 * strides, an odd byte_offset, and bool are copied at the beginning of each run.
 * vta_describe_input's `data` says where a run reads.
 */
#pragma once

#include "runtime/dlpack.h"
#include "runtime/vta_capi.h"

#ifdef __cplusplus
extern "C" {
#endif

int vta_bind_input(vta_executor* executor, int64_t index, const DLTensor* tensor);
int vta_take_input(vta_executor* executor, int64_t index, struct DLManagedTensor* tensor);
/* 3 for a major version other than 1. */
int vta_take_input_versioned(vta_executor* executor, int64_t index,
                             struct DLManagedTensorVersioned* tensor);

/* NULL on failure. */
struct DLManagedTensor* vta_export_output(const vta_executor* executor, int64_t index);
/* With the flag READ_ONLY. */
struct DLManagedTensorVersioned* vta_export_output_versioned(const vta_executor* executor,
                                                             int64_t index);
/* Into the caller's memory, of the output's type and shape and of any strides. */
int vta_copy_output(const vta_executor* executor, int64_t index, const DLTensor* to);

/* Any number of images through a program that takes a few at a time: as many runs as there are
 * batches, the last one with zeros beside what is left. `inputs` are all of the program's, in
 * order, `outputs` the first output_count of its outputs; each has the program's type and shape but
 * for its first extent, which is the number of images and the same in all. Nothing is copied on the
 * way in that vta_bind_input would not copy. The inputs that were set before are again afterwards,
 * zeros where none were; vta_get_output and statistics are the last batch's. After an error the
 * outputs of batches before it have been written. */
int vta_run_many(vta_executor* executor, const DLTensor* inputs, int64_t input_count,
                 const DLTensor* outputs, int64_t output_count);

#ifdef __cplusplus
}
#endif
