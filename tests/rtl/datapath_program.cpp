#include "tests/rtl/datapath_program.h"

#include <algorithm>
#include <array>
#include <cstring>

#include "hw/isa/codec.h"

namespace vta {
namespace {

constexpr int64_t kRegionBytes = 1 << 16;  // of each memory type, in the order of its encoding

class Generator {
 public:
  Generator(const VtaConfig& config, std::mt19937_64& random, int64_t steps)
      : config_(config), random_(random), steps_(steps) {}

  int64_t below(int64_t n) { return static_cast<int64_t>(random_() % static_cast<uint64_t>(n)); }
  bool chance(int64_t percent) { return below(100) < percent; }

  // Largest index of a micro-op in a scratchpad, and room for what the loops add.
  static int64_t uop_limit(int64_t depth) { return std::max<int64_t>(1, depth / 2); }

  Insn next() {
    const int64_t kind = below(100);
    if (kind < 15)
      return load(MemoryType::Inp);
    if (kind < 25)
      return load(MemoryType::Wgt);
    if (kind < 33)
      return load(MemoryType::Uop);
    if (kind < 40)
      return load(MemoryType::Acc);
    if (kind < 46)
      return load(MemoryType::Acc8);
    if (kind < 60)
      return load(MemoryType::Out);
    if (kind < 80)
      return loops(Opcode::Gemm);
    return loops(Opcode::Alu);
  }

  // A STORE where the type is Out.
  Insn load(MemoryType type) {
    Insn n;
    const bool store = type == MemoryType::Out;
    n.opcode = static_cast<int64_t>(store ? Opcode::Store : Opcode::Load);
    n.memory_type = static_cast<int64_t>(type);
    shape(n, type);
    tokens(n);
    return n;
  }

  Insn loops(Opcode op) {
    Insn n;
    n.opcode = static_cast<int64_t>(op);
    tokens(n);
    const int64_t uops = config_.depth(MemoryType::Uop);
    n.uop_bgn = below(std::min<int64_t>(uops, 40));
    n.uop_end = std::min(uops, n.uop_bgn + below(1 + below(8)));
    const int64_t per_loop = std::max<int64_t>(1, n.uop_end - n.uop_bgn);
    n.iter_out = below(5) + (chance(10) ? 0 : 1);
    n.iter_in = below(std::max<int64_t>(1, steps_ / per_loop / std::max<int64_t>(1, n.iter_out)));
    if (op == Opcode::Gemm)
      n.reset = chance(15) ? 1 : 0;
    else
      operation(n);
    const int64_t src = config_.depth(op == Opcode::Gemm ? MemoryType::Inp : MemoryType::Acc);
    factors(config_.depth(MemoryType::Acc), n, n.dst_out, n.dst_in);
    factors(src, n, n.src_out, n.src_in);
    if (op == Opcode::Gemm)
      factors(config_.depth(MemoryType::Wgt), n, n.wgt_out, n.wgt_in);
    return n;
  }

 private:
  void tokens(Insn& n) {
    const Unit unit = unit_of(n);
    if (unit != Unit::Load) {
      n.pop_prev = below(2);
      n.push_prev = below(2);
    }
    if (unit != Unit::Store) {
      n.pop_next = below(2);
      n.push_next = below(2);
    }
  }

  void shape(Insn& n, MemoryType type) {
    const int64_t depth = config_.depth(type);
    const int64_t region = kRegionBytes / config_.element_bytes(type);
    const bool pads = type != MemoryType::Uop && type != MemoryType::Out && chance(40);
    for (int attempt = 0;; ++attempt) {
      n.y_size = below(chance(60) ? 5 : 2);
      n.x_size = below(chance(15) ? 40 : 9);
      n.x_stride = chance(30) ? n.x_size : below(12);
      if (pads) {
        n.y_pad_0 = below(3);
        n.y_pad_1 = below(3);
        n.x_pad_0 = below(4);
        n.x_pad_1 = below(4);
      }
      const int64_t total = (n.y_pad_0 + n.y_size + n.y_pad_1) * (n.x_pad_0 + n.x_size + n.x_pad_1);
      const int64_t reach = n.y_size * n.x_stride + n.x_size;
      if (total > depth || reach > region)
        continue;
      n.sram_base = below(depth - total + 1);
      n.dram_base = below(region - reach + 1);
      return;
    }
  }

  void operation(Insn& n) {
    n.alu_opcode = below(config_.isa_ext % 2 != 0 ? 8 : 5);
    n.use_imm = n.alu() == AluOp::Clip || chance(50) ? 1 : 0;
    n.imm = chance(50) ? below(80) - 40 : below(1 << 16) - (1 << 15);
    const bool rq = config_.isa_ext / 2 % 2 != 0, exp2 = config_.isa_ext / 4 % 2 != 0;
    if (!(rq || exp2) || !chance(40))
      return;
    const AluOp op = rq && (!exp2 || chance(50)) ? AluOp::Rq : AluOp::Exp2;
    n.alu_opcode = static_cast<int64_t>(op);
    n.use_imm = 0;
    n.imm = op == AluOp::Rq ? below(256) + (below(3) << 8) + (below(4) << 10) : below(16);
  }

  // Loop factors with which a micro-op below the limit stays inside.
  void factors(int64_t depth, const Insn& n, int64_t& outer, int64_t& inner) {
    const int64_t room = depth - uop_limit(depth);
    inner =
        chance(20) ? 0 : below(std::max<int64_t>(1, room / 2 / std::max<int64_t>(1, n.iter_in)));
    outer = below(std::max<int64_t>(1, room / 2 / std::max<int64_t>(1, n.iter_out)));
    if (chance(30))
      inner = std::min<int64_t>(inner, 1);
  }

  const VtaConfig& config_;
  std::mt19937_64& random_;
  int64_t steps_;
};

void fill_uops(const VtaConfig& config, Generator& make, std::byte* region) {
  const InsnCodec codec(config);
  const auto bytes = static_cast<size_t>(codec.uop_bytes());
  const bool narrow = make.chance(50);  // many steps that hit the same accumulators
  for (size_t at = 0; at + bytes <= static_cast<size_t>(kRegionBytes); at += bytes) {
    const auto pick = [&](MemoryType type) {
      const int64_t limit = Generator::uop_limit(config.depth(type));
      return make.below(narrow ? std::min<int64_t>(limit, 3) : limit);
    };
    const int64_t src = std::min(Generator::uop_limit(config.depth(MemoryType::Inp)),
                                 Generator::uop_limit(config.depth(MemoryType::Acc)));
    const uint64_t word = codec.encode_uop({pick(MemoryType::Acc),
                                            make.below(narrow ? std::min<int64_t>(src, 3) : src),
                                            pick(MemoryType::Wgt)});
    const bool last = at + 2 * bytes > static_cast<size_t>(kRegionBytes);
    std::memset(region + at, 0, bytes);
    if (!last)
      std::memcpy(region + at, &word, bytes);
  }
}

// Stores every accumulator four times, shifted right by 8 bits between: all that compute made can
// be seen in DRAM.
void show_accumulators(const VtaConfig& config, DatapathProgram& program) {
  const int64_t depth = config.depth(MemoryType::Acc);
  const int64_t row = std::min<int64_t>(depth, 8192);
  Insn zero_uop;  // the last of the region: all indices 0
  zero_uop.dram_base = kRegionBytes / config.element_bytes(MemoryType::Uop) - 1;
  zero_uop.y_size = zero_uop.x_size = 1;
  program.insns.push_back(zero_uop);
  Insn store;
  store.opcode = static_cast<int64_t>(Opcode::Store);
  store.memory_type = static_cast<int64_t>(MemoryType::Out);
  store.y_size = depth / row;
  store.x_size = store.x_stride = row;
  Insn shift;
  shift.opcode = static_cast<int64_t>(Opcode::Alu);
  shift.uop_end = 1;
  shift.iter_out = depth / row;
  shift.iter_in = row;
  shift.dst_out = row % depth;
  shift.dst_in = 1;
  shift.alu_opcode = static_cast<int64_t>(AluOp::Shr);
  shift.use_imm = 1;
  shift.imm = 8;
  store.dram_base = kRegionBytes / config.element_bytes(MemoryType::Out);
  for (int i = 0; i < 4; ++i) {
    program.insns.push_back(store);
    program.insns.push_back(shift);
    store.dram_base += depth;
  }
}

}  // namespace

DatapathProgram random_datapath_program(const VtaConfig& config, std::mt19937_64& random,
                                        int64_t instructions, int64_t steps) {
  Generator make(config, random, steps);
  DatapathProgram program;
  const int64_t most = 4096 / config.bus_bytes();
  program.burst_beats = int64_t{1} << make.below(9);
  program.burst_beats = std::min(program.burst_beats, std::min<int64_t>(most, 256));

  // Regions one after the other, each base a random multiple of its element into its region.
  constexpr int64_t kSlack = 1 << 15;
  std::array<uint64_t*, 5> bases{&program.bases.uop, &program.bases.wgt, &program.bases.inp,
                                 &program.bases.acc, &program.bases.out};
  const int64_t acc_low_bytes =
      config.depth(MemoryType::Acc) * config.element_bytes(MemoryType::Out);
  program.dram.resize(static_cast<size_t>(5 * (kRegionBytes + kSlack) + 4 * acc_low_bytes));
  for (std::byte& b : program.dram)
    b = static_cast<std::byte>(random());
  for (size_t i = 0; i < bases.size(); ++i) {
    const int64_t element = config.element_bytes(static_cast<MemoryType>(i));
    const int64_t begin = static_cast<int64_t>(i) * (kRegionBytes + kSlack);
    const int64_t shift = element * make.below(std::max<int64_t>(1, kSlack / element / 2));
    *bases[i] = static_cast<uint64_t>((begin + element - 1) / element * element + shift);
  }
  fill_uops(config, make, program.dram.data() + program.bases.uop);

  program.insns.push_back(make.load(MemoryType::Uop));
  for (int64_t i = 0; i < instructions; ++i)
    program.insns.push_back(make.next());
  show_accumulators(config, program);
  Insn finish;
  finish.opcode = static_cast<int64_t>(Opcode::Finish);
  program.insns.push_back(finish);
  return program;
}

}  // namespace vta
