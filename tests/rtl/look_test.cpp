// vta_look against every step and element of random instructions, and the page's count of cycles
// (hw/rtl/compute/overlap.md, "Look").
#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <optional>
#include <random>
#include <set>
#include <vector>

#include "VLook.h"
#include "VLookExp2.h"
#include "config/vta_config.h"
#include "hw/isa/codec.h"
#include "hw/isa/insn.h"

namespace vta {
namespace {

constexpr int64_t kLook = 5;

template <class Model>
class LookBench : public testing::Test {
 protected:
  explicit LookBench(const char* config)
      : config_(load_config(std::string(VTA_SOURCE_DIR) + config)),
        codec_(config_),
        uops_(static_cast<size_t>(config_.depth(MemoryType::Uop))) {
    model_.clear = 1;
    edge();
    model_.clear = 0;
  }

  int64_t below(int64_t n) { return static_cast<int64_t>(random_() % static_cast<uint64_t>(n)); }
  int64_t half() const { return config_.depth(MemoryType::Acc) / 2; }

  // One cycle; the RAM of micro-ops shows what was read at its edge.
  void edge() {
    model_.eval();
    const bool read = model_.uop_read != 0;
    const size_t at = model_.uop_index;
    model_.clk = 1;
    model_.eval();
    model_.clk = 0;
    if (read)
      model_.uop = static_cast<uint32_t>(codec_.encode_uop(uops_[at]));
    model_.eval();
    reads_ += read ? 1 : 0;
  }

  void draw_uops() {
    const int64_t most = below(3) == 0 ? config_.depth(MemoryType::Acc) : 1 + below(half() + 4);
    for (Uop& uop : uops_)
      uop = {below(std::min(most, config_.depth(MemoryType::Acc))),
             below(config_.depth(MemoryType::Inp)), 0};
  }

  Insn draw_steps() {
    Insn n;
    n.opcode = static_cast<int64_t>(below(2) == 0 ? Opcode::Gemm : Opcode::Alu);
    n.reset = below(2);
    n.use_imm = below(2);
    if (n.op() == Opcode::Alu && config_.isa_ext > 1) {
      n.alu_opcode = below(2) == 0 ? static_cast<int64_t>(AluOp::Rq) : below(10);
      n.reset = 0;
      n.use_imm = n.alu_opcode >= static_cast<int64_t>(AluOp::Rq) ? 0 : n.use_imm;
    }
    n.uop_bgn = below(config_.depth(MemoryType::Uop));
    n.uop_end = std::min(config_.depth(MemoryType::Uop), n.uop_bgn + below(6));
    if (below(10) == 0)
      n.uop_end = below(n.uop_bgn + 1);
    n.iter_out = below(8) == 0 ? 0 : 1 + below(4);
    n.iter_in = below(8) == 0 ? 0 : 1 + below(6);
    if (below(20) == 0)
      n.iter_in = 16383;
    const int64_t most = below(2) == 0 ? 3 : half() * 2;
    n.dst_out = below(most);
    n.dst_in = below(most);
    n.src_out = below(most);
    n.src_in = below(most);
    return n;
  }

  Insn draw_load() {
    constexpr int64_t kTypes[] = {0, 3, 5};
    Insn n;
    n.opcode = static_cast<int64_t>(Opcode::Load);
    n.memory_type = kTypes[below(3)];
    const int64_t depth = config_.depth(n.memory());
    do {
      n.y_size = below(5);
      n.x_size = below(9);
      if (n.memory() != MemoryType::Uop) {
        n.y_pad_0 = below(3);
        n.y_pad_1 = below(3);
        n.x_pad_0 = below(3);
        n.x_pad_1 = below(3);
      }
    } while (elements(n) > depth);
    n.sram_base = below(depth - elements(n) + 1);
    return n;
  }

  static int64_t elements(const Insn& n) {
    return (n.y_pad_0 + n.y_size + n.y_pad_1) * (n.x_pad_0 + n.x_size + n.x_pad_1);
  }
  static bool steps(const Insn& n) { return n.op() == Opcode::Gemm || n.op() == Opcode::Alu; }
  static bool is_rq(const Insn& n) { return n.op() == Opcode::Alu && n.alu() == AluOp::Rq; }
  static bool has_step(const Insn& n) {
    return n.iter_out > 0 && n.iter_in > 0 && n.uop_end > n.uop_bgn;
  }

  void touch(int64_t index, unsigned& halves) const {
    halves |= index >= 2 * half() ? 3u : index >= half() ? 2u : 1u;
  }

  unsigned touched(const Insn& n) const {
    unsigned halves = 0;
    if (n.op() == Opcode::Load && n.memory() != MemoryType::Uop)
      for (int64_t k = 0; k < elements(n); ++k)
        touch(n.sram_base + k, halves);
    if (!steps(n))
      return halves;
    const bool vector = n.op() == Opcode::Alu && n.use_imm == 0;
    for (int64_t o = 0; o < n.iter_out; ++o)
      for (int64_t i = 0; i < n.iter_in; ++i)
        for (int64_t u = n.uop_bgn; u < n.uop_end; ++u) {
          const Uop& uop = uops_[static_cast<size_t>(u)];
          touch(uop.dst + o * n.dst_out + i * n.dst_in, halves);
          const int64_t src = uop.src + o * n.src_out + i * n.src_in;
          if (vector)
            touch(src, halves);
          if (is_rq(n))
            touch(src + 1, halves);
        }
    return halves;
  }

  bool meets(const Insn& n) const {
    if (n.op() != Opcode::Load || n.memory() != MemoryType::Uop || !gemm_ || !has_step(*gemm_))
      return false;
    for (int64_t k = 0; k < elements(n); ++k)
      if (n.sram_base + k >= gemm_->uop_bgn && n.sram_base + k < gemm_->uop_end)
        return true;
    return false;
  }

  void show(const Insn& n) {
    const InsnBits bits = codec_.encode(n);
    static_assert(sizeof(bits) == sizeof(model_.insn));
    std::memcpy(&model_.insn, &bits, sizeof(bits));
    model_.valid = 1;
  }

  // Looks at `n` while a LOAD UOP is under way for `loading` cycles, then starts it.
  void look_at(const Insn& n, int64_t loading) {
    show(n);
    int64_t scanned = 0;
    if (steps(n) && has_step(n) && kept_ != std::pair(n.uop_bgn, n.uop_end)) {
      scanned = n.uop_end - n.uop_bgn;
      kept_ = {n.uop_bgn, n.uop_end};
    }
    const int64_t look = (steps(n) ? loading : 0) + scanned + kLook;
    reads_ = 0;
    for (int64_t cycle = 0; cycle < look; ++cycle) {
      model_.loading_uops = cycle < loading ? 1 : 0;
      model_.eval();
      ASSERT_EQ(model_.ready, 0) << "cycle v + " << cycle << " of " << look;
      edge();
    }
    model_.loading_uops = 0;
    for (int64_t waits = below(4); waits >= 0; --waits) {
      model_.eval();
      ASSERT_EQ(model_.ready, 1);
      ASSERT_EQ(model_.touched, touched(n));
      ASSERT_EQ(model_.meets_gemm, meets(n) ? 1 : 0);
      if (waits > 0)
        edge();
    }
    ASSERT_EQ(reads_, scanned);
    model_.start = 1;
    model_.start_gemm = n.op() == Opcode::Gemm && n.reset == 0 ? 1 : 0;
    edge();
    model_.start = model_.start_gemm = model_.valid = 0;
    if (n.op() == Opcode::Gemm && n.reset == 0)
      gemm_ = n;
    if (n.op() == Opcode::Load && n.memory() == MemoryType::Uop)
      kept_ = {-1, -1};
  }

  void find_the_halves_of_random_instructions() {
    std::set<unsigned> seen;
    int meetings = 0, kept = 0;
    Insn last;
    for (int k = 0; k < 6000; ++k) {
      SCOPED_TRACE(testing::Message() << "instruction " << k << " of seed 1");
      Insn n = below(4) == 0 ? draw_load() : draw_steps();
      if (steps(last) && steps(n) && below(3) == 0) {
        n.uop_bgn = last.uop_bgn;
        n.uop_end = last.uop_end;
      }
      // A LOAD UOP changes them: then no range is kept.
      if (last.op() == Opcode::Load && last.memory() == MemoryType::Uop && k > 0)
        draw_uops();
      kept += steps(n) && has_step(n) && kept_ == std::pair(n.uop_bgn, n.uop_end) ? 1 : 0;
      seen.insert(touched(n));
      meetings += meets(n) ? 1 : 0;
      look_at(n, below(3) == 0 ? below(5) : 0);
      if (HasFatalFailure())
        return;
      for (int64_t idle = below(3); idle > 0; --idle)
        edge();
      last = n;
    }
    EXPECT_EQ(seen, (std::set<unsigned>{0, 1, 2, 3}));
    EXPECT_GT(meetings, 20);
    EXPECT_GT(kept, 200);
  }

  VtaConfig config_;
  InsnCodec codec_;
  std::vector<Uop> uops_;
  Model model_;
  std::mt19937_64 random_{1};
  std::pair<int64_t, int64_t> kept_{-1, -1};  // no range is this
  std::optional<Insn> gemm_;
  int64_t reads_ = 0;
};

class Look : public LookBench<VLook> {
 protected:
  Look() : LookBench("/tests/data/configs/overlap.json") {}
};

class LookExp2 : public LookBench<VLookExp2> {
 protected:
  LookExp2() : LookBench("/tests/rtl/exp2_overlap.json") {}
};

TEST_F(Look, FindsTheHalvesOfRandomInstructions) {
  find_the_halves_of_random_instructions();
}

TEST_F(LookExp2, FindsTheHalvesOfRandomInstructions) {
  find_the_halves_of_random_instructions();
}

// An RQ whose last exponents alone are in the other half, and past the depth.
TEST_F(LookExp2, CountsTheVectorBehindTheLastOne) {
  for (const int64_t src : {half() - 2, half() - 1, 2 * half() - 1}) {
    uops_[0] = {0, src, 0};
    Insn n;
    n.opcode = static_cast<int64_t>(Opcode::Alu);
    n.alu_opcode = static_cast<int64_t>(AluOp::Rq);
    n.iter_out = n.iter_in = n.uop_end = 1;
    model_.clear = 1;
    edge();
    model_.clear = 0;
    kept_ = {-1, -1};
    look_at(n, 0);
  }
}

TEST_F(Look, ScansTheWholeScratchpad) {
  for (size_t u = 0; u < uops_.size(); ++u)
    uops_[u] = {u + 1 == uops_.size() ? half() : 0, 0, 0};
  Insn n;
  n.opcode = static_cast<int64_t>(Opcode::Alu);
  n.use_imm = n.iter_out = n.iter_in = 1;
  n.uop_end = config_.depth(MemoryType::Uop);
  look_at(n, 0);
  --n.uop_end;
  look_at(n, 0);
}

TEST_F(Look, ALaunchForgetsTheRange) {
  Insn n;
  n.opcode = static_cast<int64_t>(Opcode::Alu);
  n.use_imm = n.iter_out = n.iter_in = n.uop_end = 1;
  look_at(n, 0);
  look_at(n, 0);
  model_.clear = 1;
  edge();
  model_.clear = 0;
  kept_ = {-1, -1};
  look_at(n, 0);
}

}  // namespace
}  // namespace vta
