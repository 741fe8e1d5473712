#include "sim/cosim/backend_run.h"

#include <algorithm>
#include <exception>
#include <utility>

#include "base/error.h"
#include "config/config_keys.h"
#include "sim/semantics/execute.h"
#include "sim/sink_guard.h"

namespace vta::cosim {
namespace {

// In one go, or in slices as somebody does who looks in between.
bool run_to_end(int64_t slice, int64_t bound, Device& device) {
  if (slice == 0)
    return device.advance(bound);
  for (int64_t spent = 0; spent < bound; spent += slice)
    if (device.advance(slice))
      return true;
  return false;
}

void launch(const TestProgram& p, const LaunchRange& range, Device& device) {
  write_registers(p, range, device);
  device.set_kernels(p.kernels);
  device.write_register(Register::Control, 1);
  const int64_t bound = cycle_bound(p);
  if (!run_to_end(p.slice, bound, device))
    throw DeviceError(fmt::format("did not end within {} cycles", bound));
}

void zero_scratchpads(const TestProgram& like, Device& device) {
  const TestProgram zeroing = zeroing_program(like);
  set_refused({}, device);
  place_program(zeroing, device.memory());
  launch(zeroing, launches_of(zeroing).front(), device);
  if (device.report().error != IsaError::None)
    throw DeviceError(fmt::format("the run that zeroes the scratchpads ended with {}",
                                  device.report().error_text));
}

void run_launch(const TestProgram& p, const LaunchRange& range, Device& device, RunResult& result) {
  CompletionTrace trace(range.size());
  set_refused(p.refused, device);
  {
    const SinkGuard guard(device, &trace);
    launch(p, range, device);
  }
  if (!trace.failure().empty())
    throw DeviceError(trace.failure());
  const std::vector<int64_t> cycles = trace.take();
  result.completion.insert(result.completion.end(), cycles.begin(), cycles.end());
}

void run_checked(const TestProgram& p, Device& device, RunResult& result) {
  for (const LaunchRange& range : launches_of(p)) {
    if (range.fresh) {
      zero_scratchpads(p, device);
      place_program(p, device.memory());
    }
    run_launch(p, range, device, result);
    result.earlier.push_back(device.report());
  }
  result.earlier.pop_back();  // the last one is `report`
  read_result(device, p.memory_bytes, result);
}

}  // namespace

// LOADs of pads only zero a scratchpad without data; micro-ops are two zeros, again and again.
TestProgram zeroing_program(const TestProgram& like) {
  TestProgram p;
  p.config = like.config;
  p.config.mem_read_latency = p.config.mem_write_latency = p.config.mem_gap = 0;
  p.memory_bytes = kLeastMemory;
  p.window = {0, kLeastMemory};
  p.insn_addr = kLeastMemory / 2;
  for (const MemoryType type : kScratchpads) {
    Insn n;
    n.memory_type = static_cast<int64_t>(type);
    n.y_size = p.config.depth(type) / 2;
    if (type == MemoryType::Uop)
      n.x_size = 2;
    else
      n.x_pad_0 = n.x_pad_1 = 1;
    p.insns.push_back(n);
  }
  p.insns.emplace_back().opcode = static_cast<int64_t>(Opcode::Finish);
  return p;
}

void write_registers(const TestProgram& p, const LaunchRange& range, Device& device, uint64_t at) {
  const auto write = [&](Register reg, uint64_t value) { device.write_register(reg, value); };
  const auto count = [&](Register reg, int64_t value) {
    device.write_register(reg, static_cast<uint64_t>(value));
  };
  count(Register::InsnCount, range.size());
  write(Register::InsnAddr, at + p.insn_addr + 16 * static_cast<uint64_t>(range.first));
  write(Register::UopBase, at + p.bases.uop);
  write(Register::InpBase, at + p.bases.inp);
  write(Register::WgtBase, at + p.bases.wgt);
  write(Register::AccBase, at + p.bases.acc);
  write(Register::OutBase, at + p.bases.out);
  write(Register::MemLo, at + p.window.lo);
  write(Register::MemHi, at + p.window.hi);
  for (const IntegerKey& key : keys_of(KeyRole::Memory))
    count(register_of(key), p.config.*key.member);
}

void set_refused(const RefusedWindow& window, Device& device) {
  auto* refusing = dynamic_cast<RefusingDevice*>(&device);
  if (refusing != nullptr)
    refusing->refuse(window);
  else if (!window.empty())
    throw DeviceError("its memory cannot refuse bursts");
}

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
  result.touched = touched_bytes(device.memory(), memory_bytes);
  read_outcome(device, result);
}

void read_outcome(const Device& device, RunResult& result) {
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
