// Convolutions whose input tiles leave out the pixels that no tap reads: which pixels a window
// holds, against pixel by pixel; whole kernels, against plain loops, and what they load against a
// count of the pixels that taps read.
#include <gtest/gtest.h>

#include <set>

#include "base/round.h"
#include "compiler/kernels/conv/input_layout.h"
#include "compiler/kernels/conv/search.h"
#include "compiler/kernels/kernels.h"
#include "compiler/schedule/network_schedule.h"
#include "sim/factory/device_factory.h"
#include "tests/compiler/checked_run.h"
#include "tests/compiler/codegen/kernel_fixture.h"
#include "tests/compiler/codegen/race_check.h"
#include "tests/compiler/codegen/random_network.h"

namespace vta {
namespace {

using testing::pick;

std::set<int64_t> pixels_read(const ConvAxis& a, const Range& outs, const Range& taps) {
  std::set<int64_t> pixels;
  for (int64_t y = outs.begin; y < outs.end(); ++y)
    for (int64_t k = taps.begin; k < taps.end(); ++k)
      if (const int64_t p = a.pixel(y, k); p >= 0 && p < a.image)
        pixels.insert(p);
  return pixels;
}

TEST(StridedWindow, HoldsEveryPixelThatATapReadsAtItsPlace) {
  std::mt19937_64 random(41);
  int shorter = 0, alone = 0;
  for (int trial = 0; trial < 20000; ++trial) {
    ConvAxis a;
    a.image = pick(random, 1, 14);
    a.kernel = pick(random, 1, 4);
    a.stride = pick(random, 1, 5);
    a.pad_before = pick(random, 0, a.kernel + 3);
    a.out = pick(random, 1, 9);
    a.dilation = std::max<int64_t>(1, pick(random, -3, 4));
    const Range outs{pick(random, 0, a.out - 1), 1};
    const Range taps{pick(random, 0, a.kernel - 1), 1};
    const Range some_outs{outs.begin, pick(random, 1, a.out - outs.begin)};
    const Range some_taps{taps.begin, pick(random, 1, a.kernel - taps.begin)};
    const std::set<int64_t> read = pixels_read(a, some_outs, some_taps);
    const AxisStep whole = axis_step(a, some_outs, some_taps, Pixels::Inside);
    const AxisStep step = axis_step(a, some_outs, some_taps, Pixels::Read);
    ASSERT_EQ(step.groups.size(), whole.groups.size());
    if (read.empty()) {
      ASSERT_EQ(step.window.load, 0);
      continue;
    }
    std::set<int64_t> held;
    for (int64_t i = 0; i < step.window.load; ++i)
      held.insert(step.window.load_first + i * step.pitch);
    ASSERT_EQ(step.window.size, step.window.load) << "no pads";
    ASSERT_EQ(*held.begin(), *read.begin());
    ASSERT_EQ(*held.rbegin(), *read.rbegin());
    for (const int64_t pixel : read) {
      ASSERT_TRUE(held.contains(pixel));
      ASSERT_EQ(step.place(pixel), std::distance(held.begin(), held.find(pixel)));
    }
    if (some_taps.size == 1) {
      ASSERT_EQ(held, read) << "one tap reads every pixel that is held";
      ++alone;
    }
    shorter += step.window.size < whole.window.size;
  }
  EXPECT_GT(shorter, 1000);
  EXPECT_GT(alone, 1000);
}

ConvGeometry random_strided(std::mt19937_64& random) {
  ConvGeometry g;
  g.n = pick(random, 1, 5);
  g.ic = pick(random, 1, 70);
  g.oc = pick(random, 1, 40);
  g.ih = pick(random, 1, 13);
  g.iw = pick(random, 1, 13);
  g.kh = std::max<int64_t>(1, pick(random, -3, 3));
  g.kw = std::max<int64_t>(1, pick(random, -3, 3));
  g.stride_h = pick(random, 1, 4);
  g.stride_w = pick(random, 1, 4);
  g.dilation_h = pick(random, 1, 2);
  g.dilation_w = pick(random, 1, 2);
  if (pick(random, 0, 4) == 0)
    g.groups = g.oc = g.ic;
  // Every output has a tap in the image, so that no step is left out.
  g.pad_top = pick(random, 0, g.kh - 1);
  g.pad_left = pick(random, 0, g.kw - 1);
  g.pad_bottom = pick(random, 0, g.kh - 1);
  g.pad_right = pick(random, 0, g.kw - 1);
  g.ih = std::max(g.ih, (g.kh - 1) * g.dilation_h + 1);
  g.iw = std::max(g.iw, (g.kw - 1) * g.dilation_w + 1);
  return testing::with_output(g);
}

int64_t input_loads(const Program& program) {
  int64_t loads = 0;
  for (const Step& step : program.steps)
    if (const auto* launch = std::get_if<LaunchStep>(&step))
      for (const Insn& i : testing::decoded(program, *launch))
        loads += i.op() == Opcode::Load && i.memory() == MemoryType::Inp && i.x_size > 0 ? 1 : 0;
  return loads;
}

// What tiles of an image load where every window has each pixel once, counted pixel by pixel.
int64_t input_elements(const ConvDims& d, const ConvTiles& t) {
  const auto along = [](const ConvAxis& axis, int64_t tile, int64_t part, bool all) {
    int64_t pixels = 0;
    for (int64_t y = 0; y < axis.out; y += tile)
      for (int64_t k = 0; k < axis.kernel; k += part) {
        const std::set<int64_t> read =
            pixels_read(axis, cut(y, tile, axis.out), cut(k, part, axis.kernel));
        const int64_t span = read.empty() ? 0 : *read.rbegin() - *read.begin() + 1;
        pixels += all ? span : static_cast<int64_t>(read.size());
      }
    return pixels;
  };
  return along(row_axis(d), t.h, step_kh(d, t), false) *
         along(column_axis(d), t.w, step_kw(d, t), !t.single_pixels);
}

// All input tiles are equally large, so each takes as many LOADs.
bool has_even_tiles(const ConvDims& d, const ConvTiles& t, const TileTotals& totals) {
  const auto even = [](const AxisTotals& of, const ConvAxis& axis, int64_t tile, int64_t part) {
    return of.read == of.widest * ceil_div(axis.out, tile) * ceil_div(axis.kernel, part);
  };
  return d.dense() && d.ci % t.ci == 0 && even(totals.rows, row_axis(d), t.h, step_kh(d, t)) &&
         even(totals.cols, column_axis(d), t.w, step_kw(d, t));
}

class StridedPixels : public ::testing::TestWithParam<const char*> {};

// Tiles of any size give the outputs of plain loops and have no race, and their cost counts the
// bytes that are moved.
TEST_P(StridedPixels, RandomKernelsEqualPlainLoops) {
  std::mt19937_64 random(42);
  const std::string name = GetParam();
  int run = 0, fewer = 0, even = 0;
  std::set<PixelRuns::Along> along;
  for (int trial = 0; trial < 120 && !HasFatalFailure(); ++trial) {
    const VtaConfig config = name == "random" ? testing::random_config(random) : named_config(name);
    const ConvGeometry g = random_strided(random);
    const Kernel kernel = testing::random_conv(random, g, true);
    const std::vector<Tensor> inputs = {testing::random_int8(random, {g.n, g.ic, g.ih, g.iw})};
    const LoweredGraph lowered = testing::lowered_kernel(kernel, inputs);
    SchedulePolicy policy = SchedulePolicy::named("fast");
    if (!policy.least_tiles_problem(std::get<Kernel>(lowered.items[inputs.size()]), config).empty())
      continue;
    NetworkSchedule schedule = schedule_network(lowered, policy, config);
    const Tensor expected = testing::reference_kernel(kernel, inputs);
    KernelSchedule& only = schedule.kernels.front();
    ConvTiles t = std::get<ConvTiles>(only.tiles);
    const ConvDims d = ConvDims::of(only.layer.geometry, config);
    if (pick(random, 0, 1) == 0)
      t.h = pick(random, 1, t.h);
    t.w = pick(random, 1, t.w);
    t.ci = pick(random, 1, t.ci);
    std::vector<int64_t> loaded;
    for (const bool single : {false, true}) {
      t.single_pixels = single;
      only.tiles = t;
      if (!tiles_problem(only.layer, only.tiles, config).empty())
        continue;  // a window with all pixels is larger
      SCOPED_TRACE(fmt::format("trial {}, {}, {} of {}", trial, layer_text(only.layer),
                               json_text(tiles_json(only.tiles)), config.name()));
      const Program program = generate_program(lowered, schedule, config);
      Executor executor(program, make_device("fsim", config));
      executor.set_input(0, inputs[0]);
      testing::run_checked(executor);
      const Tensor got = executor.output(0);
      ASSERT_TRUE(std::ranges::equal(expected.data<int8_t>(), got.data<int8_t>()));
      const TileTotals totals = TileTotals::of(d, t);
      const KernelCost cost = conv_cost(d, t, only.layer.epilogue, totals, config);
      loaded.push_back(executor.stats().counters.inp_load_nbytes);
      ASSERT_EQ(loaded.back(), cost.inp_bytes);
      if (t.kh == 0 && t.kw == 0 && d.kh == 1 && d.kw == 1 && d.dense()) {
        const int64_t once = d.batches * d.ci * d.sub_in * input_elements(d, t) *
                             config.element_bytes(MemoryType::Inp);
        ASSERT_EQ(loaded.back() % once, 0);
      }
      ++run;
      const int64_t rows = totals.rows.widest, cols = totals.cols.widest;
      if (single && cols > 1)
        along.insert(PixelRuns::of(d, t.ci, rows, cols, totals.rows.pitch).along);
      if (single && has_even_tiles(d, t, totals)) {
        ++even;
        ASSERT_EQ(input_loads(program), cost.inp_load_insns);
      }
    }
    fewer += loaded.size() == 2 && loaded[1] < loaded[0] ? 1 : 0;
    ASSERT_TRUE(loaded.size() < 2 || loaded[1] <= loaded[0]);
  }
  EXPECT_GT(run, 100);
  EXPECT_GT(fewer, 20);
  EXPECT_GE(along.size(), 3u);
  EXPECT_GT(even, 30);
}

INSTANTIATE_TEST_SUITE_P(Configs, StridedPixels,
                         ::testing::Values("default", "tiny", "1x64", "4x16", "1x32.16", "1x16.32",
                                           "random"),
                         [](const auto& p) {
                           std::string name = p.param;
                           std::replace(name.begin(), name.end(), '.', '_');
                           return name;
                         });

// 7x7 of 14x14 pixels: a column's rows of all groups are equally far apart, so 7 LOADs bring a
// tile.
TEST(PixelRuns, AreOfTheAxesThatNeedFewestLoads) {
  using Along = PixelRuns::Along;
  ConvGeometry g;
  g.ic = 1024;
  g.oc = 512;
  g.ih = g.iw = 14;
  g.stride_h = g.stride_w = 2;
  const ConvDims d = ConvDims::of(testing::with_output(g), named_config("4x16"));
  const auto runs = [&](int64_t groups, int64_t rows, int64_t cols) {
    const PixelRuns of = PixelRuns::of(d, groups, rows, cols, 2);
    return std::pair(of.along, of.loads);
  };
  EXPECT_EQ(runs(8, 7, 7), std::pair(Along::Planes, int64_t{7}));
  EXPECT_EQ(runs(8, 1, 7), std::pair(Along::Groups, int64_t{7}));
  EXPECT_EQ(runs(4, 1, 7), std::pair(Along::Row, int64_t{4}));
  EXPECT_EQ(runs(2, 6, 3), std::pair(Along::Column, int64_t{6}));
  EXPECT_EQ(runs(8, 6, 7), std::pair(Along::Groups, int64_t{42}));
}

}  // namespace
}  // namespace vta
