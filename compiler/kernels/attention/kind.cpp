#include "compiler/kernels/attention/kind.h"

#include <array>

#include "base/error.h"
#include "base/plural.h"
#include "compiler/kernels/attention/areas.h"
#include "compiler/kernels/attention/emit.h"
#include "compiler/kernels/attention/work.h"
#include "compiler/kernels/field_range.h"
#include "hw/isa/insn.h"

namespace vta {
namespace {

constexpr std::array kAttentionWords = {LayerWord{"attention"}};
constexpr std::array kAttentionFields = {tile_field<&AttentionTiles::threads>("threads")};
constexpr std::array<std::string_view, 1> kAttentionOps = {"qnn.attention"};
constexpr int64_t kMostThreads = 2;

void read_attention(const Graph& graph, NodeId head, Kernel& kernel) {
  const Node& n = graph.node(head);
  kernel.attention = attention_form(graph.type(n.inputs[0]), graph.type(n.inputs[1]),
                                    graph.type(n.inputs[2]), n.attrs);
}

// Tiles of two blocks would have to be cut where INP and ACC differ, rows of a batch are not next
// to each other, and the operations of the softmax are those of the extension.
std::string attention_machine_problem(const Kernel& kernel, const VtaConfig& config) {
  const AttentionForm& f = *kernel.attention;
  if (config.batch() != 1)
    return fmt::format("attention has rows of one image in a block, BATCH is {}", config.batch());
  if (config.block_in() != config.block_out())
    return fmt::format("attention needs equal blocks, BLOCK_IN is {} and BLOCK_OUT {}",
                       config.block_in(), config.block_out());
  if (!has_extension(config.isa_ext, Extension::Round))
    return "its softmax needs the extension round of ISA_EXT";
  if (f.power == PowerForm::Exp2 && !has_extension(config.isa_ext, Extension::Exp2))
    return "its softmax needs the extension exp2 of ISA_EXT";
  const int64_t block = config.block_out();
  if (f.depth % block != 0 || f.value_depth % block != 0)
    return fmt::format("a head has {} and {} channels, no multiples of the block of {}", f.depth,
                       f.value_depth, block);
  if (f.causal && f.keys < f.queries)
    return fmt::format("{} of its {} rows see no key", f.queries - f.keys, f.queries);
  if (f.causal && f.depth > kMostMaskedDepth)
    return fmt::format("a causal head has {} channels, at most {} are masked", f.depth,
                       kMostMaskedDepth);
  return {};
}

FirstValues attention_values(const Kernel&) {
  return {kInt8Magnitude, true};
}

std::string threads_problem(const LayerId& layer, int64_t threads, const VtaConfig& config) {
  return AttentionAreas(*layer.attention, threads, config).problem(config);
}

std::string attention_tiles_problem(const LayerId& layer, const KernelTiles& tiles,
                                    const VtaConfig& config) {
  const int64_t threads = std::get<AttentionTiles>(tiles).threads;
  const FieldRange fields[] = {{"threads", threads, 1, kMostThreads}};
  if (std::string problem = range_problem(fields); !problem.empty())
    return problem;
  return threads_problem(layer, threads, config);
}

std::string least_attention_problem(const LayerId& layer, const VtaConfig& config) {
  return threads_problem(layer, 1, config);
}

KernelTiles search_attention_tiles(const LayerId& layer, const VtaConfig& config, TileMemo&) {
  for (int64_t threads = kMostThreads; threads > 0; --threads)
    if (threads_problem(layer, threads, config).empty())
      return AttentionTiles{threads};
  throw CompileError(
      fmt::format("{} of {}", least_attention_problem(layer, config), config.name()));
}

std::vector<TileAxis> attention_axes(const LayerId&, const VtaConfig&) {
  return {{"threads", {1, 2}}};
}

AttentionAreas areas_of(const LayerId& layer, const KernelTiles& tiles, const VtaConfig& config) {
  return {*layer.attention, std::get<AttentionTiles>(tiles).threads, config};
}

int64_t scratch_bytes(const LayerId& layer, const KernelTiles& tiles, const VtaConfig& config) {
  return areas_of(layer, tiles, config).scratch_bytes();
}

int64_t constant_bytes(const Kernel& kernel, const VtaConfig& config) {
  return attention_constant_bytes(*kernel.attention, config);
}

void pack_constants(const Kernel& kernel, const VtaConfig& config, std::span<std::byte> packed) {
  pack_attention_constants(*kernel.attention, config, packed);
}

void emit_attention(const KernelPlan& plan, const VtaConfig& config, TaskStream& stream) {
  const AttentionForm& f = *plan.kernel->attention;
  const int64_t queries = f.batch * f.queries, keys = f.batch * f.keys;
  emit_attention_at({.q = {plan.inputs[0].offset, queries},
                     .k = {plan.inputs[1].offset, keys},
                     .v = {plan.inputs[2].offset, keys},
                     .out = {plan.output().offset, queries},
                     .scratch = plan.scratch_offset,
                     .constants = plan.constants_offset},
                    areas_of(*plan.layer, *plan.tiles, config), config, stream);
}

KernelDescription describe_attention(const KernelPlan& plan) {
  const AttentionForm& f = *plan.kernel->attention;
  return {fmt::format("{} of {}, {} on {}{}", counted(f.batch * f.heads, "head"), f.depth,
                      counted(f.queries, "query", "queries"), counted(f.keys, "key"),
                      f.causal ? ", causal" : ""),
          fmt::format("blocks of queries, {} in flight", plan.tiles_as<AttentionTiles>().threads)};
}

LeastWork least_work_of(const Kernel& kernel, const Kernel*, const VtaConfig& config) {
  LeastWork work = least_attention_work(*kernel.attention, config);
  work.useful_macs = useful_attention_macs(kernel.own_attention());
  return work;
}

int64_t least_attention_bytes(const KernelPlan& plan, const VtaConfig&) {
  const AttentionForm& f = *plan.kernel->attention;
  return f.batch * (f.depth + f.value_depth) * (f.queries * f.heads + f.keys * f.kv_heads);
}

}  // namespace

constinit const KernelKind kAttention = {.kind = Kernel::Kind::Attention,
                                         .name = "attention",
                                         .words = kAttentionWords,
                                         .read_head = read_attention,
                                         .whole_ops = kAttentionOps,
                                         .machine_problem = attention_machine_problem,
                                         .first_values = attention_values,
                                         .empty = AttentionTiles{},
                                         .fields = kAttentionFields,
                                         .tiles_problem = attention_tiles_problem,
                                         .least_tiles_problem = least_attention_problem,
                                         .search = search_attention_tiles,
                                         .axes = attention_axes,
                                         .scratch_bytes = scratch_bytes,
                                         .constant_bytes = constant_bytes,
                                         .pack_constants = pack_constants,
                                         .emit = emit_attention,
                                         .describe = describe_attention,
                                         .least_work = least_work_of,
                                         .least_bytes = least_attention_bytes};

}  // namespace vta
