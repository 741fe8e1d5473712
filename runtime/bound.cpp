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

constexpr int64_t kMostFetchBytes = 256;  // a burst's: hw/rtl/fetch/README.md, "Groups"

bool computes(int64_t opcode) {
  return opcode == static_cast<int64_t>(Opcode::Alu) ||
         opcode == static_cast<int64_t>(Opcode::Gemm);
}

// Of an instruction that computes.
int64_t compute_cycles(const Insn& insn, const VtaConfig& config) {
  const int64_t uops = std::max<int64_t>(0, insn.uop_end - insn.uop_bgn);
  return step_cycles(insn, config.acc_read_ports) * insn.iter_out * insn.iter_in * uops;
}

int64_t scratchpad_bytes(const VtaConfig& config, MemoryType type) {
  return config.depth(type) * config.element_bytes(type);
}

struct PipeSteps {
  int64_t gemm = 0, alu = 0;  // cycles
};

PipeSteps least_steps(const LeastWork& w, const VtaConfig& config) {
  return {w.gemm_steps, w.imm_steps + w.vector_steps * (config.acc_read_ports == 1 ? 2 : 1)};
}

// What compute executes: one after the other, or with two halves of ACC in two pipes. There a pipe
// may be a kernel ahead of the other, so only sums are certain: of each pipe what no other can do,
// and of both together.
class ComputeTime {
 public:
  explicit ComputeTime(const VtaConfig& config) : overlap_(config.acc_overlap != 0) {}
  void take(const ProgramKernel& kernel, const PipeSteps& steps) {
    gemm_ += kernel.macs > 0 ? steps.gemm : 0;  // a sum of tensors may be of either
    alu_ += steps.alu;
    both_ += steps.gemm + steps.alu;
  }
  int64_t cycles() const { return overlap_ ? std::max({gemm_, alu_, ceil_div(both_, 2)}) : both_; }

 private:
  bool overlap_;
  int64_t gemm_ = 0, alu_ = 0, both_ = 0;
};

// Instructions that every schedule has of a kernel: one that computes, of each pipe that must, and
// as many as move its bytes, each a scratchpad at most.
int64_t least_insns(const ProgramKernel& kernel, const PipeSteps& steps, const VtaConfig& config) {
  const int64_t most = std::max({scratchpad_bytes(config, MemoryType::Inp),
                                 scratchpad_bytes(config, MemoryType::Wgt),
                                 scratchpad_bytes(config, MemoryType::Acc)});
  const int64_t pipes = (steps.gemm > 0 ? 1 : 0) + (steps.alu > 0 ? 1 : 0);
  return (kernel.macs > 0 ? pipes : std::min<int64_t>(pipes, 1)) +
         ceil_div(kernel.least_bytes, most);
}

// The port from a launch to its end: bursts are of one kernel, or of fetch, whose are shorter.
class LaunchPort {
 public:
  explicit LaunchPort(const VtaConfig& config) : config_(config) {}
  void move(int64_t bytes) { move(bytes, config_.mem_burst_beats); }
  void fetch(int64_t bytes) {
    move(bytes, std::min(config_.mem_burst_beats, kMostFetchBytes / config_.bus_bytes()));
  }
  int64_t cycles() const { return beats_ + config_.mem_gap * std::max<int64_t>(0, bursts_ - 1); }

 private:
  void move(int64_t bytes, int64_t burst_beats) {
    const int64_t beats = ceil_div(bytes, config_.bus_bytes());
    beats_ += beats;
    bursts_ += ceil_div(beats, burst_beats);
  }

  const VtaConfig& config_;
  int64_t beats_ = 0, bursts_ = 0;
};

// The edge at which compute ends with a kernel, at the earliest, kernel by kernel of one launch.
// Compute takes them in order, so a kernel ends at least its steps after the one before it. And
// whatever i: when compute ended with kernel i - 1, load had at most filled its scratchpads for i
// and later, and when it ends with kernel j, at most ACC is left to store; the port moved the rest
// of the bytes of i ... j between the two edges. Nothing was loaded before a launch, and what
// compute executed had been fetched. An example: 100 steps and no bytes, then no steps and 500
// beats, 40 of which the scratchpads hold: 560 edges, where the sum of both rooflines says 600.
//
// A window that begins behind a kernel takes port_cycles(n), of which this keeps the line
// n * (burst + gap) / (bus * burst) - gap below it: then all windows that end here are one
// comparison with the best of them.
class LaunchPath {
 public:
  explicit LaunchPath(const VtaConfig& config)
      : config_(config),
        ahead_(scratchpad_bytes(config, MemoryType::Inp) +
               scratchpad_bytes(config, MemoryType::Wgt)),
        left_to_store_(scratchpad_bytes(config, MemoryType::Out)) {}

  // `fetched`: bytes of instructions before the kernel's own.
  void take(int64_t compute, int64_t bytes, int64_t fetched) {
    if (kernels_ > 0) {
      const Exact window = Exact{end_, 0}.minus(port(bytes_ + ahead_), burst_bytes());
      best_ = kernels_ == 1 ? window : std::max(best_, window);
    }
    ++kernels_;
    bytes_ += bytes;
    end_ = std::max(end_ + compute, moved(fetched, left_to_store_));
  }

  // With all kernels, and all that they store.
  int64_t end() const { return std::max(end_, moved(0, 0)); }

 private:
  // Cycles and parts of one, burst_bytes() to a cycle: exact for all bytes of a file.
  struct Exact {
    int64_t cycles = 0, parts = 0;  // 0 <= parts
    auto operator<=>(const Exact&) const = default;
    Exact plus(const Exact& more, int64_t each) const {
      const int64_t sum = parts + more.parts;
      return {cycles + more.cycles + sum / each, sum % each};
    }
    Exact minus(const Exact& less, int64_t each) const {
      return plus({-less.cycles - 1, each - less.parts}, each);
    }
    int64_t rounded_up() const { return cycles + (parts > 0 ? 1 : 0); }
  };

  int64_t burst_bytes() const { return config_.bus_bytes() * config_.mem_burst_beats; }
  // bytes * (burst + gap) / (bus * burst); `bytes` may be below 0.
  Exact port(int64_t bytes) const {
    const int64_t each = burst_bytes(), period = config_.mem_burst_beats + config_.mem_gap;
    const int64_t bursts = bytes >= 0 ? bytes / each : -ceil_div(-bytes, each);
    const int64_t rest = (bytes - bursts * each) * period;
    return {bursts * period + rest / each, rest % each};
  }

  // The edge at which the port has moved all bytes up to here but those that are left to store.
  int64_t moved(int64_t fetched, int64_t left) const {
    const int64_t from_launch = port_cycles(bytes_ + fetched - left, config_);
    if (kernels_ < 2)
      return from_launch;
    const Exact last = best_.plus(port(bytes_ - left), burst_bytes());
    return std::max(from_launch, last.rounded_up() - config_.mem_gap);
  }

  const VtaConfig& config_;
  int64_t ahead_ = 0, left_to_store_ = 0;
  int64_t kernels_ = 0, end_ = 0, bytes_ = 0;
  Exact best_;  // of the windows that begin behind a kernel
};

// Of the kernels of one launch; nothing where one of them is not known.
std::optional<LeastCycles> launch_bound(const VtaConfig& config,
                                        std::span<const ProgramKernel> kernels) {
  LeastCycles sum;
  LaunchPath path(config);
  LaunchPort launch(config);
  ComputeTime compute(config);
  int64_t fetched = 0;
  for (const ProgramKernel& kernel : kernels) {
    const auto roofline = kernel_roofline(config, kernel);
    if (!roofline)
      return std::nullopt;
    const PipeSteps steps = least_steps(*kernel.least_work, config);
    sum += *roofline;
    compute.take(kernel, steps);
    path.take(roofline->compute, kernel.least_bytes, fetched);
    launch.move(kernel.least_bytes);
    fetched += least_insns(kernel, steps, config) * kInsnBytes;
  }
  if (!kernels.empty())
    launch.fetch(fetched + kInsnBytes);  // FINISH
  sum.compute = compute.cycles();
  sum.cycles =
      std::max({launch.cycles(), sum.compute, config.acc_overlap == 0 ? path.end() : int64_t{0}});
  return sum;
}

}  // namespace

LeastCycles& LeastCycles::operator+=(const LeastCycles& other) {
  compute += other.compute;
  memory += other.memory;
  cycles += other.cycles;
  return *this;
}

int64_t port_cycles(int64_t bytes, const VtaConfig& config) {
  if (bytes <= 0)
    return 0;
  const int64_t beats = ceil_div(bytes, config.bus_bytes());
  return beats + config.mem_gap * ((beats - 1) / config.mem_burst_beats);
}

std::optional<LeastCycles> kernel_roofline(const VtaConfig& config, const ProgramKernel& kernel) {
  if (!kernel.least_work)
    return std::nullopt;
  ComputeTime compute(config);
  compute.take(kernel, least_steps(*kernel.least_work, config));
  LeastCycles roofline;
  roofline.compute = compute.cycles();
  roofline.memory = port_cycles(kernel.least_bytes, config);
  roofline.cycles = std::max(roofline.compute, roofline.memory);
  return roofline;
}

std::optional<LeastCycles> network_bound(const Program& program) {
  LeastCycles sum;
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
    if (!computes(InsnCodec::opcode(bits)))
      continue;
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
