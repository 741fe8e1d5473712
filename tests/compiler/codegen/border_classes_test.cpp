// Zero points of a convolution's data: vectors by class of output, against sums of w * (x - z) over
// the taps in the data, tap by tap.
#include <gmock/gmock.h>

#include "compiler/kernels/border_classes.h"
#include "tests/compiler/codegen/kernel_fixture.h"
#include "tests/compiler/codegen/random_network.h"

namespace vta {
namespace {

using testing::channel_step;
using ::testing::ElementsAre;
using testing::imm_step;
using testing::pick;
using testing::random_config;
using testing::random_int8;
using testing::reference_kernel;
using testing::run_kernel;
using testing::with_output;

TEST(BorderClasses, AreOutputsOfTheSameTaps) {
  const auto of_rows = [](int64_t ih, int64_t kh, int64_t stride, int64_t top, int64_t bottom) {
    ConvGeometry g{.ih = ih, .kh = kh, .stride_h = stride, .pad_top = top, .pad_bottom = bottom};
    return BorderClasses::of(with_output(g));
  };
  EXPECT_THAT(of_rows(32, 3, 1, 1, 1).rows, ElementsAre(Range{0, 1}, Range{1, 30}, Range{31, 1}));
  EXPECT_THAT(of_rows(32, 3, 2, 0, 1).rows, ElementsAre(Range{0, 15}, Range{15, 1}));
  EXPECT_THAT(of_rows(8, 3, 1, 0, 0).rows, ElementsAre(Range{0, 6}));
  EXPECT_THAT(of_rows(1, 3, 1, 1, 1).rows, ElementsAre(Range{0, 1}));
  EXPECT_THAT(of_rows(2, 3, 1, 1, 1).rows, ElementsAre(Range{0, 1}, Range{1, 1}));
  // Keyword spotting: 10 rows of 49, pads of 4 and 5, a stride of 2.
  EXPECT_THAT(of_rows(49, 10, 2, 4, 5).rows, ElementsAre(Range{0, 1}, Range{1, 1}, Range{2, 20},
                                                         Range{22, 1}, Range{23, 1}, Range{24, 1}));
  EXPECT_EQ(of_rows(49, 10, 2, 4, 5).count(), 6);
}

ConvGeometry random_geometry(std::mt19937_64& random) {
  ConvGeometry g;
  g.n = pick(random, 1, 3);
  g.groups = pick(random, 0, 2) == 0 ? pick(random, 2, 20) : 1;
  g.ic = g.groups * (g.groups > 1 ? pick(random, 1, 2) : pick(random, 1, 40));
  g.oc = g.groups * (g.groups > 1 ? pick(random, 1, 2) : pick(random, 1, 40));
  g.kh = pick(random, 1, 5), g.kw = pick(random, 1, 5);
  g.stride_h = pick(random, 1, 3), g.stride_w = pick(random, 1, 3);
  g.dilation_h = pick(random, 0, 3) == 0 ? 2 : 1;
  g.dilation_w = pick(random, 0, 3) == 0 ? 3 : 1;
  g.pad_top = pick(random, 0, g.kh - 1), g.pad_bottom = pick(random, 0, g.kh - 1);
  g.pad_left = pick(random, 0, g.kw - 1), g.pad_right = pick(random, 0, g.kw - 1);
  const auto extent = [&](int64_t most, int64_t span) { return span + pick(random, 0, most); };
  g.ih = extent(14, std::max<int64_t>(1, (g.kh - 1) * g.dilation_h + 1 - g.pad_top - g.pad_bottom));
  g.iw = extent(14, std::max<int64_t>(1, (g.kw - 1) * g.dilation_w + 1 - g.pad_left - g.pad_right));
  return with_output(g);
}

// As steps that begin a tile with MOV, with MAX and after a reset, beside another result.
TEST(BorderClasses, KernelsHaveTheSumsOfDataLessTheirZeroPoint) {
  constexpr uint64_t kSeed = 77;
  SCOPED_TRACE(fmt::format("seed {}", kSeed));
  std::mt19937_64 random(kSeed);
  constexpr std::array kNames = {"default", "tiny", "2x16", "1x32", "1x16.32", "1x32.16", "4x16"};
  int64_t several = 0, many = 0;
  for (int trial = 0; trial < 120; ++trial) {
    VtaConfig config =
        trial % 2 == 0 ? random_config(random) : named_config(kNames[random() % kNames.size()]);
    config.isa_ext = pick(random, 0, 1);
    config.acc_overlap = pick(random, 0, 1);
    Kernel k;
    k.name = "conv2d_0";
    k.conv = random_geometry(random);
    const ConvGeometry& g = k.conv;
    k.weight = random_int8(random, {g.oc, g.inputs_per_output(), g.kh, g.kw});
    const int64_t zero = pick(random, -128, 127), shift = pick(random, 8, 14);
    const Tensor input = random_int8(random, {g.n, g.ic, g.ih, g.iw});
    const AluStep bias = channel_step(AluOp::Add, random, g.oc, 30000);
    AluStep first{.op = AluOp::Add, .operand = AluStep::Operand::Channel};
    first.channel = zero_point_vectors(k.weight, g, zero, g.oc);
    first.classes = BorderClasses::of(g).count();
    ASSERT_EQ(first.channel.size(), first.classes * g.oc);
    several += first.classes > 1;
    many += first.classes > 9;
    k.steps = {first,
               bias,
               imm_step(AluOp::Add, int64_t{1} << (shift - 1)),
               imm_step(AluOp::Shr, shift),
               imm_step(AluOp::Min, 127),
               imm_step(AluOp::Max, -128)};
    const std::string schedule = trial % 5 == 0 ? "reference" : "fast";
    const SchedulePolicy policy = SchedulePolicy::named(schedule);
    if (!policy.least_tiles_problem(k, config).empty())
      continue;
    Kernel without = k;
    without.steps.erase(without.steps.begin());
    const Tensor expected = reference_kernel(without, {input}, zero);
    const Tensor found = run_kernel(k, {input}, schedule, config).output;
    ASSERT_TRUE(std::ranges::equal(found.bytes(), expected.bytes()))
        << "trial " << trial << " on " << config.name() << ", " << first.classes << " classes";
  }
  EXPECT_GT(several, 60);
  EXPECT_GT(many, 10);
}

// The same numbers from weights as they are packed.
TEST(ZeroPointVectors, OfPackedWeightsAreThoseOfPlainOnes) {
  std::mt19937_64 random(5);
  ConvGeometry g{.ic = 32, .ih = 6, .iw = 7, .oc = 32, .kh = 3, .kw = 2};
  g.pad_top = g.pad_left = 1;
  g = with_output(g);
  const Tensor weight = random_int8(random, {32, 32, 3, 2});
  Tensor packed = Tensor::zeros(DType::I8, {2, 2, 3, 2, 16, 16});
  const auto from = weight.data<int8_t>();
  auto to = packed.mutable_data<int8_t>();
  for (int64_t o = 0; o < 32; ++o)
    for (int64_t i = 0; i < 32; ++i)
      for (int64_t tap = 0; tap < 6; ++tap)
        to[static_cast<size_t>(((((o / 16) * 2 + i / 16) * 6 + tap) * 16 + o % 16) * 16 + i % 16)] =
            from[static_cast<size_t>((o * 32 + i) * 6 + tap)];
  const Tensor a = zero_point_vectors(weight, g, -7, 32), b = zero_point_vectors(packed, g, -7, 32),
               more = zero_point_vectors(weight, g, -7, 48);
  EXPECT_TRUE(std::ranges::equal(a.bytes(), b.bytes()));
  const int64_t classes = BorderClasses::of(g).count();
  EXPECT_EQ(classes, 4);
  for (int64_t k = 0; k < classes; ++k)
    for (int64_t c = 0; c < 48; ++c)
      EXPECT_EQ(more.data<int32_t>()[static_cast<size_t>(k * 48 + c)],
                c < 32 ? a.data<int32_t>()[static_cast<size_t>(k * 32 + c)] : 0);
}

}  // namespace
}  // namespace vta
