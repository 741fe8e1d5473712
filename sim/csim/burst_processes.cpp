#include "sim/csim/burst_processes.h"

#include <fmt/format.h>
#include <sysc/kernel/sc_dynamic_processes.h>

#include <algorithm>
#include <limits>

namespace vta::csim {
namespace {

constexpr int kStackBytes = 256 * 1024;  // targets run on it

// Cycles and units of time that an answer may take: beyond, sums of them would not be times.
constexpr uint64_t kMostCycles = uint64_t{1} << 40;
constexpr uint64_t kMostUnits = uint64_t{1} << 62;

std::string refusal_text(const Burst& burst, bool write, const std::string& with) {
  return fmt::format("the memory answered a {} of {} bytes at {:#x} with {}",
                     write ? "write" : "read", burst.bytes, burst.address, with);
}

}  // namespace

BurstProcesses::BurstProcesses(tlm::tlm_initiator_socket<>& socket, StagedBytes& bytes,
                               uint64_t period, sc_core::sc_event& answered)
    : socket_(socket),
      bytes_(bytes),
      period_(period),
      most_cycles_(std::min(kMostCycles, kMostUnits / period)),
      answered_(answered) {}

// Between two sc_start() no thread can be killed (SystemC 2.3.4 then takes the caller for a
// method).
BurstProcesses::~BurstProcesses() {
  for (const auto& carrier : carriers_)
    carrier->orphaned = true;
}

int64_t BurstProcesses::transfer(const Granted& burst) {
  Carrier& carrier = free_carrier();
  load(carrier, burst);
  under_way_[burst.write()].push_back(&carrier);
  carrier.issued.notify();
  return kUnanswered;
}

// Processes are kept for later bursts: there are never more than bursts in flight. A new one begins
// with the burst that it is made for. It owns its carrier too: a target may have it for longer
// than all else lives.
BurstProcesses::Carrier& BurstProcesses::free_carrier() {
  if (!free_.empty()) {
    Carrier& carrier = *free_.back();
    free_.pop_back();
    return carrier;
  }
  const auto& carrier = carriers_.emplace_back(std::make_shared<Carrier>());
  sc_core::sc_spawn_options options;
  options.set_stack_size(kStackBytes);
  sc_core::sc_spawn([this, carrier] { carry(*carrier); }, sc_core::sc_gen_unique_name("burst"),
                    &options);
  return *carrier;
}

void BurstProcesses::load(Carrier& carrier, const Granted& granted) {
  const Burst& burst = granted.request.burst;
  carrier.burst = granted;
  carrier.answered = false;
  std::byte* data =
      granted.master == TimedUnit::Fetch ? carrier.fetched.data() : bytes_.payload(granted);
  tlm::tlm_generic_payload& payload = carrier.payload;
  payload.set_command(granted.write() ? tlm::TLM_WRITE_COMMAND : tlm::TLM_READ_COMMAND);
  payload.set_address(burst.address);
  payload.set_data_ptr(reinterpret_cast<unsigned char*>(data));
  payload.set_data_length(static_cast<unsigned>(burst.bytes));
  payload.set_streaming_width(static_cast<unsigned>(burst.bytes));
  payload.set_byte_enable_ptr(nullptr);
  payload.set_byte_enable_length(0);
  payload.set_dmi_allowed(false);
  payload.set_response_status(tlm::TLM_INCOMPLETE_RESPONSE);
  carrier.told().cycles = BurstDelay::kAsTaken;
}

void BurstProcesses::carry(Carrier& carrier) {
  while (!carrier.orphaned) {
    const sc_core::sc_time issued = sc_core::sc_time_stamp();
    sc_core::sc_time delay = sc_core::SC_ZERO_TIME;
    socket_->b_transport(carrier.payload, delay);
    if (carrier.orphaned)
      return;
    settle(carrier, sc_core::sc_time_stamp() - issued, delay);
    carrier.answered = true;
    answered_.notify(sc_core::SC_ZERO_TIME);
    sc_core::wait(carrier.issued);
  }
}

// One that takes too long is answered, and refused, when the call has returned.
void BurstProcesses::settle(Carrier& carrier, const sc_core::sc_time& waited,
                            const sc_core::sc_time& delay) {
  const uint64_t most_delay = std::numeric_limits<uint64_t>::max() - waited.value();
  uint64_t taken = waited.value() + std::min<uint64_t>(delay.value(), most_delay);
  carrier.too_late.clear();
  if (const int64_t told = carrier.told().cycles; told != BurstDelay::kAsTaken) {
    carrier.latency = told;
    return;
  }
  if (taken / period_ >= most_cycles_) {
    carrier.too_late = fmt::format("a delay of {} waited and {} annotated, at most are {} cycles",
                                   waited.to_string(), delay.to_string(), most_cycles_);
    taken = waited.value();
  }
  carrier.latency = static_cast<int64_t>(taken / period_ + (taken % period_ != 0 ? 1 : 0));
}

void BurstProcesses::deliver(Machine& machine) {
  for (std::deque<Carrier*>& kind : under_way_)
    while (!kind.empty() && kind.front()->answered) {
      Carrier& carrier = *kind.front();
      kind.pop_front();
      free_.push_back(&carrier);
      deliver(carrier, machine);
    }
}

void BurstProcesses::deliver(Carrier& carrier, Machine& machine) {
  const Granted& granted = carrier.burst;
  const Burst& burst = granted.request.burst;
  const std::string with =
      !carrier.payload.is_response_ok() ? carrier.payload.get_response_string() : carrier.too_late;
  const bool refused = !with.empty();
  if (granted.master == TimedUnit::Fetch) {
    if (refused)
      bytes_.fetch_refused();
    else
      bytes_.fetched({carrier.fetched.data(), static_cast<size_t>(burst.bytes)});
  }
  machine.answer(granted.write(), carrier.latency, refused,
                 refused ? refusal_text(burst, granted.write(), with) : std::string());
}

}  // namespace vta::csim
