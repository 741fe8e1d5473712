#include "runtime/bound.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <span>
#include <vector>

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

struct KernelNeed {
  int64_t compute = 0, bytes = 0;
};

struct PipeSteps {
  int64_t gemm = 0, alu = 0;  // cycles
};

PipeSteps least_steps(const LeastWork& w, const VtaConfig& config) {
  return {w.gemm_steps, w.imm_steps + w.vector_steps * (config.acc_read_ports == 1 ? 2 : 1)};
}

int64_t scratchpad_bytes(const VtaConfig& config, MemoryType type) {
  return config.depth(type) * config.element_bytes(type);
}

// The edge at which compute ends with the last of `kernels`, at the earliest. Compute takes them in
// order, so kernel j ends at least its steps after kernel j - 1. And whatever i: when compute ended
// with kernel i - 1, the load unit had at most filled its scratchpads for i and later, and when it
// ends with kernel j, at most ACC is left to store; the port moved the rest of the bytes of
// i ... j between the two. Nothing was loaded before a launch, and nothing is left to store
// after it. An example: 100 steps and no bytes, then no steps and 500 beats, 40 of which the
// scratchpads hold: 560 edges, where the sum of both kernels' bounds says 600.
int64_t least_cycles_in_order(std::span<const KernelNeed> kernels, const VtaConfig& config) {
  const int64_t loaded_ahead =
      scratchpad_bytes(config, MemoryType::Inp) + scratchpad_bytes(config, MemoryType::Wgt);
  const int64_t left_to_store = scratchpad_bytes(config, MemoryType::Out);
  std::vector<int64_t> end = {0};  // end[j]: with the first j kernels
  for (size_t j = 1; j <= kernels.size(); ++j) {
    int64_t least = end[j - 1] + kernels[j - 1].compute;
    int64_t bytes = j < kernels.size() ? -left_to_store : 0;
    for (size_t i = j; i >= 1; --i) {
      bytes += kernels[i - 1].bytes;
      const int64_t moved = bytes - (i > 1 ? loaded_ahead : 0);
      least = std::max(least, end[i - 1] + ceil_div(moved, config.bus_bytes()));
    }
    end.push_back(least);
  }
  return end.back();
}

// Of the kernels of one launch; nothing where one of them is not known.
std::optional<LayerBound> launch_bound(const VtaConfig& config,
                                       std::span<const ProgramKernel> kernels) {
  std::vector<KernelNeed> needs;
  LayerBound sum;
  PipeSteps pipes;
  for (const ProgramKernel& kernel : kernels) {
    const auto bound = layer_bound(config, kernel);
    if (!bound)
      return std::nullopt;
    needs.push_back({bound->compute, kernel.least_bytes});
    sum += *bound;
    const PipeSteps steps = least_steps(*kernel.least_work, config);
    pipes.gemm += steps.gemm;
    pipes.alu += steps.alu;
  }
  if (config.acc_overlap == 0) {
    sum.cycles = std::max(sum.memory, least_cycles_in_order(needs, config));
    return sum;
  }
  // One pipe may be a kernel ahead of the other, so only the sums of each are certain.
  sum.compute = std::max(pipes.gemm, pipes.alu);
  sum.cycles = std::max(sum.compute, sum.memory);
  return sum;
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
  const auto [gemm, alu] = least_steps(*kernel.least_work, config);
  LayerBound bound;
  bound.compute = config.acc_overlap == 0 ? gemm + alu : std::max(gemm, alu);
  bound.memory = ceil_div(kernel.least_bytes, config.bus_bytes());
  bound.cycles = std::max(bound.compute, bound.memory);
  return bound;
}

std::optional<LayerBound> network_bound(const Program& program) {
  LayerBound sum;
  for (const Step& step : program.steps) {
    const auto* launch = std::get_if<LaunchStep>(&step);
    if (!launch)
      continue;
    const auto bound =
        launch_bound(program.config, std::span(program.kernels)
                                         .subspan(static_cast<size_t>(launch->first_kernel),
                                                  static_cast<size_t>(launch->kernel_count)));
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
