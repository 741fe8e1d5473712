#include "compiler/kernels/conv/kind.h"

#include "base/round.h"
#include "compiler/kernels/conv/search.h"
#include "compiler/kernels/least_work.h"
#include "compiler/kernels/pack.h"

namespace vta {
namespace {

constexpr std::array kDenseWords = {LayerWord{"dense"}};
constexpr std::array<std::string_view, 2> kConvHeads = {"nn.conv2d", "qnn.conv2d"},
                                          kDenseHeads = {"nn.dense", "qnn.dense"};
constexpr std::array kConvFields = {
    tile_field<&ConvTiles::h>("h"),
    tile_field<&ConvTiles::w>("w"),
    tile_field<&ConvTiles::co>("co"),
    tile_field<&ConvTiles::ci>("ci"),
    tile_field<&ConvTiles::kh>("kh"),
    tile_field<&ConvTiles::kw>("kw"),
    tile_field<&ConvTiles::order>("order"),
    tile_field<&ConvTiles::threads>("threads"),
    tile_field<&ConvTiles::inp_slots>("inp_slots"),
    tile_field<&ConvTiles::wgt_slots>("wgt_slots"),
    tile_field<&ConvTiles::reuse>("reuse"),
    tile_field<&ConvTiles::exact_taps>("exact_taps"),
    tile_field<&ConvTiles::residual_groups>("residual_groups"),
    tile_field<&ConvTiles::residual_slots>("residual_slots"),
    tile_field<&ConvTiles::residual_rows>("residual_rows", true),
    tile_field<&ConvTiles::single_pixels>("single_pixels", true),
};

std::string tiles_of_conv_problem(const LayerId& layer, const KernelTiles& tiles,
                                  const VtaConfig& config) {
  return conv_tiles_problem(ConvDims::of(layer.geometry, config), std::get<ConvTiles>(tiles),
                            layer.epilogue, config);
}

std::string least_tiles_of_conv_problem(const LayerId& layer, const VtaConfig& config) {
  return tiles_of_conv_problem(layer, least_conv_tiles(layer.epilogue), config);
}

KernelDescription describe_conv(const KernelPlan& plan) {
  const auto& t = plan.tiles_as<ConvTiles>();
  return {geometry_text(plan.geometry()),
          fmt::format("tile h{} w{} co{} ci{}{}", t.h, t.w, t.co, t.ci,
                      t.single_pixels ? ", single pixels" : "")};
}

// A step for each vector of outputs, block of input channels that it sums and tap, but for taps
// that lie in the padding; something sets what was there.
LeastWork least_conv_work(const Kernel& k, const Kernel*, const VtaConfig& config) {
  const ConvGeometry& g = k.conv;
  const int64_t vectors = result_vectors(g, config);
  const int64_t taps = taps_inside(row_axis(g)) * taps_inside(column_axis(g));
  const VectorSteps each = least_steps(k.steps, config);
  const ConvGeometry own = k.own_geometry();
  return {each.sums * vectors + ceil_div(g.n, config.batch()) * connected_blocks(g, config) * taps,
          (each.imm + (each.vector == 0 ? 1 : 0)) * vectors, each.vector * vectors,
          (g.n * taps - k.idle_pixels) * own.oc * own.inputs_per_output()};
}

constexpr KernelKind layers_called(Kernel::Kind kind, std::string_view name,
                                   std::span<const LayerWord> words,
                                   std::span<const std::string_view> heads) {
  return {.kind = kind,
          .name = name,
          .words = words,
          .window = true,
          .heads = heads,
          .begin_chain = begin_layer,
          .read_head = read_layer,
          .first_values = conv_values,
          .empty = ConvTiles{},
          .fields = kConvFields,
          .tiles_problem = tiles_of_conv_problem,
          .least_tiles_problem = least_tiles_of_conv_problem,
          .search = search_tiles_of_conv,
          .others = bands_of_conv,
          .times = times_of_conv,
          .axes = conv_tile_axes,
          .emit = emit_conv,
          .describe = describe_conv,
          .least_work = least_conv_work,
          .least_bytes = least_conv_bytes};
}

}  // namespace

FirstValues conv_values(const Kernel& kernel) {
  const ConvGeometry& g = kernel.conv;
  return {g.inputs_per_output() * g.kh * g.kw * kInt8Magnitude * kInt8Magnitude};
}

int64_t least_conv_bytes(const KernelPlan& plan, const VtaConfig& config) {
  const ConvGeometry& g = plan.geometry();
  const ConvGeometry& window = plan.pool != nullptr ? plan.pool->conv : g;
  const int64_t batches = ceil_div(g.n, config.batch());
  const int64_t input =
      batches * ceil_div(g.ic, config.block_in()) * config.element_bytes(MemoryType::Inp);
  int64_t bytes = input * touched_pixels(window) +
                  packed_weight_bytes(g, config) / (g.kh * g.kw) * used_taps(g) +
                  packed_vector_bytes(plan.steps, g.oc, config);
  bytes += (std::ssize(plan.inputs) - 1) * batches * ceil_div(g.oc, config.block_in()) * g.oh *
           g.ow * config.element_bytes(MemoryType::Inp);
  return bytes + std::ssize(plan.results) * result_vectors(window, config) *
                     config.element_bytes(MemoryType::Out);
}

// Slots 1, 2, 3, 4, 6, 8, 12, ... 64.
static std::vector<int64_t> slot_counts() {
  std::vector<int64_t> counts = {1};
  for (int64_t n = 2; n < kMostSlots; n *= 2) {
    counts.push_back(n);
    counts.push_back(n / 2 * 3);
  }
  counts.push_back(kMostSlots);
  return counts;
}

std::vector<TileAxis> conv_tile_axes(const LayerId& layer, const VtaConfig& config) {
  const ConvDims d = ConvDims::of(layer.geometry, config);
  const bool residual = layer.epilogue.residual;
  const auto of_residual = [&](std::vector<int64_t> values) {
    return residual ? std::move(values) : std::vector<int64_t>{0};
  };
  return {{"h", rising_part_sizes(d.oh)},
          {"w", rising_part_sizes(d.ow)},
          {"co", rising_part_sizes(d.co)},
          {"ci", rising_part_sizes(d.ci)},
          {"kh", rising_part_sizes(d.kh)},
          {"kw", rising_part_sizes(d.kw)},
          {"order", {0, 1}},
          {"threads", {1, 2}},
          {"inp_slots", slot_counts()},
          {"wgt_slots", slot_counts()},
          {"residual_groups", of_residual(rising_part_sizes(d.co))},
          {"residual_slots", of_residual({1, 2})},
          {"residual_rows", of_residual(rising_part_sizes(d.oh))},
          {"reuse", {0, 1}},
          {"exact_taps", {0, 1}},
          {"single_pixels",
           leaves_out(column_axis(d), 1) ? std::vector<int64_t>{0, 1} : std::vector<int64_t>{0}}};
}

constinit const KernelKind kConv2d =
    layers_called(Kernel::Kind::Conv, "conv2d", kConvWords, kConvHeads);
constinit const KernelKind kDense =
    layers_called(Kernel::Kind::Dense, "dense", kDenseWords, kDenseHeads);

}  // namespace vta
