#include "sim/csim/burst_processes.h"

#include <fmt/format.h>
#include <sysc/kernel/sc_dynamic_processes.h>

namespace vta::csim {
namespace {

constexpr int kStackBytes = 256 * 1024;  // targets run on it

std::string refusal_text(const Burst& burst, bool write, const tlm::tlm_generic_payload& payload) {
  return fmt::format("the memory answered a {} of {} bytes at {:#x} with {}",
                     write ? "write" : "read", burst.bytes, burst.address,
                     payload.get_response_string());
}

}  // namespace

int64_t BurstProcesses::transfer(const Granted& burst) {
  Carrier& carrier = free_carrier();
  load(carrier, burst);
  under_way_[burst.write()].push_back(&carrier);
  carrier.issued.notify();
  return kUnanswered;
}

// Processes are kept for later bursts: there are never more than bursts in flight. A new one begins
// with the burst that it is made for.
BurstProcesses::Carrier& BurstProcesses::free_carrier() {
  if (!free_.empty()) {
    Carrier& carrier = *free_.back();
    free_.pop_back();
    return carrier;
  }
  Carrier& carrier = *carriers_.emplace_back(std::make_unique<Carrier>());
  sc_core::sc_spawn_options options;
  options.set_stack_size(kStackBytes);
  sc_core::sc_spawn([this, &carrier] { carry(carrier); }, sc_core::sc_gen_unique_name("burst"),
                    &options);
  return carrier;
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
}

void BurstProcesses::carry(Carrier& carrier) {
  for (;;) {
    const sc_core::sc_time issued = sc_core::sc_time_stamp();
    sc_core::sc_time delay = sc_core::SC_ZERO_TIME;
    socket_->b_transport(carrier.payload, delay);
    const uint64_t taken = (sc_core::sc_time_stamp() - issued + delay).value();
    carrier.latency = static_cast<int64_t>((taken + period_ - 1) / period_);
    carrier.answered = true;
    answered_.notify(sc_core::SC_ZERO_TIME);
    sc_core::wait(carrier.issued);
  }
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
  const bool refused = !carrier.payload.is_response_ok();
  if (granted.master == TimedUnit::Fetch) {
    if (refused)
      bytes_.fetch_refused();
    else
      bytes_.fetched({carrier.fetched.data(), static_cast<size_t>(burst.bytes)});
  }
  machine.answer(granted.write(), carrier.latency, refused,
                 refused ? refusal_text(burst, granted.write(), carrier.payload) : std::string());
}

}  // namespace vta::csim
