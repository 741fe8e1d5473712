#include "compiler/kernels/attention_step/kind.h"

#include <array>

#include "base/error.h"
#include "base/plural.h"
#include "compiler/kernels/attention/kind.h"
#include "compiler/kernels/attention/work.h"
#include "compiler/kernels/attention_step/areas.h"
#include "compiler/kernels/attention_step/emit.h"
#include "compiler/kernels/field_range.h"
#include "hw/isa/insn.h"

namespace vta {
namespace {

constexpr std::array kStepWords = {LayerWord{"attention_step"}};
constexpr std::array kStepFields = {tile_field<&AttentionStepTiles::heads>("heads")};
constexpr std::array<std::string_view, 1> kStepOps = {"qnn.attention_step"};

void read_step(const Graph& graph, NodeId head, Kernel& kernel) {
  const Node& n = graph.node(head);
  kernel.attention = attention_step_form(graph.type(n.inputs[0]), graph.type(n.inputs[1]),
                                         graph.type(n.inputs[2]), n.attrs);
}

std::string step_machine_problem(const Kernel& kernel, const VtaConfig& config) {
  return kAttention.machine_problem(kernel, config);
}

FirstValues step_values(const Kernel&) {
  return {kInt8Magnitude, true};
}

AttentionStepAreas step_areas(const LayerId& layer, int64_t heads, const VtaConfig& config) {
  return {*layer.attention, heads, config};
}
AttentionStepAreas step_areas(const LayerId& layer, const KernelTiles& tiles,
                              const VtaConfig& config) {
  return step_areas(layer, std::get<AttentionStepTiles>(tiles).heads, config);
}

// A tile has whole groups of heads that read the same keys, or a part of one.
bool divides(const AttentionForm& f, int64_t heads) {
  const int64_t readers = f.heads / f.kv_heads;
  return f.heads % heads == 0 && (heads % readers == 0 || readers % heads == 0);
}

std::vector<int64_t> legal_step_heads(const AttentionForm& f, const VtaConfig& config) {
  std::vector<int64_t> heads;
  for (int64_t h = 1; h <= std::min(f.heads, config.block_out()); ++h)
    if (divides(f, h))
      heads.push_back(h);
  return heads;
}

std::string step_tiles_problem(const LayerId& layer, const KernelTiles& tiles,
                               const VtaConfig& config) {
  const AttentionForm& f = *layer.attention;
  const int64_t heads = std::get<AttentionStepTiles>(tiles).heads;
  const FieldRange fields[] = {{"heads", heads, 1, std::min(f.heads, config.block_out())}};
  if (std::string problem = range_problem(fields); !problem.empty())
    return problem;
  if (!divides(f, heads))
    return fmt::format("heads is {}, which does not divide {} of queries and {} of keys", heads,
                       f.heads, f.kv_heads);
  return step_areas(layer, heads, config).problem(config);
}

std::string least_step_problem(const LayerId& layer, const VtaConfig& config) {
  return step_areas(layer, 1, config).problem(config);
}

// A vector of scores takes as long for one head as for as many as it has lanes.
KernelTiles search_step_tiles(const LayerId& layer, const VtaConfig& config, TileMemo&) {
  const std::vector<int64_t> legal = legal_step_heads(*layer.attention, config);
  for (auto heads = legal.rbegin(); heads != legal.rend(); ++heads)
    if (step_areas(layer, *heads, config).problem(config).empty())
      return AttentionStepTiles{*heads};
  throw CompileError(fmt::format("{} of {}", least_step_problem(layer, config), config.name()));
}

std::vector<TileAxis> step_axes(const LayerId& layer, const VtaConfig& config) {
  return {{"heads", legal_step_heads(*layer.attention, config)}};
}

int64_t step_scratch_bytes(const LayerId& layer, const KernelTiles& tiles,
                           const VtaConfig& config) {
  return step_areas(layer, tiles, config).scratch_bytes();
}

int64_t step_state_bytes(const LayerId& layer, const KernelTiles& tiles, const VtaConfig& config) {
  return step_areas(layer, tiles, config).state_bytes();
}

// Tiles of one head have the most.
AttentionStepAreas step_constants(const Kernel& kernel, const VtaConfig& config) {
  return {*kernel.attention, 1, config};
}

int64_t step_constant_bytes(const Kernel& kernel, const VtaConfig& config) {
  return step_constants(kernel, config).constant_bytes();
}

void pack_step_constants(const Kernel& kernel, const VtaConfig& config,
                         std::span<std::byte> packed) {
  step_constants(kernel, config).pack_constants(packed);
}

void emit_step(const KernelPlan& plan, const VtaConfig& config, TaskStream& stream) {
  emit_attention_step_at({.q = plan.inputs[0].offset,
                          .k = plan.inputs[1].offset,
                          .v = plan.inputs[2].offset,
                          .out = plan.output().offset,
                          .state = plan.state_offset,
                          .scratch = plan.scratch_offset,
                          .constants = plan.constants_offset},
                         step_areas(*plan.layer, *plan.tiles, config), plan.position, config,
                         stream);
}

KernelDescription describe_step(const KernelPlan& plan) {
  const AttentionForm& f = *plan.kernel->attention;
  return {fmt::format("a step of {} of {}, context {}", counted(f.heads, "head"), f.depth, f.keys),
          fmt::format("{} in a tile", counted(plan.tiles_as<AttentionStepTiles>().heads, "head"))};
}

// Of the first position, which sees one key: no position has less.
LeastWork least_step_work(const Kernel& kernel, const Kernel*, const VtaConfig& config) {
  AttentionForm first = *kernel.attention, own = kernel.own_attention();
  first.keys = own.keys = 1;
  const int64_t block = config.block_out();
  const int64_t heads_in_vectors = ceil_div(first.heads, block);
  LeastWork work;
  work.gemm_steps = first.heads * (first.depth + first.value_depth) / block;
  work.vector_steps = heads_in_vectors;
  work.useful_macs = useful_attention_macs(own);
  return work;
}

int64_t least_step_bytes(const KernelPlan& plan, const VtaConfig&) {
  const AttentionForm& f = *plan.kernel->attention;
  return (f.depth + f.value_depth) * (f.heads + 2 * f.kv_heads);
}

}  // namespace

constinit const KernelKind kAttentionStep = {.kind = Kernel::Kind::AttentionStep,
                                             .name = "attention_step",
                                             .words = kStepWords,
                                             .read_head = read_step,
                                             .whole_ops = kStepOps,
                                             .machine_problem = step_machine_problem,
                                             .first_values = step_values,
                                             .empty = AttentionStepTiles{},
                                             .fields = kStepFields,
                                             .tiles_problem = step_tiles_problem,
                                             .least_tiles_problem = least_step_problem,
                                             .search = search_step_tiles,
                                             .axes = step_axes,
                                             .scratch_bytes = step_scratch_bytes,
                                             .state_bytes = step_state_bytes,
                                             .constant_bytes = step_constant_bytes,
                                             .pack_constants = pack_step_constants,
                                             .emit = emit_step,
                                             .describe = describe_step,
                                             .least_work = least_step_work,
                                             .least_bytes = least_step_bytes};

}  // namespace vta
