// What no schedule avoids, against plain loops and by hand.
#include "compiler/kernels/least_work.h"

#include <gtest/gtest.h>

#include <random>

#include "runtime/bound.h"
#include "tests/compiler/codegen/kernel_fixture.h"

namespace vta {
namespace {

using testing::channel_step;
using testing::imm_step;
using testing::tensor_step;

Kernel one_pixel(std::vector<AluStep> steps, Kernel::Kind kind = Kernel::Kind::Conv) {
  Kernel k;
  k.kind = kind;
  k.conv.ic = k.conv.oc = 16;
  k.steps = std::move(steps);
  return k;
}

LeastWork work_of(std::vector<AluStep> steps, const std::string& config = "default") {
  return least_work(one_pixel(std::move(steps)), named_config(config));
}

AluStep bias() {
  std::mt19937_64 random(1);
  return channel_step(AluOp::Add, random, 16, 100);
}

// Pairs of an output pixel and a tap that meet the image, one by one.
TEST(LeastWork, TapsAreThoseInsideTheImage) {
  constexpr uint64_t kSeed = 3;
  SCOPED_TRACE(kSeed);
  std::mt19937_64 random(kSeed);
  const auto draw = [&](int64_t low, int64_t high) {
    return low + static_cast<int64_t>(random() % static_cast<uint64_t>(high - low + 1));
  };
  for (int round = 0; round < 2000; ++round) {
    const int64_t inputs = draw(1, 9), kernel = draw(1, 7), stride = draw(1, 5);
    const int64_t pad = draw(0, 8), outputs = draw(1, 9), dilation = draw(1, 3);
    int64_t wanted = 0;
    for (int64_t o = 0; o < outputs; ++o)
      for (int64_t k = 0; k < kernel; ++k) {
        const int64_t at = o * stride + k * dilation - pad;
        wanted += at >= 0 && at < inputs ? 1 : 0;
      }
    ASSERT_EQ(taps_inside({outputs, kernel, stride, pad, inputs, dilation}), wanted)
        << inputs << " " << kernel << " " << stride << " " << pad << " " << outputs << " "
        << dilation;
  }
}

TEST(LeastWork, GemmStepsAreBlocksTimesTaps) {
  Kernel k;
  k.conv = {.n = 3,
            .ic = 17,
            .ih = 5,
            .iw = 5,
            .oc = 40,
            .oh = 5,
            .ow = 5,
            .kh = 3,
            .kw = 3,
            .pad_top = 1,
            .pad_left = 1,
            .pad_bottom = 1,
            .pad_right = 1};
  k.steps = {bias(), imm_step(AluOp::Shr, 3)};
  const LeastWork one = least_work(k, named_config("default"));
  EXPECT_EQ(one.gemm_steps, 3 * 2 * 3 * 13 * 13);  // images, blocks in and out, taps
  EXPECT_EQ(one.vector_steps, 3 * 3 * 25);
  EXPECT_EQ(one.imm_steps, 3 * 3 * 25);
  EXPECT_EQ(one.useful_macs, 3 * 17 * 40 * 13 * 13);
  const LeastWork wide = least_work(k, named_config("2x16"));
  EXPECT_EQ(wide.gemm_steps, 2 * 2 * 3 * 13 * 13);  // two rows of a batch of three
  EXPECT_EQ(wide.useful_macs, one.useful_macs);
}

Kernel grouped(int64_t ic, int64_t oc, int64_t groups) {
  Kernel k = one_pixel({bias()});
  k.conv.ic = ic;
  k.conv.oc = oc;
  k.conv.groups = groups;
  return k;
}

TEST(LeastWork, WithGroupsAStepIsOfBlocksThatAreConnected) {
  const auto steps = [](const Kernel& k, const char* config) {
    return least_work(k, named_config(config)).gemm_steps;
  };
  EXPECT_EQ(steps(grouped(64, 64, 64), "default"), 4);  // depthwise
  EXPECT_EQ(steps(grouped(64, 64, 64), "1x32.16"), 4);  // four blocks of outputs, one of inputs
  EXPECT_EQ(steps(grouped(64, 64, 64), "1x16.32"), 4);  // two of outputs, two of inputs each
  EXPECT_EQ(steps(grouped(64, 64, 2), "default"), 8);
  EXPECT_EQ(steps(grouped(17, 34, 17), "default"), 3);  // channels 0-15, 16-31 and 32, 33
  EXPECT_EQ(steps(grouped(35, 35, 7), "default"), 2 + 3 + 2);
  EXPECT_EQ(least_work(grouped(64, 64, 64), named_config("default")).useful_macs, 64);
  EXPECT_EQ(least_work(grouped(64, 128, 2), named_config("default")).useful_macs, 128 * 32);
}

TEST(LeastWork, ABiasAShiftAndAClipAreFourSteps) {
  const LeastWork work = work_of({bias(), imm_step(AluOp::Add, 4), imm_step(AluOp::Shr, 3),
                                  imm_step(AluOp::Max, -127), imm_step(AluOp::Min, 127)});
  EXPECT_EQ(work, (LeastWork{1, 3, 1, 256}));
}

TEST(LeastWork, ALimitBeforeTheShiftIsPartOfTheClip) {
  EXPECT_EQ(
      work_of({bias(), imm_step(AluOp::Max, 0), imm_step(AluOp::Add, 4), imm_step(AluOp::Shr, 3),
               imm_step(AluOp::Max, -127), imm_step(AluOp::Min, 127)}),
      (LeastWork{1, 3, 1, 256}));
}

TEST(LeastWork, ClipIsOneStepWithIsaExt) {
  VtaConfig config = named_config("default");
  config.isa_ext = 1;
  EXPECT_EQ(least_work(one_pixel({bias(), imm_step(AluOp::Shr, 3), imm_step(AluOp::Max, 0),
                                  imm_step(AluOp::Min, 127)}),
                       config),
            (LeastWork{1, 2, 1, 256}));
}

TEST(LeastWork, WithoutAVectorSomethingClearsTheSums) {
  EXPECT_EQ(work_of({imm_step(AluOp::Shr, 3)}), (LeastWork{1, 2, 0, 256}));
  EXPECT_EQ(work_of({}), (LeastWork{1, 1, 0, 256}));
}

TEST(LeastWork, AResidualIsAStepOfTheGemm) {
  EXPECT_EQ(work_of({bias(), imm_step(AluOp::Shr, 3), tensor_step(AluOp::Add, 1),
                     imm_step(AluOp::Max, -127), imm_step(AluOp::Min, 127)}),
            (LeastWork{2, 3, 1, 256}));
  // two clips, as a sum of two int8
  EXPECT_EQ(
      work_of({bias(), imm_step(AluOp::Max, -127), imm_step(AluOp::Min, 127),
               tensor_step(AluOp::Add, 1), imm_step(AluOp::Max, -127), imm_step(AluOp::Min, 127)}),
      (LeastWork{2, 4, 1, 256}));
}

TEST(LeastWork, OfASumOnItsOwnOnlyTheSumRemains) {
  const Kernel sum =
      one_pixel({tensor_step(AluOp::Add, 1), imm_step(AluOp::Max, 0), imm_step(AluOp::Min, 127)},
                Kernel::Kind::Alu);
  EXPECT_EQ(least_work(sum, named_config("default")), (LeastWork{1, 0, 0, 0}));
  const Kernel relu = one_pixel({imm_step(AluOp::Max, 0)}, Kernel::Kind::Alu);
  EXPECT_EQ(least_work(relu, named_config("default")), (LeastWork{0, 1, 0, 0}));
}

// A batch norm after a sum: ADD, MAX and MIN with vectors.
TEST(LeastWork, EveryFurtherVectorIsAStep) {
  std::mt19937_64 random(1);
  EXPECT_EQ(
      work_of({bias(), imm_step(AluOp::Shr, 3), channel_step(AluOp::Add, random, 16, 9),
               channel_step(AluOp::Max, random, 16, 9), channel_step(AluOp::Min, random, 16, 9)}),
      (LeastWork{1, 1, 4, 256}));
}

// Windows of 3x3 with stride 2 and pad 1 over 4x4 pixels: all are in one, four maxima.
Kernel four_maxima() {
  Kernel pool = one_pixel({}, Kernel::Kind::Pool);
  pool.conv.ih = pool.conv.iw = 4;
  pool.conv.oh = pool.conv.ow = pool.conv.stride_h = pool.conv.stride_w = 2;
  pool.conv.kh = pool.conv.kw = 3;
  pool.conv.pad_top = pool.conv.pad_left = 1;
  return pool;
}

TEST(LeastWork, APoolMakesOneValueOfTwo) {
  Kernel pool = four_maxima();
  EXPECT_EQ(least_work(pool, named_config("default")), (LeastWork{0, 0, 12, 0}));
  pool.conv.stride_h = pool.conv.stride_w = 3;  // rows and columns 0, 1, 2 and 3
  EXPECT_EQ(least_work(pool, named_config("default")), (LeastWork{0, 0, 12, 0}));
  pool.conv.kh = pool.conv.kw = 2;  // 0, and 2 and 3
  EXPECT_EQ(least_work(pool, named_config("default")), (LeastWork{0, 0, 5, 0}));
}

TEST(LeastWork, AMaximumTakesTheStepsOfItsConvolution) {
  Kernel conv = one_pixel(
      {bias(), imm_step(AluOp::Shr, 3), imm_step(AluOp::Max, 0), imm_step(AluOp::Min, 127)});
  conv.conv.ih = conv.conv.iw = conv.conv.oh = conv.conv.ow = 4;
  conv.conv.ic = 32;
  Kernel pool = four_maxima();
  const VtaConfig config = named_config("default");
  EXPECT_EQ(least_work(conv, pool, config), (LeastWork{32, 12, 16 + 12, 16 * 32 * 16}));
  pool.conv.kh = pool.conv.kw = pool.conv.stride_h = pool.conv.stride_w = 1;
  pool.conv.oh = pool.conv.ow = 2;  // of stride 1 from the pad on: one pixel
  EXPECT_EQ(least_work(conv, pool, config).useful_macs, 32 * 16);
  conv.steps.erase(conv.steps.begin());
  EXPECT_EQ(least_work(conv, four_maxima(), config), (LeastWork{32, 12 + 16, 12, 16 * 32 * 16}));
}

ProgramKernel kernel_of(LeastWork work, int64_t bytes) {
  ProgramKernel k;
  k.macs = 1;  // not of tensors' sums alone
  k.least_work = work;
  k.least_bytes = bytes;
  return k;
}

VtaConfig with_gap(int64_t gap) {
  VtaConfig config = named_config("default");
  config.mem_gap = gap;
  return config;
}

TEST(Roofline, OfThePortIsBeatsAndGapsBetweenBursts) {
  const VtaConfig config = with_gap(3);  // 8 bytes, 16 beats
  EXPECT_EQ(port_cycles(0, config), 0);
  EXPECT_EQ(port_cycles(1, config), 1);
  EXPECT_EQ(port_cycles(16 * 8, config), 16);
  EXPECT_EQ(port_cycles(16 * 8 + 1, config), 16 + 3 + 1);
  EXPECT_EQ(port_cycles(160 * 8, config), 160 + 9 * 3);
  EXPECT_EQ(port_cycles(160 * 8, with_gap(0)), 160);
}

TEST(Roofline, IsTheLargerOfStepsAndBytes) {
  VtaConfig config = with_gap(0);
  const ProgramKernel k = kernel_of({100, 20, 3, 0}, 122 * config.bus_bytes() + 1);
  EXPECT_EQ(kernel_roofline(config, k), (LeastCycles{123, 123, 123}));
  EXPECT_EQ(kernel_roofline(config, k)->by(), "compute");
  config.acc_read_ports = 1;  // a vector takes two
  EXPECT_EQ(kernel_roofline(config, k), (LeastCycles{126, 123, 126}));
  config.acc_overlap = 1;
  EXPECT_EQ(kernel_roofline(config, k), (LeastCycles{100, 123, 123}));
  EXPECT_EQ(kernel_roofline(config, k)->by(), "memory");
  config.mem_gap = 2;
  EXPECT_EQ(kernel_roofline(config, k), (LeastCycles{100, 137, 137}));
}

int64_t scratchpad_beats(const VtaConfig& config, std::initializer_list<MemoryType> types) {
  int64_t bytes = 0;
  for (const MemoryType type : types)
    bytes += config.depth(type) * config.element_bytes(type);
  return bytes / config.bus_bytes();
}

Program one_launch(const VtaConfig& config, std::vector<ProgramKernel> kernels) {
  Program p;
  p.config = config;
  p.kernels = std::move(kernels);
  p.steps = {LaunchStep{.kernel_count = static_cast<int64_t>(p.kernels.size())}};
  return p;
}

ProgramKernel steps_alone(int64_t n) {
  return kernel_of({n, 0, 0, 0}, 0);
}
ProgramKernel beats_alone(int64_t n) {  // of 8 bytes
  return kernel_of({}, n * 8);
}

// 100 steps without a byte, then 100,000 beats: the scratchpads' worth of them may move meanwhile.
// Fetch has an instruction that computes, four LOADs and FINISH: 96 bytes.
TEST(Bound, AllowsForWhatIsLoadedAhead) {
  const VtaConfig config = with_gap(0);
  const int64_t ahead = scratchpad_beats(config, {MemoryType::Inp, MemoryType::Wgt});
  EXPECT_EQ(network_bound(one_launch(config, {steps_alone(100), beats_alone(100'000)})),
            (LeastCycles{100, 100'000, 100'000 + 96 / 8}));
  const int64_t more = 2 * ahead;
  EXPECT_EQ(network_bound(one_launch(config, {steps_alone(more), beats_alone(100'000)})),
            (LeastCycles{more, 100'000, more + 100'000 - ahead}));
}

// What precedes waits for nothing but its own bytes, and may leave ACC to store; the last kernel
// stores all.
TEST(Bound, AllowsForWhatIsLeftToStore) {
  const VtaConfig config = with_gap(0);
  const int64_t left = scratchpad_beats(config, {MemoryType::Out});
  EXPECT_EQ(network_bound(one_launch(config, {beats_alone(100'000), steps_alone(2 * left)})),
            (LeastCycles{2 * left, 100'000, 100'000 + left}));
  EXPECT_EQ(network_bound(one_launch(config, {beats_alone(100)})),
            (LeastCycles{0, 100, 100 + 32 / 8}));
}

// A chain of windows: each begins at the edge at which the one before it ended.
TEST(Bound, FollowsThePathThroughAllKernels) {
  const VtaConfig config = with_gap(0);
  const int64_t ahead = scratchpad_beats(config, {MemoryType::Inp, MemoryType::Wgt});
  const int64_t left = scratchpad_beats(config, {MemoryType::Out});
  const int64_t beats = 3 * ahead, steps = 10 * ahead;
  EXPECT_EQ(network_bound(one_launch(config, {steps_alone(steps), beats_alone(beats),
                                              steps_alone(steps), beats_alone(beats)}))
                ->cycles,
            steps + (beats - ahead - left) + steps + (beats - ahead));
  // Two kernels of bytes are one window, and one allowance.
  EXPECT_EQ(network_bound(
                one_launch(config, {steps_alone(steps), beats_alone(beats), beats_alone(beats)}))
                ->cycles,
            steps + 2 * beats - ahead);
}

TEST(Bound, CountsAGapBetweenBurstsOnce) {
  const VtaConfig config = with_gap(3);
  // Two bursts of 16 beats, and one of fetch: two LOADs and FINISH, 6 beats.
  EXPECT_EQ(network_bound(one_launch(config, {beats_alone(16), beats_alone(16)})),
            (LeastCycles{0, 32, 38 + 2 * 3}));
  const int64_t ahead = scratchpad_beats(config, {MemoryType::Inp, MemoryType::Wgt});
  const int64_t steps = 10 * ahead;
  EXPECT_EQ(
      network_bound(one_launch(config, {steps_alone(steps), beats_alone(ahead + 160)}))->cycles,
      steps + 160 + 9 * 3);
}

// 40 LOADs and FINISH are 656 bytes: three bursts, however long those of the kernels may be.
TEST(Bound, FetchHasBurstsOf256Bytes) {
  VtaConfig config = with_gap(3);
  config.mem_burst_beats = 256;
  const Program p = one_launch(config, std::vector<ProgramKernel>(40, beats_alone(16)));
  EXPECT_EQ(network_bound(p), (LeastCycles{0, 40 * 16, 40 * 16 + 82 + (40 + 3 - 1) * 3}));
}

TEST(Bound, LaunchesFollowOneAnother) {
  const VtaConfig config = with_gap(0);
  Program p = one_launch(
      config, {kernel_of({100, 0, 0, 7}, 0), kernel_of({10, 0, 0, 0}, 50 * config.bus_bytes())});
  EXPECT_EQ(network_bound(p), (LeastCycles{110, 50, 110}));
  p.steps = {LaunchStep{.kernel_count = 1}, HostOpStep{},
             LaunchStep{.first_kernel = 1, .kernel_count = 1}};
  // The second loads nothing ahead: 50 beats, and 48 bytes of instructions.
  EXPECT_EQ(network_bound(p), (LeastCycles{110, 50, 100 + 50 + 6}));
  EXPECT_EQ(useful_macs(p), 7);
  p.kernels[1].least_work.reset();
  EXPECT_EQ(network_bound(p), std::nullopt);
  EXPECT_EQ(useful_macs(p), std::nullopt);
}

// With two halves of ACC, the ALU may work for one kernel while the GEMM works for the next, and a
// kernel's bytes may move before compute has ended with the one before it.
TEST(Bound, OfOverlappedPipesIsOfSumsAlone) {
  VtaConfig config = with_gap(0);
  Program p = one_launch(config, {kernel_of({100, 20, 0, 0}, 0), kernel_of({5, 70, 0, 0}, 0)});
  EXPECT_EQ(network_bound(p)->cycles, 195);
  p.config.acc_overlap = 1;
  EXPECT_EQ(network_bound(p), (LeastCycles{105, 0, 105}));
  for (ProgramKernel& kernel : p.kernels)
    kernel.macs = 0;  // sums of tensors, which the ALU can make as well: half of 195 each
  EXPECT_EQ(network_bound(p)->cycles, 98);
  config.acc_overlap = 1;
  EXPECT_EQ(network_bound(one_launch(config, {steps_alone(200'000), beats_alone(100'000)}))->cycles,
            200'000);
}

TEST(Bound, OfNothingIsNothing) {
  EXPECT_EQ(network_bound(Program{}), LeastCycles{});
  EXPECT_EQ(network_bound(one_launch(with_gap(1), {})), LeastCycles{});
  EXPECT_EQ(kernel_roofline(named_config("default"), ProgramKernel{}), std::nullopt);
}

}  // namespace
}  // namespace vta
