// Points to programs without the contents of constants. Results shared by neighbouring points are
// cached:
//
//   by network, images                       quantized graph              PreparedNetwork
//   and BATCH, BLOCK_IN, BLOCK_OUT,
//   and which windows are gathered           kernels and host operators   the last few
//   all that the tile search looks at        tiles of a layer             SchedulePolicy
//   all but the memory behind the port       program                      the last one
#pragma once

#include <cstdint>
#include <list>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "compiler/bounds/tile_traffic.h"
#include "compiler/bounds/work_list.h"
#include "compiler/codegen/codegen.h"
#include "explore/evaluate/prepare.h"
#include "explore/point.h"

namespace vta::explore {

// Whether two points run the same instructions: the memory's latencies, gap and bursts change none,
// but for schedules that were tuned for a memory.
bool same_program(const PointSpec& a, const PointSpec& b);

// The settings of points that lead to another graph for one network and number of images.
struct GraphAxes {
  std::vector<std::string> quantizations = {};  // none: the network's own members
  std::vector<std::string> schedules = {"fast"};
};

class PointCompiler {
 public:
  explicit PointCompiler(std::vector<NetworkSpec> networks,
                         GraphAxes axes = {});  // UsageError: see Evaluator

  void prepare(std::span<const int64_t> images);
  void prepare(const std::string& network, std::span<const int64_t> images);
  std::vector<NetworkInfo> infos() const;

  // Instructions, micro-ops and places as compile_model makes them; `constants` is empty. Valid
  // until the next call. ConfigError, UsageError; CompileError also where not even the smallest
  // tile of a kernel fits.
  const Program& compile(const PointSpec& point);
  // The same with its constants.
  Program whole_program(const PointSpec& point);
  // Kernels and launches without tiles (outline_program), and the instructions of the schedule's
  // walk; errors as compile(). Neither depends on the memory.
  // Of the outline `beyond` gets what tiles load of each kernel beyond every operand once
  // (compiler/bounds/tile_traffic.h).
  Program outline(const PointSpec& point, TileTraffic& traffic, std::vector<int64_t>& beyond);
  ProgramWork work(const PointSpec& point);
  // A hash of the point's computation: points of one network with equal hashes have equal answers,
  // at any cost (explore/evaluate/README.md). Errors as compile(), scratchpads aside.
  std::string values_key(const PointSpec& point);

  int64_t compilations() const { return compilations_; }
  double passes_seconds() const { return passes_seconds_; }
  double schedule_seconds() const { return schedule_seconds_; }
  double codegen_seconds() const { return codegen_seconds_; }

 private:
  struct Lowered {
    PointSpec point;               // one that it was made for
    ScheduleFacts facts;           // and what they say of the network
    std::vector<NodeId> gathered;  // gathered_windows()
    LoweredGraph graph;
  };
  PreparedNetwork& network(const std::string& name);
  void prepare(PreparedNetwork& network, std::span<const int64_t> images);
  // A recipe settled for a schedule. CompileError for settings that the schedule cannot have.
  struct Form {
    Settled settled;
    Recipe graph;  // graph_form()
    SchedulePolicy* policy = nullptr;
  };
  const Form& form_of(const NetworkSpec& network, const std::string& schedule,
                      const std::string& quantization);
  const Form& form_of(const PointSpec& point);
  const LoweredGraph& lowered(const PointSpec& point);
  SchedulePolicy& policy(const Recipe& recipe);
  // CompileError where not even the smallest tile of a kernel fits.
  const LoweredGraph& fitting(const PointSpec& point);

  std::vector<PreparedNetwork> networks_;
  GraphAxes axes_;
  std::list<Lowered> lowered_;                      // last used first
  std::map<std::string, SchedulePolicy> policies_;  // by name
  // By network, schedule and quantization.
  std::map<std::tuple<std::string, std::string, std::string>, Form> forms_;
  std::optional<PointSpec> compiled_for_;
  Program program_;
  int64_t compilations_ = 0;
  double passes_seconds_ = 0;
  double schedule_seconds_ = 0, codegen_seconds_ = 0;
};

}  // namespace vta::explore
