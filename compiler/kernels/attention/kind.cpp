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
constexpr std::array kAttentionFields = {tile_field<&AttentionTiles::threads>("threads"),
                                         tile_field<&AttentionTiles::blocks>("blocks")};
constexpr std::array<std::string_view, 1> kAttentionOps = {"qnn.attention"};
constexpr int64_t kMostThreads = 2;
// A head has at least so many runs where they have several blocks.
constexpr int64_t kFewestRuns = 3;

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

AttentionAreas areas_of(const LayerId& layer, const KernelTiles& tiles, const VtaConfig& config) {
  return {*layer.attention, std::get<AttentionTiles>(tiles), config};
}

int64_t blocks_of(const LayerId& layer, const VtaConfig& config) {
  return ceil_div(layer.attention->queries, config.block_out());
}

// Blocks of a causal head see different numbers of keys.
int64_t most_blocks(const LayerId& layer, const VtaConfig& config) {
  return layer.attention->causal ? 1 : blocks_of(layer, config);
}

std::string attention_tiles_problem(const LayerId& layer, const KernelTiles& tiles,
                                    const VtaConfig& config) {
  const auto& t = std::get<AttentionTiles>(tiles);
  const FieldRange fields[] = {{"threads", t.threads, 1, kMostThreads},
                               {"blocks", t.blocks, 1, most_blocks(layer, config)}};
  if (std::string problem = range_problem(fields); !problem.empty())
    return problem;
  return areas_of(layer, tiles, config).problem(config);
}

std::string least_attention_problem(const LayerId& layer, const VtaConfig& config) {
  return areas_of(layer, AttentionTiles{.threads = 1}, config).problem(config);
}

// As many threads as fit; with them the longest runs that leave a head some to be in different
// stages, and the next head's in flight.
KernelTiles search_attention_tiles(const LayerId& layer, const VtaConfig& config, TileMemo&) {
  const int64_t all = blocks_of(layer, config);
  for (int64_t threads = kMostThreads; threads > 0; --threads) {
    const int64_t fewest = layer.attention->causal ? all : kFewestRuns;
    for (int64_t runs = fewest; runs < all; ++runs) {
      const AttentionTiles tiles{threads, ceil_div(all, runs)};
      const AttentionAreas areas = areas_of(layer, tiles, config);
      if (areas.heads_ahead == 2 && areas.roomy && areas.problem(config).empty())
        return tiles;
    }
    const AttentionTiles tiles{threads, 1};
    if (areas_of(layer, tiles, config).problem(config).empty())
      return tiles;
  }
  throw CompileError(
      fmt::format("{} of {}", least_attention_problem(layer, config), config.name()));
}

std::vector<TileAxis> attention_axes(const LayerId& layer, const VtaConfig& config) {
  std::vector<int64_t> blocks;
  const int64_t all = blocks_of(layer, config);
  for (int64_t runs = all; runs > 0; --runs)
    if (const int64_t of_run = ceil_div(all, runs);
        of_run <= most_blocks(layer, config) && (blocks.empty() || blocks.back() != of_run))
      blocks.push_back(of_run);
  return {{"threads", {1, 2}}, {"blocks", blocks}};
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
  const auto tensor = [](const TensorPlace& place, int64_t rows) {
    return AttentionTensor{place.offset, place.row_pitch(rows)};
  };
  emit_attention_at({.q = tensor(plan.inputs[0], queries),
                     .k = tensor(plan.inputs[1], keys),
                     .v = tensor(plan.inputs[2], keys),
                     .out = tensor(plan.output(), queries),
                     .scratch = plan.scratch_offset,
                     .constants = plan.constants_offset},
                    areas_of(*plan.layer, *plan.tiles, config), config, stream);
}

KernelDescription describe_attention(const KernelPlan& plan) {
  const AttentionForm& f = *plan.kernel->attention;
  const auto& tiles = plan.tiles_as<AttentionTiles>();
  return {fmt::format("{} of {}, {} on {}{}", counted(f.batch * f.heads, "head"), f.depth,
                      counted(f.queries, "query", "queries"), counted(f.keys, "key"),
                      f.causal ? ", causal" : ""),
          fmt::format("runs of {} of queries, {} in flight", counted(tiles.blocks, "block"),
                      tiles.threads)};
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
