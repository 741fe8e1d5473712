#include "runtime/bound.h"

#include <algorithm>
#include <array>
#include <cstring>

#include "base/round.h"
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

LayerBound& LayerBound::operator+=(const LayerBound& other) {
  compute += other.compute;
  memory += other.memory;
  cycles += other.cycles;
  return *this;
}

std::optional<LayerBound> layer_bound(const VtaConfig& config, const ProgramKernel& kernel) {
  if (!kernel.least_work)
    return std::nullopt;
  const LeastWork& w = *kernel.least_work;
  const int64_t alu = w.imm_steps + w.vector_steps * (config.acc_read_ports == 1 ? 2 : 1);
  LayerBound bound;
  bound.compute = config.acc_overlap == 0 ? w.gemm_steps + alu : std::max(w.gemm_steps, alu);
  bound.memory = ceil_div(kernel.least_bytes, config.bus_bytes());
  bound.cycles = std::max(bound.compute, bound.memory);
  return bound;
}

std::optional<LayerBound> network_bound(const Program& program) {
  LayerBound sum;
  for (const ProgramKernel& kernel : program.kernels) {
    const auto bound = layer_bound(program.config, kernel);
    if (!bound)
      return std::nullopt;
    sum += *bound;
  }
  return sum;
}

std::optional<int64_t> useful_macs(const Program& program) {
  int64_t sum = 0;
  for (const ProgramKernel& kernel : program.kernels) {
    if (!kernel.least_work)
      return std::nullopt;
    sum += kernel.least_work->useful_macs;
  }
  return sum;
}

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
