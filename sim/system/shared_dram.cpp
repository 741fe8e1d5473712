#include "sim/system/shared_dram.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>
#include <optional>
#include <vector>

#include "base/error.h"
#include "base/ring.h"
#include "config/dram_file.h"
#include "sim/csim/burst_delay.h"
#include "sim/dram/dram_memory.h"
#include "sim/system/system_arbiter.h"

namespace vta::csim {
namespace {

static_assert(SharedDram::kMostAccelerators == static_cast<size_t>(kMostCores));

constexpr int64_t kMostBytes = int64_t{1} << 48;  // what addresses of the streams reach

int64_t checked_bytes(int64_t bytes) {
  if (bytes < 1 || bytes > kMostBytes)
    throw ConfigError(
        fmt::format("memory_bytes of {}: must be from 1 to {} (2^48)", bytes, kMostBytes));
  return bytes;
}

std::string time_text(uint64_t units) {
  return sc_core::sc_time::from_value(units).to_string();
}

}  // namespace

// Times are in units of the time resolution, edges count from the launch that found all idle.
class SharedDram::Inside {
 public:
  // On its way from the call to its answer.
  struct Burst {
    tlm::tlm_generic_payload& payload;
    int64_t granted = 0;  // by its core
    int64_t taken = 0;    // by the system
    int64_t cycles = 0;   // the answer, from `granted`
    sc_core::sc_event answered;

    bool write() const { return payload.is_write(); }
    uint64_t address() const { return payload.get_address(); }
    int64_t bytes() const { return static_cast<int64_t>(payload.get_data_length()); }
    int64_t beats(int64_t bus_bytes) const {
      const auto first = static_cast<int64_t>(address());
      return (first + bytes() - 1) / bus_bytes - first / bus_bytes + 1;
    }
  };

  // An accelerator, and its reads and writes in the order of their grants: before the system has
  // taken them, and behind that.
  struct Port {
    Accelerator& accelerator;
    std::optional<uint64_t> launched;  // when the last launch that is known was
    std::array<Ring<Burst*>, 2> offered, taken;

    // Of the run of that launch.
    bool ended() const { return launched != accelerator.launched_at() || !accelerator.running(); }
    uint64_t end() const {
      return *launched + static_cast<uint64_t>(*accelerator.report().cycles) * accelerator.period();
    }
  };

  Inside(const std::string& dram, int64_t memory_bytes)
      : config(load_dram(dram)), memory(checked_bytes(memory_bytes)) {}

  uint64_t period() const { return ports.front()->accelerator.period(); }
  int64_t edge_at(uint64_t time) const { return static_cast<int64_t>((time - begin_) / period()); }
  int64_t edge() const { return edge_at(sc_core::sc_time_stamp().value()); }
  sc_core::sc_time until_edge(int64_t edge) const {
    const uint64_t time = begin_ + static_cast<uint64_t>(edge) * period();
    return sc_core::sc_time::from_value(time - sc_core::sc_time_stamp().value());
  }

  void add(Accelerator& accelerator, const char* name);
  void start();
  void note_launch(Port& port);
  void end_launches();
  void offer(size_t port, Burst& burst);
  void run(int64_t edge);
  bool waits() const { return dram_->waits() || arbiter_.next() != kNever; }
  bool any_running() const {
    return std::ranges::any_of(ports, [](const auto& port) { return port->accelerator.running(); });
  }

  DramConfig config;
  DeviceMemory memory;
  std::vector<std::unique_ptr<Port>> ports;
  DramStatistics statistics;
  sc_core::sc_event wake{"wake"};

 private:
  bool alone() const { return ports.size() == 1; }
  bool go_on(int64_t edge);
  void take(size_t port, bool write, int64_t edge);
  void answer(const DramMemory::Answer& answer);

  SystemArbiter arbiter_;
  std::optional<DramMemory> dram_;
  uint64_t begin_ = 0;   // of edge 0
  bool counts_ = false;  // launches whose statistics are not taken yet
};

void SharedDram::Inside::add(Accelerator& accelerator, const char* name) {
  if (ports.size() == kMostAccelerators)
    throw ConfigError(fmt::format("{}: {} is one too many: a DRAM has at most {} accelerators",
                                  name, accelerator.name(), kMostAccelerators));
  if (!ports.empty() && period() != accelerator.period())
    throw ConfigError(fmt::format(
        "{}: {} has a clock of {}, {} one of {}: accelerators on one DRAM have one clock", name,
        accelerator.name(), time_text(accelerator.period()), ports.front()->accelerator.name(),
        time_text(period())));
  ports.push_back(std::make_unique<Port>(Port{accelerator, std::nullopt, {}, {}}));
}

void SharedDram::Inside::start() {
  if (ports.empty())
    return;
  std::vector<int64_t> bus_bytes;
  for (const auto& port : ports)
    bus_bytes.push_back(port->accelerator.config().bus_bytes());
  constexpr int64_t kFemtoseconds = 1000;  // of a ps
  const auto resolution =
      static_cast<int64_t>(std::round(sc_core::sc_get_time_resolution().to_seconds() * 1e15));
  const auto ticks = static_cast<int64_t>(period());
  dram_.emplace(config, bus_bytes, DramMemory::CorePeriod{ticks * resolution, kFemtoseconds});
}

// A launch that finds all others behind their ends is edge 0; one at the edge of an end is not.
void SharedDram::Inside::note_launch(Port& port) {
  const uint64_t launched = port.accelerator.launched_at();
  if (port.launched == launched)
    return;
  const bool finds_all_idle = std::ranges::all_of(ports, [&](const auto& other) {
    return !other->launched || (other->ended() && other->end() < launched);
  });
  if (finds_all_idle) {
    end_launches();
    begin_ = launched;
    counts_ = true;
    arbiter_.reset();
    dram_->launch();
  }
  port.launched = launched;
}

void SharedDram::Inside::end_launches() {
  if (!counts_)
    return;
  counts_ = false;
  uint64_t end = begin_;
  for (const auto& port : ports)
    if (port->launched)
      end = std::max(end, port->end());
  statistics = dram_->finish(edge_at(end));
}

void SharedDram::Inside::offer(size_t index, Burst& burst) {
  Port& port = *ports[index];
  burst.granted = edge();
  port.offered[burst.write()].push(&burst);
  if (alone())
    take(0, burst.write(), burst.granted);
  else
    arbiter_.offer(index, {burst.granted, burst.address(),
                           burst.beats(port.accelerator.config().bus_bytes()), 1, burst.write()});
}

// Bytes move in the order in which the system takes the bursts.
void SharedDram::Inside::take(size_t index, bool write, int64_t edge) {
  Port& port = *ports[index];
  Burst& burst = *port.offered[write].front();
  port.offered[write].pop();
  port.taken[write].push(&burst);
  burst.taken = edge;
  const std::span<std::byte> place = memory.at(burst.address(), burst.bytes());
  unsigned char* const data = burst.payload.get_data_ptr();
  if (write)
    std::memcpy(place.data(), data, place.size());
  else
    std::memcpy(data, place.data(), place.size());
  dram_->grant({edge, burst.address(), burst.beats(port.accelerator.config().bus_bytes()), write,
                static_cast<int64_t>(index)});
}

void SharedDram::Inside::answer(const DramMemory::Answer& answer) {
  Port& port = *ports[static_cast<size_t>(answer.port)];
  Burst& burst = *port.taken[answer.write].front();
  port.taken[answer.write].pop();
  burst.cycles = burst.taken - burst.granted + answer.latency;
  burst.answered.notify();
}

// At `edge` bursts that cores grant then may still come. Of several cores none of them is taken
// before edge + 2, so what is taken at edge + 1 is known; and none that is taken later has an
// effect at the clocks that the DRAM goes on to.
bool SharedDram::Inside::go_on(int64_t edge) {
  const int64_t next = arbiter_.next();
  if (dram_->waits())
    if (const auto given = dram_->answer_before(alone() ? edge : std::min(next, edge + 2))) {
      answer(*given);
      return true;
    }
  if (next > edge + 1)
    return false;
  const SystemArbiter::Taken taken = arbiter_.take();
  take(taken.core, taken.offer.write, taken.edge);
  return true;
}

void SharedDram::Inside::run(int64_t edge) {
  while (go_on(edge))
    continue;
}

SharedDram::SharedDram(const sc_core::sc_module_name& name, const std::string& dram,
                       int64_t memory_bytes)
    : sc_module(name),
      sockets_("port", kMostAccelerators),
      inside_(std::make_unique<Inside>(dram, memory_bytes)) {
  SC_METHOD(go_on);
  sensitive << inside_->wake;
  dont_initialize();
}

SharedDram::~SharedDram() = default;

DeviceMemory& SharedDram::memory() {
  return inside_->memory;
}

void SharedDram::attach(Accelerator& accelerator) {
  const size_t port = inside_->ports.size();
  inside_->add(accelerator, name());
  sockets_[port].register_b_transport(this, &SharedDram::transport, static_cast<int>(port));
  accelerator.memory.bind(sockets_[port]);
}

void SharedDram::start_of_simulation() {
  inside_->start();
}

const DramStatistics& SharedDram::statistics() {
  if (!inside_->any_running())
    inside_->end_launches();
  return inside_->statistics;
}

// The extension is there: an accelerator is bound to no port but by attach().
void SharedDram::transport(int port, tlm::tlm_generic_payload& payload, sc_core::sc_time&) {
  Inside& my = *inside_;
  my.note_launch(*my.ports[static_cast<size_t>(port)]);
  if (!my.memory.contains(payload.get_address(), payload.get_data_length())) {
    payload.set_response_status(tlm::TLM_ADDRESS_ERROR_RESPONSE);
    return;
  }
  Inside::Burst burst{payload, 0, 0, 0, {}};
  my.offer(static_cast<size_t>(port), burst);
  my.wake.notify(sc_core::SC_ZERO_TIME);
  sc_core::wait(burst.answered);
  payload.get_extension<BurstDelay>()->cycles = burst.cycles;
  payload.set_response_status(tlm::TLM_OK_RESPONSE);
}

void SharedDram::go_on() {
  Inside& my = *inside_;
  const int64_t now = my.edge();
  my.run(now);
  if (my.waits())
    next_trigger(my.until_edge(now + 1), my.wake);
}

}  // namespace vta::csim
