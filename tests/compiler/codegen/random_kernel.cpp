#include "tests/compiler/codegen/random_kernel.h"

#include <algorithm>

#include "compiler/kernels/border_classes.h"
#include "compiler/kernels/kernels.h"
#include "compiler/kernels/window.h"
#include "tests/compiler/codegen/kernel_fixture.h"
#include "tests/compiler/codegen/random_network.h"

namespace vta::testing {
namespace {

int64_t random_channels(std::mt19937_64& random) {
  return pick(random, 0, 3) == 0 ? 17 : pick(random, 1, 90);
}

// An image for which at least one window is whole, pads included.
int64_t random_extent(std::mt19937_64& random, int64_t most, int64_t span, int64_t pads) {
  return pick(random, std::max<int64_t>(1, span - pads), std::max(most, span));
}

ConvGeometry random_geometry(std::mt19937_64& random, int64_t largest_kernel, bool dilated) {
  ConvGeometry g;
  g.n = pick(random, 1, 3);
  g.ic = random_channels(random);
  g.oc = random_channels(random);
  g.kh = pick(random, 1, largest_kernel);
  g.kw = pick(random, 1, largest_kernel);
  g.stride_h = pick(random, 1, 3);
  g.stride_w = pick(random, 1, 3);
  g.dilation_h = dilated ? pick(random, 1, 2) : 1;
  g.dilation_w = dilated ? pick(random, 1, 3) : 1;
  g.pad_top = pick(random, 0, g.kh - 1);
  g.pad_left = pick(random, 0, g.kw - 1);
  g.pad_bottom = pick(random, 0, g.kh - 1);
  g.pad_right = pick(random, 0, g.kw - 1);
  const bool wide = pick(random, 0, 9) == 0;
  g.ih =
      random_extent(random, wide ? 4 : 20, (g.kh - 1) * g.dilation_h + 1, g.pad_top + g.pad_bottom);
  g.iw = wide ? 225
              : random_extent(random, 20, (g.kw - 1) * g.dilation_w + 1, g.pad_left + g.pad_right);
  return with_output(g);
}

// Without data of vectors: nothing is known of them, so no tile starts with one.
std::vector<AluStep> random_steps(std::mt19937_64& random) {
  std::vector<AluStep> steps;
  if (pick(random, 0, 2) > 0)
    steps.push_back({.op = AluOp::Add, .operand = AluStep::Operand::Channel});
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
  k.conv = random_geometry(random, kind == Kernel::Kind::Dense ? 1 : 4,
                           kind == Kernel::Kind::Conv && pick(random, 0, 3) == 0);
  ConvGeometry& g = k.conv;
  k.steps = random_steps(random);
  if (kind_of(k).reads_acc)
    g.ic = g.oc;
  if (kind == Kernel::Kind::Pool && pick(random, 0, 1) == 0)
    k.pool = AluOp::Add;
  if (kind == Kernel::Kind::Dense)
    g = {g.n, g.ic, 1, g.ow, g.oc, 1, g.ow};
  if (kind == Kernel::Kind::Alu) {
    g = {g.n, g.oc, g.oh, g.ow, g.oc, g.oh, g.ow};
    k.inputs.resize(static_cast<size_t>(pick(random, 1, 3)));
    for (int64_t i = 1; i < std::ssize(k.inputs); ++i)
      k.steps.insert(k.steps.begin(), tensor_step(AluOp::Add, i));
  }
  if (kind == Kernel::Kind::Conv && pick(random, 0, 2) == 0) {
    k.inputs.resize(2);
    k.steps.insert(k.steps.begin(), tensor_step(AluOp::Add, 1));
  }
  if (kind == Kernel::Kind::Conv && pick(random, 0, 3) == 0) {
    g.groups = pick(random, 2, 8);
    g.ic = g.groups * pick(random, 1, 12);
    g.oc = g.groups * pick(random, 1, 12);
  }
  if (AluStep& first = k.steps.front();
      kind == Kernel::Kind::Conv && first.vectors() > 0 && (g.oh + g.ow) % 2 == 0)
    first.classes = BorderClasses::of(g).count();
  return k;
}

std::vector<Tensor> inputs_of(std::mt19937_64& random, const Kernel& k) {
  const ConvGeometry& g = k.conv;
  std::vector<Tensor> inputs = {random_int8(random, {g.n, g.ic, g.ih, g.iw})};
  while (inputs.size() < k.inputs.size())
    inputs.push_back(random_int8(random, {g.n, g.oc, g.oh, g.ow}));
  return inputs;
}

// A 1x1 convolution, and a pool of which each window has a tap of its own along both axes.
LoweredGraph random_conv_and_pool(std::mt19937_64& random, Kernel conv) {
  ConvGeometry& g = conv.conv;
  const int64_t width = pick(random, 0, 9) == 0 ? 225 : pick(random, 4, 20);
  g = with_output({g.n, g.ic, pick(random, 4, 20), width, g.oc});
  conv.inputs.resize(1);
  conv.steps = random_steps(random);
  Kernel pool;
  pool.kind = Kernel::Kind::Pool;
  pool.name = "pool";
  const int64_t stride = pick(random, 1, 3), kernel = pick(random, 1, 3);
  const int64_t pad = kernel > stride ? 1 : 0;
  pool.conv = with_output(
      {g.n, g.oc, g.oh, g.ow, g.oc, 0, 0, kernel, kernel, stride, stride, pad, pad, pad, pad});
  pool.steps = {imm_step(AluOp::Min, 127), imm_step(AluOp::Max, -128)};
  return lowered_chain({conv, pool}, {g.n, g.ic, g.ih, g.iw});
}

}  // namespace

bool all_fit(const LoweredGraph& lowered, const SchedulePolicy& policy, const VtaConfig& config) {
  return std::ranges::all_of(lowered.items, [&](const auto& item) {
    const auto* kernel = std::get_if<Kernel>(&item);
    return kernel == nullptr || policy.least_tiles_problem(*kernel, config).empty();
  });
}

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

VtaConfig kernel_config(std::mt19937_64& random) {
  if (pick(random, 0, 1) == 0)
    return random_config(random);
  constexpr std::array kNames = {"default", "tiny", "2x16", "1x32", "1x16.32", "1x32.16", "4x16"};
  VtaConfig config = named_config(kNames[random() % kNames.size()]);
  config.acc_overlap = pick(random, 0, 1);
  config.isa_ext = pick(random, 0, 1);
  return config;
}

std::optional<RandomProgram> random_program(std::mt19937_64& random, const KernelKind& kind,
                                            const VtaConfig& config, const std::string& schedule) {
  Kernel kernel = random_kernel(random, kind.kind);
  RandomProgram p{config,
                  kind.with_pool ? random_conv_and_pool(random, std::move(kernel))
                                 : lowered_kernel(kernel, inputs_of(random, kernel)),
                  {},
                  {}};
  SchedulePolicy policy = SchedulePolicy::named(schedule);
  if (!all_fit(p.lowered, policy, config))
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

KernelPlan RandomProgram::plan() const {
  const KernelSchedule& s = kernel();
  const auto kernel_at = [&](size_t item) { return &std::get<Kernel>(lowered.items[item]); };
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
  plan.halves = schedule.facts.merge_tasks && config.acc_overlap != 0;
  return plan;
}

}  // namespace vta::testing
