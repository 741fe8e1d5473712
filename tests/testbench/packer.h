// Instructions and micro-ops packed as the instruction set's page says, on its own: nothing of the
// project's codec is used, as a third party's test bench would not.
#pragma once

#include <algorithm>
#include <cstdint>
#include <initializer_list>
#include <string>
#include <vector>

#include "driver/testbench/vta.h"

namespace bench {

// What the page says of a named configuration.
struct Machine {
  std::string name;
  int batch, block_in, block_out;
  int log_uop, log_inp, log_wgt, log_acc;  // depths
  int uop_words;                           // of 32 bits
};

// batch, blocks and the four buffers in log2 of bytes.
inline Machine machine(const std::string& name, int batch, int block_in, int block_out, int uop,
                       int inp, int wgt, int acc, int uop_words = 1) {
  const auto log2 = [](int n) {
    int log = 0;
    while ((1 << log) < n)
      ++log;
    return log;
  };
  return {name,
          batch,
          block_in,
          block_out,
          uop - 1 - uop_words,
          inp - log2(batch * block_in),
          wgt - log2(block_out * block_in),
          acc - log2(batch * block_out * 4),
          uop_words};
}

inline Machine machine_named(const std::string& name) {
  for (const Machine& m :
       {machine("default", 1, 16, 16, 15, 15, 18, 17), machine("tiny", 1, 4, 4, 10, 9, 10, 11),
        machine("1x8", 1, 8, 8, 15, 14, 16, 16), machine("1x32", 1, 32, 32, 15, 15, 18, 17),
        machine("2x16", 2, 16, 16, 15, 15, 18, 17), machine("4x16", 4, 16, 16, 15, 15, 18, 17),
        machine("1x32.16", 1, 32, 16, 15, 15, 18, 17),
        machine("1x16.32", 1, 16, 32, 15, 15, 18, 17), machine("pynq", 1, 16, 16, 15, 15, 18, 17),
        machine("uop64", 1, 16, 16, 15, 14, 19, 17, 2)})
    if (m.name == name)
      return m;
  return {};
}

struct Field {
  int width;
  int64_t value;
};

// From bit 0 on; a field that would straddle bit 64 starts there.
inline insn_T pack(std::initializer_list<Field> fields) {
  insn_T out = {{0, 0}};
  int at = 0;
  for (const Field& f : fields) {
    if (at < 64 && at + f.width > 64)
      at = 64;
    const uint64_t mask = f.width == 64 ? ~uint64_t{0} : (uint64_t{1} << f.width) - 1;
    out.word[at / 64] |= (static_cast<uint64_t>(f.value) & mask) << (at % 64);
    at += f.width;
  }
  return out;
}

enum Token { kPopPrev = 1, kPopNext = 2, kPushPrev = 4, kPushNext = 8 };
enum Memory { kUop = 0, kWgt = 1, kInp = 2, kAcc = 3, kOut = 4, kAcc8 = 5 };
enum Op { kMin = 0, kMax = 1, kAdd = 2, kShr = 3, kMul = 4 };

struct Loops {  // of GEMM and ALU
  int64_t uop_begin = 0, uop_end = 0, out = 1, in = 1;
  int64_t dst_out = 0, dst_in = 0, src_out = 0, src_in = 0, wgt_out = 0, wgt_in = 0;
};

class Stream {
 public:
  explicit Stream(const Machine& m) : m_(m) {}

  void load(Memory type, int64_t sram, int64_t dram, int64_t y, int64_t x, int64_t stride,
            int tokens = 0) {
    memory(0, type, sram, dram, y, x, stride, tokens);
  }
  void store(int64_t sram, int64_t dram, int64_t y, int64_t x, int64_t stride, int tokens = 0) {
    memory(1, kOut, sram, dram, y, x, stride, tokens);
  }
  void gemm(const Loops& l, bool reset, int tokens = 0) {
    insns_.push_back(pack({{3, 2},
                           {4, tokens},
                           {1, reset},
                           {m_.log_uop, l.uop_begin},
                           {m_.log_uop + 1, l.uop_end},
                           {14, l.out},
                           {14, l.in},
                           {m_.log_acc, l.dst_out},
                           {m_.log_acc, l.dst_in},
                           {m_.log_inp, l.src_out},
                           {m_.log_inp, l.src_in},
                           {m_.log_wgt, l.wgt_out},
                           {m_.log_wgt, l.wgt_in}}));
  }
  void alu(Op op, const Loops& l, bool use_imm, int64_t imm, int tokens = 0) {
    insns_.push_back(pack({{3, 4},
                           {4, tokens},
                           {1, 0},
                           {m_.log_uop, l.uop_begin},
                           {m_.log_uop + 1, l.uop_end},
                           {14, l.out},
                           {14, l.in},
                           {m_.log_acc, l.dst_out},
                           {m_.log_acc, l.dst_in},
                           {m_.log_acc, l.src_out},
                           {m_.log_acc, l.src_in},
                           {3, op},
                           {1, use_imm},
                           {16, imm}}));
  }
  void finish(int tokens = 0) { insns_.push_back(pack({{3, 3}, {4, tokens}})); }

  // The index of a new micro-op.
  int64_t uop(int64_t dst, int64_t src, int64_t wgt) {
    const insn_T bits =
        pack({{m_.log_acc, dst}, {std::max(m_.log_acc, m_.log_inp), src}, {m_.log_wgt, wgt}});
    for (int w = 0; w < m_.uop_words; ++w)
      uops_.push_back(static_cast<uop_T>(bits.word[0] >> (32 * w)));
    return num_uops() - 1;
  }
  int64_t num_uops() const { return static_cast<int64_t>(uops_.size()) / m_.uop_words; }

  std::vector<insn_T>& insns() { return insns_; }
  std::vector<uop_T>& uops() { return uops_; }

 private:
  void memory(int opcode, Memory type, int64_t sram, int64_t dram, int64_t y, int64_t x,
              int64_t stride, int tokens) {
    insns_.push_back(pack({{3, opcode},
                           {4, tokens},
                           {3, type},
                           {16, sram},
                           {32, dram},
                           {16, y},
                           {16, x},
                           {16, stride},
                           {16, 0}}));
  }

  Machine m_;
  std::vector<insn_T> insns_;
  std::vector<uop_T> uops_;
};

}  // namespace bench
