#include "runtime/bound.h"

#include <algorithm>
#include <array>
#include <cstring>

#include "hw/isa/codec.h"

namespace vta {
namespace {

int64_t compute_cycles(const Insn& insn, const VtaConfig& config) {
  if (insn.op() != Opcode::Alu && insn.op() != Opcode::Gemm)
    return 0;
  const int64_t uops = std::max<int64_t>(0, insn.uop_end - insn.uop_bgn);
  return step_cycles(insn, config.acc_read_ports) * insn.iter_out * insn.iter_in * uops;
}

}  // namespace

CycleBound& CycleBound::operator+=(const CycleBound& other) {
  compute += other.compute;
  memory += other.memory;
  return *this;
}

CycleBound kernel_bound(const Program& program, const ProgramKernel& kernel, const Counters& c) {
  const InsnCodec codec(program.config);
  std::array<int64_t, 2> pipes{};
  for (int64_t i = kernel.first_insn; i < kernel.first_insn + kernel.insn_count; ++i) {
    InsnBits bits;
    std::memcpy(&bits, program.insns.data() + i * kInsnBytes, sizeof(bits));
    const Insn insn = codec.decode(bits);
    pipes[static_cast<size_t>(pipe_of(insn))] += compute_cycles(insn, program.config);
  }
  CycleBound bound;
  bound.compute =
      program.config.acc_overlap == 0 ? pipes[0] + pipes[1] : std::max(pipes[0], pipes[1]);
  const int64_t bytes = c.total_bytes() + kernel.insn_count * kInsnBytes;
  const int64_t bus = program.config.bus_bytes();
  bound.memory = (bytes + bus - 1) / bus;
  return bound;
}

}  // namespace vta
