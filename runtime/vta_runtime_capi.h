/* VTA's C runtime interface, a thin shim over vta::CommandQueue.
 *
 * The original keeps one command queue per thread on the one device of the process. Here the queue
 * belongs to a runtime that is named explicitly, so that several devices live side by side:
 *
 *   vta::CRuntimePtr runtime = vta::make_c_runtime(driver);
 *   VTASetRuntime(runtime.get());
 *   VTACommandHandle cmd = VTATLSCommandHandle();
 *
 * A failing call returns NULL or -1 where it has a result, and VTARuntimeLastError() says why; the
 * message stays until VTARuntimeClearError().
 */
#ifndef VTA_RUNTIME_VTA_RUNTIME_CAPI_H_
#define VTA_RUNTIME_VTA_RUNTIME_CAPI_H_

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#define VTA_MEMCPY_H2D 1
#define VTA_MEMCPY_D2H 2
#define VTA_MEMCPY_D2D 3

#define VTA_DEBUG_DUMP_INSN (1 << 1)
#define VTA_DEBUG_DUMP_UOP (1 << 2)
#define VTA_DEBUG_SKIP_READ_BARRIER (1 << 3)
#define VTA_DEBUG_SKIP_WRITE_BARRIER (1 << 4)
#define VTA_DEBUG_FORCE_SERIAL (1 << 5)

typedef struct VTARuntime VTARuntime;
typedef void* VTACommandHandle;

/* The calling thread's runtime (NULL: none); returns the one before. */
VTARuntime* VTASetRuntime(VTARuntime* runtime);
const char* VTARuntimeLastError(void);
void VTARuntimeClearError(void);

/* Buffers are handles; offsets and sizes are in bytes. A copy takes the handle on its device side
 * and a plain pointer on its host side, as kind_mask says. */
void* VTABufferAlloc(size_t size);
void VTABufferFree(void* buffer);
void VTABufferCopy(const void* from, size_t from_offset, void* to, size_t to_offset, size_t size,
                   int kind_mask);
/* The memory itself where host and device share it; else a copy that goes to the device before each
 * run, as far as it changed, and comes back after it. */
void* VTABufferCPUPtr(VTACommandHandle cmd, void* buffer);

/* The command queue of the current runtime. */
VTACommandHandle VTATLSCommandHandle(void);
/* DUMP_INSN and DUMP_UOP print the stream to stderr at VTASynchronize. The others are accepted:
 * what the host wrote is there when a stream starts, and the order of the units cannot change a
 * value. */
void VTASetDebugMode(VTACommandHandle cmd, int debug_flag);
void VTAWriteBarrier(VTACommandHandle cmd, void* buffer, uint32_t elem_bits, uint32_t start,
                     uint32_t extent);
void VTAReadBarrier(VTACommandHandle cmd, void* buffer, uint32_t elem_bits, uint32_t start,
                    uint32_t extent);

/* Sizes, strides, offsets and pads in elements of the memory type. */
void VTALoadBuffer2D(VTACommandHandle cmd, void* src_dram_addr, uint32_t src_elem_offset,
                     uint32_t x_size, uint32_t y_size, uint32_t x_stride, uint32_t x_pad_before,
                     uint32_t y_pad_before, uint32_t x_pad_after, uint32_t y_pad_after,
                     uint32_t dst_sram_index, uint32_t dst_memory_type);
void VTAStoreBuffer2D(VTACommandHandle cmd, uint32_t src_sram_index, uint32_t src_memory_type,
                      void* dst_dram_addr, uint32_t dst_elem_offset, uint32_t x_size,
                      uint32_t y_size, uint32_t x_stride);

/* Inside `finit` of the next two calls: the micro-ops and loops of a kernel. mode: 0 GEMM, 1 ALU.
 */
void VTAUopPush(uint32_t mode, uint32_t reset_out, uint32_t dst_index, uint32_t src_index,
                uint32_t wgt_index, uint32_t opcode, uint32_t use_imm, int32_t imm_val);
void VTAUopLoopBegin(uint32_t extent, uint32_t dst_factor, uint32_t src_factor,
                     uint32_t wgt_factor);
void VTAUopLoopEnd(void);

/* Runs the kernel that `finit(signature)` records; it is recorded once for each *uop_handle and
 * content of the `nbytes` of signature. *uop_handle starts as NULL and is set. */
int VTAPushGEMMOp(void** uop_handle, int (*finit)(void*), void* signature, int nbytes);
int VTAPushALUOp(void** uop_handle, int (*finit)(void*), void* signature, int nbytes);

/* Queues: 1 load, 2 compute, 3 store. */
int VTADepPush(VTACommandHandle cmd, int from_qid, int to_qid);
int VTADepPop(VTACommandHandle cmd, int from_qid, int to_qid);

/* Runs everything queued and waits for it. */
void VTASynchronize(VTACommandHandle cmd, uint32_t wait_cycles);

#ifdef __cplusplus
} /* extern "C" */
#endif

/* For C++20, in which the runtime is written; older ones take the C part. */
#if defined(__cplusplus) && __cplusplus >= 202002L
#include <memory>

#include "runtime/command_queue.h"

namespace vta {

struct CRuntimeDeleter {
  void operator()(VTARuntime* runtime) const;
};
// A runtime with a command queue on a driver, which must outlive it.
using CRuntimePtr = std::unique_ptr<VTARuntime, CRuntimeDeleter>;
CRuntimePtr make_c_runtime(Driver& driver);
CommandQueue& command_queue(VTARuntime& runtime);

}  // namespace vta
#endif

#endif /* VTA_RUNTIME_VTA_RUNTIME_CAPI_H_ */
