// What is said of a kernel's cost, for every kind: read from the emitted instructions against the
// program's stream and a simulator; lower bounds against both and against plain loops; the formulas
// that searches can afford against what is emitted.
#include "compiler/kernels/cost.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <random>
#include <set>

#include "base/round.h"
#include "compiler/kernels/alu/kind.h"
#include "compiler/kernels/conv/kind.h"
#include "compiler/kernels/conv/search.h"
#include "compiler/kernels/conv_pool/kind.h"
#include "compiler/kernels/kernels.h"
#include "compiler/kernels/pack.h"
#include "compiler/kernels/pool/kind.h"
#include "compiler/kernels/window.h"
#include "runtime/bound.h"
#include "runtime/launches.h"
#include "sim/factory/device_factory.h"
#include "tests/compiler/codegen/kernel_fixture.h"
#include "tests/compiler/codegen/race_check.h"
#include "tests/compiler/codegen/random_kernel.h"
#include "tests/compiler/codegen/random_network.h"

namespace vta {
namespace {

using testing::kernel_config;
using testing::pick;
using testing::random_program;
using testing::RandomProgram;

std::string case_text(uint64_t seed, const RandomProgram& p) {
  return fmt::format("seed {}, {} with tiles {} of {}", seed, layer_text(p.layer()),
                     json_text(tiles_json(p.kernel().tiles)), p.config.name());
}

// Calls `check` for random kernels of a kind; returns for how many.
template <typename Check>
int for_random_kernels(const KernelKind& kind, uint64_t first_seed, int seeds, const Check& check) {
  int checked = 0;
  for (uint64_t seed = first_seed; seed < first_seed + static_cast<uint64_t>(seeds); ++seed) {
    std::mt19937_64 random(seed);
    const VtaConfig config = kernel_config(random);
    const bool fast = kind.with_pool || pick(random, 0, 1) == 0;
    const auto p = random_program(random, kind, config, fast ? "fast" : "reference");
    if (!p)
      continue;
    SCOPED_TRACE(case_text(seed, *p));
    check(*p);
    if (::testing::Test::HasFatalFailure())
      break;
    ++checked;
  }
  return checked;
}

// Attention has tests of its own (tests/compiler/attention), since its operands are no images.
std::vector<const KernelKind*> kinds_of_chains() {
  std::vector<const KernelKind*> kinds;
  for (const KernelKind* kind : kernel_kinds())
    if (kind->whole_ops.empty())
      kinds.push_back(kind);
  return kinds;
}

std::string kind_name(const KernelKind& kind) {
  return fmt::format("{}{}", kind.name, kind.with_pool ? " with its pool" : "");
}

KernelCost cost_of_emission(const RandomProgram& p) {
  return emitted_cost(p.plan(), p.config, p.schedule.facts.merge_tasks);
}

// From the fields of the program's instructions alone.
KernelCost stream_cost(const RandomProgram& p) {
  KernelCost cost;
  for (const Step& step : p.program.steps)
    if (const auto* launch = std::get_if<LaunchStep>(&step))
      for (const Insn& i : testing::decoded(p.program, *launch)) {
        const int64_t bytes = i.opcode == 0 || i.opcode == 1
                                  ? i.y_size * i.x_size * p.config.element_bytes(i.memory())
                                  : 0;
        const int64_t steps = i.iter_out * i.iter_in * (i.uop_end - i.uop_bgn);
        switch (i.op()) {
          case Opcode::Store:
            cost.out_bytes += bytes;
            break;
          case Opcode::Load:
            cost.inp_bytes += i.memory() == MemoryType::Inp ? bytes : 0;
            cost.wgt_bytes += i.memory() == MemoryType::Wgt ? bytes : 0;
            cost.uop_bytes += i.memory() == MemoryType::Uop ? bytes : 0;
            cost.acc_bytes +=
                i.memory() == MemoryType::Acc || i.memory() == MemoryType::Acc8 ? bytes : 0;
            cost.inp_load_insns += i.memory() == MemoryType::Inp && scratchpad_elements(i) > 0;
            cost.wgt_load_insns += i.memory() == MemoryType::Wgt && scratchpad_elements(i) > 0;
            break;
          case Opcode::Gemm:
            cost.gemm_steps += i.reset == 0 ? steps : 0;
            [[fallthrough]];
          case Opcode::Alu:
            cost.compute_steps += steps;
            ++cost.compute_insns;
            break;
          case Opcode::Finish:
            break;
        }
      }
  return cost;
}

void expect_counted(const KernelCost& cost, const Counters& c) {
  ASSERT_EQ(cost.inp_bytes, c.inp_load_nbytes);
  ASSERT_EQ(cost.wgt_bytes, c.wgt_load_nbytes);
  ASSERT_EQ(cost.acc_bytes, c.acc_load_nbytes);
  ASSERT_EQ(cost.uop_bytes, c.uop_load_nbytes);
  ASSERT_EQ(cost.out_bytes, c.out_store_nbytes);
  ASSERT_EQ(cost.gemm_steps, c.gemm_counter);
  ASSERT_EQ(cost.compute_insns, c.insn_count[static_cast<size_t>(Opcode::Gemm)] +
                                    c.insn_count[static_cast<size_t>(Opcode::Alu)]);
}

void expect_same_cost(const KernelCost& a, const KernelCost& b) {
  ASSERT_EQ(a.inp_bytes, b.inp_bytes);
  ASSERT_EQ(a.wgt_bytes, b.wgt_bytes);
  ASSERT_EQ(a.acc_bytes, b.acc_bytes);
  ASSERT_EQ(a.uop_bytes, b.uop_bytes);
  ASSERT_EQ(a.out_bytes, b.out_bytes);
  ASSERT_EQ(a.gemm_steps, b.gemm_steps);
  ASSERT_EQ(a.compute_steps, b.compute_steps);
  ASSERT_EQ(a.compute_insns, b.compute_insns);
  ASSERT_EQ(a.inp_load_insns, b.inp_load_insns);
  ASSERT_EQ(a.wgt_load_insns, b.wgt_load_insns);
}

TEST(KernelCost, OfEveryKindIsWhatStreamAndSimulatorCount) {
  for (const KernelKind* kind : kinds_of_chains()) {
    const int compared = for_random_kernels(*kind, 900, 60, [](const RandomProgram& p) {
      const KernelCost cost = cost_of_emission(p);
      expect_same_cost(cost, stream_cost(p));
      expect_counted(cost, run_launches(p.program, make_device("fsim", p.config)).counters);
    });
    EXPECT_GT(compared, 15) << kind_name(*kind);
  }
}

// ---- lower bounds ------------------------------------------------------------------------------

int64_t taps_along(int64_t out, int64_t kernel, int64_t stride, int64_t pad, int64_t dilation,
                   int64_t image) {
  int64_t taps = 0;
  for (int64_t o = 0; o < out; ++o)
    for (int64_t k = 0; k < kernel; ++k) {
      const int64_t at = o * stride + k * dilation - pad;
      taps += at >= 0 && at < image ? 1 : 0;
    }
  return taps;
}

int64_t plain_taps(const ConvGeometry& g) {
  return taps_along(g.oh, g.kh, g.stride_h, g.pad_top, g.dilation_h, g.ih) *
         taps_along(g.ow, g.kw, g.stride_w, g.pad_left, g.dilation_w, g.iw);
}

int64_t plain_touched(const ConvGeometry& g) {
  std::set<std::pair<int64_t, int64_t>> pixels;
  for (int64_t y = 0; y < g.oh; ++y)
    for (int64_t x = 0; x < g.ow; ++x)
      for (int64_t ky = 0; ky < g.kh; ++ky)
        for (int64_t kx = 0; kx < g.kw; ++kx) {
          const int64_t iy = y * g.stride_h + ky * g.dilation_h - g.pad_top;
          const int64_t ix = x * g.stride_w + kx * g.dilation_w - g.pad_left;
          if (iy >= 0 && iy < g.ih && ix >= 0 && ix < g.iw)
            pixels.emplace(iy, ix);
        }
  return std::ssize(pixels);
}

int64_t plain_block_pairs(const ConvGeometry& g, const VtaConfig& config) {
  std::set<std::pair<int64_t, int64_t>> pairs;
  const int64_t outputs = g.oc / g.groups, inputs = g.ic / g.groups;
  for (int64_t o = 0; o < g.oc; ++o)
    for (int64_t i = o / outputs * inputs; i < (o / outputs + 1) * inputs; ++i)
      pairs.emplace(o / config.block_out(), i / config.block_in());
  return std::ssize(pairs);
}

int64_t batches_of(const RandomProgram& p) {
  return ceil_div(p.layer().geometry.n, p.config.batch());
}

void expect_plain_work(const RandomProgram& p, const LeastWork& work) {
  const ConvGeometry& g = p.layer().geometry;
  const ConvGeometry& result = p.layer().pool ? *p.layer().pool : g;
  const int64_t planes = batches_of(p) * ceil_div(g.oc, p.config.block_out());
  const int64_t vectors = planes * result.oh * result.ow;
  const int64_t sums = p.layer().epilogue.residual ? 1 : 0;
  switch (p.layer().kind) {
    case Kernel::Kind::Conv:
    case Kernel::Kind::Dense: {
      const int64_t taps = p.layer().pool ? plain_touched(result) : plain_taps(g);
      ASSERT_EQ(work.gemm_steps,
                sums * vectors + batches_of(p) * plain_block_pairs(g, p.config) * taps);
      ASSERT_EQ(work.useful_macs, g.n * taps * g.oc * g.ic / g.groups);
      return;
    }
    case Kernel::Kind::Pool:
      ASSERT_EQ(work.vector_steps, std::max<int64_t>(0, planes * plain_touched(g) - vectors) +
                                       p.layer().epilogue.vectors * vectors);
      break;
    case Kernel::Kind::Alu:
      ASSERT_EQ(work.gemm_steps, (p.layer().operands - 1) * vectors);
      break;
    case Kernel::Kind::Attention:
    case Kernel::Kind::AttentionStep:
    case Kernel::Kind::LayerNorm:
      FAIL() << "no kernel of a chain";
  }
  ASSERT_EQ(work.useful_macs, 0);
}

// How often a bound was reached: one that says too little reaches nothing.
struct Reached {
  int steps = 0, bytes = 0;
};

void expect_bounds(const RandomProgram& p, Reached& reached) {
  const ProgramKernel& kernel = p.program.kernels.front();
  const LeastWork& work = *kernel.least_work;
  ASSERT_NO_FATAL_FAILURE(expect_plain_work(p, work));
  const KernelCost cost = stream_cost(p);
  const int64_t alu = work.imm_steps + work.vector_steps;
  ASSERT_LE(work.gemm_steps + alu, cost.compute_steps);
  if (p.layer().kind != Kernel::Kind::Alu) {  // sums of tensors are the GEMM's in the bound alone
    ASSERT_LE(work.gemm_steps, cost.gemm_steps);
    ASSERT_LE(alu, cost.compute_steps - cost.gemm_steps);
  }
  ASSERT_LE(work.useful_macs,
            cost.gemm_steps * p.config.batch() * p.config.block_in() * p.config.block_out());
  const int64_t bytes = cost.total_bytes() - cost.uop_bytes;
  ASSERT_LE(kernel.least_bytes, bytes);
  const RunStats run = run_launches(p.program, make_device("csim", p.config));
  ASSERT_TRUE(run.timing);
  ASSERT_LE(kernel_roofline(p.config, kernel)->cycles, run.timing->cycles);
  ASSERT_LE(kernel_bound(p.program, kernel, run.counters).cycles(), run.timing->cycles);
  reached.steps += work.gemm_steps + alu == cost.compute_steps ? 1 : 0;
  reached.bytes += kernel.least_bytes == bytes ? 1 : 0;
}

TEST(KernelCost, BoundsOfEveryKindHoldAndAreReached) {
  for (const KernelKind* kind : kinds_of_chains()) {
    Reached reached;
    const int compared = for_random_kernels(
        *kind, 5000, 120, [&](const RandomProgram& p) { expect_bounds(p, reached); });
    EXPECT_GT(compared, 20) << kind_name(*kind);
    EXPECT_GT(reached.bytes, 0) << kind_name(*kind);
    // A pool's emission sets its outputs before the first tap, which the bound need not.
    EXPECT_TRUE(reached.steps > 0 || kind == &kPool) << kind_name(*kind);
  }
}

// ---- formulas of searches ----------------------------------------------------------------------

TEST(KernelCost, APoolsFormulaIsWhatItLoads) {
  const int compared = for_random_kernels(kPool, 3000, 60, [](const RandomProgram& p) {
    if (p.layer().epilogue.vectors > 0)
      return;
    const auto& t = std::get<PoolTiles>(p.kernel().tiles);
    ASSERT_EQ(cost_of_emission(p).acc_bytes,
              batches_of(p) * pool_loaded_elements(p.layer().geometry, t, p.config) *
                  p.config.element_bytes(MemoryType::Acc8));
  });
  EXPECT_GT(compared, 20);
}

// Weights, vectors and results once, the rows that some window has once for each part of the
// output channels.
TEST(KernelCost, AConvolutionAndItsPoolReadTheDataOnceForEachPart) {
  const int compared = for_random_kernels(kConvPool, 3000, 80, [](const RandomProgram& p) {
    const ConvGeometry &g = p.layer().geometry, &pool = *p.layer().pool;
    const int64_t parts =
        ceil_div(channel_groups(g.oc, p.config), std::get<ConvPoolTiles>(p.kernel().tiles).co);
    std::set<int64_t> rows;
    for (int64_t y = 0; y < pool.oh; ++y)
      for (int64_t k = 0; k < pool.kh; ++k)
        if (const int64_t at = y * pool.stride_h + k - pool.pad_top; at >= 0 && at < g.ih)
          rows.insert(at);
    const int64_t row = channel_groups(g.ic, p.config) * g.iw * sub_in(p.config);
    const KernelCost cost = cost_of_emission(p);
    ASSERT_EQ(cost.inp_bytes, parts * batches_of(p) * std::ssize(rows) * row *
                                  p.config.element_bytes(MemoryType::Inp));
    ASSERT_EQ(cost.wgt_bytes, packed_weight_bytes(g, p.config));
    ASSERT_EQ(cost.acc_bytes, p.layer().epilogue.vectors * ceil_div(g.oc, p.config.block_out()) *
                                  p.config.element_bytes(MemoryType::Acc));
    ASSERT_EQ(cost.out_bytes, batches_of(p) * pool.oh * pool.ow *
                                  ceil_div(g.oc, p.config.block_out()) *
                                  p.config.element_bytes(MemoryType::Out));
  });
  EXPECT_GT(compared, 20);
}

TEST(KernelCost, AnElementWiseKernelLoadsEachOperandOnce) {
  const int compared = for_random_kernels(kAlu, 3000, 60, [](const RandomProgram& p) {
    const KernelCost cost = cost_of_emission(p);
    const int64_t vectors = cost.out_bytes / p.config.element_bytes(MemoryType::Out);
    ASSERT_EQ(cost.inp_bytes + cost.wgt_bytes, 0);
    const MemoryType type = p.layer().wide_operands ? MemoryType::Acc : MemoryType::Acc8;
    const int64_t operands = p.layer().operands * vectors * p.config.element_bytes(type);
    ASSERT_GE(cost.acc_bytes, operands);
    if (p.layer().epilogue.vectors == 0) {
      ASSERT_EQ(cost.acc_bytes, operands);
    }
  });
  EXPECT_GT(compared, 20);
}

// Whether all taps of some step along an axis are padding: emission leaves such steps out.
bool has_idle_steps(const ConvAxis& axis, int64_t tile, int64_t part) {
  for (int64_t k = 0; k < axis.kernel; k += part)
    for (int64_t o = 0; o < axis.out; o += tile)
      if (axis_step(axis, cut(o, tile, axis.out), cut(k, part, axis.kernel), Pixels::Inside)
              .groups.empty())
        return true;
  return false;
}

// Whether some steps' weights stay and others are loaded again, where steps have unequally many
// elements: the formula counts steps of a mean size, emission loads the short one as often as not.
bool has_short_steps_in_turn(const ConvDims& d, const ConvTiles& t) {
  const bool short_groups = d.ci > t.ci && (d.in.missing() > 0 || d.ci % t.ci > 0);
  const bool short_kernel = d.kh % step_kh(d, t) > 0 || d.kw % step_kw(d, t) > 0;
  const bool unequal_groups = !d.dense() && t.ci < d.ci;
  return t.reuse && (short_groups || short_kernel || unequal_groups);
}

// The same of the input, of which parts of the kernel read unequally much at the image's edges.
bool has_kernel_parts_in_turn(const ConvDims& d, const ConvTiles& t) {
  return t.reuse && (step_kh(d, t) < d.kh || step_kw(d, t) < d.kw);
}

// How often a convolution's formula was exact where it need not be, of tiles without idle steps.
struct Exact {
  int of = 0, of_plain = 0, compute_insns = 0, inp_load_insns = 0, wgt_load_insns = 0;
  int of_rows = 0;            // tiles whose LOADs take rows, not pixels
  int of_runs = 0, runs = 0;  // of tiles whose channel groups are one LOAD
  KernelCost predicted, found;
};

void expect_formula(const RandomProgram& p, Exact& exact) {
  const auto& t = std::get<ConvTiles>(p.kernel().tiles);
  const ConvDims d = ConvDims::of(p.layer().geometry, p.config);
  const bool residual = p.layer().epilogue.residual;
  const KernelCost real = cost_of_emission(p);
  const KernelCost cost = conv_cost(d, t, p.layer().epilogue, TileTotals::of(d, t), p.config);
  if (!has_kernel_parts_in_turn(d, t)) {
    ASSERT_EQ(cost.inp_bytes, real.inp_bytes);
  }
  ASSERT_EQ(cost.out_bytes, real.out_bytes);
  ASSERT_EQ(cost.gemm_steps, real.gemm_steps);
  ASSERT_EQ(cost.compute_steps, real.compute_steps);
  if (!residual) {
    ++exact.of_plain;
    exact.compute_insns += cost.compute_insns == real.compute_insns ? 1 : 0;
    ASSERT_LE(cost.compute_insns, real.compute_insns);  // more: the scratchpad cut a sequence
  }
  exact.predicted.acc_bytes += cost.acc_bytes;
  exact.found.acc_bytes += real.acc_bytes;
  if (has_idle_steps(row_axis(d), t.h, step_kh(d, t)) ||
      has_idle_steps(column_axis(d), t.w, step_kw(d, t)))
    return;
  const int64_t identity = identity_elements(d, t) * p.config.element_bytes(MemoryType::Wgt);
  if (!has_short_steps_in_turn(d, t)) {
    ASSERT_EQ(cost.wgt_bytes, real.wgt_bytes - identity);
  }
  ++exact.of;
  const bool same_loads = cost.inp_load_insns == real.inp_load_insns;
  if (!t.single_pixels) {  // strided_pixels_test.cpp counts the others
    ++exact.of_rows;
    exact.inp_load_insns += same_loads ? 1 : 0;
  }
  if (t.exact_taps && t.ci > 1 && t.w == d.ow && !residual) {
    ++exact.of_runs;
    exact.runs += same_loads ? 1 : 0;
  }
  exact.wgt_load_insns += cost.wgt_load_insns == real.wgt_load_insns - (residual ? 1 : 0) ? 1 : 0;
}

TEST(KernelCost, AConvolutionsFormulaIsWhatIsEmitted) {
  Exact exact;
  for (uint64_t seed = 2000; seed < 2150; ++seed) {
    std::mt19937_64 random(seed);
    VtaConfig config = kernel_config(random);
    config.isa_ext = 0;  // MOV takes the place of the reset that the formula counts
    const auto p = random_program(random, kConv2d, config, "fast");
    if (!p)
      continue;
    SCOPED_TRACE(case_text(seed, *p));
    ASSERT_NO_FATAL_FAILURE(expect_formula(*p, exact));
  }
  EXPECT_GT(exact.of, 50);
  EXPECT_GE(exact.compute_insns * 100, exact.of_plain * 95);
  EXPECT_GT(exact.of_rows, 50);
  EXPECT_GE(exact.inp_load_insns * 100, exact.of_rows * 80);
  EXPECT_GT(exact.of_runs, 3);
  EXPECT_GE(exact.runs * 100, exact.of_runs * 80) << exact.runs << " of " << exact.of_runs;
  EXPECT_GE(exact.wgt_load_insns * 100, exact.of * 80);
  EXPECT_LE(exact.predicted.acc_bytes * 100, exact.found.acc_bytes * 110);
  EXPECT_GE(exact.predicted.acc_bytes * 110, exact.found.acc_bytes * 100);
}

}  // namespace
}  // namespace vta
