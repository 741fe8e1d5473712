#include "sim/cosim/backend_run.h"

#include <algorithm>
#include <exception>
#include <utility>

#include "base/error.h"
#include "sim/semantics/execute.h"
#include "sim/sink_guard.h"

namespace vta::cosim {
namespace {

// LOADs of pads only zero a scratchpad without data; micro-ops come from zeroed memory.
TestProgram zeroing_program(const TestProgram& like) {
  TestProgram p;
  p.config = like.config;
  p.config.mem_read_latency = p.config.mem_write_latency = p.config.mem_gap = 0;
  p.memory_bytes = like.memory_bytes;
  p.window = {0, static_cast<uint64_t>(like.memory_bytes)};
  p.insn_addr = static_cast<uint64_t>(like.memory_bytes - 128);
  for (const MemoryType type : kScratchpads) {
    Insn n;
    n.memory_type = static_cast<int64_t>(type);
    n.y_size = p.config.depth(type) / 2;
    if (type == MemoryType::Uop)
      n.x_size = n.x_stride = 2;
    else
      n.x_pad_0 = n.x_pad_1 = 1;
    p.insns.push_back(n);
  }
  p.insns.emplace_back().opcode = static_cast<int64_t>(Opcode::Finish);
  return p;
}

void write_registers(const TestProgram& p, Device& device) {
  const auto write = [&](Register reg, uint64_t value) { device.write_register(reg, value); };
  const auto count = [&](Register reg, int64_t value) {
    device.write_register(reg, static_cast<uint64_t>(value));
  };
  count(Register::InsnCount, std::ssize(p.insns));
  write(Register::InsnAddr, p.insn_addr);
  write(Register::UopBase, p.bases.uop);
  write(Register::InpBase, p.bases.inp);
  write(Register::WgtBase, p.bases.wgt);
  write(Register::AccBase, p.bases.acc);
  write(Register::OutBase, p.bases.out);
  write(Register::MemLo, p.window.lo);
  write(Register::MemHi, p.window.hi);
  count(Register::MemReadLatency, p.config.mem_read_latency);
  count(Register::MemWriteLatency, p.config.mem_write_latency);
  count(Register::MemGap, p.config.mem_gap);
  count(Register::MemMaxOutstanding, p.config.mem_max_outstanding);
  count(Register::MemBurstBeats, p.config.mem_burst_beats);
}

bool launch(const TestProgram& p, Device& device) {
  place_program(p, device.memory());
  write_registers(p, device);
  device.set_kernels(p.kernels);
  device.write_register(Register::Control, 1);
  return device.advance(cycle_bound(p));
}

void run_checked(const TestProgram& p, Device& device, RunResult& result) {
  if (!launch(zeroing_program(p), device))
    throw DeviceError("the run that zeroes the scratchpads did not end");
  CompletionTrace trace(std::ssize(p.insns));
  {
    const SinkGuard guard(device, &trace);
    if (!launch(p, device))
      throw DeviceError(fmt::format("did not end within {} cycles", cycle_bound(p)));
  }
  if (!trace.failure().empty())
    throw DeviceError(trace.failure());
  result.completion = trace.take();
  read_result(device, p.memory_bytes, result);
}

}  // namespace

int64_t cycle_bound(const TestProgram& p) {
  const VtaConfig& c = p.config;
  const int64_t burst = c.mem_gap + c.mem_read_latency + c.mem_write_latency + 20;
  int64_t cycles = 10000 + std::ssize(p.insns) * (100 + 2 * burst);
  for (const Insn& n : p.insns) {
    if (n.op() == Opcode::Gemm || n.op() == Opcode::Alu)
      cycles += 2 * step_count(n);
    if (n.op() != Opcode::Load && n.op() != Opcode::Store)
      continue;
    const int64_t rows = n.y_pad_0 + n.y_size + n.y_pad_1;
    const int64_t beats_a_row = n.x_size * c.element_bytes(n.memory()) / c.bus_bytes() + 2;
    const int64_t beats = std::min<int64_t>(n.y_size * beats_a_row, int64_t{1} << 24);
    const int64_t bursts = n.y_size + beats / c.mem_burst_beats;
    cycles += beats + bursts * burst +
              std::min<int64_t>(rows * (n.x_pad_0 + n.x_size + n.x_pad_1), 65536);
  }
  return 4 * cycles;
}

void CompletionTrace::on_retire(Unit, int64_t index, const Insn&, int64_t cycle) {
  if (index < 0 || index >= std::ssize(cycles_)) {
    failure_ = fmt::format("completed instruction {} of {}", index, cycles_.size());
    return;
  }
  int64_t& entry = cycles_[static_cast<size_t>(index)];
  if (entry != kNotRetired)
    failure_ = fmt::format("completed instruction {} twice", index);
  entry = cycle;
}

void read_result(const Device& device, int64_t memory_bytes, RunResult& result) {
  result.dram = device.memory().at(0, memory_bytes);
  result.report = device.report();
  for (int r = 0; r < kNumRegisters; ++r)
    result.registers[static_cast<size_t>(r)] = device.read_register(static_cast<Register>(r));
  for (size_t s = 0; s < kScratchpads.size(); ++s)
    result.scratchpads[s] =
        device.read_scratchpad(kScratchpads[s], 0, device.config().depth(kScratchpads[s]));
}

RunResult run_program(const TestProgram& program, Device& device) {
  RunResult result;
  result.backend = device.backend();
  try {
    run_checked(program, device, result);
  } catch (const std::exception& e) {
    result.failure = e.what();
  }
  return result;
}

}  // namespace vta::cosim
