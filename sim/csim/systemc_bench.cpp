#include "sim/csim/systemc_bench.h"

#include <spdlog/spdlog.h>

#include <cstring>
#include <memory>
#include <mutex>
#include <systemc>
#include <tlm>
#include <utility>

#include "base/error.h"
#include "sim/csim/accelerator_inside.h"

namespace vta::csim {
namespace {

using sc_core::sc_time;

// One cycle is one unit of kernel time, whatever a unit is.
sc_time cycles(int64_t count) {
  return sc_time::from_value(static_cast<uint64_t>(count));
}

void set_up(tlm::tlm_generic_payload& payload, bool write, uint64_t address, std::byte* data,
            int64_t bytes) {
  payload.set_command(write ? tlm::TLM_WRITE_COMMAND : tlm::TLM_READ_COMMAND);
  payload.set_address(address);
  payload.set_data_ptr(reinterpret_cast<unsigned char*>(data));
  payload.set_data_length(static_cast<unsigned>(bytes));
  payload.set_streaming_width(static_cast<unsigned>(bytes));
  payload.set_response_status(tlm::TLM_INCOMPLETE_RESPONSE);
}

// Routes SystemC's reports into the log; an error still throws.
void log_report(const sc_core::sc_report& report, const sc_core::sc_actions& actions) {
  const std::string text = fmt::format("{}: {}", report.get_msg_type(), report.get_msg());
  if (report.get_severity() >= sc_core::SC_ERROR)
    spdlog::error("{}", text);
  else
    spdlog::debug("{}", text);
  if ((actions & sc_core::SC_THROW) != 0)
    throw InternalError(text);
}

SC_MODULE(MemoryModule) {
  tlm_utils::simple_target_socket<MemoryModule> port{"port"};
  MemoryModel* model = nullptr;
  sc_time read_delay, write_delay;

  explicit MemoryModule(const sc_core::sc_module_name& name) : sc_module(name) {
    port.register_b_transport(this, &MemoryModule::b_transport);
    port.register_get_direct_mem_ptr(this, &MemoryModule::get_direct_mem_ptr);
  }

  void become(MemoryModel & lent) {
    model = &lent;
    read_delay = cycles(lent.read_latency);
    write_delay = cycles(lent.write_latency);
  }

  // An initiator that passes the memory's own bytes (direct memory interface) needs no copy.
  void b_transport(tlm::tlm_generic_payload & payload, sc_time & delay) {
    const uint64_t address = payload.get_address();
    const uint64_t length = payload.get_data_length();
    if (length == 0 || address > model->bytes.size() || length > model->bytes.size() - address) {
      payload.set_response_status(tlm::TLM_ADDRESS_ERROR_RESPONSE);
      return;
    }
    std::byte* own = model->bytes.data() + address;
    auto* data = reinterpret_cast<std::byte*>(payload.get_data_ptr());
    if (data != own && payload.is_write())
      std::memcpy(own, data, length);
    else if (data != own)
      std::memcpy(data, own, length);
    delay += payload.is_write() ? write_delay : read_delay;
    payload.set_dmi_allowed(true);
    payload.set_response_status(tlm::TLM_OK_RESPONSE);
  }

  bool get_direct_mem_ptr(tlm::tlm_generic_payload&, tlm::tlm_dmi & dmi) {
    dmi.set_dmi_ptr(reinterpret_cast<unsigned char*>(model->bytes.data()));
    dmi.set_start_address(0);
    dmi.set_end_address(model->bytes.size() - 1);
    dmi.allow_read_write();
    return true;
  }
};

SC_MODULE(HostModule) {
  tlm_utils::simple_initiator_socket<HostModule> registers{"registers"};
  explicit HostModule(const sc_core::sc_module_name& name) : sc_module(name) {}

  // The response; `value` is the register's, before or after.
  tlm::tlm_response_status access(bool write, const RegisterSpec& reg, uint64_t& value) {
    tlm::tlm_generic_payload payload;
    set_up(payload, write, static_cast<uint64_t>(reg.offset), reinterpret_cast<std::byte*>(&value),
           reg.bits / 8);
    sc_time delay;
    registers->b_transport(payload, delay);
    return payload.get_response_status();
  }
};

// Devices of the tool cannot live in somebody else's simulation: they would start it.
void check_no_other_simulation() {
  if (sc_core::sc_get_top_level_objects().empty() &&
      sc_core::sc_get_status() == sc_core::SC_ELABORATION)
    return;
  throw DeviceError(
      "csim: a device cannot run in a process that has a SystemC simulation of its own; bind a "
      "vta::csim::Accelerator there, or run the device in another process");
}

}  // namespace

class ElaboratedBench final : public SystemcBench {
 public:
  ElaboratedBench();
  void run(const Borrower& borrower, int64_t cycles) override;
  void write_register(const Borrower& borrower, const RegisterSpec& reg, uint64_t value) override;
  uint64_t read_register(const Borrower& borrower, const RegisterSpec& reg) override;
  int64_t transfer(const Granted& burst) override;

 private:
  struct Modules;
  void lend(const Borrower& borrower);

  std::mutex mutex_;
  std::unique_ptr<Modules> modules_;
};

struct ElaboratedBench::Modules {
  HostModule host{"host"};
  Accelerator accelerator{"core"};
  MemoryModule memory{"memory"};
  sc_core::sc_signal<bool> interrupt{"interrupt"};
  tlm::tlm_generic_payload burst;
  // Of the present borrower: its core, its memory over the direct memory interface.
  CoreProcess* core = nullptr;
  std::byte* direct = nullptr;

  Modules() {
    host.registers.bind(accelerator.registers);
    accelerator.memory.bind(memory.port);
    accelerator.interrupt.bind(interrupt);
  }
};

ElaboratedBench::ElaboratedBench() {
  check_no_other_simulation();
  sc_core::sc_report_handler::set_handler(log_report);
  modules_ = std::make_unique<Modules>();
  sc_core::sc_start(sc_core::SC_ZERO_TIME);
}

void ElaboratedBench::lend(const Borrower& borrower) {
  modules_->core = modules_->accelerator.inside_->core = &borrower.core;
  modules_->memory.become(borrower.memory);
  tlm::tlm_dmi dmi;
  modules_->accelerator.memory->get_direct_mem_ptr(modules_->burst, dmi);
  modules_->direct = reinterpret_cast<std::byte*>(dmi.get_dmi_ptr());
}

void ElaboratedBench::run(const Borrower& borrower, int64_t more) {
  const std::lock_guard lock(mutex_);
  lend(borrower);
  Accelerator::Inside& inside = *modules_->accelerator.inside_;
  const int64_t now = borrower.core.now();
  inside.until = more > std::numeric_limits<int64_t>::max() - now
                     ? std::numeric_limits<int64_t>::max()
                     : now + more;
  inside.error = nullptr;
  inside.place_start(now);
  inside.wake.notify(sc_core::SC_ZERO_TIME);
  sc_core::sc_start();
  if (inside.error)
    std::rethrow_exception(std::exchange(inside.error, nullptr));
}

void ElaboratedBench::write_register(const Borrower& borrower, const RegisterSpec& reg,
                                     uint64_t value) {
  const std::lock_guard lock(mutex_);
  lend(borrower);
  if (modules_->host.access(true, reg, value) != tlm::TLM_OK_RESPONSE)
    throw DeviceError(modules_->accelerator.refusal());
}

uint64_t ElaboratedBench::read_register(const Borrower& borrower, const RegisterSpec& reg) {
  const std::lock_guard lock(mutex_);
  lend(borrower);
  uint64_t value = 0;
  const auto response = modules_->host.access(false, reg, value);
  VTA_CHECK(response == tlm::TLM_OK_RESPONSE, "{}", modules_->accelerator.refusal());
  return value;
}

int64_t ElaboratedBench::transfer(const Granted& granted) {
  Modules& modules = *modules_;
  const Burst& burst = granted.request.burst;
  set_up(modules.burst, granted.write(), burst.address, modules.direct + burst.address,
         burst.bytes);
  const sc_time issued = cycles(granted.edge - modules.core->now());
  sc_time delay = issued;
  modules.accelerator.memory->b_transport(modules.burst, delay);
  VTA_CHECK(modules.burst.is_response_ok(), "burst at {:#x}: {}", burst.address,
            modules.burst.get_response_string());
  return static_cast<int64_t>((delay - issued).value());
}

namespace {

SystemcBench& elaborated_bench() {
  static ElaboratedBench bench;
  return bench;
}

}  // namespace
}  // namespace vta::csim

const vta::Module* vta_systemc_module(vta::InterruptionSource scopes) {
  if (scopes != nullptr)
    vta::take_interruptions_from(scopes);
  static const vta::csim::SystemcModule module = {{vta::module_interface()},
                                                  vta::csim::elaborated_bench};
  return &module;
}
