#include <algorithm>
#include <limits>

#include "base/plural.h"
#include "base/suggest.h"
#include "compiler/schedule/pool_tiles.h"
#include "compiler/schedule/schedule.h"

namespace vta {
namespace {

// Everything that a search looks at, and no more: points that differ in the latency share tiles.
std::vector<int64_t> search_key(const ConvDims& d, const EpilogueShape& epilogue,
                                const VtaConfig& config) {
  std::vector<int64_t> key = {d.batches,
                              d.ci,
                              d.co,
                              d.sub_in,
                              d.sub_out,
                              d.ih,
                              d.iw,
                              d.oh,
                              d.ow,
                              d.kh,
                              d.kw,
                              d.stride_h,
                              d.stride_w,
                              d.pad_top,
                              d.pad_left,
                              d.dilation_h,
                              d.dilation_w,
                              epilogue.steps,
                              epilogue.vectors,
                              epilogue.residual,
                              epilogue.results,
                              config.bus_bytes()};
  for (const MemoryType t : {MemoryType::Uop, MemoryType::Inp, MemoryType::Wgt, MemoryType::Acc}) {
    key.push_back(config.depth(t));
    key.push_back(config.element_bytes(t));
  }
  key.push_back(config.element_bytes(MemoryType::Out));
  for (const Range& inputs : d.inputs) {
    key.push_back(inputs.begin);
    key.push_back(inputs.size);
  }
  return key;
}

}  // namespace

SchedulePolicy SchedulePolicy::named(const std::string& name) {
  SchedulePolicy p;
  p.name_ = name;
  if (name == "fast")
    return p;
  if (name == "reference") {
    p.style_ = EpilogueStyle::Published;
    p.widen_ = true;
    p.reuse_ = false;
    p.file_ = TileFile::published_resnet18();
    return p;
  }
  if (name.find('.') == std::string::npos && name.find('/') == std::string::npos)
    throw UsageError(fmt::format("unknown schedule '{}': {}; or the path of a tile file (.json)",
                                 name,
                                 known_names(name, std::vector<std::string>{"reference", "fast"})));
  p.style_ = EpilogueStyle::Published;
  p.widen_ = true;
  p.reuse_ = false;
  p.file_ = TileFile::load(name);
  return p;
}

std::string SchedulePolicy::tiles_problem(const ConvTiles& tiles, const ConvDims& dims,
                                          const EpilogueShape& epilogue,
                                          const VtaConfig& config) const {
  const int64_t group = std::max(config.block_in(), config.block_out());
  return group == file_.block() ? conv_tiles_problem(dims, tiles, epilogue, config)
                                : fmt::format("they count blocks of {}, the configuration has {}",
                                              counted(file_.block(), "channel"), group);
}

std::string SchedulePolicy::fallback_reason(const ConvGeometry& g, const EpilogueShape& epilogue,
                                            const VtaConfig& config) const {
  if (file_.size() == 0)
    return {};
  const ConvTiles* tiles = file_.find(g);
  if (tiles == nullptr)
    return fmt::format("schedule '{}' has no tiles for it", name_);
  const std::string problem = tiles_problem(*tiles, ConvDims::of(g, config), epilogue, config);
  return problem.empty() ? problem
                         : fmt::format("the tiles of schedule '{}' do not fit {}: {}", name_,
                                       config.name(), problem);
}

ConvTiles SchedulePolicy::conv_tiles(const ConvGeometry& g, const EpilogueShape& epilogue,
                                     const VtaConfig& config) {
  const ConvDims dims = ConvDims::of(g, config);
  if (const ConvTiles* tiles = file_.find(g)) {
    const std::string problem = tiles_problem(*tiles, dims, epilogue, config);
    if (problem.empty())
      return *tiles;
    if (name_ != "reference")  // the user's own tiles: never replaced in silence
      throw CompileError(
          fmt::format("tiles of '{}' for the {}x{} convolution of {} to {} channels on "
                      "{}x{} do not fit {}: {}",
                      name_, g.kh, g.kw, g.ic, g.oc, g.ih, g.iw, config.name(), problem));
  }
  const std::vector<int64_t> key = search_key(dims, epilogue, config);
  const auto it = searched_.find(key);
  if (it != searched_.end())
    return it->second;
  const ConvTiles tiles = search_conv_tiles(dims, epilogue, config, reuse_);
  constexpr size_t kMostSearched = 1 << 15;  // a policy may serve thousands of configurations
  if (searched_.size() == kMostSearched)
    searched_.clear();
  searched_.emplace(key, tiles);
  return tiles;
}

namespace {

// Channel vectors of a kernel's epilogue, whatever its values turn out to be.
int64_t most_vectors(const Kernel& kernel, EpilogueStyle style) {
  size_t most = 0;
  for (const int64_t magnitude : {0, std::numeric_limits<int32_t>::max()}) {
    const EpilogueInput input{kernel.conv.oc, magnitude, kernel.multiplies()};
    most = std::max(most, channel_vectors(rewrite_epilogue(kernel.steps, style, input)).size());
  }
  return static_cast<int64_t>(most);
}

// Accumulator elements per tile when `threads` tiles are in flight.
int64_t alu_tile_limit(int64_t threads, int64_t num_operands, int64_t num_vectors,
                       const VtaConfig& config) {
  const int64_t depth = config.depth(MemoryType::Acc);
  return (depth / threads - num_vectors * sub_out(config)) / num_operands;
}

}  // namespace

std::string SchedulePolicy::least_tiles_problem(const Kernel& kernel,
                                                const VtaConfig& config) const {
  const int64_t vectors = most_vectors(kernel, style_);
  if (kernel.kind == Kernel::Kind::Pool)
    return pool_tiles_problem(vectors, config);
  if (kernel.kind != Kernel::Kind::Alu) {
    EpilogueShape epilogue = EpilogueShape::of(kernel.steps);
    epilogue.vectors = vectors;
    return conv_tiles_problem(ConvDims::of(kernel.conv, config), least_conv_tiles(epilogue),
                              epilogue, config);
  }
  const auto operands = static_cast<int64_t>(kernel.inputs.size());
  if (alu_tile_limit(1, operands, vectors, config) >= sub_out(config))
    return {};
  return fmt::format("{} and {} need {}, the scratchpad has {}", counted(operands, "operand"),
                     counted(vectors, "channel vector"),
                     counted((operands + vectors) * sub_out(config), "element"),
                     config.depth(MemoryType::Acc));
}

AluTiles SchedulePolicy::alu_tiles(int64_t elements, int64_t num_operands, int64_t num_vectors,
                                   const VtaConfig& config) const {
  AluTiles t;
  const int64_t depth = config.depth(MemoryType::Acc);
  auto fits = [&](int64_t threads) {
    return alu_tile_limit(threads, num_operands, num_vectors, config);
  };
  t.threads = fits(2) >= sub_out(config) ? 2 : 1;
  t.elements = std::min(elements, fits(t.threads));
  if (t.elements < sub_out(config))
    throw CompileError(
        fmt::format("an element-wise kernel with {} and {} "
                    "does not fit the {} accumulator elements of {}",
                    counted(num_operands, "operand"), counted(num_vectors, "channel vector"), depth,
                    config.name()));
  return t;
}

}  // namespace vta
