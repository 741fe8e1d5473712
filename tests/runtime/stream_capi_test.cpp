// Programs written against VTA's C runtime interface, run on fsim, compared with plain arithmetic.
#include <gmock/gmock.h>

#include <cstring>
#include <random>
#include <vector>

#include "base/error.h"
#include "runtime/vta_runtime_capi.h"
#include "sim/factory/device_factory.h"
#include "tests/driver/test_link.h"

namespace vta {
namespace {

using ::testing::HasSubstr;

constexpr int kLoad = 1, kCompute = 2, kStore = 3;
constexpr uint32_t kWgt = 1, kInp = 2, kAcc = 3, kOut = 4;
constexpr int64_t kBlock = 16;

class RuntimeCApiTest : public ::testing::Test {
 public:
  RuntimeCApiTest() {
    VTASetRuntime(runtime_.get());
    VTARuntimeClearError();
  }
  ~RuntimeCApiTest() override { VTASetRuntime(nullptr); }

 protected:
  static std::unique_ptr<DeviceLink> make() {
    return test::test_link(
        make_device("fsim", VtaConfig{}, {.kernels = "reference", .memory_bytes = 1 << 22}));
  }
  void* upload(const std::vector<int8_t>& values) {
    void* buffer = VTABufferAlloc(values.size());
    VTABufferCopy(values.data(), 0, buffer, 0, values.size(), VTA_MEMCPY_H2D);
    return buffer;
  }
  static std::vector<int8_t> download(void* buffer, size_t size) {
    std::vector<int8_t> values(size);
    VTABufferCopy(buffer, 0, values.data(), 0, size, VTA_MEMCPY_D2H);
    return values;
  }
  CommandQueue& queue() { return command_queue(*runtime_); }

  Driver driver_{make()};
  CRuntimePtr runtime_ = make_c_runtime(driver_);
  VTACommandHandle cmd_ = runtime_.get();
};

std::vector<int8_t> random_values(size_t count, uint64_t seed) {
  std::mt19937_64 random(seed);
  std::vector<int8_t> values(count);
  for (int8_t& v : values)
    v = static_cast<int8_t>(static_cast<int>(random() % 7) - 3);
  return values;
}

// Kernels of a blocked matrix product: rows x 1 block of accumulators from `base` on.
struct TileSignature {
  int32_t rows, base, inp_base, wgt_base, reset;
};
int record_gemm(void* signature) {
  const auto& s = *static_cast<const TileSignature*>(signature);
  VTAUopLoopBegin(static_cast<uint32_t>(s.rows), 1, 1, 0);
  VTAUopPush(0, static_cast<uint32_t>(s.reset), static_cast<uint32_t>(s.base),
             static_cast<uint32_t>(s.inp_base), static_cast<uint32_t>(s.wgt_base), 0, 0, 0);
  VTAUopLoopEnd();
  return 0;
}
int record_shift(void* signature) {
  const auto& s = *static_cast<const TileSignature*>(signature);
  VTAUopLoopBegin(static_cast<uint32_t>(s.rows), 1, 1, 0);
  const auto base = static_cast<uint32_t>(s.base);
  VTAUopPush(1, 0, base, base, 0, 3, 1, 2);  // SHR by 2
  VTAUopLoopEnd();
  return 0;
}

// C[rows][cols] = (A[rows][depth] * B[cols][depth]) >> 2, int8, blocks of 16; element layouts as
// the device has them. Two virtual threads: tiles alternate between two halves of ACC, steps
// between two halves of INP and WGT.
class BlockedGemm {
 public:
  BlockedGemm(int rows, int blocks_k, int blocks_n)
      : rows_(rows), blocks_k_(blocks_k), blocks_n_(blocks_n) {
    a_ = random_values(static_cast<size_t>(rows * blocks_k * kBlock), 11);
    b_ = random_values(static_cast<size_t>(blocks_n * blocks_k * kBlock * kBlock), 12);
  }
  const std::vector<int8_t>& a() const { return a_; }
  const std::vector<int8_t>& b() const { return b_; }
  size_t result_size() const { return static_cast<size_t>(blocks_n_ * rows_ * kBlock); }

  // A: [k][row][16], B: [n][k][16 out][16 in], C: [n][row][16].
  std::vector<int8_t> expected() const {
    std::vector<int8_t> c(result_size());
    for (int n = 0; n < blocks_n_; ++n)
      for (int row = 0; row < rows_; ++row)
        for (int lane = 0; lane < kBlock; ++lane) {
          int sum = 0;
          for (int k = 0; k < blocks_k_; ++k)
            for (int i = 0; i < kBlock; ++i)
              sum += a_[static_cast<size_t>((k * rows_ + row) * kBlock + i)] *
                     b_[static_cast<size_t>(((n * blocks_k_ + k) * kBlock + lane) * kBlock + i)];
          c[static_cast<size_t>((n * rows_ + row) * kBlock + lane)] = static_cast<int8_t>(sum >> 2);
        }
    return c;
  }

  void queue(VTACommandHandle cmd, void* a, void* b, void* c) {
    for (int tile = 0; tile < blocks_n_; ++tile) {
      const int thread = tile % 2;
      if (tile >= 2)
        VTADepPop(cmd, kStore, kCompute);
      push(VTAPushGEMMOp, &gemm_, record_gemm, {rows_, thread * 512, 0, 0, 1});
      for (int half = 0; tile == 0 && half < 2; ++half)
        VTADepPush(cmd, kCompute, kLoad);  // both halves of INP and WGT are free
      for (int k = 0; k < blocks_k_; ++k)
        step(cmd, a, b, tile, k);
      push(VTAPushALUOp, &shift_, record_shift, {rows_, thread * 512, 0, 0, 0});
      VTADepPush(cmd, kCompute, kStore);
      VTADepPop(cmd, kCompute, kStore);
      VTAStoreBuffer2D(cmd, static_cast<uint32_t>(thread * 512), kOut, c,
                       static_cast<uint32_t>(tile * rows_), static_cast<uint32_t>(rows_), 1,
                       static_cast<uint32_t>(rows_));
      VTADepPush(cmd, kStore, kCompute);
    }
    for (int left = 0; left < 2; ++left) {
      VTADepPop(cmd, kStore, kCompute);
      VTADepPop(cmd, kCompute, kLoad);
    }
  }

 private:
  template <typename Push>
  void push(Push op, void** handle, int (*record)(void*), TileSignature signature) {
    EXPECT_EQ(op(handle, record, &signature, sizeof signature), 0) << VTARuntimeLastError();
  }
  void step(VTACommandHandle cmd, void* a, void* b, int tile, int k) {
    // Step s waits for the token of step s - 2, the last user of its half.
    const int thread = tile % 2, half = (tile * blocks_k_ + k) % 2;
    const auto inp = static_cast<uint32_t>(half * 512), wgt = static_cast<uint32_t>(half);
    const auto rows = static_cast<uint32_t>(rows_);
    VTADepPop(cmd, kCompute, kLoad);
    VTALoadBuffer2D(cmd, a, static_cast<uint32_t>(k) * rows, rows, 1, rows, 0, 0, 0, 0, inp, kInp);
    VTALoadBuffer2D(cmd, b, static_cast<uint32_t>(tile * blocks_k_ + k), 1, 1, 1, 0, 0, 0, 0, wgt,
                    kWgt);
    VTADepPush(cmd, kLoad, kCompute);
    VTADepPop(cmd, kLoad, kCompute);
    push(VTAPushGEMMOp, &gemm_, record_gemm, {rows_, thread * 512, half * 512, half, 0});
    VTADepPush(cmd, kCompute, kLoad);
  }

  int rows_, blocks_k_, blocks_n_;
  std::vector<int8_t> a_, b_;
  void *gemm_ = nullptr, *shift_ = nullptr;
};

TEST_F(RuntimeCApiTest, BlockedGemmWithTwoVirtualThreads) {
  BlockedGemm gemm(20, 3, 5);
  void* a = upload(gemm.a());
  void* b = upload(gemm.b());
  void* c = VTABufferAlloc(gemm.result_size());
  gemm.queue(cmd_, a, b, c);
  VTASynchronize(cmd_, 1u << 30);
  EXPECT_STREQ(VTARuntimeLastError(), "");
  EXPECT_EQ(download(c, gemm.result_size()), gemm.expected());
}

// Operands and result are touched through pointers alone, before and after two runs.
TEST_F(RuntimeCApiTest, PointersShowTheBuffersBeforeAndAfterARun) {
  BlockedGemm gemm(8, 2, 2);
  void* a = VTABufferAlloc(gemm.a().size());
  void* b = upload(gemm.b());
  void* c = VTABufferAlloc(gemm.result_size());
  auto* at_a = static_cast<int8_t*>(VTABufferCPUPtr(cmd_, a));
  auto* at_c = static_cast<int8_t*>(VTABufferCPUPtr(cmd_, c));
  std::memcpy(at_a, gemm.a().data(), gemm.a().size());
  gemm.queue(cmd_, a, b, c);
  VTASynchronize(cmd_, 1u << 30);
  EXPECT_STREQ(VTARuntimeLastError(), "");
  EXPECT_EQ(std::vector<int8_t>(at_c, at_c + gemm.result_size()), gemm.expected());
  EXPECT_EQ(download(c, gemm.result_size()), gemm.expected());
  std::memset(at_a, 0, gemm.a().size());
  VTAWriteBarrier(cmd_, a, 8, 0, static_cast<uint32_t>(gemm.a().size()));
  gemm.queue(cmd_, a, b, c);
  VTASynchronize(cmd_, 1u << 30);
  EXPECT_EQ(std::vector<int8_t>(at_c, at_c + gemm.result_size()),
            std::vector<int8_t>(gemm.result_size()));
  at_c[3] = 5;
  EXPECT_EQ(download(c, 4)[3], 5);
  VTABufferCopy(c, 0, a, 4, 8, VTA_MEMCPY_D2D);
  EXPECT_EQ(at_a[7], 5);
}

TEST_F(RuntimeCApiTest, SecondRunUsesTheRecordedKernels) {
  BlockedGemm gemm(8, 2, 2);
  void* a = upload(gemm.a());
  void* b = upload(gemm.b());
  void* c = VTABufferAlloc(gemm.result_size());
  gemm.queue(cmd_, a, b, c);
  VTASynchronize(cmd_, 1u << 30);
  const int64_t recorded = queue().num_recorded();
  EXPECT_EQ(recorded, 8);  // of two threads each: reset, shift, products of two halves
  gemm.queue(cmd_, a, b, c);
  VTASynchronize(cmd_, 1u << 30);
  EXPECT_EQ(queue().num_recorded(), recorded);
  EXPECT_STREQ(VTARuntimeLastError(), "");
  EXPECT_EQ(download(c, gemm.result_size()), gemm.expected());
}

int record_add_max(void* signature) {
  const auto immediate = *static_cast<const int32_t*>(signature);
  VTAUopLoopBegin(4, 2, 2, 0);
  VTAUopLoopBegin(2, 1, 1, 0);
  VTAUopPush(1, 0, 0, immediate == 0 ? 8 : 0, 0, immediate == 0 ? 2 : 1, immediate != 0, immediate);
  VTAUopLoopEnd();
  VTAUopLoopEnd();
  return 0;
}

TEST_F(RuntimeCApiTest, AluAddsTwoTensorsAndTakesTheMaximum) {
  std::vector<int32_t> x(8 * kBlock), y(8 * kBlock);
  for (size_t i = 0; i < x.size(); ++i) {
    x[i] = static_cast<int32_t>(i) - 60;
    y[i] = static_cast<int32_t>(i % 5);
  }
  void* bx = VTABufferAlloc(x.size() * 4);
  void* by = VTABufferAlloc(y.size() * 4);
  void* bz = VTABufferAlloc(x.size());
  VTABufferCopy(x.data(), 0, bx, 0, x.size() * 4, VTA_MEMCPY_H2D);
  VTABufferCopy(y.data(), 0, by, 0, y.size() * 4, VTA_MEMCPY_H2D);
  VTALoadBuffer2D(cmd_, bx, 0, 8, 1, 8, 0, 0, 0, 0, 0, kAcc);
  VTALoadBuffer2D(cmd_, by, 0, 8, 1, 8, 0, 0, 0, 0, 8, kAcc);
  void* handle = nullptr;
  int32_t add = 0, maximum = -3;
  ASSERT_EQ(VTAPushALUOp(&handle, record_add_max, &add, sizeof add), 0);
  ASSERT_EQ(VTAPushALUOp(&handle, record_add_max, &maximum, sizeof maximum), 0);
  VTADepPush(cmd_, kCompute, kStore);
  VTADepPop(cmd_, kCompute, kStore);
  VTAStoreBuffer2D(cmd_, 0, kOut, bz, 0, 8, 1, 8);
  VTADepPush(cmd_, kStore, kCompute);
  VTADepPop(cmd_, kStore, kCompute);
  EXPECT_EQ(queue().num_nops(), 0);
  VTASynchronize(cmd_, 1u << 30);
  EXPECT_STREQ(VTARuntimeLastError(), "");
  const auto z = download(bz, x.size());
  for (size_t i = 0; i < x.size(); ++i)
    EXPECT_EQ(z[i], static_cast<int8_t>(std::max(x[i] + y[i], -3))) << i;
}

TEST_F(RuntimeCApiTest, PushesAndPopsMergeIntoNeighbours) {
  void* data = VTABufferAlloc(4096);
  VTALoadBuffer2D(cmd_, data, 0, 1, 1, 1, 0, 0, 0, 0, 0, kInp);
  VTADepPush(cmd_, kLoad, kCompute);
  VTADepPop(cmd_, kLoad, kCompute);
  VTALoadBuffer2D(cmd_, data, 0, 1, 1, 1, 0, 0, 0, 0, 0, kAcc);
  ASSERT_EQ(queue().insns().size(), 2u);
  EXPECT_EQ(queue().insns()[0].push_next, 1);
  EXPECT_EQ(queue().insns()[1].pop_prev, 1);
}

TEST_F(RuntimeCApiTest, PushWithoutAnInstruction_TakesANop) {
  VTADepPush(cmd_, kCompute, kLoad);
  VTADepPush(cmd_, kCompute, kLoad);
  EXPECT_EQ(queue().num_nops(), 2);
  VTADepPop(cmd_, kCompute, kLoad);
  VTADepPop(cmd_, kCompute, kLoad);
  EXPECT_EQ(queue().num_nops(), 3);
  VTASynchronize(cmd_, 1000);
  EXPECT_STREQ(VTARuntimeLastError(), "");
}

TEST_F(RuntimeCApiTest, PushBehindAPop_IsNotGivenBeforeThePop) {
  void* data = VTABufferAlloc(4096);
  VTALoadBuffer2D(cmd_, data, 0, 1, 1, 1, 0, 0, 0, 0, 0, kAcc);
  VTADepPop(cmd_, kLoad, kCompute);
  VTADepPush(cmd_, kCompute, kStore);
  ASSERT_EQ(queue().insns().size(), 2u);
  EXPECT_EQ(queue().insns()[0].push_next, 0);
  EXPECT_EQ(queue().insns()[1].pop_prev, 1);
  EXPECT_EQ(queue().insns()[1].push_next, 1);
}

TEST_F(RuntimeCApiTest, UnbalancedTokens_AreRefusedBeforeLaunch) {
  VTADepPush(cmd_, kCompute, kStore);
  VTASynchronize(cmd_, 1000);
  EXPECT_THAT(VTARuntimeLastError(),
              HasSubstr("1 more pushes than pops of tokens compute -> store"));
  VTARuntimeClearError();
  VTASynchronize(cmd_, 1000);  // the bad stream is gone
  EXPECT_STREQ(VTARuntimeLastError(), "");
}

TEST_F(RuntimeCApiTest, DependenciesPassBetweenNeighboursOnly) {
  EXPECT_EQ(VTADepPush(cmd_, kLoad, kStore), -1);
  EXPECT_THAT(VTARuntimeLastError(), HasSubstr("load -> store"));
  EXPECT_EQ(VTADepPop(cmd_, 0, kCompute), -1);
  EXPECT_THAT(VTARuntimeLastError(), HasSubstr("queue 0"));
}

TEST_F(RuntimeCApiTest, MicroOpsOutsideAKernel_AreRefused) {
  VTAUopPush(0, 0, 0, 0, 0, 0, 0, 0);
  EXPECT_THAT(VTARuntimeLastError(), HasSubstr("inside the callback"));
}

int record_three_loops(void*) {
  for (int i = 0; i < 3; ++i)
    VTAUopLoopBegin(1, 0, 0, 0);
  return 0;
}
int record_open_loop(void*) {
  VTAUopLoopBegin(1, 0, 0, 0);
  return 0;
}
int record_mixed(void*) {
  VTAUopPush(0, 0, 0, 0, 0, 0, 0, 0);
  VTAUopPush(1, 0, 0, 0, 0, 0, 0, 0);
  return 0;
}
int record_failure(void*) {
  return 5;
}

TEST_F(RuntimeCApiTest, MalformedKernels_AreRefusedWithTheirReason) {
  const auto expect = [&](int (*record)(void*), const char* text) {
    void* handle = nullptr;
    EXPECT_EQ(VTAPushGEMMOp(&handle, record, nullptr, 0), -1);
    EXPECT_THAT(VTARuntimeLastError(), HasSubstr(text));
  };
  expect(record_three_loops, "third loop");
  expect(record_open_loop, "not ended");
  expect(record_mixed, "different kinds");
  expect(record_failure, "returned 5");
}

TEST_F(RuntimeCApiTest, BuffersAreCheckedHandles) {
  void* buffer = VTABufferAlloc(16);
  std::vector<int8_t> data(32);
  VTABufferCopy(data.data(), 0, buffer, 8, 9, VTA_MEMCPY_H2D);
  EXPECT_THAT(VTARuntimeLastError(), HasSubstr("bytes [8, 17) of a buffer of 16"));
  VTABufferFree(data.data());
  EXPECT_THAT(VTARuntimeLastError(), HasSubstr("not a buffer"));
  VTABufferCopy(data.data(), 0, buffer, 0, 1, 7);
  EXPECT_THAT(VTARuntimeLastError(), HasSubstr("copy kind 7"));
  EXPECT_NE(VTABufferCPUPtr(cmd_, buffer), nullptr);
  VTABufferFree(buffer);
  EXPECT_EQ(VTABufferCPUPtr(cmd_, buffer), nullptr);
}

TEST_F(RuntimeCApiTest, WithoutARuntime_CallsFail) {
  VTASetRuntime(nullptr);
  EXPECT_EQ(VTATLSCommandHandle(), nullptr);
  EXPECT_EQ(VTABufferAlloc(16), nullptr);
  EXPECT_THAT(VTARuntimeLastError(), HasSubstr("no current runtime"));
}

TEST_F(RuntimeCApiTest, DeviceErrors_AreReported) {
  void* data = VTABufferAlloc(4096);
  VTALoadBuffer2D(cmd_, data, 0, 4000, 1, 4000, 0, 0, 0, 0, 0, kInp);
  VTASynchronize(cmd_, 1000);
  EXPECT_THAT(VTARuntimeLastError(), HasSubstr("SRAM_RANGE"));
}

}  // namespace
}  // namespace vta
