// Engines may put work off until somebody looks: streams that are looked at through STOREs only.
#include "tests/sim/kernels_fixture.h"

namespace vta::test {
namespace {

class KernelStreams : public Kernels {
 protected:
  static constexpr int64_t kMicroOps = 8;

  void new_micro_ops() {
    std::vector<Uop> uops;
    for (int64_t k = 0; k < kMicroOps; ++k)
      uops.push_back({pick(rng, 0, 2) * 6, pick(rng, 0, 3) * 6, pick(rng, 0, 1)});
    duel->set_uops(uops);
  }
  // Most instructions are over the rows of the one before.
  Insn over_rows(Insn insn) {
    if (pick(rng, 0, 4) == 0) {
      micro_op = pick(rng, 0, kMicroOps - 1);
      outer = pick(rng, 1, 2);
      inner = pick(rng, 1, 6);
    }
    insn.uop_bgn = micro_op;
    insn.uop_end = micro_op + 1;
    const bool flat = pick(rng, 0, 1) == 0;
    insn.iter_out = flat ? 1 : outer;
    insn.iter_in = flat ? outer * inner : inner;
    insn.dst_in = 1;
    insn.dst_out = pick(rng, 0, 9) == 0 ? 1 : inner;
    return insn;
  }
  Insn random_alu() {
    static constexpr AluOp kOps[] = {AluOp::Add, AluOp::Max,  AluOp::Add,  AluOp::Shr, AluOp::Min,
                                     AluOp::Max, AluOp::Clip, AluOp::Rshr, AluOp::Mul};
    next_op = pick(rng, 0, 5) == 0 ? pick(rng, 0, 8) : (next_op + 1) % 6;
    Insn insn = over_rows(alu(kOps[next_op], 0, 1));
    insn.use_imm = insn.alu() != AluOp::Add || pick(rng, 0, 1) == 0 ? 1 : 0;
    insn.imm = insn.alu() == AluOp::Shr ? pick(rng, -2, 40) : pick(rng, -300, 300);
    insn.src_in = pick(rng, 0, 1);
    insn.src_out = pick(rng, 0, 1) == 0 ? insn.dst_out : pick(rng, 0, 1);
    return insn;
  }
  Insn random_gemm() {
    Insn insn = over_rows(gemm(0, 1));
    insn.reset = pick(rng, 0, 1);
    insn.src_in = pick(rng, 0, 2);
    return insn;
  }
  void random_load() {
    static constexpr MemoryType kTypes[] = {MemoryType::Acc, MemoryType::Acc8, MemoryType::Inp,
                                            MemoryType::Wgt};
    duel->load(
        load(kTypes[pick(rng, 0, 3)], pick(rng, 0, 24), pick(rng, 0, 6), 1, pick(rng, 1, 3)));
  }
  Insn random_store() {
    const auto uop = static_cast<size_t>(micro_op);
    const int64_t first = pick(rng, 0, 3) == 0 ? pick(rng, 0, 20) : int64_t{state().uop[uop].dst};
    Insn out = store(first, pick(rng, 0, 8), pick(rng, 1, 2), pick(rng, 1, 6));
    out.x_stride = pick(rng, 1, 6);
    return out;
  }

  int64_t micro_op = 0, outer = 1, inner = 4, next_op = 0;
};

INSTANTIATE_TEST_SUITE_P(All, KernelStreams, ::testing::ValuesIn(all_cases()), case_name);

TEST_P(KernelStreams, Stores_EqualReferenceWhenNobodyLooksInBetween) {
  for (int round = 0; round < 30; ++round) {
    load_operands(round % 2 == 0);
    duel->load_all(MemoryType::Acc);
    new_micro_ops();
    for (int k = 0; k < 60; ++k) {
      const int64_t kind = pick(rng, 0, 15);
      if (kind < 8) {
        duel->run(random_alu());
      } else if (kind < 11) {
        duel->run(random_gemm());
      } else if (kind < 14) {
        const Insn out = random_store();
        duel->reference->store(out, duel->out_a.data());
        duel->engine->store(out, duel->out_b.data());
        ASSERT_EQ(duel->out_a, duel->out_b)
            << "round " << round << " insn " << k << " seed " << kSeed;
      } else if (kind == 14) {
        random_load();
      } else {
        new_micro_ops();
      }
    }
    ASSERT_TRUE(duel->same()) << "round " << round << " seed " << kSeed;
  }
}

// The usual end of a layer, as one would write it down.
TEST_P(KernelStreams, Tail_OfALayerEqualsReference) {
  load_operands(false);
  duel->load_all(MemoryType::Acc);
  duel->set_uops({{0, 20, 0}, {0, 0, 0}});
  const auto over = [&](AluOp op, int64_t imm) {
    Insn insn = alu(op, 1, 2);
    insn.iter_in = 12;
    insn.dst_in = insn.src_in = insn.use_imm = 1;
    insn.imm = imm;
    return insn;
  };
  Insn clear = gemm(0, 1, 2, 6);
  clear.dst_out = 6;
  clear.dst_in = 1;
  Insn multiply = clear;
  clear.reset = 1;
  multiply.src_in = 1;
  Insn bias = alu(AluOp::Add, 0, 1);
  bias.iter_out = 2;
  bias.iter_in = 6;
  bias.dst_out = 6;
  bias.dst_in = bias.src_out = 1;
  for (const Insn& insn :
       {clear, multiply, multiply, bias, over(AluOp::Max, 0), over(AluOp::Add, 64),
        over(AluOp::Shr, 7), over(AluOp::Min, 127), over(AluOp::Max, -127), over(AluOp::Min, 100)})
    duel->run(insn);
  for (const Insn& out : {store(0, 0, 1, 5), store(5, 9, 1, 3), store(9, 20, 1, 3)}) {
    duel->reference->store(out, duel->out_a.data());
    duel->engine->store(out, duel->out_b.data());
    EXPECT_EQ(duel->out_a, duel->out_b);
  }
  EXPECT_TRUE(duel->same());
}

}  // namespace
}  // namespace vta::test
