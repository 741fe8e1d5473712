// Blocked GEMM and ALU programs through the function `vta`, against plain loops.
//
// The same sources are linked with each simulator's library; VTA_TEST_BACKEND names it.
#include <gtest/gtest.h>

#include <cstdlib>
#include <cstring>
#include <random>
#include <tuple>

#include "tests/testbench/packer.h"

namespace bench {
namespace {

// Bytes in 64-bit words, as the bus has them.
template <typename T>
class BusArray {
 public:
  explicit BusArray(int64_t count)
      : words_(static_cast<size_t>((count * static_cast<int64_t>(sizeof(T)) + 7) / 8)) {}
  T get(int64_t i) const {
    T value;
    std::memcpy(&value, at(i), sizeof(T));
    return value;
  }
  void set(int64_t i, T value) { std::memcpy(const_cast<char*>(at(i)), &value, sizeof(T)); }
  volatile bus_T* data() { return words_.data(); }

 private:
  const char* at(int64_t i) const {
    return reinterpret_cast<const char*>(words_.data()) + i * static_cast<int64_t>(sizeof(T));
  }
  std::vector<bus_T> words_;
};

class TestBench : public ::testing::TestWithParam<std::string> {
 protected:
  TestBench() : m_(machine_named(GetParam())), random_(7) {
    ::setenv("VTA_CONFIG", GetParam().c_str(), 1);
    ::setenv("VTA_CACHE_DIR", VTA_BINARY_DIR "/model_cache", 1);
  }
  int64_t below(int64_t n) { return static_cast<int64_t>(random_() % static_cast<uint64_t>(n)); }

  void run(Stream& s, volatile bus_T* inputs, volatile bus_T* weights, volatile bus_T* biases,
           volatile bus_T* outputs) {
    vta(static_cast<uint32_t>(s.insns().size()), s.insns().data(), s.uops().data(), inputs, weights,
        biases, outputs);
  }

  void check_gemm(bool compressed, int threads);
  void check_alu(Op op, bool use_imm, bool compressed, int threads);

  Machine m_;
  std::mt19937_64 random_;
};

// Rows, columns and depth of one tile in elements, and how many tiles there are of each.
constexpr int64_t kTileM = 2, kTileN = 2, kTileK = 3, kTilesM = 2, kTilesN = 2, kTilesK = 2;
constexpr int64_t kM = kTileM * kTilesM, kN = kTileN * kTilesN, kK = kTileK * kTilesK;

struct GemmData {
  explicit GemmData(const Machine& machine)
      : m(machine),
        a(kM * kK * m.batch * m.block_in),
        w(kN * kK * m.block_out * m.block_in),
        bias(kM * kN * m.batch * m.block_out),
        out(kM * kN * m.batch * m.block_out) {}

  // Logical row and column to the place in the element arrays.
  int64_t a_at(int64_t row, int64_t k) const {
    return ((row / m.batch * kK + k / m.block_in) * m.batch + row % m.batch) * m.block_in +
           k % m.block_in;
  }
  int64_t w_at(int64_t col, int64_t k) const {
    return ((col / m.block_out * kK + k / m.block_in) * m.block_out + col % m.block_out) *
               m.block_in +
           k % m.block_in;
  }
  int64_t c_at(int64_t row, int64_t col) const {
    return ((row / m.batch * kN + col / m.block_out) * m.batch + row % m.batch) * m.block_out +
           col % m.block_out;
  }

  const Machine& m;
  BusArray<int8_t> a, w;
  BusArray<int32_t> bias;
  BusArray<int8_t> out;
};

constexpr int64_t kShift = 5, kHigh = 100;

// Tiles whose number is even start from the bias, the others from zero.
bool starts_from_bias(int64_t tile_m, int64_t tile_n) {
  return (tile_m * kTilesN + tile_n) % 2 == 0;
}

int8_t expected_gemm(const GemmData& d, int64_t row, int64_t col) {
  const bool biased = starts_from_bias(row / (kTileM * d.m.batch), col / (kTileN * d.m.block_out));
  int64_t sum = biased ? d.bias.get(d.c_at(row, col)) : 0;
  for (int64_t k = 0; k < kK * d.m.block_in; ++k)
    sum += int64_t{d.a.get(d.a_at(row, k))} * d.w.get(d.w_at(col, k));
  sum >>= kShift;
  return static_cast<int8_t>(std::min(sum, kHigh));
}

// Micro-ops of one tile: GEMM and ALU, with loops or one by one.
struct TileUops {
  Loops gemm, alu;
};
TileUops tile_uops(Stream& s, bool compressed, int64_t acc, int64_t inp, int64_t wgt) {
  TileUops t;
  t.gemm.uop_begin = s.num_uops();
  if (compressed) {
    for (int64_t k = 0; k < kTileK; ++k)
      s.uop(acc, inp + k, wgt + k);
    t.gemm.out = kTileM, t.gemm.dst_out = kTileN, t.gemm.src_out = kTileK;
    t.gemm.in = kTileN, t.gemm.dst_in = 1, t.gemm.wgt_in = kTileK;
  } else {
    for (int64_t m = 0; m < kTileM; ++m)
      for (int64_t n = 0; n < kTileN; ++n)
        for (int64_t k = 0; k < kTileK; ++k)
          s.uop(acc + m * kTileN + n, inp + m * kTileK + k, wgt + n * kTileK + k);
  }
  t.gemm.uop_end = t.alu.uop_begin = s.num_uops();
  if (compressed) {
    s.uop(acc, acc, 0);
    t.alu.out = kTileM, t.alu.dst_out = t.alu.src_out = kTileN;
    t.alu.in = kTileN, t.alu.dst_in = t.alu.src_in = 1;
  } else {
    for (int64_t i = 0; i < kTileM * kTileN; ++i)
      s.uop(acc + i, acc + i, 0);
  }
  t.alu.uop_end = s.num_uops();
  return t;
}

// One tile of accumulators per thread, one tile of operands per thread; a step is a tile of K.
Stream gemm_stream(const Machine& machine, bool compressed, int threads) {
  Stream s(machine);
  std::vector<std::vector<TileUops>> uops(static_cast<size_t>(threads));
  for (int64_t a = 0; a < threads; ++a)
    for (int64_t r = 0; r < threads; ++r)
      uops[static_cast<size_t>(a)].push_back(
          tile_uops(s, compressed, a * kTileM * kTileN, r * kTileM * kTileK, r * kTileN * kTileK));
  s.load(kUop, 0, 0, 1, s.num_uops(), s.num_uops());
  constexpr int64_t kTiles = kTilesM * kTilesN, kSteps = kTiles * kTilesK;
  for (int64_t tile = 0; tile < kTiles; ++tile) {
    const int64_t tile_m = tile / kTilesN, tile_n = tile % kTilesN, acc = tile % threads;
    const int64_t acc_base = acc * kTileM * kTileN;
    const int64_t c_base = tile_m * kTileM * kN + tile_n * kTileN;
    // The accumulators are free once the tile before it in this thread is stored.
    const int wait = tile >= threads ? kPopNext : 0;
    if (starts_from_bias(tile_m, tile_n))
      s.load(kAcc, acc_base, c_base, kTileM, kTileN, kN, wait);
    else
      s.gemm(uops[static_cast<size_t>(acc)][0].gemm, true, wait);
    for (int64_t k = 0; k < kTilesK; ++k) {
      const int64_t step = tile * kTilesK + k, region = step % threads;
      s.load(kInp, region * kTileM * kTileK, tile_m * kTileM * kK + k * kTileK, kTileM, kTileK, kK,
             step >= threads ? kPopNext : 0);
      s.load(kWgt, region * kTileN * kTileK, tile_n * kTileN * kK + k * kTileK, kTileN, kTileK, kK,
             kPushNext);
      s.gemm(uops[static_cast<size_t>(acc)][static_cast<size_t>(region)].gemm, false,
             kPopPrev | (step + threads < kSteps ? kPushPrev : 0));
    }
    s.alu(kShr, uops[static_cast<size_t>(acc)][0].alu, true, kShift);
    s.alu(kMin, uops[static_cast<size_t>(acc)][0].alu, true, kHigh, kPushNext);
    s.store(acc_base, c_base, kTileM, kTileN, kN,
            kPopPrev | (tile + threads < kTiles ? kPushPrev : 0));
  }
  s.finish();
  return s;
}

void TestBench::check_gemm(bool compressed, int threads) {
  GemmData d(m_);
  for (int64_t row = 0; row < kM * m_.batch; ++row)
    for (int64_t k = 0; k < kK * m_.block_in; ++k)
      d.a.set(d.a_at(row, k), static_cast<int8_t>(below(256) - 128));
  for (int64_t col = 0; col < kN * m_.block_out; ++col)
    for (int64_t k = 0; k < kK * m_.block_in; ++k)
      d.w.set(d.w_at(col, k), static_cast<int8_t>(below(256) - 128));
  for (int64_t row = 0; row < kM * m_.batch; ++row)
    for (int64_t col = 0; col < kN * m_.block_out; ++col)
      d.bias.set(d.c_at(row, col), static_cast<int32_t>(below(1 << 20) - (1 << 19)));
  Stream s = gemm_stream(m_, compressed, threads);
  run(s, d.a.data(), d.w.data(), d.bias.data(), d.out.data());
  ASSERT_EQ(vta_error(), 0) << vta_error_text();
  int64_t wrong = 0;
  for (int64_t row = 0; row < kM * m_.batch; ++row)
    for (int64_t col = 0; col < kN * m_.block_out; ++col)
      wrong += d.out.get(d.c_at(row, col)) != expected_gemm(d, row, col);
  EXPECT_EQ(wrong, 0) << "of " << kM * m_.batch * kN * m_.block_out;
}

TEST_P(TestBench, BlockedGemmEqualsPlainLoops) {
  for (const bool compressed : {false, true})
    for (const int threads : {1, 2}) {
      SCOPED_TRACE(testing::Message() << "compressed " << compressed << ", threads " << threads);
      check_gemm(compressed, threads);
    }
}

int32_t expected_alu(Op op, int32_t x, int32_t y) {
  switch (op) {
    case kMin:
      return std::min(x, y);
    case kMax:
      return std::max(x, y);
    case kAdd:
      return static_cast<int32_t>(static_cast<uint32_t>(x) + static_cast<uint32_t>(y));
    case kShr:
      return y >= 0 ? x >> std::min(y, 31)
                    : static_cast<int32_t>(static_cast<uint32_t>(x) << std::min(-y, 31));
    case kMul:
      return static_cast<int32_t>(static_cast<uint32_t>(x) * static_cast<uint32_t>(y));
  }
  return 0;
}

constexpr int64_t kChunk = 6, kChunks = 4;  // elements of x, and of y, in a chunk

// biases: kChunks times x, then y.
Stream alu_stream(const Machine& machine, Op op, bool use_imm, int64_t imm, bool compressed,
                  int threads) {
  Stream s(machine);
  std::vector<Loops> loops;
  for (int64_t region = 0; region < threads; ++region) {
    const int64_t x = region * 2 * kChunk, y = use_imm ? x : x + kChunk;
    Loops l;
    l.uop_begin = s.num_uops();
    if (compressed) {  // 3 x 2 x one micro-op
      s.uop(x, y, 0);
      l.out = 3, l.dst_out = l.src_out = 2;
      l.in = 2, l.dst_in = l.src_in = 1;
    } else {
      for (int64_t i = 0; i < kChunk; ++i)
        s.uop(x + i, y + i, 0);
    }
    l.uop_end = s.num_uops();
    loops.push_back(l);
  }
  s.load(kUop, 0, 0, 1, s.num_uops(), s.num_uops());
  for (int64_t chunk = 0; chunk < kChunks; ++chunk) {
    const int64_t region = chunk % threads, x = region * 2 * kChunk;
    s.load(kAcc, x, chunk * 2 * kChunk, 1, use_imm ? kChunk : 2 * kChunk, 2 * kChunk,
           chunk >= threads ? kPopNext : 0);
    s.alu(op, loops[static_cast<size_t>(region)], use_imm, imm, kPushNext);
    s.store(x, chunk * kChunk, 1, kChunk, kChunk,
            kPopPrev | (chunk + threads < kChunks ? kPushPrev : 0));
  }
  s.finish();
  return s;
}

void TestBench::check_alu(Op op, bool use_imm, bool compressed, int threads) {
  const int64_t lanes = m_.batch * m_.block_out;
  BusArray<int32_t> xy(kChunks * 2 * kChunk * lanes);
  BusArray<int8_t> out(kChunks * kChunk * lanes);
  // Small enough that the low byte, which is stored, tells results apart.
  for (int64_t i = 0; i < kChunks * 2 * kChunk * lanes; ++i)
    xy.set(i,
           static_cast<int32_t>(i / (kChunk * lanes) % 2 == 1 && op == kShr ? below(80) - 40
                                                                            : below(4000) - 2000));
  const int64_t imm = op == kShr ? below(2) * 6 - 3 : below(200) - 100;
  Stream s = alu_stream(m_, op, use_imm, imm, compressed, threads);
  run(s, nullptr, nullptr, xy.data(), out.data());
  ASSERT_EQ(vta_error(), 0) << vta_error_text();
  int64_t wrong = 0;
  for (int64_t chunk = 0; chunk < kChunks; ++chunk)
    for (int64_t i = 0; i < kChunk * lanes; ++i) {
      const int64_t x = chunk * 2 * kChunk * lanes + i;
      const int32_t y = use_imm ? static_cast<int32_t>(imm) : xy.get(x + kChunk * lanes);
      wrong += out.get(chunk * kChunk * lanes + i) !=
               static_cast<int8_t>(expected_alu(op, xy.get(x), y));
    }
  EXPECT_EQ(wrong, 0) << "of " << kChunks * kChunk * lanes << ", imm " << imm;
}

TEST_P(TestBench, AluEqualsPlainLoops) {
  for (const Op op : {kMin, kMax, kAdd, kShr, kMul})
    for (const bool use_imm : {false, true})
      for (const bool compressed : {false, true})
        for (const int threads : {1, 2}) {
          SCOPED_TRACE(testing::Message() << "op " << op << ", imm " << use_imm << ", compressed "
                                          << compressed << ", threads " << threads);
          check_alu(op, use_imm, compressed, threads);
        }
}

TEST_P(TestBench, WhatIsNotStoredStaysAsItWas) {
  // Two rows of one element, two elements apart: the element between keeps its bytes.
  const int64_t lanes = m_.batch * m_.block_out;
  BusArray<int32_t> x(2 * lanes);
  BusArray<int8_t> out(4 * lanes);
  for (int64_t i = 0; i < 2 * lanes; ++i)
    x.set(i, static_cast<int32_t>(i % 100 + 1));
  for (int64_t i = 0; i < 4 * lanes; ++i)
    out.set(i, -7);
  Stream s(m_);
  s.load(kAcc, 0, 0, 1, 2, 2, kPushNext);
  s.store(0, 0, 2, 1, 2, kPopPrev);
  s.finish();
  run(s, nullptr, nullptr, x.data(), out.data());
  ASSERT_EQ(vta_error(), 0) << vta_error_text();
  for (int64_t i = 0; i < lanes; ++i) {
    EXPECT_EQ(out.get(i), static_cast<int8_t>(x.get(i)));
    EXPECT_EQ(out.get(lanes + i), -7);
    EXPECT_EQ(out.get(2 * lanes + i), static_cast<int8_t>(x.get(lanes + i)));
    EXPECT_EQ(out.get(3 * lanes + i), -7);
  }
}

TEST_P(TestBench, EightBitBiasesAreWidened) {
  const int64_t lanes = m_.batch * m_.block_out;
  BusArray<int8_t> x(3 * lanes), out(3 * lanes);
  for (int64_t i = 0; i < 3 * lanes; ++i)
    x.set(i, static_cast<int8_t>(below(256) - 128));
  Stream s(m_);
  s.load(kAcc8, 0, 0, 1, 3, 3, kPushNext);
  s.store(0, 0, 1, 3, 3, kPopPrev);
  s.finish();
  run(s, nullptr, nullptr, x.data(), out.data());
  ASSERT_EQ(vta_error(), 0) << vta_error_text();
  for (int64_t i = 0; i < 3 * lanes; ++i)
    EXPECT_EQ(out.get(i), x.get(i));
}

TEST_P(TestBench, ScratchpadsLastFromCallToCall) {
  const int64_t lanes = m_.batch * m_.block_out;
  BusArray<int32_t> x(lanes);
  BusArray<int8_t> out(lanes);
  for (int64_t i = 0; i < lanes; ++i)
    x.set(i, static_cast<int32_t>(i % 128));
  Stream first(m_);
  first.load(kAcc, 5, 0, 1, 1, 1);
  first.finish();
  run(first, nullptr, nullptr, x.data(), nullptr);
  ASSERT_EQ(vta_error(), 0) << vta_error_text();
  Stream second(m_);
  second.store(5, 0, 1, 1, 1);
  second.finish();
  run(second, nullptr, nullptr, nullptr, out.data());
  ASSERT_EQ(vta_error(), 0) << vta_error_text();
  for (int64_t i = 0; i < lanes; ++i)
    EXPECT_EQ(out.get(i), x.get(i));
}

TEST_P(TestBench, CyclesAreGivenWhereTimeIsModelled) {
  Stream s(m_);
  s.finish();
  run(s, nullptr, nullptr, nullptr, nullptr);
  ASSERT_EQ(vta_error(), 0);
  if (std::string(VTA_TEST_BACKEND) == "fsim")
    EXPECT_EQ(vta_cycles(), -1);
  else
    EXPECT_GT(vta_cycles(), 0);
}

TEST_P(TestBench, ErrorsOfTheStreamAreReported) {
  Stream blocked(m_);
  blocked.finish(kPopPrev);
  run(blocked, nullptr, nullptr, nullptr, nullptr);
  EXPECT_EQ(vta_error(), 9);
  EXPECT_NE(std::string(vta_error_text()).find("DEADLOCK"), std::string::npos);

  Stream endless(m_);
  endless.load(kAcc, 0, 0, 0, 0, 0);
  run(endless, nullptr, nullptr, nullptr, nullptr);
  EXPECT_EQ(vta_error(), 10);

  Stream empty(m_);
  run(empty, nullptr, nullptr, nullptr, nullptr);
  EXPECT_EQ(vta_error(), 10);

  // Nothing of an instruction that is refused is read: its array may be null.
  Stream wide(m_);
  wide.load(kAcc, 65535, 0, 1, 9, 9);
  wide.finish();
  run(wide, nullptr, nullptr, nullptr, nullptr);
  EXPECT_EQ(vta_error(), 6);

  Stream good(m_);
  good.finish();
  run(good, nullptr, nullptr, nullptr, nullptr);
  EXPECT_EQ(vta_error(), 0);
  EXPECT_STREQ(vta_error_text(), "");
}

TEST_P(TestBench, AMissingArrayIsNamed) {
  Stream s(m_);
  s.load(kInp, 0, 10, 1, 2, 2);
  s.finish();
  run(s, nullptr, nullptr, nullptr, nullptr);
  EXPECT_EQ(vta_error(), -1);
  const std::string bytes = std::to_string(12 * m_.batch * m_.block_in);
  EXPECT_NE(std::string(vta_error_text()).find("inputs is null, and the stream reaches " + bytes),
            std::string::npos)
      << vta_error_text();
  vta(1, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr);
  EXPECT_EQ(vta_error(), -1);
  EXPECT_NE(std::string(vta_error_text()).find("insns is null"), std::string::npos);
}

TEST_P(TestBench, AnUnknownConfigurationIsNamed) {
  ::setenv("VTA_CONFIG", "1x17", 1);
  Stream s(m_);
  s.finish();
  run(s, nullptr, nullptr, nullptr, nullptr);
  EXPECT_EQ(vta_error(), -1);
  EXPECT_NE(std::string(vta_error_text()).find("1x17"), std::string::npos);
}

#define INSTANTIATE(prefix, ...) \
  INSTANTIATE_TEST_SUITE_P(prefix, TestBench, testing::Values(__VA_ARGS__))
INSTANTIATE(VTA_TEST_PREFIX, VTA_TEST_CONFIGS);

}  // namespace
}  // namespace bench
