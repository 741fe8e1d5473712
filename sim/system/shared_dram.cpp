#include "sim/system/shared_dram.h"

#include <algorithm>
#include <cmath>
#include <cstring>

#include "base/error.h"
#include "base/ring.h"
#include "config/dram_file.h"
#include "sim/csim/burst_delay.h"

namespace vta::csim {

// On its way from the call to its answer.
struct SharedDram::Burst {
  explicit Burst(tlm::tlm_generic_payload& of) : payload(of) {}
  tlm::tlm_generic_payload& payload;
  int64_t granted = 0;  // by its core
  int64_t taken = 0;    // by the system
  int64_t cycles = 0;   // the answer, from `granted`
  sc_core::sc_event answered{sc_core::sc_gen_unique_name("answered")};
};

struct SharedDram::Port {
  explicit Port(Accelerator& of) : accelerator(of) {}
  Accelerator& accelerator;
  std::optional<uint64_t> launched;  // the last one that is known
  // Reads and writes, in the order of their grants: before the system's grant, and behind it.
  std::array<Ring<Burst*>, 2> offered, taken;

  uint64_t end() const {
    return *launched + static_cast<uint64_t>(*accelerator.report().cycles) * accelerator.period();
  }
  bool has_ended() const { return launched != accelerator.launched_at() || !accelerator.running(); }
};

SharedDram::SharedDram(const sc_core::sc_module_name& name, const std::string& dram,
                       int64_t memory_bytes)
    : sc_module(name), config_(load_dram(dram)), memory_(memory_bytes) {
  SC_METHOD(go_on);
  sensitive << wake_;
  dont_initialize();
}

SharedDram::~SharedDram() = default;

void SharedDram::attach(Accelerator& accelerator) {
  if (std::ssize(ports_) == kMostCores)
    throw ConfigError(fmt::format("{}: {} is one too many: a DRAM has at most {} accelerators",
                                  name(), accelerator.name(), kMostCores));
  if (!ports_.empty()) {
    const Accelerator& first = ports_.front()->accelerator;
    if (first.period() != accelerator.period())
      throw ConfigError(fmt::format(
          "{}: {} has a clock of {}, {} one of {}: accelerators on one DRAM have one clock", name(),
          accelerator.name(), sc_core::sc_time::from_value(accelerator.period()).to_string(),
          first.name(), sc_core::sc_time::from_value(first.period()).to_string()));
  }
  const auto port = static_cast<int>(ports_.size());
  ports_.push_back(std::make_unique<Port>(accelerator));
  auto& socket = sockets_[ports_.size() - 1];
  socket.register_b_transport(this, &SharedDram::transport, port);
  accelerator.memory.bind(socket);
}

void SharedDram::start_of_simulation() {
  if (ports_.empty())
    return;
  std::vector<int64_t> bus_bytes;
  for (const auto& port : ports_)
    bus_bytes.push_back(port->accelerator.config().bus_bytes());
  constexpr double kFemtoseconds = 1e15;
  const auto resolution = static_cast<int64_t>(
      std::round(sc_core::sc_get_time_resolution().to_seconds() * kFemtoseconds));
  const auto period = static_cast<int64_t>(ports_.front()->accelerator.period());
  dram_.emplace(config_, bus_bytes, DramMemory::CorePeriod{period * resolution, 1000});
}

int64_t SharedDram::edge() const {
  return static_cast<int64_t>((sc_core::sc_time_stamp().value() - begin_) /
                              ports_.front()->accelerator.period());
}

// A launch that finds all others at their ends is edge 0. One at the edge of the last end does not.
void SharedDram::note_launch(Port& port) {
  const uint64_t launched = port.accelerator.launched_at();
  if (port.launched == launched)
    return;
  const bool finds_all_idle = std::ranges::all_of(ports_, [&](const auto& other) {
    return !other->launched || (other->has_ended() && other->end() < launched);
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

void SharedDram::end_launches() {
  if (!counts_)
    return;
  uint64_t end = begin_;
  for (const auto& port : ports_)
    if (port->launched)
      end = std::max(end, port->end());
  statistics_ =
      dram_->finish(static_cast<int64_t>((end - begin_) / ports_.front()->accelerator.period()));
  counts_ = false;
}

const DramStatistics& SharedDram::statistics() {
  if (std::ranges::none_of(ports_, [](const auto& port) { return port->accelerator.running(); }))
    end_launches();
  return statistics_;
}

void SharedDram::transport(int index, tlm::tlm_generic_payload& payload, sc_core::sc_time&) {
  Port& port = *ports_[static_cast<size_t>(index)];
  note_launch(port);
  const auto bytes = static_cast<int64_t>(payload.get_data_length());
  if (!memory_.contains(payload.get_address(), bytes)) {
    payload.set_response_status(tlm::TLM_ADDRESS_ERROR_RESPONSE);
    return;
  }
  Burst burst(payload);
  burst.granted = edge();
  const bool write = payload.is_write();
  port.offered[write].push(&burst);
  if (alone()) {
    take(0, write, burst.granted);
  } else {
    const int64_t bus = port.accelerator.config().bus_bytes();
    const uint64_t first = payload.get_address();
    const auto beats = static_cast<int64_t>((first + static_cast<uint64_t>(bytes) - 1) /
                                                static_cast<uint64_t>(bus) -
                                            first / static_cast<uint64_t>(bus) + 1);
    arbiter_.offer(static_cast<size_t>(index), {burst.granted, first, beats, 1, write});
  }
  wake_.notify(sc_core::SC_ZERO_TIME);
  sc_core::wait(burst.answered);
  payload.get_extension<BurstDelay>()->cycles = burst.cycles;
  payload.set_response_status(tlm::TLM_OK_RESPONSE);
}

// Bytes move in the order in which the system takes the bursts.
void SharedDram::take(size_t index, bool write, int64_t edge) {
  Port& port = *ports_[index];
  Burst& burst = *port.offered[write].front();
  port.offered[write].pop();
  burst.taken = edge;
  port.taken[write].push(&burst);
  tlm::tlm_generic_payload& payload = burst.payload;
  const auto bytes = static_cast<int64_t>(payload.get_data_length());
  const std::span<std::byte> place = memory_.at(payload.get_address(), bytes);
  if (write)
    std::memcpy(place.data(), payload.get_data_ptr(), place.size());
  else
    std::memcpy(payload.get_data_ptr(), place.data(), place.size());
  const auto bus = static_cast<uint64_t>(port.accelerator.config().bus_bytes());
  const uint64_t first = payload.get_address();
  const auto beats = static_cast<int64_t>((first + place.size() - 1) / bus - first / bus + 1);
  dram_->grant({edge, first, beats, write, static_cast<int64_t>(index)});
}

void SharedDram::answer(const DramMemory::Answer& answer) {
  Port& port = *ports_[static_cast<size_t>(answer.port)];
  Burst& burst = *port.taken[answer.write].front();
  port.taken[answer.write].pop();
  burst.cycles = burst.taken - burst.granted + answer.latency;
  burst.answered.notify();
}

// Bursts that cores grant at `edge` or later may still come. Of several cores none of them is taken
// before edge + 2.
bool SharedDram::let_memory_go_on(int64_t edge) {
  const int64_t next = alone() ? edge : arbiter_.next();
  if (dram_->waits())
    if (const auto given = dram_->answer_before(alone() ? edge : std::min(next, edge + 2))) {
      answer(*given);
      return true;
    }
  if (alone() || next > edge + 1)
    return false;
  const SystemArbiter::Taken taken = arbiter_.take();
  take(taken.core, taken.offer.write, taken.edge);
  return true;
}

void SharedDram::go_on() {
  const int64_t now = edge();
  while (let_memory_go_on(now))
    continue;
  if (dram_->waits() || (!alone() && arbiter_.next() != kNever)) {
    const uint64_t next =
        begin_ + static_cast<uint64_t>(now + 1) * ports_.front()->accelerator.period();
    next_trigger(sc_core::sc_time::from_value(next - sc_core::sc_time_stamp().value()), wake_);
  }
}

}  // namespace vta::csim
