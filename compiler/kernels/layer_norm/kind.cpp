#include "compiler/kernels/layer_norm/kind.h"

#include <algorithm>
#include <array>

#include "base/error.h"
#include "base/plural.h"
#include "compiler/kernels/field_range.h"
#include "compiler/kernels/layer_norm/areas.h"
#include "compiler/kernels/layer_norm/emit.h"
#include "hw/isa/insn.h"

namespace vta {
namespace {

constexpr std::array kLayerNormWords = {LayerWord{"layer_norm"}};
constexpr std::array kLayerNormFields = {tile_field<&LayerNormTiles::threads>("threads")};
constexpr std::array<std::string_view, 1> kLayerNormOps = {"qnn.layer_norm"};
constexpr int64_t kMostRowsInFlight = 2;

void read_layer_norm(const Graph& graph, NodeId head, Kernel& kernel) {
  const Node& n = graph.node(head);
  const Shape& s = n.type().shape;
  kernel.layer_norm = layer_norm_of(n.attrs, s.size() == 6 ? s[1] * s[5] : s.back());
}

std::string layer_norm_machine_problem(const Kernel&, const VtaConfig& config) {
  if (config.block_in() != config.block_out())
    return fmt::format("layer normalisation needs equal blocks, BLOCK_IN is {} and BLOCK_OUT {}",
                       config.block_in(), config.block_out());
  if (!has_extension(config.isa_ext, Extension::Round))
    return "its rounding shifts need the extension round of ISA_EXT";
  if (config.block_out() % config.batch() != 0)
    return fmt::format("a block of {} rows is of whole elements, BATCH is {}", config.block_out(),
                       config.batch());
  return {};
}

FirstValues layer_norm_values(const Kernel&) {
  return {kInt8Magnitude, true};
}

LayerNormAreas areas_of_layer(const LayerId& layer, int64_t threads, const VtaConfig& config) {
  return {*layer.layer_norm, layer.geometry.iw, threads, config};
}

LayerNormAreas areas_of_tiles(const LayerId& layer, const KernelTiles& tiles,
                              const VtaConfig& config) {
  return areas_of_layer(layer, std::get<LayerNormTiles>(tiles).threads, config);
}

std::string layer_norm_tiles_problem(const LayerId& layer, const KernelTiles& tiles,
                                     const VtaConfig& config) {
  const FieldRange fields[] = {
      {"threads", std::get<LayerNormTiles>(tiles).threads, 1, kMostRowsInFlight}};
  if (std::string problem = range_problem(fields); !problem.empty())
    return problem;
  if (layer.geometry.n > config.batch())
    return fmt::format("rows of {} images, BATCH is {}", layer.geometry.n, config.batch());
  return areas_of_tiles(layer, tiles, config).problem(config);
}

std::string least_layer_norm_problem(const LayerId& layer, const VtaConfig& config) {
  return areas_of_layer(layer, 1, config).problem(config);
}

KernelTiles search_layer_norm_tiles(const LayerId& layer, const VtaConfig& config, TileMemo&) {
  for (int64_t threads = kMostRowsInFlight; threads > 0; --threads)
    if (areas_of_layer(layer, threads, config).problem(config).empty())
      return LayerNormTiles{threads};
  throw CompileError(
      fmt::format("{} of {}", least_layer_norm_problem(layer, config), config.name()));
}

std::vector<TileAxis> layer_norm_axes(const LayerId&, const VtaConfig&) {
  return {{"threads", {1, 2}}};
}

int64_t layer_norm_scratch(const LayerId& layer, const KernelTiles& tiles,
                           const VtaConfig& config) {
  return areas_of_tiles(layer, tiles, config).scratch_bytes();
}

int64_t layer_norm_constants(const Kernel& kernel, const VtaConfig& config) {
  return layer_norm_constant_bytes(*kernel.layer_norm, config);
}

void pack_numbers(const Kernel& kernel, const VtaConfig& config, std::span<std::byte> packed) {
  pack_layer_norm_constants(*kernel.layer_norm, config, packed);
}

void emit_layer_norm(const KernelPlan& plan, const VtaConfig& config, TaskStream& stream) {
  const int64_t rows = plan.geometry().iw;
  emit_layer_norm_at({.in = plan.inputs[0].offset,
                      .out = plan.output().offset,
                      .in_pitch = plan.inputs[0].row_pitch(rows),
                      .out_pitch = plan.output().row_pitch(rows),
                      .scratch = plan.scratch_offset,
                      .constants = plan.constants_offset},
                     areas_of_tiles(*plan.layer, *plan.tiles, config), config, stream);
}

KernelDescription describe_layer_norm(const KernelPlan& plan) {
  const ConvGeometry& g = plan.geometry();
  return {
      fmt::format("{} of {} channels", counted(g.n * g.iw - plan.kernel->idle_pixels, "row"), g.ic),
      fmt::format("blocks of rows, {} in flight", plan.tiles_as<LayerNormTiles>().threads)};
}

// Rows in lanes: both turns, products with ones and, for squares, of rows with rows (of channels
// that fill no block their turn where that is less; where an element has several rows, of all); the
// formula's steps of a value. What is one vector a block of rows is left out.
LeastWork least_layer_norm_work(const Kernel& kernel, const Kernel*, const VtaConfig& config) {
  const LayerNormOf& of = *kernel.layer_norm;
  const int64_t b = config.block_out(), batch = config.batch(), elements = kernel.conv.iw;
  const int64_t channels = of.form.channels, tiles = ceil_div(channels, b), part = channels % b;
  const int64_t blocks = ceil_div(elements * batch, b);
  const int64_t values = blocks * ceil_div(channels, batch);
  const int64_t squares =
      batch > 1 ? blocks * channels
                : elements * (channels / b) + elements / b * part + std::min(elements % b, part);
  return {values + elements * tiles + squares + blocks * tiles, values, (of.rms ? 2 : 3) * values,
          0};
}

int64_t least_layer_norm_bytes(const KernelPlan& plan, const VtaConfig&) {
  const ConvGeometry& g = plan.geometry();
  return 2 * g.n * g.iw * g.ic;
}

}  // namespace

constinit const KernelKind kLayerNorm = {.kind = Kernel::Kind::LayerNorm,
                                         .name = "layer_norm",
                                         .words = kLayerNormWords,
                                         .read_head = read_layer_norm,
                                         .whole_ops = kLayerNormOps,
                                         .machine_problem = layer_norm_machine_problem,
                                         .first_values = layer_norm_values,
                                         .empty = LayerNormTiles{},
                                         .fields = kLayerNormFields,
                                         .tiles_problem = layer_norm_tiles_problem,
                                         .least_tiles_problem = least_layer_norm_problem,
                                         .search = search_layer_norm_tiles,
                                         .axes = layer_norm_axes,
                                         .scratch_bytes = layer_norm_scratch,
                                         .constant_bytes = layer_norm_constants,
                                         .pack_constants = pack_numbers,
                                         .emit = emit_layer_norm,
                                         .describe = describe_layer_norm,
                                         .least_work = least_layer_norm_work,
                                         .least_bytes = least_layer_norm_bytes};

}  // namespace vta
