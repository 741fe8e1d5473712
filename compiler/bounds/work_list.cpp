#include "compiler/bounds/work_list.h"

#include <algorithm>
#include <array>
#include <optional>

#include "base/round.h"
#include "compiler/codegen/codegen.h"
#include "compiler/emit/work_sink.h"
#include "config/alu_ops.h"
#include "runtime/range_map.h"

namespace vta {
namespace {

// As StreamBuilder, which makes tokens of the same conflicts.
class Conflicts {
 public:
  void note(std::span<const Access> accesses, WorkOp& op) {
    RangeMap::Latest latest{RangeMap::kNone, RangeMap::kNone, RangeMap::kNone};
    for (const Access& a : accesses)
      if (a.begin < a.end)
        map(a.space).collect(a.begin, a.end, a.write, latest);
    const auto unit = static_cast<size_t>(op.unit);
    latest[unit] = RangeMap::kNone;
    op.after_load = latest[0];
    op.after_compute = latest[1];
    op.after_store = latest[2];
    const int32_t position = count_[unit]++;
    for (const bool write : {false, true})
      for (const Access& a : accesses)
        if (a.write == write)
          map(a.space).record(a.begin, a.end, write, static_cast<int>(unit), position);
  }

 private:
  RangeMap& map(Space space) { return maps_[static_cast<size_t>(space)]; }

  std::array<RangeMap, 4> maps_;
  std::array<int32_t, 3> count_{};
};

class Lister final : public WorkSink {
 public:
  Lister(const VtaConfig& config, std::vector<LaunchWork>& launches)
      : config_(config), launches_(launches) {}

  void begin_launch() override {
    launches_.emplace_back();
    conflicts_.emplace();
  }
  void begin_kernel(const std::string& name) override {
    LaunchWork& launch = launches_.back();
    launch.kernels.push_back({name, std::ssize(launch.ops)});
  }
  void take(const Insn& insn, int64_t uops, std::span<const Access> accesses) override {
    WorkOp& op = launches_.back().ops.emplace_back();
    op.unit = unit_of(insn);
    if (insn.op() == Opcode::Load || insn.op() == Opcode::Store)
      move(insn, op);
    else
      compute(insn, uops, op);
    conflicts_->note(accesses, op);
  }

 private:
  // The arena is at a multiple of every bus. Where runs touch unequally many words, each touches
  // at least as many as hold its bytes.
  void move(const Insn& insn, WorkOp& op) const {
    op.moves = true;
    op.pads = scratchpad_elements(insn) - insn.y_size * insn.x_size;
    if (insn.y_size * insn.x_size == 0)
      return;
    const int64_t element = config_.element_bytes(insn.memory()), bus = config_.bus_bytes();
    const bool one_run = insn.y_size == 1 ||
                         (insn.x_stride == insn.x_size && insn.x_pad_0 == 0 && insn.x_pad_1 == 0);
    op.runs = static_cast<int32_t>(one_run ? 1 : insn.y_size);
    const int64_t bytes = (one_run ? insn.y_size : 1) * insn.x_size * element;
    const bool alike = one_run || insn.x_stride * element % bus == 0;
    const int64_t before = alike ? insn.dram_base * element % bus : 0;
    op.beats = ceil_div(before + bytes, bus);
  }

  static void compute(const Insn& insn, int64_t uops, WorkOp& op) {
    op.product = pipe_of(insn) == Pipe::G;
    op.steps = insn.iter_out * insn.iter_in * uops;
    op.vectors = static_cast<int8_t>(src_vectors(insn));
    const AluOperation* operation =
        insn.op() == Opcode::Alu ? alu_operation(insn.alu_opcode) : nullptr;
    op.latency = static_cast<int8_t>(operation == nullptr ? 0 : operation->latency);
  }

  const VtaConfig& config_;
  std::vector<LaunchWork>& launches_;
  std::optional<Conflicts> conflicts_;
};

// A unit is in order, so what starts after an instruction of compute is everything from the first
// on that waits for it, or for a STORE of what it or a later one computed.
void note_behind(LaunchWork& launch) {
  std::vector<int32_t> loads, stores;  // the latest of compute that is done before each starts
  int32_t load_after = WorkOp::kNone, store_after = WorkOp::kNone, computed = 0;
  for (const WorkOp& op : launch.ops)
    if (op.unit == Unit::Load) {
      load_after = std::max(load_after, op.after_compute);
      if (op.after_store != WorkOp::kNone)
        load_after = std::max(load_after, stores[static_cast<size_t>(op.after_store)]);
      loads.push_back(load_after);
    } else if (op.unit == Unit::Store) {
      store_after = std::max(store_after, op.after_compute);
      stores.push_back(store_after);
    } else {
      ++computed;
    }
  const auto behind = [&](const std::vector<int32_t>& after, std::vector<int32_t>& first) {
    first.reserve(static_cast<size_t>(computed));
    size_t at = 0;
    for (int32_t c = 0; c < computed; ++c) {
      while (at < after.size() && after[at] < c)
        ++at;
      first.push_back(static_cast<int32_t>(at));
    }
  };
  behind(loads, launch.loads_behind);
  behind(stores, launch.stores_behind);
}

}  // namespace

ProgramWork list_work(const LoweredGraph& lowered, const NetworkSchedule& schedule,
                      const VtaConfig& config) {
  ProgramWork work;
  Lister lister(config, work.launches);
  work.whole = walk_program(lowered, schedule, config, lister);
  if (!work.whole)
    work.launches.clear();
  for (LaunchWork& launch : work.launches)
    note_behind(launch);
  return work;
}

}  // namespace vta
