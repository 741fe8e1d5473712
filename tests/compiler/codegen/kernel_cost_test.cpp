// What kernels cost: read from the emitted instructions against what a simulator counts, for every
// kind; and the formula of convolutions, which a search can afford, against that.
#include "compiler/kernels/cost.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <random>

#include "compiler/kernels/conv/search.h"
#include "compiler/kernels/kernel_plan.h"
#include "compiler/kernels/kernels.h"
#include "compiler/kernels/window.h"
#include "compiler/schedule/network_schedule.h"
#include "runtime/launches.h"
#include "sim/factory/device_factory.h"
#include "tests/compiler/codegen/kernel_fixture.h"
#include "tests/compiler/codegen/random_network.h"

namespace vta {
namespace {

using testing::imm_step;
using testing::pick;
using testing::random_config;
using testing::with_output;

ConvGeometry random_geometry(std::mt19937_64& random, int64_t largest_kernel) {
  ConvGeometry g;
  g.n = pick(random, 1, 3);
  g.ic = pick(random, 1, 90);
  g.oc = pick(random, 1, 90);
  g.kh = pick(random, 1, largest_kernel);
  g.kw = pick(random, 1, largest_kernel);
  g.stride_h = pick(random, 1, 2);
  g.stride_w = pick(random, 1, 2);
  g.pad_top = pick(random, 0, g.kh - 1);
  g.pad_left = pick(random, 0, g.kw - 1);
  g.pad_bottom = pick(random, 0, g.kh - 1);
  g.pad_right = pick(random, 0, g.kw - 1);
  g.ih = pick(random, g.kh, 20);
  g.iw = pick(random, g.kw, 20);
  return with_output(g);
}

AluStep vector_without_data() {
  return {.op = AluOp::Add, .operand = AluStep::Operand::Channel};
}

// Without data of vectors: nothing is known of them, so no tile starts with one.
std::vector<AluStep> random_steps(std::mt19937_64& random) {
  std::vector<AluStep> steps;
  if (pick(random, 0, 2) > 0)
    steps.push_back(vector_without_data());
  steps.push_back(imm_step(AluOp::Shr, pick(random, 1, 9)));
  steps.push_back(imm_step(AluOp::Min, 127));
  steps.push_back(imm_step(AluOp::Max, -127));
  return steps;
}

Kernel random_kernel(std::mt19937_64& random, Kernel::Kind kind) {
  Kernel k;
  k.kind = kind;
  k.name = "k";
  k.inputs.resize(1);
  k.conv = random_geometry(random, kind == Kernel::Kind::Dense ? 1 : 4);
  ConvGeometry& g = k.conv;
  k.steps = random_steps(random);
  if (kind_of(k).reads_acc)
    g.ic = g.oc;
  if (kind == Kernel::Kind::Pool && pick(random, 0, 1) == 0)
    k.pool = AluOp::Add;
  if (kind == Kernel::Kind::Alu) {
    g = {g.n, g.oc, g.oh, g.ow, g.oc, g.oh, g.ow};
    k.inputs.resize(static_cast<size_t>(pick(random, 1, 3)));
    for (int64_t i = 1; i < std::ssize(k.inputs); ++i)
      k.steps.insert(k.steps.begin(), testing::tensor_step(AluOp::Add, i));
  }
  if (kind == Kernel::Kind::Conv && pick(random, 0, 2) == 0) {
    k.inputs.resize(2);
    k.steps.insert(k.steps.begin(), testing::tensor_step(AluOp::Add, 1));
  }
  if (kind == Kernel::Kind::Conv && pick(random, 0, 3) == 0) {
    g.groups = pick(random, 2, 8);
    g.ic = g.groups * pick(random, 1, 12);
    g.oc = g.groups * pick(random, 1, 12);
  }
  return k;
}

std::vector<Tensor> inputs_of(std::mt19937_64& random, const Kernel& k) {
  const ConvGeometry& g = k.conv;
  std::vector<Tensor> inputs = {testing::random_int8(random, {g.n, g.ic, g.ih, g.iw})};
  while (inputs.size() < k.inputs.size())
    inputs.push_back(testing::random_int8(random, {g.n, g.oc, g.oh, g.ow}));
  return inputs;
}

// A kernel of each kind, the pool with the convolution before it.
LoweredGraph random_lowered(std::mt19937_64& random, const KernelKind& kind) {
  Kernel k = random_kernel(random, kind.kind);
  if (!kind.with_pool)
    return testing::lowered_kernel(k, inputs_of(random, k));
  ConvGeometry& g = k.conv;
  g = {g.n, g.ic, pick(random, 4, 20), pick(random, 4, 20), g.oc};
  g = with_output(g);
  k.inputs.resize(1);
  k.steps = random_steps(random);
  Kernel pool;
  pool.kind = Kernel::Kind::Pool;
  pool.name = "pool";
  pool.conv = with_output({g.n, g.oc, g.oh, g.ow, g.oc, 0, 0, 3, 3, 2, 2, 1, 1, 1, 1});
  pool.steps = {imm_step(AluOp::Min, 127), imm_step(AluOp::Max, -128)};
  return testing::lowered_chain({k, pool}, {g.n, g.ic, g.ih, g.iw});
}

// Any legal ones, each field from its axis; the schedule's own where none is found.
KernelTiles any_tiles(std::mt19937_64& random, const KernelSchedule& s, const VtaConfig& config) {
  const KernelKind& kind = kind_of(s.layer);
  const std::vector<TileAxis> axes = kind.axes(s.layer, config);
  for (int attempt = 0; attempt < 100; ++attempt) {
    KernelTiles tiles = kind.empty;
    for (const TileAxis& axis : axes)
      std::ranges::find(kind.fields, axis.field, &TileField::name)
          ->set(tiles, axis.values[random() % axis.values.size()]);
    if (tiles_problem(s.layer, tiles, config).empty())
      return tiles;
  }
  return s.tiles;
}

// One kernel, and the program that it is.
struct RandomProgram {
  LoweredGraph lowered;
  NetworkSchedule schedule;
  Program program;

  const KernelSchedule& kernel() const { return schedule.kernels.front(); }
  const LayerId& layer() const { return kernel().layer; }
};

// Nothing where not even the least tiles fit the configuration.
std::optional<RandomProgram> random_program(std::mt19937_64& random, const KernelKind& kind,
                                            const VtaConfig& config, const std::string& name) {
  RandomProgram p{random_lowered(random, kind), {}, {}};
  SchedulePolicy policy = SchedulePolicy::named(name);
  for (const auto& item : p.lowered.items)
    if (const auto* kernel = std::get_if<Kernel>(&item))
      if (!policy.least_tiles_problem(*kernel, config).empty())
        return std::nullopt;
  p.schedule = schedule_network(p.lowered, policy, config);
  KernelSchedule& s = p.schedule.kernels.front();
  if (p.schedule.kernels.size() > 1 || &kind_of(s.layer) != &kind)
    return std::nullopt;
  if (pick(random, 0, 1) == 0)
    s.tiles = any_tiles(random, s, config);
  p.program = generate_program(p.lowered, p.schedule, config);
  return p;
}

// Everything lies far from everything else.
KernelPlan plan_of(const RandomProgram& p, const VtaConfig& config) {
  const KernelSchedule& s = p.kernel();
  const auto kernel_at = [&](size_t item) { return &std::get<Kernel>(p.lowered.items[item]); };
  KernelPlan plan{.kernel = kernel_at(s.item),
                  .pool = s.pool ? kernel_at(*s.pool) : nullptr,
                  .layer = &s.layer,
                  .tiles = &s.tiles,
                  .steps = s.steps};
  int64_t next = 0;
  const auto place = [&](int64_t channels) {
    return TensorPlace{next++ << 28, channel_groups(channels, config), 0};
  };
  const ConvGeometry& g = plan.geometry();
  for (size_t i = 0; i < plan.kernel->inputs.size(); ++i)
    plan.inputs.push_back(place(i == 0 ? g.ic : g.oc));
  plan.results.push_back({s.steps.size(), place(g.oc)});
  plan.weight_offset = next++ << 28;
  plan.identity_offset = next++ << 28;
  plan.vector_offset = next++ << 28;
  plan.halves = p.schedule.facts.merge_tasks && config.acc_overlap != 0;
  return plan;
}

TEST(KernelCost, OfEveryKindIsWhatASimulatorCounts) {
  for (const KernelKind* kind : kernel_kinds()) {
    int compared = 0;
    for (uint64_t seed = 900; seed < 940; ++seed) {
      std::mt19937_64 random(seed);
      const VtaConfig config = random_config(random);
      const bool fast = kind->with_pool || pick(random, 0, 1) == 0;
      const auto p = random_program(random, *kind, config, fast ? "fast" : "reference");
      if (!p)
        continue;
      SCOPED_TRACE(fmt::format("seed {}, {} of {}", seed, layer_text(p->layer()), config.name()));
      const KernelCost cost =
          emitted_cost(plan_of(*p, config), config, p->schedule.facts.merge_tasks);
      const Counters c = run_launches(p->program, make_device("fsim", config)).counters;
      ASSERT_EQ(cost.inp_bytes, c.inp_load_nbytes);
      ASSERT_EQ(cost.wgt_bytes, c.wgt_load_nbytes);
      ASSERT_EQ(cost.acc_bytes, c.acc_load_nbytes);
      ASSERT_EQ(cost.uop_bytes, c.uop_load_nbytes);
      ASSERT_EQ(cost.out_bytes, c.out_store_nbytes);
      ASSERT_EQ(cost.gemm_steps, c.gemm_counter);
      ASSERT_GE(cost.compute_steps, c.gemm_counter + c.alu_counter);
      ASSERT_EQ(cost.compute_insns, c.insn_count[static_cast<size_t>(Opcode::Gemm)] +
                                        c.insn_count[static_cast<size_t>(Opcode::Alu)]);
      ++compared;
    }
    EXPECT_GT(compared, 8) << kind->name << (kind->with_pool ? " with its pool" : "");
  }
}

TEST(KernelCost, AConvolutionsFormulaHasItsStepsAndResultsAndIsNearInTheRest) {
  KernelCost predicted, found;
  int compared = 0, same_insns = 0, plain = 0;
  for (uint64_t seed = 2000; seed < 2150; ++seed) {
    std::mt19937_64 random(seed);
    VtaConfig config = random_config(random);
    config.isa_ext = 0;  // MOV takes the place of the reset that the formula counts
    const auto p = random_program(random, *find_kind(Kernel::Kind::Conv, false), config, "fast");
    if (!p)
      continue;
    SCOPED_TRACE(fmt::format("seed {}, {} of {}", seed, layer_text(p->layer()), config.name()));
    const auto& t = std::get<ConvTiles>(p->kernel().tiles);
    const ConvDims d = ConvDims::of(p->layer().geometry, config);
    const KernelCost emitted = emitted_cost(plan_of(*p, config), config, true);
    const KernelCost cost = conv_cost(d, t, p->layer().epilogue, TileTotals::of(d, t), config);
    ASSERT_EQ(cost.out_bytes, emitted.out_bytes);
    ASSERT_EQ(cost.compute_steps, emitted.compute_steps);
    ++compared;
    if (!p->layer().epilogue.residual) {
      ++plain;
      same_insns += cost.compute_insns == emitted.compute_insns ? 1 : 0;
      ASSERT_LE(cost.compute_insns, emitted.compute_insns);  // more: the scratchpad cut a sequence
    }
    for (int64_t KernelCost::*member : {&KernelCost::inp_bytes, &KernelCost::wgt_bytes,
                                        &KernelCost::acc_bytes, &KernelCost::compute_insns}) {
      predicted.*member += cost.*member;
      found.*member += emitted.*member;
    }
  }
  EXPECT_GT(compared, 50);
  EXPECT_GE(same_insns, plain * 95 / 100);
  const auto near = [](int64_t a, int64_t b) { return a <= b * 11 / 10 && b <= a * 11 / 10; };
  EXPECT_TRUE(near(predicted.inp_bytes, found.inp_bytes))
      << predicted.inp_bytes << " " << found.inp_bytes;
  EXPECT_TRUE(near(predicted.wgt_bytes, found.wgt_bytes))
      << predicted.wgt_bytes << " " << found.wgt_bytes;
  EXPECT_TRUE(near(predicted.compute_insns, found.compute_insns))
      << predicted.compute_insns << " " << found.compute_insns;
}

}  // namespace
}  // namespace vta
