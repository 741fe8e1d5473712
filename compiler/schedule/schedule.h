// Choosing tiles: legality, the analytic cost model, and the policies.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "compiler/schedule/conv_dims.h"
#include "compiler/schedule/epilogue.h"

namespace vta {

// DRAM traffic and work of one convolution kernel under given tiles. Steps and instructions of GEMM
// are exact (but for what the micro-op scratchpad cuts, and resets that vectors save). Bytes of INP
// and WGT are exact without reuse, and with reuse where all tiles are full; both count the loads of
// reduction steps that exact_taps leaves out. With groups those of INP are an upper estimate where
// tiles have inputs in common. Micro-op bytes are an upper estimate.
struct ConvCost {
  int64_t inp_bytes = 0, wgt_bytes = 0, acc_bytes = 0, uop_bytes = 0, out_bytes = 0;
  int64_t gemm_steps = 0;     // resets excepted
  int64_t compute_steps = 0;  // GEMM, reset and ALU steps
  int64_t compute_insns = 0;
  int64_t inp_load_insns = 0, wgt_load_insns = 0;  // LOADs, upper estimates
  int64_t total_bytes() const { return inp_bytes + wgt_bytes + acc_bytes + uop_bytes + out_bytes; }
};

// Bytes of all weights of a layer.
int64_t weights_once_bytes(const ConvDims& d, const VtaConfig& config);
// Bytes of all input tiles of a walk, each read once (edges cut at the image).
int64_t input_once_bytes(const ConvDims& d, const TileTotals& totals, const VtaConfig& config);
// Bytes of the input pixels that some output needs, each read once: the least possible.
int64_t input_touched_bytes(const ConvDims& d, const VtaConfig& config);
// `totals` is TileTotals::of(d, t), which a search computes seldom.
ConvCost conv_cost(const ConvDims& d, const ConvTiles& t, const EpilogueShape& epilogue,
                   const TileTotals& totals, const VtaConfig& config);

// One output, one channel group, one kernel position at a time, nothing overlapped.
ConvTiles least_conv_tiles(const EpilogueShape& epilogue);

// Empty when the tiles fit the configuration, else why not: which extent, its value, the limit.
std::string conv_tiles_problem(const ConvDims& d, const ConvTiles& t, const EpilogueShape& epilogue,
                               const VtaConfig& config);

// Least cost over all legal tiles: bytes plus 24 bytes for every cycle that the compute unit loses.
// CompileError when not even single-element tiles fit. `reuse` false: as the published schedules,
// which load every tile afresh and multiply padding.
ConvTiles search_conv_tiles(const ConvDims& d, const EpilogueShape& epilogue,
                            const VtaConfig& config, bool reuse);

// A tile file: what `--schedule FILE.json` takes and the published table is.
class TileFile {
 public:
  // InputError: malformed, missing or unknown keys, tile sizes that do not cover the layer, a layer
  // given twice.
  static TileFile parse(std::string_view text, std::string_view origin);
  static TileFile load(const std::string& path);
  static const TileFile& published_resnet18();  // embedded; for the default configuration

  // Tiles for a layer of this geometry, nullptr when the file has none.
  const ConvTiles* find(const ConvGeometry& geometry) const;
  size_t size() const { return entries_.size(); }
  int64_t block() const { return block_; }  // channels per unit of tile_ci and tile_co

 private:
  int64_t block_ = 16;
  struct Key {
    int64_t ih, iw, ic, oc, kh, kw, stride, pad;
    auto operator<=>(const Key&) const = default;  // NOLINT: no pointer
  };
  std::map<Key, ConvTiles> entries_;
};

// A schedule policy: names what it does for a kernel.
class SchedulePolicy {
 public:
  // "reference", "fast" or a path; UsageError / InputError otherwise.
  static SchedulePolicy named(const std::string& name);

  EpilogueStyle epilogue_style() const { return style_; }
  // Whether a residual sum is computed with the convolution that it adds.
  bool fuses_residuals() const { return style_ == EpilogueStyle::Short; }
  // Published schedules compute one layer at a time.
  bool computes_pools_with_convolutions() const { return style_ == EpilogueStyle::Short; }
  // With groups and dilation, too.
  bool computes_any_convolution() const { return style_ == EpilogueStyle::Short; }
  bool widen_alu_operands() const { return widen_; }  // int32 operands made on the host
  // Tiles of the file where it has the layer (CompileError if they do not fit), else searched.
  ConvTiles conv_tiles(const ConvGeometry& geometry, const EpilogueShape& epilogue,
                       const VtaConfig& config);
  // Why conv_tiles() searches although there is a tile file; empty where it takes the file's tiles,
  // and for `fast`.
  std::string fallback_reason(const ConvGeometry& geometry, const EpilogueShape& epilogue,
                              const VtaConfig& config) const;
  AluTiles alu_tiles(int64_t elements, int64_t num_operands, int64_t num_vectors,
                     const VtaConfig& config) const;
  // Empty when the least tiles of a kernel fit the configuration, else which scratchpad is too
  // small. The steps are as the graph has them; a vector may be counted too many where code
  // generation, which knows the weights, merges two.
  std::string least_tiles_problem(const Kernel& kernel, const VtaConfig& config) const;
  const std::string& name() const { return name_; }

 private:
  // Empty when the file's tiles for a layer can be used here, else why not.
  std::string tiles_problem(const ConvTiles& tiles, const ConvDims& dims,
                            const EpilogueShape& epilogue, const VtaConfig& config) const;

  std::string name_;
  EpilogueStyle style_ = EpilogueStyle::Short;
  bool widen_ = false;
  bool reuse_ = true;
  TileFile file_;
  // Networks repeat layers, sweeps repeat configurations: searched tiles by all that they depend
  // on.
  std::map<std::vector<int64_t>, ConvTiles> searched_;
};

}  // namespace vta
