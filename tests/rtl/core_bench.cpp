#include "core_bench.h"

#include <algorithm>
#include <cstring>

namespace vta {

namespace {

constexpr int64_t kBus = 8;
constexpr int64_t kProbeBits = 96;  // probe_t, index lowest

uint64_t bits(const auto& wide, int64_t lsb, int64_t width) {
  uint64_t value = 0;
  for (int64_t i = 0; i < width; ++i)
    value |= uint64_t{(wide[static_cast<size_t>((lsb + i) / 32)] >> ((lsb + i) % 32)) & 1u} << i;
  return value;
}

}  // namespace

CoreBench::CoreBench() {
  core_.rst = 1;
  core_.mem_wr_ready = 1;
  for (int i = 0; i < 3; ++i)
    edge();
  core_.rst = 0;
}

void CoreBench::edge() {
  core_.eval();
  core_.clk = 1;
  core_.eval();
  core_.clk = 0;
  core_.eval();
}

bool CoreBench::write_word(int64_t offset, uint32_t value) {
  core_.reg_we = 1;
  core_.reg_addr = static_cast<uint16_t>(offset);
  core_.reg_wdata = value;
  core_.eval();
  const bool taken = core_.reg_refused == 0;
  edge();
  core_.reg_we = 0;
  core_.eval();
  return taken;
}

bool CoreBench::write_register(Register reg, uint64_t value) {
  const RegisterSpec& spec = register_table()[static_cast<size_t>(reg)];
  for (int64_t i = 0; i < spec.bits / 32; ++i)
    if (!write_word(spec.offset + 4 * i, static_cast<uint32_t>(value >> (32 * i))))
      return false;
  return true;
}

uint64_t CoreBench::read_register(Register reg) {
  const RegisterSpec& spec = register_table()[static_cast<size_t>(reg)];
  uint64_t value = 0;
  for (int64_t i = 0; i < spec.bits / 32; ++i) {
    core_.reg_raddr = static_cast<uint16_t>(spec.offset + 4 * i);
    core_.eval();
    value |= uint64_t{core_.reg_rdata} << (32 * i);
  }
  return value;
}

void CoreBench::put_insns(int64_t address, const std::vector<uint64_t>& words) {
  std::memcpy(bytes_.data() + address, words.data(), 8 * words.size());
}

void CoreBench::take_write_beat() {
  if (!core_.mem_wr_valid || !core_.mem_wr_ready)
    return;
  const auto burst = std::find_if(writes_.begin(), writes_.end(),
                                  [](const Burst& b) { return b.moved < b.beats; });
  if (burst == writes_.end())
    return;
  for (int64_t i = 0; i < kBus; ++i) {
    if ((core_.mem_wr_strb >> i) & 1)
      bytes_[burst->address + static_cast<uint64_t>(burst->moved * kBus + i)] =
          static_cast<uint8_t>(core_.mem_wr_data >> (8 * i));
  }
  ++burst->moved;
}

// A read is sampled one cycle after its request is seen: writes granted before it are in by then.
void CoreBench::take_request(const Memory& memory) {
  for (Burst& read : reads_) {
    if (read.data.empty()) {
      const auto from = bytes_.begin() + static_cast<int64_t>(read.address);
      read.data.assign(from, from + read.beats * kBus);
    }
  }
  if (!core_.mem_req_valid)
    return;
  const int64_t grant = cycle_ - 1;
  Burst burst{core_.mem_req_addr, core_.mem_req_beats, 0, 0, {}};
  if (core_.mem_req_write) {
    burst.edge = grant + 2 + memory.write_latency + burst.beats;
    writes_.push_back(burst);
  } else {
    burst.edge = grant + 2 + memory.read_latency;
    reads_.push_back(burst);
  }
}

void CoreBench::drive(const Memory& memory) {
  const bool stalls = memory.stall_seed != 0;
  core_.mem_rd_valid = 0;
  core_.mem_wr_done = 0;
  core_.mem_rd_error = core_.mem_wr_error = 0;
  if (!reads_.empty() && reads_.front().edge <= cycle_ && !(stalls && random_() % 3 == 0)) {
    Burst& read = reads_.front();
    core_.mem_rd_valid = 1;
    std::memcpy(&core_.mem_rd_data, read.data.data() + read.moved * kBus, kBus);
    core_.mem_rd_error = read_beats_++ == memory.refused_beat;
    if (++read.moved == read.beats) {
      reads_.pop_front();
      if (!reads_.empty())
        reads_.front().edge = std::max(reads_.front().edge, cycle_ + 1);
    } else {
      read.edge = cycle_ + 1;
    }
  }
  if (writes_.empty())
    return;
  // In the contract the last beat is taken in the very cycle of a completion with latency 0.
  const Burst& write = writes_.front();
  const bool over = stalls ? write.moved == write.beats && random_() % 4 == 0 : true;
  if (write.edge <= cycle_ && over) {
    core_.mem_wr_done = 1;
    core_.mem_wr_error = write_bursts_++ == memory.refused_write;
    writes_.pop_front();
  }
}

void CoreBench::observe(Outcome& run) {
  for (int64_t unit = 0; unit < 4; ++unit) {
    const int64_t base = unit * kProbeBits;
    const uint64_t state = bits(core_.probe, base + 33, 3);
    if (core_.running)
      ++run.states[static_cast<size_t>(unit)][state];
    if (bits(core_.probe, base + 36, 1) == 0)
      continue;
    const auto index = static_cast<int64_t>(bits(core_.probe, base + 64, 32));
    (unit == 0 ? run.dispatched : run.retired)[index] = cycle_ - 1;
  }
}

CoreBench::Outcome CoreBench::run(int64_t address, int64_t count, const Memory& memory,
                                  int64_t limit) {
  write_register(Register::InsnAddr, static_cast<uint64_t>(address));
  write_register(Register::InsnCount, static_cast<uint64_t>(count));
  write_register(Register::MemHi, bytes_.size());
  write_register(Register::MemReadLatency, static_cast<uint64_t>(memory.read_latency));
  write_register(Register::MemWriteLatency, static_cast<uint64_t>(memory.write_latency));
  write_register(Register::MemGap, static_cast<uint64_t>(memory.gap));
  write_register(Register::MemMaxOutstanding, static_cast<uint64_t>(memory.max_outstanding));
  write_register(Register::MemBurstBeats, static_cast<uint64_t>(memory.burst_beats));
  random_.seed(memory.stall_seed);
  reads_.clear();
  writes_.clear();
  read_beats_ = write_bursts_ = 0;
  write_register(Register::Control, 1);

  Outcome run;
  for (cycle_ = 1; cycle_ <= limit + 1 && core_.running; ++cycle_) {
    core_.mem_wr_ready = memory.stall_seed == 0 || random_() % 3 != 0;
    take_write_beat();
    take_request(memory);
    drive(memory);
    core_.eval();
    observe(run);
    edge();
  }
  observe(run);  // what was registered at the last edge
  run.ended = !core_.running;
  run.cycles = static_cast<int64_t>(read_register(Register::Cycles));
  run.status = read_register(Register::Status);
  run.error = read_register(Register::ErrorCode);
  run.error_insn = read_register(Register::ErrorInsn);
  run.tokens_left = read_register(Register::TokensLeft);
  return run;
}

}  // namespace vta
