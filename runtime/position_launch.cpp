#include "runtime/position_launch.h"

#include <cstring>

#include "hw/isa/codec.h"

namespace vta {
namespace {

// Instead of FINISH, which waits for the last LOAD and STORE: the same wait, and LOADs of what
// follows wait for it.
void make_barrier(const InsnCodec& codec, std::byte* finish, std::byte* behind) {
  InsnBits bits;
  std::memcpy(&bits, finish, sizeof(bits));
  const Insn end = codec.decode(bits);
  Insn wait;
  wait.opcode = static_cast<int64_t>(Opcode::Load);
  wait.memory_type = static_cast<int64_t>(MemoryType::Uop);
  wait.pop_prev = end.pop_prev;
  wait.pop_next = end.pop_next;
  wait.push_prev = 1;
  Insn go;
  go.opcode = static_cast<int64_t>(Opcode::Load);
  go.memory_type = static_cast<int64_t>(MemoryType::Inp);
  go.pop_next = 1;
  bits = codec.encode(wait);
  std::memcpy(finish, &bits, sizeof(bits));
  bits = codec.encode(go);
  std::memcpy(behind, &bits, sizeof(bits));
}

}  // namespace

std::vector<std::byte> instructions_at(const Program& program, const LaunchStep& step,
                                       int64_t position, int64_t count) {
  const auto size = static_cast<size_t>(step.insn_count * kInsnBytes);
  const auto pitch = static_cast<size_t>(insns_per_position(step) * kInsnBytes);
  const std::byte* const stored = program.insns.data() + step.first_insn * kInsnBytes;
  const InsnCodec codec(program.config);
  std::vector<std::byte> insns(pitch * static_cast<size_t>(count - 1) + size);
  for (int64_t i = 0; i < count; ++i) {
    const auto own = std::span(insns).subspan(pitch * static_cast<size_t>(i), size);
    std::memcpy(own.data(), stored, size);
    move_to(*program.positions, position + i, step.first_insn, own);
    if (i + 1 < count)
      make_barrier(codec, own.data() + size - kInsnBytes, own.data() + size);
  }
  return insns;
}

LaunchRequest launch_request_at(const Program& program, const LaunchStep& step, uint64_t arena,
                                uint64_t address, int64_t count) {
  LaunchRequest request = launch_request(program, step, arena);
  request.insn_addr = address;
  request.insn_count += (count - 1) * insns_per_position(step);
  const auto kernels = request.kernel_first_insn;
  for (int64_t i = 1; i < count; ++i)
    for (const int64_t first : kernels)
      request.kernel_first_insn.push_back(first + i * insns_per_position(step));
  return request;
}

}  // namespace vta
