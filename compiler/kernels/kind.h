// The interface of a kind of kernel. Each folder here is one kind and defines one of these (conv:
// two, with common code); kernels.cpp lists them all, and all other code iterates over that list.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "compiler/emit/task_stream.h"
#include "compiler/kernels/chain.h"
#include "compiler/kernels/kernel.h"
#include "compiler/kernels/kernel_plan.h"
#include "compiler/kernels/kernel_tiles.h"
#include "compiler/kernels/kernel_times.h"
#include "compiler/kernels/layer_id.h"
#include "config/vta_config.h"
#include "runtime/program.h"

namespace vta {

struct TileMemo;

// How a layer's text begins (layer_id.h), and what the taps of its window do.
struct LayerWord {
  std::string_view text;
  AluOp taps = AluOp::Max;
};

inline constexpr int64_t kInt8Magnitude = 128;

// Bounds of a kernel's int32 values before its epilogue.
struct FirstValues {
  int64_t largest_magnitude = 0;
  bool int8 = false;  // they are int8 values: limits that any of these keeps do nothing
};

// Values that a field of tiles may take in a search.
struct TileAxis {
  std::string_view field;
  std::vector<int64_t> values;
};

struct KernelKind {
  Kernel::Kind kind = Kernel::Kind::Conv;
  bool with_pool = false;  // and the maximum of its result
  std::string_view name;   // in programs; names of kernels begin with it: "conv2d_0"
  std::span<const LayerWord> words;
  bool window = false;     // its operand is an image that a window moves over; else operands and
                           // result have one size
  bool reads_acc = false;  // its operands are loaded as elements of ACC, else of INP

  // Chains of calls. A call of one of these operators begins one; without any, chains begin where
  // int8 values are widened to int32.
  std::span<const std::string_view> heads = {};
  // Takes the inputs of such a call, behind those that the chain's steps have. Nothing: it is no
  // head of this kind after all, and nothing is taken; else why it is no kernel, or "".
  std::optional<std::string> (*begin_chain)(const Graph& graph, NodeId head,
                                            Chain& chain) = nullptr;
  // The window, and what its taps do.
  void (*read_head)(const Graph& graph, NodeId head, Kernel& kernel) = nullptr;
  // Operators on int8 values that are a kernel of this kind each, without a chain around them.
  std::span<const std::string_view> whole_ops = {};
  // Why a machine cannot compute a kernel, whatever its tiles are; "" if it can. nullptr: every
  // machine can.
  std::string (*machine_problem)(const Kernel& kernel, const VtaConfig& config) = nullptr;

  FirstValues (*first_values)(const Kernel& kernel);

  // Tiles, held by this kind's alternative of the variant. A problem is an empty text, or names the
  // field, its value and what would be legal, or the scratchpad that is too small.
  KernelTiles empty;
  std::span<const TileField> fields;
  std::string (*tiles_problem)(const LayerId& layer, const KernelTiles& tiles,
                               const VtaConfig& config);
  std::string (*least_tiles_problem)(const LayerId& layer, const VtaConfig& config);
  // The best tiles; CompileError where not even the least fit.
  KernelTiles (*search)(const LayerId& layer, const VtaConfig& config, TileMemo& memo);
  // For estimates of when things are done: tiles that may be better between neighbours, and what a
  // kernel's steps do. nullptr: kernels of this kind are not estimated.
  std::vector<KernelTiles> (*others)(const LayerId& layer, const VtaConfig& config,
                                     TileMemo& memo) = nullptr;
  KernelTimes (*times)(const LayerId& layer, const KernelTiles& tiles,
                       const VtaConfig& config) = nullptr;
  std::vector<TileAxis> (*axes)(const LayerId& layer, const VtaConfig& config);

  // Bytes of DRAM that a kernel stores to and reads again while it runs; nullptr: none.
  int64_t (*scratch_bytes)(const LayerId& layer, const KernelTiles& tiles,
                           const VtaConfig& config) = nullptr;
  // Bytes of DRAM that it keeps from one run to the next; nullptr: none.
  int64_t (*state_bytes)(const LayerId& layer, const KernelTiles& tiles,
                         const VtaConfig& config) = nullptr;
  // Constants beside weights and vectors of steps; nullptr: none.
  int64_t (*constant_bytes)(const Kernel& kernel, const VtaConfig& config) = nullptr;
  void (*pack_constants)(const Kernel& kernel, const VtaConfig& config,
                         std::span<std::byte> packed) = nullptr;

  // The program. `pool`: as in KernelPlan.
  void (*emit)(const KernelPlan& plan, const VtaConfig& config, TaskStream& stream);
  KernelDescription (*describe)(const KernelPlan& plan);
  LeastWork (*least_work)(const Kernel& kernel, const Kernel* pool, const VtaConfig& config);
  // Every operand once, and the results.
  int64_t (*least_bytes)(const KernelPlan& plan, const VtaConfig& config);
};

}  // namespace vta
