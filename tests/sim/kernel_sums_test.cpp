// GEMMs that wait for each other: convolutions whose taps have rectangles of their own, operands
// that change in between, and everything else that has to see the sums.
#include <map>
#include <set>

#include "tests/sim/kernels_fixture.h"

namespace vta::test {
namespace {

// What a convolution's tap multiplies, in outputs [first, first + count).
struct TapRange {
  int64_t tap, first, count;
};

class KernelSums : public Kernels {
 protected:
  // Taps of one axis that reach an output inside the image.
  static std::vector<TapRange> taps(int64_t size, int64_t kernel, int64_t stride, int64_t pad,
                                    int64_t out) {
    std::vector<TapRange> all;
    for (int64_t k = 0; k < kernel; ++k) {
      TapRange tap{k, -1, 0};
      for (int64_t o = 0; o < out; ++o) {
        const int64_t at = o * stride + k - pad;
        if (at < 0 || at >= size)
          continue;
        if (tap.count == 0)
          tap.first = o;
        ++tap.count;
      }
      if (tap.count > 0)
        all.push_back(tap);
    }
    return all;
  }

  // Micro-ops whose rectangles are equally large, one GEMM each.
  using Groups = std::map<std::pair<int64_t, int64_t>, std::vector<Uop>>;

  void run_groups(const Groups& groups, Insn loops) {
    std::vector<Uop> all;
    std::vector<Insn> insns;
    for (const auto& [size, uops] : groups) {
      Insn insn = loops;
      insn.uop_bgn = std::ssize(all);
      all.insert(all.end(), uops.begin(), uops.end());
      insn.uop_end = std::ssize(all);
      insn.iter_out = size.first;
      insn.iter_in = size.second;
      insns.push_back(insn);
    }
    if (std::ssize(all) > state().uop_depth)
      return;
    if (pick(rng, 0, 2) == 0)
      std::shuffle(insns.begin(), insns.end(), rng);
    duel->set_uops(all);
    for (const Insn& insn : insns) {
      ASSERT_TRUE(duel->in_range(insn));
      duel->run(insn);
      if (pick(rng, 0, 30) == 0) {
        ASSERT_TRUE(duel->same());
      }
    }
  }

  void new_operands(MemoryType type, int64_t first, int64_t count) {
    duel->load(load(type, first, pick(rng, 0, 9), 1, count));
  }

  void convolution(int round);

  // Rows of weights whose positive or negative part sums up to `sum` over 8 weights that are added
  // at 16 bits by some kernels.
  void edge_weights(int64_t sum) {
    const int64_t block_in = state().config.block_in();
    for (size_t at = 0; at < duel->dram.size(); ++at) {
      const auto k = static_cast<int64_t>(at) % block_in;
      const int64_t share = sum / 8 + (k / 4 % 4 == 0 && k % 2 == 0 ? sum % 8 : 0);
      duel->dram[at] = static_cast<std::byte>(share);
    }
  }
  void store_all() {
    const Insn out = store(0, 0, 1, std::min<int64_t>(state().acc_depth, 200));
    duel->reference->store(out, duel->out_a.data());
    duel->engine->store(out, duel->out_b.data());
    ASSERT_EQ(duel->out_a, duel->out_b);
  }
};

INSTANTIATE_TEST_SUITE_P(All, KernelSums, ::testing::ValuesIn(all_cases()), case_name);

// A tile of a padded convolution, over several reduction steps in two slots that are loaded again.
void KernelSums::convolution(int round) {
  const int64_t ky = pick(rng, 1, 5), kx = pick(rng, 1, 5);
  const int64_t stride = pick(rng, 1, 3), pad = pick(rng, 0, 3);
  const int64_t h = pick(rng, 1, 9), w = pick(rng, 1, round % 4 == 0 ? 35 : 10);
  const int64_t oh = (h + 2 * pad - ky) / stride + 1, ow = (w + 2 * pad - kx) / stride + 1;
  const int64_t co = pick(rng, 1, 3), ci = pick(rng, 1, 2), steps = pick(rng, 1, 5);
  if (h + 2 * pad < ky || w + 2 * pad < kx || co * oh * ow > state().acc_depth ||
      2 * ci * h * w > state().inp_depth || 2 * co * ci * ky * kx > state().wgt_depth)
    return;
  Insn loops = gemm(0, 1);
  loops.dst_out = ow;
  loops.dst_in = 1;
  loops.src_out = stride * w;
  loops.src_in = stride;
  for (int64_t step = 0; step < steps; ++step) {
    const int64_t inp = step % 2 * ci * h * w, wgt = step % 2 * co * ci * ky * kx;
    new_operands(MemoryType::Inp, inp, ci * h * w);
    new_operands(MemoryType::Wgt, wgt, co * ci * ky * kx);
    Groups groups;
    for (int64_t o = 0; o < co; ++o)
      for (int64_t c = 0; c < ci; ++c)
        for (const TapRange& y : taps(h, ky, stride, pad, oh))
          for (const TapRange& x : taps(w, kx, stride, pad, ow))
            groups[{y.count, x.count}].push_back({o * oh * ow + y.first * ow + x.first,
                                                  inp +
                                                      (c * h + y.first * stride + y.tap - pad) * w +
                                                      x.first * stride + x.tap - pad,
                                                  wgt + ((o * ci + c) * ky + y.tap) * kx + x.tap});
    run_groups(groups, loops);
  }
}

TEST_P(KernelSums, TapsAtTheEdgesEqualReference) {
  for (int round = 0; round < 40; ++round) {
    if (round % 4 == 0)
      duel->fill(rng, round % 8 == 0 ? 0 : -128, 127);
    Insn clear = gemm(0, 1, 1, std::min<int64_t>(state().acc_depth, 60));
    clear.reset = clear.dst_in = 1;
    if (round % 3 == 0) {
      duel->set_uops({{0, 0, 0}});
      duel->run(clear);
      duel->fill(rng, round % 8 == 0 ? 0 : -128, 127);
    }
    convolution(round);
    if (round % 2 == 0)
      store_all();
    ASSERT_TRUE(duel->same()) << "round " << round << " seed " << kSeed;
  }
}

// One lattice, any rectangles on it; between the GEMMs anything that might see or change them.
TEST_P(KernelSums, StreamsOnOneLatticeEqualReference) {
  const auto few = [&](int64_t most) { return pick(rng, 0, most); };
  for (int round = 0; round < 25; ++round) {
    load_operands(round % 2 == 0);
    duel->load_all(MemoryType::Acc);
    Insn loops = gemm(0, 1);
    loops.dst_out = pick(rng, 1, 7);
    loops.dst_in = 1;
    loops.src_out = few(6);
    loops.src_in = few(2);
    std::vector<Uop> uops;
    for (int k = 0; k < 12; ++k)
      uops.push_back(k > 0 && few(5) == 0 ? uops.back() : Uop{few(30), few(20), few(6)});
    duel->set_uops(uops);
    for (int k = 0; k < 60; ++k) {
      const int64_t kind = few(19);
      if (kind < 12) {
        Insn insn = loops;
        insn.uop_bgn = few(11);
        insn.uop_end = pick(rng, insn.uop_bgn + 1, 12);
        insn.iter_out = few(8) == 0 ? 1 : pick(rng, 1, 4);
        insn.iter_in = few(8) == 0 ? loops.dst_out + 1 : pick(rng, 1, loops.dst_out);
        insn.wgt_out = few(15) == 0 ? 1 : 0;
        insn.wgt_in = few(15) == 0 ? 1 : 0;
        insn.reset = few(15) == 0 ? 1 : 0;
        if (few(20) == 0)
          insn.src_in += 1;
        if (!duel->in_range(insn))
          continue;
        if (few(9) == 0)  // in two parts
          for (const int64_t begin : {int64_t{0}, insn.iter_in / 2})
            duel->run(insn,
                      {0, insn.iter_out, begin, begin == 0 ? insn.iter_in / 2 : insn.iter_in});
        else
          duel->run(insn);
      } else if (kind < 15) {
        new_operands(kind == 12 ? MemoryType::Inp : MemoryType::Wgt, few(16), pick(rng, 1, 4));
      } else if (kind == 15) {
        new_operands(few(1) == 0 ? MemoryType::Acc : MemoryType::Acc8, few(40), pick(rng, 1, 4));
      } else if (kind == 16) {
        const Insn out = store(few(60), few(8), 1, pick(rng, 1, 6));
        duel->reference->store(out, duel->out_a.data());
        duel->engine->store(out, duel->out_b.data());
        ASSERT_EQ(duel->out_a, duel->out_b) << "round " << round << " insn " << k;
      } else if (kind == 17) {
        Insn insn = alu(static_cast<AluOp>(few(3)), 0, 1, 1, pick(rng, 1, 9));
        insn.uop_bgn = few(11);
        insn.uop_end = insn.uop_bgn + 1;
        insn.dst_in = insn.src_in = 1;
        insn.use_imm = few(1);
        insn.imm = few(9);
        if (duel->in_range(insn))
          duel->run(insn);
      } else if (kind == 18) {
        for (Uop& u : uops)
          u = few(3) == 0 ? Uop{few(30), few(20), few(6)} : u;
        const auto before = duel->dram;  // the operands that later LOADs find
        duel->set_uops(uops);
        duel->dram = before;
      } else if (few(3) == 0) {
        ASSERT_TRUE(duel->same()) << "round " << round << " insn " << k << " seed " << kSeed;
      }
    }
    ASSERT_TRUE(duel->same()) << "round " << round << " seed " << kSeed;
  }
}

// Rows of STOREs and LOADs that just touch or just miss those of sums that wait.
TEST_P(KernelSums, NeighboursOfWaitingSumsEqualReference) {
  load_operands(false);
  duel->load_all(MemoryType::Acc);
  duel->set_uops({{10, 10, 2}, {10, 12, 3}});
  Insn insn = gemm(0, 2, 2, 3);
  insn.dst_out = insn.src_out = 3;
  insn.dst_in = insn.src_in = 1;
  for (int64_t at = 6; at < 20; ++at)
    for (const int64_t count : {1, 3}) {
      for (const MemoryType type : {MemoryType::Inp, MemoryType::Wgt, MemoryType::Acc}) {
        if (type == MemoryType::Wgt && at >= 12)
          continue;
        duel->run(insn);
        duel->run(insn);
        new_operands(type, type == MemoryType::Wgt ? at - 6 : at, count);
        duel->run(insn);
        ASSERT_TRUE(duel->same()) << "at " << at << " count " << count;
      }
      duel->run(insn);
      const Insn out = store(at, 0, 1, count);
      duel->reference->store(out, duel->out_a.data());
      duel->engine->store(out, duel->out_b.data());
      ASSERT_EQ(duel->out_a, duel->out_b) << "at " << at << " count " << count;
      duel->run(insn);
      ASSERT_TRUE(duel->same()) << "at " << at << " count " << count;
    }
}

TEST_P(KernelSums, ManyWaitingSumsWrap) {
  duel->fill(rng, -128, -128);
  duel->load_all(MemoryType::Inp);
  duel->load_all(MemoryType::Wgt);
  duel->fill(rng, 0x7f, 0x7f);  // 0x7f7f7f7f
  duel->load_all(MemoryType::Acc);
  std::vector<Uop> uops(12, Uop{0, 0, 0});
  duel->set_uops(uops);
  Insn insn = gemm(0, 12, 2, 3);
  insn.dst_out = insn.src_out = 3;
  insn.dst_in = insn.src_in = 1;
  for (int k = 0; k < 200; ++k)
    duel->run(insn);
  store_all();
  EXPECT_TRUE(duel->same());
}

// Sums of products at 16 bits must stay within them: the largest weights that may, and one more.
TEST_P(KernelSums, WeightsAtTheEdgeOf16BitsEqualReference) {
  for (const int64_t sum :
       {256, 257, 258, 259, 260, 264, 1016, -256, -257, -258, -259, -260, -1024}) {
    duel->fill(rng, 127, 127);
    duel->load_all(MemoryType::Inp);
    edge_weights(sum);
    duel->load_all(MemoryType::Wgt);
    duel->set_uops({{0, 0, 0}, {0, 1, 1}});
    Insn insn = gemm(0, 2, 1, 20);
    insn.dst_in = insn.src_in = 1;
    duel->run(insn);
    ASSERT_TRUE(duel->same()) << "sum " << sum;
  }
}

// Weights that allow sums at 16 bits everywhere, in most elements, in few.
TEST_P(KernelSums, SmallWeightsEqualReference) {
  for (const int64_t largest : {8, 30, 36, 60}) {
    duel->fill(rng, 0, 127);
    duel->load_all(MemoryType::Inp);
    duel->fill(rng, -largest, largest);
    duel->load_all(MemoryType::Wgt);
    std::vector<Uop> uops;
    for (int64_t k = 0; k < 8; ++k)
      uops.push_back({pick(rng, 0, 3), pick(rng, 0, 9), k});
    duel->set_uops(uops);
    for (int64_t columns = 1; columns <= 20; ++columns) {
      Insn insn = gemm(0, 8, 1, columns);
      insn.dst_in = insn.src_in = 1;
      duel->run(insn);
    }
    ASSERT_TRUE(duel->same()) << "weights up to " << largest << " seed " << kSeed;
  }
}

// A reset that waits is not taken for the beginning of sums that leave out some of its rows.
TEST_P(KernelSums, RowsOfAResetThatNoSumHasAreZero) {
  load_operands(false);
  duel->set_uops({{0, 0, 0}, {0, 9, 1}});
  for (const int64_t columns : {2, 3, 4}) {
    duel->load_all(MemoryType::Acc);
    Insn clear = gemm(0, 1, 1, 2 * 4 + columns);  // from the first row to the last one of the sums
    clear.reset = clear.dst_in = 1;
    Insn insn = gemm(0, 2, 3, columns);
    insn.dst_out = 4;
    insn.src_out = 5;
    insn.dst_in = insn.src_in = 1;
    duel->run(clear);
    duel->run(insn);
    store_all();
    ASSERT_TRUE(duel->same()) << columns << " columns";
  }
}

// Half of the instructions that wait for each other read a negative input.
TEST_P(KernelSums, OneNegativeInputAmongManyEqualsReference) {
  duel->fill(rng, 0, 127);
  duel->load_all(MemoryType::Inp);
  duel->fill(rng, -128, 127);
  duel->load_all(MemoryType::Wgt);
  duel->set_uops({{0, 0, 0}, {0, 20, 1}});
  Insn first = gemm(0, 1, 1, 12);
  first.dst_in = first.src_in = 1;
  Insn second = first;
  second.uop_bgn = 1;
  second.uop_end = 2;
  for (const int value : {-1, -128}) {
    duel->fill(rng, value, value);
    duel->load(load(MemoryType::Inp, 25, 0, 1, 1));
    duel->run(first);
    duel->run(second);
    ASSERT_TRUE(duel->same()) << value;
  }
}

}  // namespace
}  // namespace vta::test
