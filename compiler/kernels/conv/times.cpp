// The walk of emit.cpp, without instructions.
#include <algorithm>
#include <array>
#include <set>

#include "base/round.h"
#include "compiler/kernels/conv/kind.h"
#include "compiler/kernels/conv/search.h"
#include "compiler/kernels/conv/tile_cache.h"

namespace vta {
namespace {

constexpr int64_t kTimedInsn = 7;   // an instruction of compute: its start and its drain
constexpr int64_t kTimedMove = 24;  // one that moves: until its first beat, and behind its last

constexpr int64_t kMostSteps = 512;  // of a kernel that is estimated

class ConvTimes {
 public:
  ConvTimes(const LayerId& layer, const ConvTiles& tiles, const VtaConfig& config)
      : d_(ConvDims::of(layer.geometry, config)),
        t_(tiles),
        epilogue_(layer.epilogue),
        config_(config),
        weights_(t_.wgt_slots, t_.reuse),
        inputs_(t_.inp_slots, t_.reuse),
        weights_used_(static_cast<size_t>(t_.wgt_slots), -1),
        inputs_used_(static_cast<size_t>(t_.inp_slots), -1) {}

  KernelTimes run() {
    times_.threads = t_.threads;
    times_.weights = {t_.wgt_slots, wgt_tile_elements(d_, t_), identity_elements(d_, t_)};
    times_.input = {t_.inp_slots, inp_tile_elements(d_, t_), residual_elements(d_, t_)};
    for (const OutputTile& tile : output_tiles(d_, t_)) {
      for (const ReductionStep& step : walk_.steps(tile))
        add(tile, step);
      finish(tile);
      if (std::ssize(times_.steps) > kMostSteps)
        return {};
    }
    return std::move(times_);
  }

 private:
  int64_t moving(int64_t insns, int64_t elements, MemoryType type) const {
    return insns * kTimedMove +
           ceil_div(elements * config_.element_bytes(type), config_.bus_bytes());
  }

  int64_t loading(const ReductionStep& step) const {
    const Window &rows = step.rows.window, &cols = step.cols.window;
    const int64_t pixels = step.ci.size * rows.load * cols.load;
    if (t_.single_pixels) {  // a burst for each
      const int64_t beats =
          1 + ceil_div(d_.sub_in * config_.element_bytes(MemoryType::Inp), config_.bus_bytes());
      return kTimedMove * ceil_div(pixels, std::max({step.ci.size, rows.load, cols.load})) +
             pixels * beats;
    }
    const bool at_once =
        t_.exact_taps && (rows.size == 1 || (cols.size == d_.iw && step.rows.pitch == 1));
    return moving(at_once ? 1 : step.ci.size, pixels * d_.sub_in, MemoryType::Inp);
  }

  static Range span_of(const AxisStep& axis) {
    const Window& window = axis.window;
    return {window.load_first, window.load > 0 ? (window.load - 1) * axis.pitch + 1 : 0};
  }

  void add(const OutputTile& tile, const ReductionStep& step) {
    const int64_t ky = step.rows.k.begin, kx = step.cols.k.begin, here = std::ssize(times_.steps);
    TimedStep s;
    s.tile = std::ssize(times_.tiles);
    const int64_t blocks = count_blocks(step.links);
    const auto weights = weights_.request({tile.co.begin, step.ci.begin, ky, kx});
    int64_t& weights_used = weights_used_[static_cast<size_t>(weights.slot)];
    if (weights.load) {
      s.weights = moving(1, blocks * step.rows.k.size * step.cols.k.size, MemoryType::Wgt);
      s.weights_behind = weights_used;
    }
    weights_used = here;
    s.weights_slot = weights.slot;
    const auto input = inputs_.request(
        {tile.batch, tile.h.begin, tile.w.begin, step.ci.begin, step.ci.size, ky, kx});
    int64_t& input_used = inputs_used_[static_cast<size_t>(input.slot)];
    if (input.load) {
      s.input = loading(step);
      s.input_behind = input_used;
      s.reads = {tile.batch, span_of(step.rows), span_of(step.cols), step.ci};
    }
    input_used = here;
    s.input_slot = input.slot;
    s.compute = taps(step.rows) * taps(step.cols) * blocks +
                kTimedInsn * std::ssize(step.rows.groups) * std::ssize(step.cols.groups) *
                    std::ssize(step.links);
    const std::array<int64_t, 7> sequence = {weights.slot,
                                             input.slot,
                                             s.tile % t_.threads,
                                             step.rows.window.size,
                                             step.cols.window.size,
                                             std::ssize(step.rows.groups),
                                             blocks};
    if (sequences_.insert(sequence).second) {
      s.compute += moving(1, blocks * step.rows.k.size * step.cols.k.size, MemoryType::Uop);
    }
    times_.steps.push_back(std::move(s));
  }

  static int64_t taps(const AxisStep& axis) {
    int64_t sum = 0;
    for (const TapGroup& group : axis.groups)
      sum += group.outputs * group.taps();
    return sum;
  }

  void finish(const OutputTile& tile) {
    const int64_t pixels = tile.h.size * tile.w.size, outputs = pixels * d_.out.of(tile.co);
    TimedTile done;
    done.writes = {tile.batch, tile.h, tile.w, tile.co};
    done.epilogue = std::max<int64_t>(1, epilogue_.steps) * (outputs + kTimedInsn);
    const bool at_once = t_.exact_taps && (tile.h.size == 1 || tile.w.size == d_.ow);
    const int64_t parts = at_once ? 1 : tile.co.size;
    done.storing = epilogue_.results * moving(parts, outputs, MemoryType::Out);
    if (epilogue_.residual)
      done.residual = moving(parts, pixels * tile.co.size * d_.sub_in, MemoryType::Inp);
    times_.tiles.push_back(std::move(done));
  }

  ConvDims d_;
  const ConvTiles& t_;
  const EpilogueShape& epilogue_;
  const VtaConfig& config_;
  TileCache weights_, inputs_;
  std::vector<int64_t> weights_used_, inputs_used_;  // by slot: the last step that used it
  ReductionWalk walk_{d_, t_};
  std::set<std::array<int64_t, 7>> sequences_;  // of micro-ops, that have been loaded
  KernelTimes times_;
};

}  // namespace

KernelTimes times_of_conv(const LayerId& layer, const KernelTiles& tiles, const VtaConfig& config) {
  return ConvTimes(layer, std::get<ConvTiles>(tiles), config).run();
}

}  // namespace vta
