#include "runtime/vta_runtime_capi.h"

#include <atomic>
#include <cstdio>
#include <cstring>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "base/error.h"
#include "base/standard_streams.h"
#include "driver/host_view.h"
#include "hw/isa/disassembler.h"

struct VTARuntime {
  // A buffer, and the pointer to it where one has been asked for: from then on that is what counts
  // between runs.
  struct Buffer {
    explicit Buffer(vta::DeviceBuffer&& b) : memory(std::move(b)) {}

    void require(size_t offset, size_t size) const {
      const auto bytes = static_cast<size_t>(memory.size_bytes());
      if (offset > bytes || size > bytes - offset)
        throw vta::DeviceError(
            fmt::format("bytes [{}, {}) of a buffer of {}", offset, offset + size, bytes));
    }
    void write(size_t offset, std::span<const std::byte> from) {
      require(offset, from.size());
      if (pointer && !from.empty())
        std::memmove(pointer->bytes().data() + offset, from.data(), from.size());
      else
        memory.write(static_cast<int64_t>(offset), from);
    }
    void read(size_t offset, std::span<std::byte> to) const {
      require(offset, to.size());
      if (pointer && !to.empty())
        std::memmove(to.data(), pointer->bytes().data() + offset, to.size());
      else
        memory.read(static_cast<int64_t>(offset), to);
    }
    vta::HostView& view() { return pointer ? *pointer : pointer.emplace(memory); }

    vta::DeviceBuffer memory;
    std::optional<vta::HostView> pointer;
  };

  explicit VTARuntime(vta::Driver& d) : driver(d), queue(d) {}

  Buffer& buffer(const void* handle) {
    const auto it = buffers.find(handle);
    if (it == buffers.end())
      throw vta::DeviceError(fmt::format("{} is not a buffer of this runtime", handle));
    return *it->second;
  }
  void send() {
    for (const auto& [handle, one] : buffers)
      if (one->pointer)
        one->pointer->send();
  }
  void fetch() {
    for (const auto& [handle, one] : buffers)
      if (one->pointer)
        one->pointer->fetch();
  }

  vta::Driver& driver;
  vta::CommandQueue queue;
  int debug_flag = 0;
  std::map<const void*, std::unique_ptr<Buffer>> buffers;  // by handle
};

namespace {

thread_local VTARuntime* current_runtime = nullptr;
thread_local vta::UopRecorder* current_recorder = nullptr;
thread_local std::string last_error;

VTARuntime& current() {
  if (!current_runtime)
    throw vta::DeviceError("no current runtime: VTASetRuntime has not been called on this thread");
  return *current_runtime;
}

VTARuntime& runtime_of(VTACommandHandle cmd) {
  if (!cmd)
    throw vta::DeviceError("the command handle is NULL");
  return *static_cast<VTARuntime*>(cmd);
}

// Exceptions end at the C boundary.
template <typename Body>
int guarded(Body&& body) {
  try {
    body();
    return 0;
  } catch (const std::exception& e) {
    last_error = e.what();
    return -1;
  }
}

vta::Unit unit_of_queue(int qid) {
  if (qid < 1 || qid > 3)
    throw vta::DeviceError(fmt::format("queue {}; 1 is load, 2 compute, 3 store", qid));
  return static_cast<vta::Unit>(qid - 1);
}

vta::UopRecorder& recorder() {
  if (!current_recorder)
    throw vta::DeviceError("micro-ops are pushed inside the callback of VTAPushGEMMOp or ALUOp");
  return *current_recorder;
}

int push_op(void** uop_handle, int (*finit)(void*), void* signature, int nbytes,
            vta::UopRecorder::Mode mode) {
  static std::atomic<uintptr_t> next_site{1};
  return guarded([&] {
    if (!uop_handle || !finit || nbytes < 0)
      throw vta::DeviceError("a kernel needs a handle, a callback and a signature size >= 0");
    vta::CommandQueue& queue = current().queue;
    if (!*uop_handle)
      // A number is all that an opaque handle needs to be.
      *uop_handle = reinterpret_cast<void*>(next_site++);  // NOLINT(performance-no-int-to-ptr)
    const std::string key(static_cast<const char*>(signature),
                          signature ? static_cast<size_t>(nbytes) : 0);
    const auto record = [&](vta::UopRecorder& r) {
      last_error.clear();
      vta::UopRecorder* const outer = std::exchange(current_recorder, &r);
      const int result = finit(signature);
      current_recorder = outer;
      if (!last_error.empty())
        throw vta::DeviceError(last_error);
      if (result != 0)
        throw vta::DeviceError(fmt::format("the kernel's callback returned {}", result));
    };
    queue.run_kernel(queue.kernel(reinterpret_cast<uintptr_t>(*uop_handle), key, mode, record));
  });
}

void dump(const VTARuntime& runtime) {
  if (runtime.debug_flag & VTA_DEBUG_DUMP_INSN)
    for (size_t i = 0; i < runtime.queue.insns().size(); ++i)
      vta::write_standard_error(
          fmt::format("{}: {}\n", i, vta::disassemble(runtime.queue.insns()[i])));
  if (runtime.debug_flag & VTA_DEBUG_DUMP_UOP) {
    const vta::InsnCodec codec(runtime.driver.config());
    for (const uint64_t word : runtime.queue.uops().words())
      vta::write_standard_error(vta::disassemble(codec.decode_uop(word)) + "\n");
  }
}

}  // namespace

namespace vta {

CRuntimePtr make_c_runtime(Driver& driver) {
  return CRuntimePtr(new VTARuntime(driver));
}

void CRuntimeDeleter::operator()(VTARuntime* runtime) const {
  if (current_runtime == runtime)
    current_runtime = nullptr;
  delete runtime;
}

CommandQueue& command_queue(VTARuntime& runtime) {
  return runtime.queue;
}

}  // namespace vta

VTARuntime* VTASetRuntime(VTARuntime* runtime) {
  return std::exchange(current_runtime, runtime);
}
const char* VTARuntimeLastError() {
  return last_error.c_str();
}
void VTARuntimeClearError() {
  last_error.clear();
}

void* VTABufferAlloc(size_t size) {
  void* handle = nullptr;
  guarded([&] {
    VTARuntime& r = current();
    if (size > static_cast<size_t>(INT64_MAX))
      throw vta::DeviceError(fmt::format("a buffer of {} bytes", size));
    auto buffer = std::make_unique<VTARuntime::Buffer>(r.driver.alloc(static_cast<int64_t>(size)));
    handle = buffer.get();
    r.buffers.emplace(handle, std::move(buffer));
  });
  return handle;
}

void VTABufferFree(void* buffer) {
  guarded([&] {
    current().buffer(buffer);
    current().buffers.erase(buffer);
  });
}

void VTABufferCopy(const void* from, size_t from_offset, void* to, size_t to_offset, size_t size,
                   int kind_mask) {
  guarded([&] {
    if (kind_mask < VTA_MEMCPY_H2D || kind_mask > VTA_MEMCPY_D2D)
      throw vta::DeviceError(fmt::format("copy kind {}; 1 is H2D, 2 D2H, 3 D2D", kind_mask));
    VTARuntime& r = current();
    if (kind_mask == VTA_MEMCPY_H2D)
      return r.buffer(to).write(to_offset,
                                {static_cast<const std::byte*>(from) + from_offset, size});
    if (kind_mask == VTA_MEMCPY_D2H)
      return r.buffer(from).read(from_offset, {static_cast<std::byte*>(to) + to_offset, size});
    const VTARuntime::Buffer& source = r.buffer(from);
    source.require(from_offset, size);
    r.buffer(to).require(to_offset, size);
    std::vector<std::byte> bytes(size);
    source.read(from_offset, bytes);
    r.buffer(to).write(to_offset, bytes);
  });
}

void* VTABufferCPUPtr(VTACommandHandle cmd, void* buffer) {
  void* pointer = nullptr;
  guarded([&] { pointer = runtime_of(cmd).buffer(buffer).view().bytes().data(); });
  return pointer;
}

VTACommandHandle VTATLSCommandHandle() {
  VTACommandHandle handle = nullptr;
  guarded([&] { handle = &current(); });
  return handle;
}

void VTASetDebugMode(VTACommandHandle cmd, int debug_flag) {
  guarded([&] { runtime_of(cmd).debug_flag = debug_flag; });
}

void VTAWriteBarrier(VTACommandHandle cmd, void* buffer, uint32_t elem_bits, uint32_t start,
                     uint32_t extent) {
  guarded([&] {
    const size_t bytes = (elem_bits + 7) / 8;
    VTARuntime::Buffer& b = runtime_of(cmd).buffer(buffer);
    b.require(start * bytes, extent * bytes);
    if (b.pointer)
      b.pointer->send();
  });
}

void VTAReadBarrier(VTACommandHandle cmd, void* buffer, uint32_t elem_bits, uint32_t start,
                    uint32_t extent) {
  VTAWriteBarrier(cmd, buffer, elem_bits, start, extent);
}

void VTALoadBuffer2D(VTACommandHandle cmd, void* src_dram_addr, uint32_t src_elem_offset,
                     uint32_t x_size, uint32_t y_size, uint32_t x_stride, uint32_t x_pad_before,
                     uint32_t y_pad_before, uint32_t x_pad_after, uint32_t y_pad_after,
                     uint32_t dst_sram_index, uint32_t dst_memory_type) {
  guarded([&] {
    VTARuntime& r = runtime_of(cmd);
    vta::CommandQueue::Transfer t;
    t.insn.opcode = static_cast<int64_t>(vta::Opcode::Load);
    t.insn.memory_type = dst_memory_type;
    t.insn.sram_base = dst_sram_index;
    t.insn.dram_base = src_elem_offset;
    t.insn.y_size = y_size;
    t.insn.x_size = x_size;
    t.insn.x_stride = x_stride;
    t.insn.y_pad_0 = y_pad_before;
    t.insn.y_pad_1 = y_pad_after;
    t.insn.x_pad_0 = x_pad_before;
    t.insn.x_pad_1 = x_pad_after;
    t.dram_addr = r.buffer(src_dram_addr).memory.phys_addr();
    r.queue.transfer(t);
  });
}

void VTAStoreBuffer2D(VTACommandHandle cmd, uint32_t src_sram_index, uint32_t src_memory_type,
                      void* dst_dram_addr, uint32_t dst_elem_offset, uint32_t x_size,
                      uint32_t y_size, uint32_t x_stride) {
  guarded([&] {
    VTARuntime& r = runtime_of(cmd);
    vta::CommandQueue::Transfer t;
    t.insn.opcode = static_cast<int64_t>(vta::Opcode::Store);
    t.insn.memory_type = src_memory_type;
    t.insn.sram_base = src_sram_index;
    t.insn.dram_base = dst_elem_offset;
    t.insn.y_size = y_size;
    t.insn.x_size = x_size;
    t.insn.x_stride = x_stride;
    t.dram_addr = r.buffer(dst_dram_addr).memory.phys_addr();
    r.queue.transfer(t);
  });
}

void VTAUopPush(uint32_t mode, uint32_t reset_out, uint32_t dst_index, uint32_t src_index,
                uint32_t wgt_index, uint32_t opcode, uint32_t use_imm, int32_t imm_val) {
  guarded([&] {
    if (mode > 1)
      throw vta::DeviceError(fmt::format("micro-op mode {}; 0 is GEMM, 1 ALU", mode));
    vta::UopRecorder::Step step;
    step.mode = static_cast<vta::UopRecorder::Mode>(mode);
    step.reset = reset_out != 0;
    step.uop = {dst_index, src_index, mode == 0 ? wgt_index : 0};
    step.alu = static_cast<vta::AluOp>(opcode);
    step.use_imm = use_imm != 0;
    step.imm = imm_val;
    recorder().push(step);
  });
}

void VTAUopLoopBegin(uint32_t extent, uint32_t dst_factor, uint32_t src_factor,
                     uint32_t wgt_factor) {
  guarded([&] { recorder().loop_begin(extent, dst_factor, src_factor, wgt_factor); });
}

void VTAUopLoopEnd() {
  guarded([&] { recorder().loop_end(); });
}

int VTAPushGEMMOp(void** uop_handle, int (*finit)(void*), void* signature, int nbytes) {
  return push_op(uop_handle, finit, signature, nbytes, vta::UopRecorder::Mode::Gemm);
}

int VTAPushALUOp(void** uop_handle, int (*finit)(void*), void* signature, int nbytes) {
  return push_op(uop_handle, finit, signature, nbytes, vta::UopRecorder::Mode::Alu);
}

int VTADepPush(VTACommandHandle cmd, int from_qid, int to_qid) {
  return guarded(
      [&] { runtime_of(cmd).queue.dep_push(unit_of_queue(from_qid), unit_of_queue(to_qid)); });
}

int VTADepPop(VTACommandHandle cmd, int from_qid, int to_qid) {
  return guarded(
      [&] { runtime_of(cmd).queue.dep_pop(unit_of_queue(from_qid), unit_of_queue(to_qid)); });
}

void VTASynchronize(VTACommandHandle cmd, uint32_t wait_cycles) {
  guarded([&] {
    VTARuntime& r = runtime_of(cmd);
    dump(r);
    r.send();
    struct Fetch {  // also after an error: what was stored before it is there
      VTARuntime& runtime;
      ~Fetch() {
        guarded([this] { runtime.fetch(); });
      }
    } fetch_at_end{r};
    r.queue.synchronize(wait_cycles);
  });
}
