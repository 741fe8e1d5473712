// Every engine against the readable reference, bit for bit.
#include <gmock/gmock.h>

#include <algorithm>
#include <cerrno>

#include "base/error.h"
#include "sim/kernels/tile_permission.h"
#include "tests/sim/kernels_fixture.h"

namespace vta::test {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;

INSTANTIATE_TEST_SUITE_P(All, Kernels, ::testing::ValuesIn(all_cases()), case_name);

TEST_P(Kernels, Gemm_RandomLoopsEqualReference) {
  for (int round = 0; round < 24; ++round) {
    load_operands(round % 2 == 0);
    std::vector<Uop> uops;
    for (int k = 0; k < 12; ++k)
      uops.push_back(k > 0 && pick(rng, 0, 2) == 0 ? uops.back() : random_uop());
    duel->set_uops(uops);
    for (int k = 0; k < 8; ++k) {
      const Insn insn = random_loops(gemm(0, 1));
      duel->run(insn);
      ASSERT_TRUE(duel->same()) << "round " << round << " insn " << k << " seed " << kSeed;
    }
  }
}

TEST_P(Kernels, Gemm_ConvolutionTilesEqualReference) {
  for (int round = 0; round < 12; ++round) {
    load_operands(round % 3 != 0);
    const int64_t k = pick(rng, 1, 3), stride = pick(rng, 1, 2);
    const int64_t h = pick(rng, 1, 3), w = pick(rng, 1, 4), co = pick(rng, 1, 3);
    const int64_t ih = (h - 1) * stride + k, iw = (w - 1) * stride + k;
    std::vector<Uop> uops;
    for (int64_t c = 0; c < co; ++c)
      for (int64_t y = 0; y < k; ++y)
        for (int64_t x = 0; x < k; ++x)
          uops.push_back({c * h * w, y * iw + x, (c * k + y) * k + x});
    if (uops.size() > static_cast<size_t>(state().uop_depth))
      continue;
    duel->set_uops(uops);
    Insn insn = gemm(0, static_cast<int64_t>(uops.size()), h, w);
    insn.dst_out = w;
    insn.dst_in = 1;
    insn.src_out = stride * iw;
    insn.src_in = stride;
    if (ih * iw > state().inp_depth || !duel->in_range(insn))
      continue;
    duel->run(insn);
    ASSERT_TRUE(duel->same()) << "round " << round << " seed " << kSeed;
    insn.reset = round % 2;
    duel->run(insn, {0, h, 0, (w + 1) / 2});
    ASSERT_TRUE(duel->same()) << "round " << round << " seed " << kSeed;
  }
}

// Long sums over wide rows: several input blocks, kernels whose rows are longer than a register.
TEST_P(Kernels, Gemm_DeepConvolutionTilesEqualReference) {
  for (int round = 0; round < 40; ++round) {
    if (round % 8 == 0)
      load_operands(round % 16 == 0);
    const int64_t ky = pick(rng, 1, 3), kx = pick(rng, 1, 7), stride = pick(rng, 1, 2);
    const int64_t h = pick(rng, 1, 5), w = pick(rng, 1, 37), co = pick(rng, 1, 3);
    const int64_t ci = pick(rng, 1, 4);
    const int64_t ih = (h - 1) * stride + ky, iw = (w - 1) * stride + kx;
    std::vector<Uop> uops;
    for (int64_t o = 0; o < co; ++o)
      for (int64_t c = 0; c < ci; ++c)
        for (int64_t y = 0; y < ky; ++y)
          for (int64_t x = 0; x < kx; ++x)
            uops.push_back({o * h * w, (c * ih + y) * iw + x, ((o * ci + c) * ky + y) * kx + x});
    if (std::ssize(uops) > state().uop_depth)
      continue;
    if (round % 4 == 3)
      std::shuffle(uops.begin(), uops.end(), rng);
    Insn insn = gemm(0, std::ssize(uops), h, w);
    insn.dst_out = w;
    insn.dst_in = 1;
    insn.src_out = stride * iw;
    insn.src_in = stride;
    if (co * h * w > state().acc_depth || ci * ih * iw > state().inp_depth ||
        co * ci * ky * kx > state().wgt_depth)
      continue;
    duel->set_uops(uops);
    ASSERT_TRUE(duel->in_range(insn));
    Insn clear = insn;
    clear.reset = 1;
    if (round % 2 == 0)
      duel->run(clear);
    duel->run(insn);
    ASSERT_TRUE(duel->same()) << "round " << round << " seed " << kSeed;
  }
}

// Rows whose distance changes, of strips and columns that nearly meet.
TEST_P(Kernels, Gemm_ScatteredRowsEqualReference) {
  for (int round = 0; round < 24; ++round) {
    if (round % 8 == 0)
      load_operands(false);
    const int64_t positions = pick(rng, 1, 24), reduction = pick(rng, 1, 8);
    std::vector<int64_t> rows;
    for (int64_t r = 0; r < 2 * positions; ++r)
      rows.push_back(r);
    std::shuffle(rows.begin(), rows.end(), rng);
    std::vector<Uop> uops;
    for (int64_t c = 0; c < 2; ++c)
      for (int64_t p = 0; p < positions; ++p)
        for (int64_t r = 0; r < reduction; ++r)
          uops.push_back({rows[static_cast<size_t>(p)] + c, p + r, c * reduction + r});
    if (std::ssize(uops) > state().uop_depth)
      uops.resize(static_cast<size_t>(state().uop_depth));
    duel->set_uops(uops);
    Insn insn = gemm(0, std::ssize(uops), pick(rng, 1, 2));
    insn.dst_out = pick(rng, 0, 2);
    if (!duel->in_range(insn))
      continue;
    duel->run(insn);
    ASSERT_TRUE(duel->same()) << "round " << round << " seed " << kSeed;
  }
}

TEST_P(Kernels, Gemm_EnumeratedMicroOpsEqualReference) {
  for (int round = 0; round < 6; ++round) {
    load_operands(round % 2 == 0);
    const int64_t positions = pick(rng, 1, 20), reduction = pick(rng, 1, 4), co = pick(rng, 1, 2);
    std::vector<Uop> uops;
    for (int64_t c = 0; c < co; ++c)
      for (int64_t p = 0; p < positions; ++p)
        for (int64_t r = 0; r < reduction; ++r)
          uops.push_back({c * positions + p, p + r, c * reduction + r});
    if (round % 3 == 1)
      std::shuffle(uops.begin(), uops.end(), rng);
    if (std::ssize(uops) > state().uop_depth)
      uops.resize(static_cast<size_t>(state().uop_depth));
    duel->set_uops(uops);
    const Insn insn = gemm(0, static_cast<int64_t>(uops.size()));
    ASSERT_TRUE(duel->in_range(insn));
    duel->run(insn);
    duel->run(insn);
    ASSERT_TRUE(duel->same()) << "round " << round << " seed " << kSeed;
  }
}

TEST_P(Kernels, Gemm_LoopsOverChannelBlocksEqualReference) {
  load_operands(false);
  std::vector<Uop> uops;
  for (int64_t p = 0; p < 7; ++p)
    uops.push_back({p, p, 0});
  duel->set_uops(uops);
  Insn insn = gemm(0, 7, 2, 3);  // output blocks outside, input blocks inside
  insn.dst_out = 7;
  insn.wgt_out = 3;
  insn.src_in = 7;
  insn.wgt_in = 1;
  ASSERT_TRUE(duel->in_range(insn));
  duel->run(insn);
  EXPECT_TRUE(duel->same());
}

TEST_P(Kernels, Gemm_ExtremeValuesEqualReference) {
  for (const int input : {-128, 127, 0}) {
    duel->fill(rng, input, input);
    duel->load_all(MemoryType::Inp);
    duel->fill(rng, -128, -128);
    duel->load_all(MemoryType::Wgt);
    duel->set_uops({{0, 0, 0}, {0, 1, 1}});
    Insn insn = gemm(0, 2, 1, 8);
    insn.dst_in = 1;
    insn.src_in = 1;
    for (int k = 0; k < 40; ++k)
      duel->run(insn);
    EXPECT_TRUE(duel->same());
  }
}

TEST_P(Kernels, Gemm_AccumulatorsWrap) {
  load_operands(false);
  duel->fill(rng, 0x7f, 0x7f);  // 0x7f7f7f7f
  duel->load_all(MemoryType::Acc);
  duel->set_uops({{0, 0, 0}});
  Insn insn = gemm(0, 1, 16000, 4);
  insn.src_in = 1;
  duel->run(insn);
  EXPECT_TRUE(duel->same());
}

TEST_P(Kernels, Alu_RandomOperationsEqualReference) {
  for (int round = 0; round < 16; ++round) {
    duel->fill(rng, -128, 127);
    duel->load_all(round % 2 == 0 ? MemoryType::Acc8 : MemoryType::Acc);
    std::vector<Uop> uops;
    for (int k = 0; k < 12; ++k)
      uops.push_back({pick(rng, 0, 40), pick(rng, 0, 40), 0});
    duel->set_uops(uops);
    for (int k = 0; k < 24; ++k) {
      Insn insn = random_loops(alu(static_cast<AluOp>(k % 8), 0, 1));
      insn.wgt_out = insn.wgt_in = 0;
      insn.use_imm = insn.alu() == AluOp::Clip ? 1 : pick(rng, 0, 1);
      insn.imm = pick(rng, 0, 3) == 0 ? pick(rng, -32768, 32767) : pick(rng, -40, 40);
      if (!duel->in_range(insn))
        continue;
      duel->run(insn);
      ASSERT_TRUE(duel->same()) << "round " << round << " op " << insn.alu_opcode << " imm "
                                << insn.imm << " seed " << kSeed;
    }
  }
}

// Few indices, so that rows meet: within a group of micro-ops, between groups, between iterations.
TEST_P(Kernels, Gemm_CrowdedLoopsEqualReference) {
  const auto few = [&](int64_t most) { return pick(rng, 0, most); };
  for (int round = 0; round < 60; ++round) {
    if (round % 10 == 0)
      load_operands(round % 20 == 0);
    std::vector<Uop> uops;
    for (int64_t k = pick(rng, 1, 6); k > 0; --k)
      uops.push_back({few(3), few(3), few(2)});
    duel->set_uops(uops);
    for (int k = 0; k < 6; ++k) {
      Insn insn = gemm(0, std::ssize(uops), pick(rng, 1, 3), pick(rng, 1, 9));
      insn.dst_out = few(3), insn.dst_in = few(2);
      insn.src_out = few(3), insn.src_in = few(3);
      insn.wgt_out = few(1), insn.wgt_in = few(1);
      if (!duel->in_range(insn))
        continue;
      duel->run(insn);
      ASSERT_TRUE(duel->same()) << "round " << round << " insn " << k << " seed " << kSeed;
    }
  }
}

// Every distance between what a step reads and what the steps before it wrote.
TEST_P(Kernels, Alu_StepsSeeEarlierStepsOfTheirRun) {
  duel->fill(rng, -128, 127);
  duel->load_all(MemoryType::Acc8);
  for (int64_t distance = -20; distance <= 20; ++distance)
    for (const bool same_pitch : {true, false}) {
      duel->set_uops({{20 + distance, 20, 0}});
      for (const AluOp op : {AluOp::Add, AluOp::Max, AluOp::Mov}) {
        Insn insn = alu(op, 0, 1);
        insn.use_imm = 0;
        insn.iter_out = 2;
        insn.iter_in = 18;
        insn.dst_in = insn.src_in = 1;
        insn.dst_out = 3;
        insn.src_out = same_pitch ? 3 : 4;
        if (!duel->in_range(insn))
          continue;
        duel->run(insn);
        ASSERT_TRUE(duel->same()) << "distance " << distance << " op " << insn.alu_opcode;
      }
    }
}

TEST_P(Kernels, Memory_RandomLoadsAndStoresEqualReference) {
  duel->fill(rng, -128, 127);
  for (int k = 0; k < 60; ++k) {
    Insn insn = load(k % 4 == 0   ? MemoryType::Inp
                     : k % 4 == 1 ? MemoryType::Wgt
                     : k % 4 == 2 ? MemoryType::Acc
                                  : MemoryType::Acc8,
                     pick(rng, 0, 8), pick(rng, 0, 6), pick(rng, 0, 2), pick(rng, 0, 2));
    insn.x_stride = pick(rng, 0, 4);
    insn.y_pad_0 = pick(rng, 0, 1);
    insn.x_pad_1 = pick(rng, 0, 1);
    duel->load(insn);
    ASSERT_TRUE(duel->same()) << k;
    Insn out = store(pick(rng, 0, 8), pick(rng, 0, 8), pick(rng, 0, 3), pick(rng, 0, 3));
    out.x_stride = pick(rng, 0, 4);
    duel->reference->store(out, duel->out_a.data());
    duel->engine->store(out, duel->out_b.data());
    ASSERT_EQ(duel->out_a, duel->out_b) << k;
  }
}

// Operands that change between two runs of one instruction must be packed anew.
TEST_P(Kernels, Gemm_SeesOperandsAndMicroOpsLoadedInBetween) {
  load_operands(true);
  duel->set_uops({{0, 0, 0}, {1, 1, 1}});
  const Insn insn = gemm(0, 2);
  duel->run(insn);
  duel->fill(rng, -128, 127);
  duel->load(load(MemoryType::Inp, 1, 3, 1, 1));
  duel->load(load(MemoryType::Wgt, 0, 2, 1, 1));
  duel->run(insn);
  EXPECT_TRUE(duel->same());
  duel->set_uops({{0, 1, 0}, {1, 0, 1}});
  duel->run(insn);
  EXPECT_TRUE(duel->same());
}

TEST(KernelChoice, UnknownNameIsAUsageErrorThatListsTheKnownOnes) {
  try {
    make_engine("sse9", named_config("tiny"));
    FAIL();
  } catch (const UsageError& e) {
    EXPECT_THAT(e.what(), HasSubstr("unknown kernels 'sse9'"));
    EXPECT_THAT(e.what(),
                HasSubstr("auto, amx, avx512vnni, avx2, neon_dot, neon, portable, reference"));
  }
}

TEST(KernelChoice, NameThatThisCpuLacksIsAUsageErrorThatSaysSo) {
  for (const std::string& name : engine_names()) {
    if (engine_available(name))
      continue;
    try {
      make_engine(name, named_config("tiny"));
      FAIL();
    } catch (const UsageError& e) {
      EXPECT_THAT(e.what(), HasSubstr("lacks"));
    }
  }
}

TEST(KernelChoice, RefusedTilesSayWhoRefuses) {
  EXPECT_EQ(kernels::tiles_refusal(true, 0), "");
  EXPECT_THAT(kernels::tiles_refusal(false, 0),
              AllOf(HasSubstr("AMX-TILE and AMX-INT8"), HasSubstr("this CPU lacks")));
  EXPECT_THAT(kernels::tiles_refusal(true, EPERM),
              AllOf(HasSubstr("tile state"), HasSubstr("operating system denies"),
                    HasSubstr("Operation not permitted")));
}

TEST(KernelChoice, AutoIsTheFirstAvailable) {
  const auto engine = make_engine("auto", named_config("default"));
  for (const std::string& name : engine_names())
    if (name != "auto" && engine_available(name)) {
      EXPECT_EQ(engine->name(), name);
      return;
    }
}

}  // namespace
}  // namespace vta::test
