#include "compiler/bounds/schedule_bound.h"

#include <algorithm>

#include "base/round.h"

namespace vta {
namespace {

constexpr int64_t kMostFetchBytes = 256;  // hw/rtl/fetch/README.md, "Groups"
constexpr int64_t kDrain = 6, kFirstRead = 3;

// The machine's times (hw/rtl/README.md), at the least.
class Times {
 public:
  explicit Times(const VtaConfig& c)
      : ports_(c.acc_read_ports),
        pipeline_(c.gemm_pipeline),
        gap_(c.mem_gap),
        burst_(c.mem_burst_beats),
        bus_(c.bus_bytes()),
        // A DRAM, and any other memory, may answer at once.
        read_(c.mem_dram.empty() ? c.mem_read_latency : 0),
        write_(c.mem_dram.empty() ? c.mem_write_latency : 0) {}

  int64_t gap() const { return gap_; }
  // From the grant of the first burst to the earliest grant of one behind the last.
  int64_t port(const WorkOp& op) const { return op.runs * (op.beats + gap_ * bursts(op)); }

  // From start to done.
  int64_t move(const WorkOp& op) const {
    if (op.runs == 0)
      return op.pads + 1;
    // A master's grants are two edges apart at least; of a burst of one beat the second is idle.
    const int64_t runs = port(op), twos = 2 * op.runs * bursts(op);
    const int64_t last_beat = runs >= twos ? runs - gap_ : twos - 1;
    const int64_t latency = op.unit == Unit::Store ? write_ : read_;
    return std::max(5 + latency + last_beat, op.runs * op.beats + op.pads + 1);
  }

  int64_t steps(const WorkOp& op) const { return step(op) * op.steps; }
  int64_t compute(const WorkOp& op) const {
    const int64_t latency = op.latency == 0 ? 0 : op.latency + 1 + (ports_ == 1 ? 1 : 0);
    return steps(op) + (latency == 0 ? kDrain : kFirstRead + latency - step(op)) +
           (op.product ? pipeline_ : 0);
  }

  // The edge before which no unit starts: fetch has requested, got and dispatched an instruction.
  int64_t first_start() const { return read_ + ceil_div(kInsnBytes, bus_) + 8; }
  int64_t fetch_port(int64_t insns) const {
    const int64_t beats = ceil_div(insns * kInsnBytes, bus_);
    const int64_t most =
        std::clamp<int64_t>(burst_, 1, std::max<int64_t>(1, kMostFetchBytes / bus_));
    return beats + gap_ * ceil_div(beats, most);
  }

 private:
  int64_t bursts(const WorkOp& op) const { return (op.beats + burst_ - 1) / burst_; }
  int64_t step(const WorkOp& op) const { return (op.vectors + ports_) / ports_; }

  int64_t ports_, pipeline_, gap_, burst_, bus_, read_, write_;
};

// Compute has two pipes and takes instructions in an order of its own: each unit and pipe executes
// one at a time all that it has, and the port moves all.
int64_t sums_of_units(const LaunchWork& launch, const Times& times) {
  int64_t load = 0, store = 0, products = 0, others = 0, port = 0;
  for (const WorkOp& op : launch.ops) {
    if (op.moves)
      port += times.port(op);
    int64_t& unit = op.unit == Unit::Load    ? load
                    : op.unit == Unit::Store ? store
                    : op.product             ? products
                                             : others;
    unit += 1 + (op.moves ? times.move(op) : times.compute(op));
  }
  port += times.fetch_port(std::ssize(launch.ops) + 1) - times.gap();
  return std::max(times.first_start() + std::max({load, store, products, others}), port);
}

}  // namespace

ScheduleBound ScheduleBounds::of(const ProgramWork& work, const VtaConfig& config) {
  ScheduleBound bound;
  if (!work.whole)
    bound.level = "none";
  else if (config.acc_overlap != 0)
    bound.level = "sums of units";
  const Times times(config);
  for (const LaunchWork& launch : work.launches)
    bound.cycles +=
        config.acc_overlap != 0 ? sums_of_units(launch, times) : recurrence(launch, config);
  return bound;
}

int64_t ScheduleBounds::recurrence(const LaunchWork& launch, const VtaConfig& config) {
  const Times times(config);
  load_port_.assign(1, 0);
  store_port_.assign(1, 0);
  int64_t compute_port = 0;  // of its own LOADs so far
  for (const WorkOp& op : launch.ops)
    if (op.unit == Unit::Load)
      load_port_.push_back(load_port_.back() + times.port(op));
    else if (op.unit == Unit::Store)
      store_port_.push_back(store_port_.back() + times.port(op));

  // Element 0 of these is nothing: a position is one less.
  const int64_t idle = times.first_start() - 1;
  loaded_.assign(1, idle);
  stored_.assign(1, idle);
  computed_.assign(1, idle);
  // A window begins when an instruction of compute is done: what the port had not moved by then,
  // whatever happened. Here the edge less all that comes before the window.
  int64_t window = 0;
  size_t loads_needed = 0, stores_needed = 0;
  const auto at = [](const std::vector<int64_t>& done, int32_t position) {
    return done[static_cast<size_t>(position + 1)];
  };
  for (const WorkOp& op : launch.ops)
    if (op.unit == Unit::Load) {
      const int64_t before =
          std::max({loaded_.back(), at(computed_, op.after_compute), at(stored_, op.after_store)});
      loaded_.push_back(before + 1 + times.move(op));
    } else if (op.unit == Unit::Store) {
      const int64_t before =
          std::max({stored_.back(), at(computed_, op.after_compute), at(loaded_, op.after_load)});
      stored_.push_back(before + 1 + times.move(op));
    } else {
      loads_needed = std::max(loads_needed, static_cast<size_t>(op.after_load + 1));
      stores_needed = std::max(stores_needed, static_cast<size_t>(op.after_store + 1));
      const int64_t moved = window + load_port_[loads_needed] + store_port_[stores_needed] +
                            compute_port - times.gap();
      const int64_t before = std::max(
          {computed_.back(), at(loaded_, op.after_load), at(stored_, op.after_store), moved});
      const size_t position = computed_.size() - 1;
      if (op.moves)
        compute_port += times.port(op);
      computed_.push_back(before + 1 + (op.moves ? times.move(op) : times.compute(op)));
      window = std::max(
          window,
          computed_.back() - load_port_[static_cast<size_t>(launch.loads_behind[position])] -
              store_port_[static_cast<size_t>(launch.stores_behind[position])] - compute_port);
    }
  const int64_t all = load_port_.back() + store_port_.back() + compute_port - times.gap();
  const int64_t last = std::max({loaded_.back(), stored_.back(), computed_.back(), window + all,
                                 all + times.fetch_port(std::ssize(launch.ops) + 1)});
  return last + 1;
}

}  // namespace vta
