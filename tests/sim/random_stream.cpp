#include "tests/sim/random_stream.h"

#include <algorithm>
#include <array>

#include "config/validate.h"

namespace vta::test {
namespace {

constexpr int64_t kUopsOfAHalf = 6;  // then as many of the other

}  // namespace

int64_t StreamMaker::below(int64_t bound) {
  return static_cast<int64_t>(random_() % static_cast<uint64_t>(bound));
}

int64_t StreamMaker::small(int64_t bound) {
  return std::min(bound - 1, one_in(8) ? below(bound) : below(4));
}

uint64_t StreamMaker::base(int64_t region, MemoryType type) {
  return static_cast<uint64_t>(region * kRegionBytes + below(8) * config_.element_bytes(type));
}

RandomMemory StreamMaker::memory() {
  RandomMemory m;
  m.read_latency = one_in(3) ? 0 : one_in(4) ? below(200) : below(20);
  m.write_latency = one_in(3) ? 0 : one_in(4) ? below(200) : below(20);
  m.gap = one_in(2) ? 0 : small(40);
  m.max_outstanding = one_in(2) ? 1 + below(4) : 16;
  const int64_t most = std::min<int64_t>(config_.axi == 3 ? 16 : 256, 4096 / config_.bus_bytes());
  do
    m.burst_beats = int64_t{1} << below(one_in(2) ? 4 : 9);
  while (m.burst_beats > most);
  return m;
}

RandomStream StreamMaker::stream() {
  RandomStream s;
  wild_tokens_ = one_in(5);
  wild_indices_ = one_in(8);
  tiny_ = one_in(3);
  two_halves_ = one_in(2);
  std::fill_n(tokens_, 4, 0);
  s.uop_base = base(0, MemoryType::Uop);
  s.inp_base = base(1, MemoryType::Inp);
  s.wgt_base = base(1, MemoryType::Wgt);
  s.acc_base = base(1, MemoryType::Acc);
  s.out_base = base(2, MemoryType::Out);
  s.address = static_cast<uint64_t>(16 * below(300));
  const auto index = [&](MemoryType type) {
    const int64_t depth = config_.depth(type);
    return wild_indices_ && one_in(50) ? below(depth) : below(std::min<int64_t>(depth, 8));
  };
  for (int64_t k = 0; k < 256; ++k) {
    s.uops.push_back({index(MemoryType::Acc),
                      std::min(index(MemoryType::Acc), index(MemoryType::Inp)),
                      index(MemoryType::Wgt)});
    if (two_halves_ && k / kUopsOfAHalf % 2 == 1)
      to_upper_half(s.uops.back());
  }
  const int64_t count = one_in(10) ? 1 + below(3) : 1 + below(one_in(6) ? 250 : 50);
  for (int64_t k = 0; k < count; ++k) {
    s.insns.push_back(any());
    set_tokens(s.insns.back());
  }
  if (two_halves_ && one_in(6))
    late_error(s.insns);
  Insn finish;
  finish.opcode = 3;
  s.insns.push_back(finish);
  if (one_in(6))
    spoil(s.insns);
  for (int64_t first = below(4); first < count && one_in(2) == 0; first += 1 + below(30))
    s.kernels.push_back(first);
  return s;
}

// Of ACC. An input is left where it is if INP is too small.
void StreamMaker::to_upper_half(Uop& uop) const {
  const int64_t half = config_.depth(MemoryType::Acc) / 2;
  const int64_t room = std::min(2 * half, config_.depth(MemoryType::Inp)) - half;
  uop.dst = half + uop.dst % half;
  if (uop.src < room)
    uop.src += half;
}

Insn StreamMaker::any() {
  switch (below(tiny_ ? 3 : 8)) {
    case 0: {
      Insn nop = one_in(2) ? load() : store();
      nop.y_size = nop.y_pad_0 = nop.y_pad_1 = 0;
      return nop;
    }
    case 1:
      return one_in(2) ? loops(Opcode::Gemm) : loops(Opcode::Alu);
    case 2:
      return one_in(2) ? load() : store();
    case 3:
      return loops(Opcode::Gemm);
    case 4:
      return loops(Opcode::Alu);
    case 5:
      return store();
    default:
      return load();
  }
}

Insn StreamMaker::load() {
  constexpr std::array<MemoryType, 5> kTypes{MemoryType::Uop, MemoryType::Wgt, MemoryType::Inp,
                                             MemoryType::Acc, MemoryType::Acc8};
  Insn n;
  const MemoryType type = kTypes[static_cast<size_t>(below(5))];
  n.memory_type = static_cast<int64_t>(type);
  const int64_t depth = config_.depth(type);
  const int64_t element = config_.element_bytes(type);
  const int64_t longest = std::min<int64_t>(depth / 2, tiny_ ? 2 : 4096 / element);
  n.x_size = one_in(12) ? 0 : 1 + below(std::max<int64_t>(1, longest));
  n.y_size = one_in(12) ? 0 : 1 + below(std::min<int64_t>(5, depth / (n.x_size + 1)));
  n.x_stride = one_in(3) ? n.x_size : one_in(5) ? 0 : below(2 * n.x_size + 4);
  if (type != MemoryType::Uop && one_in(2)) {
    n.y_pad_0 = small(16);
    n.y_pad_1 = small(16);
    n.x_pad_0 = small(16);
    n.x_pad_1 = small(16);
  }
  const auto elements = [&] {
    return (n.y_pad_0 + n.y_size + n.y_pad_1) * (n.x_pad_0 + n.x_size + n.x_pad_1);
  };
  while (elements() > depth) {
    n.y_pad_0 = n.y_pad_1 = n.x_pad_0 = n.x_pad_1 = 0;
    n.y_size = std::min<int64_t>(n.y_size, 1);
  }
  n.sram_base = below(depth - elements() + 1);
  if (type == MemoryType::Uop && two_halves_ && one_in(2))
    n.sram_base = std::min(n.sram_base, below(4 * kUopsOfAHalf));
  const int64_t last = n.y_size * (n.x_stride + n.x_size);
  n.dram_base = below(std::max<int64_t>(1, (kRegionBytes / 2) / element - last));
  if (type == MemoryType::Uop)
    n.dram_base = below(256 - std::min<int64_t>(255, last));
  return n;
}

Insn StreamMaker::store() {
  Insn n;
  n.opcode = 1;
  n.memory_type = static_cast<int64_t>(MemoryType::Out);
  const int64_t depth = config_.depth(MemoryType::Out);
  const int64_t element = config_.element_bytes(MemoryType::Out);
  n.x_size =
      one_in(12) ? 0 : 1 + below(std::min<int64_t>(depth / 4 + 1, tiny_ ? 2 : 2048 / element));
  n.y_size = one_in(12) ? 0 : 1 + below(4);
  n.x_stride = one_in(3) ? n.x_size : below(2 * n.x_size + 4);
  if (n.x_size * n.y_size > depth)
    n.y_size = 1;
  n.sram_base = below(depth - n.x_size * n.y_size + 1);
  n.dram_base = below(1000);
  return n;
}

Insn StreamMaker::loops(Opcode op) {
  Insn n;
  n.opcode = static_cast<int64_t>(op);
  const int64_t depth = config_.depth(MemoryType::Uop);
  n.uop_bgn = small(depth);
  if (two_halves_ && n.uop_bgn + 3 * kUopsOfAHalf < depth)
    n.uop_bgn += kUopsOfAHalf * below(3);
  const int64_t uops = tiny_ ? 2 : two_halves_ && !one_in(4) ? 3 : 10;
  n.uop_end = std::min(depth, n.uop_bgn + (one_in(10) ? -1 : below(uops)));
  n.uop_end = std::max<int64_t>(0, n.uop_end);
  n.iter_out = small(tiny_ ? 3 : 20);
  n.iter_in = small(tiny_ ? 3 : 20);
  n.reset = one_in(4);
  const auto factor = [&](MemoryType type) {
    return std::min<int64_t>(config_.depth(type) - 1,
                             wild_indices_ && one_in(20) ? below(config_.depth(type)) : below(3));
  };
  n.dst_out = factor(MemoryType::Acc);
  n.dst_in = factor(MemoryType::Acc);
  const MemoryType src = op == Opcode::Gemm ? MemoryType::Inp : MemoryType::Acc;
  n.src_out = factor(src);
  n.src_in = factor(src);
  if (op == Opcode::Gemm) {
    n.wgt_out = factor(MemoryType::Wgt);
    n.wgt_in = factor(MemoryType::Wgt);
  } else {
    n.alu_opcode = below(5);
    n.use_imm = one_in(2);
    n.imm = below(16) - 8;
  }
  return n;
}

// Either anything, or only what program order allows: then nothing waits for ever.
void StreamMaker::set_tokens(Insn& n) {
  const Unit unit = unit_of(n);
  const auto pop = [&](int counter) -> int64_t {
    if (wild_tokens_)
      return one_in(3);
    if (tokens_[counter] == 0 || one_in(3))
      return 0;
    --tokens_[counter];
    return 1;
  };
  const auto push = [&](int counter) -> int64_t {
    const bool pushes = one_in(2);
    tokens_[counter] += pushes ? 1 : 0;
    return pushes;
  };
  if (unit == Unit::Load) {
    n.pop_next = pop(1);
    n.push_next = push(0);
  } else if (unit == Unit::Store) {
    n.pop_prev = pop(2);
    n.push_prev = push(3);
  } else {
    n.pop_prev = pop(0);
    n.pop_next = pop(3);
    n.push_prev = push(1);
    n.push_next = push(2);
  }
}

// A GEMM, mostly in the lower half of ACC, that leaves WGT while a LOAD into the upper one goes on.
void StreamMaker::late_error(std::vector<Insn>& insns) {
  const int64_t half = config_.depth(MemoryType::Acc) / 2;
  Insn loads;
  loads.memory_type = static_cast<int64_t>(MemoryType::Acc);
  loads.sram_base = half;
  loads.y_size = 1;
  loads.x_size = loads.x_stride = 1 + below(std::min<int64_t>(half, 16));
  Insn sums = loops(Opcode::Gemm);
  sums.reset = 0;
  sums.uop_end = config_.depth(MemoryType::Uop);
  sums.uop_bgn = sums.uop_end - 1;
  sums.iter_out = 3;
  sums.iter_in = std::max<int64_t>(sums.iter_in, 1);
  sums.wgt_out = config_.depth(MemoryType::Wgt) - 1;
  for (Insn n : {loads, sums}) {
    set_tokens(n);
    insns.push_back(n);
  }
}

// One static error of any class.
void StreamMaker::spoil(std::vector<Insn>& insns) {
  Insn& n = insns[static_cast<size_t>(below(std::ssize(insns)))];
  switch (below(8)) {
    case 0:
      n.opcode = 5 + below(3);
      return;
    case 1:
      n = load();
      n.memory_type = 6;
      return;
    case 2:
      n = store();
      n.pop_next = 1;
      return;
    case 3:
      n = store();
      n.x_size = n.y_size = n.x_pad_0 = 1;
      return;
    case 4:
      n = loops(Opcode::Gemm);
      n.uop_end = config_.depth(MemoryType::Uop) + 1;
      return;
    case 5:
      n = store();
      n.x_size = n.y_size = 2;
      n.sram_base = config_.depth(MemoryType::Out) - 1;
      return;
    case 6:
      n = store();
      n.x_size = n.y_size = 1;
      n.dram_base = int64_t{1} << 31;
      return;
    default:
      if (one_in(2))
        insns.pop_back();
      else
        n = insns.back();
      return;
  }
}

VtaConfig random_config(uint64_t seed) {
  std::mt19937_64 random(seed);
  const auto pick = [&](auto... values) {
    const int64_t list[] = {values...};
    return list[random() % std::size(list)];
  };
  for (;;) {
    const auto named = named_configs();
    VtaConfig config = named_config(named[random() % named.size()].name);
    config.cmd_queue_depth = pick(2, 2, 3, 5, 8, 16, 512);
    config.acc_read_ports = pick(1, 2);
    config.gemm_pipeline = pick(1, 2, 3, 4, 5, 6);
    config.acc_overlap = pick(0, 1);
    config.log_bus_width = pick(6, 6, 7, 8, 9);
    config.mem_burst_beats = 16;
    if (is_legal(config))
      return config;
  }
}

}  // namespace vta::test
