// Schedule policies: the source of a kernel's tiles, and decisions for a network as a whole.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "compiler/kernels/conv/tile_memo.h"
#include "compiler/kernels/kernel_tiles.h"
#include "compiler/schedule/schedule_facts.h"
#include "compiler/schedule/schedule_file.h"
#include "compiler/schedule/tile_file.h"
#include "compiler/schedule/tuned_tiles.h"

namespace vta {

class SchedulePolicy {
 public:
  // "reference", "fast", or the path of a saved schedule or a tile file, perhaps with its identity
  // behind it, as pinned_schedule() has it; UsageError / InputError otherwise, and where the file
  // has another identity.
  static SchedulePolicy named(const std::string& name);

  // As "fast", but with these tiles where there are any of a layer.
  static SchedulePolicy tuned(const std::string& name, std::shared_ptr<const TunedTiles> tiles);

  const std::string& name() const { return name_; }
  const ScheduleFacts& facts() const { return facts_; }
  // The facts where no kernel computes what others could: without residual sums, pools and
  // followers. UsageError of a file that has any of them, because its tiles are for those.
  ScheduleFacts unfused_facts() const;
  bool of_file() const { return strict_; }  // not one of the program's
  // No layer has tiles of its own: whatever form a network takes, all are searched.
  bool for_any_form() const { return !table_ && !file_ && tuned_ == nullptr; }
  // A hash of all inputs of its decisions, without its name.
  std::string identity() const;

  struct Choice {
    KernelTiles tiles;
    // Why they were searched although there is a file; empty where they are the file's, and for
    // `fast`.
    std::string fallback;
    bool searched = false;
  };
  // Tiles of the file where it has the layer, else searched. CompileError: the file's tiles do not
  // fit (a user's are never replaced), or not even the least ones do.
  Choice tiles(const LayerId& layer, std::string_view kernel, const VtaConfig& config);
  // Other tiles that the kind proposes for a layer whose tiles were searched.
  std::vector<KernelTiles> others(const LayerId& layer, const VtaConfig& config);
  // Empty when the least tiles of a kernel fit the configuration, else which scratchpad is too
  // small. The steps are as the graph has them; a vector may be counted too many where the
  // schedule, which knows the weights, merges two.
  std::string least_tiles_problem(const Kernel& kernel, const VtaConfig& config) const;
  // Texts of the file's layers that are not among these.
  std::vector<std::string> unused_layers(const std::vector<LayerId>& used) const;

 private:
  // What the file says of a layer; its tiles count groups of so many channels.
  struct Found {
    KernelTiles tiles;
    int64_t channel_group = 1;
  };
  std::optional<Found> find(const LayerId& layer, std::string_view kernel) const;
  void read(const std::string& path);
  KernelTiles searched(const LayerId& layer, const VtaConfig& config);

  std::string name_;
  ScheduleFacts facts_;
  // At most one of the three.
  std::optional<TileFile> table_;
  std::optional<ScheduleFile> file_;
  std::shared_ptr<const TunedTiles> tuned_;
  std::string text_;     // of either
  bool strict_ = false;  // tiles that do not fit are an error: a user's file
  TileMemo memo_;
};

// The name of a schedule that stands for what it is now: of a file "tiles.json#0123456789abcdef",
// with its identity; a policy's of the program is its name. Errors as SchedulePolicy::named().
std::string pinned_schedule(const std::string& name);
// "tiles.json#0123456789abcdef" as a path and what stands behind it, which may be nothing.
std::pair<std::string, std::string> split_identity(const std::string& name);

}  // namespace vta
