#include "sim/csim/systemc_bench.h"

#include <spdlog/spdlog.h>
#include <tlm_utils/simple_initiator_socket.h>
#include <tlm_utils/simple_target_socket.h>

#include <algorithm>
#include <cstring>
#include <limits>
#include <systemc>
#include <tlm>
#include <utility>

#include "base/error.h"

// The library's own main(), which is not used, calls it.
int sc_main(int, char**) {
  return 0;
}

namespace vta::csim {
namespace {

static_assert(SC_CPLUSPLUS == 201703L, "the installed library was built as C++17");

using sc_core::sc_time;

// Cycles that the core goes ahead of the kernel before it synchronises (temporal decoupling).
constexpr int64_t kQuantum = 4096;
// Between the port's pins and the core's registers: with the memory's own latency they make KR and
// KW of the memory page.
constexpr int64_t kPortCycles = 2;

// One cycle is one unit of kernel time.
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

  explicit MemoryModule(const sc_core::sc_module_name& name) : sc_module(name) {
    port.register_b_transport(this, &MemoryModule::b_transport);
    port.register_get_direct_mem_ptr(this, &MemoryModule::get_direct_mem_ptr);
  }

  // `delay` becomes the time at which the last beat leaves the memory, or is in it. An initiator
  // that passes the memory's own bytes (direct memory interface) needs no copy.
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
    const uint64_t beats =
        ((address + length - 1) >> model->log_bus) - (address >> model->log_bus) + 1;
    delay += cycles((payload.is_write() ? model->write_latency : model->read_latency) +
                    static_cast<int64_t>(beats));
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

SC_MODULE(CoreModule) {
  tlm_utils::simple_initiator_socket<CoreModule> memory{"memory"};
  tlm_utils::simple_target_socket<CoreModule> registers{"registers"};
  sc_core::sc_event wake{"wake"};
  CoreProcess* core = nullptr;
  int64_t until = 0;
  bool ended = false;
  std::exception_ptr error;
  tlm::tlm_generic_payload burst;

  SC_HAS_PROCESS(CoreModule);
  explicit CoreModule(const sc_core::sc_module_name& name) : sc_module(name) {
    registers.register_b_transport(this, &CoreModule::register_access);
    SC_METHOD(step);
    sensitive << wake;
    dont_initialize();
  }

  // One quantum, or up to the next event where that is farther. An exception must not reach the
  // kernel, which would be unusable from then on.
  void step() {
    const int64_t from = core->now();
    if (ended || from >= until)
      return;
    try {
      const int64_t to = std::min(until, std::max(from + kQuantum, core->next_cycle()));
      ended = core->run_until(to);
      next_trigger(cycles(to - from));
    } catch (...) {
      error = std::current_exception();
    }
  }

  void register_access(tlm::tlm_generic_payload & payload, sc_time&) {
    uint64_t value = 0;
    if (payload.is_write()) {
      std::memcpy(&value, payload.get_data_ptr(), payload.get_data_length());
      core->write_register_at(payload.get_address(), value);
    } else {
      value = core->read_register_at(payload.get_address());
      std::memcpy(payload.get_data_ptr(), &value, payload.get_data_length());
    }
    payload.set_response_status(tlm::TLM_OK_RESPONSE);
  }
};

SC_MODULE(HostModule) {
  tlm_utils::simple_initiator_socket<HostModule> registers{"registers"};
  explicit HostModule(const sc_core::sc_module_name& name) : sc_module(name) {}

  uint64_t access(bool write, const RegisterSpec& reg, uint64_t value) {
    tlm::tlm_generic_payload payload;
    set_up(payload, write, static_cast<uint64_t>(reg.offset), reinterpret_cast<std::byte*>(&value),
           reg.bits / 8);
    sc_time delay;
    registers->b_transport(payload, delay);
    return value;
  }
};

}  // namespace

struct SystemcBench::Modules {
  HostModule host{"host"};
  CoreModule core{"core"};
  MemoryModule memory{"memory"};
  std::byte* direct = nullptr;  // the present borrower's memory, over the direct memory interface

  Modules() {
    host.registers.bind(core.registers);
    core.memory.bind(memory.port);
  }

  void lend(const Borrower& borrower) {
    core.core = &borrower.core;
    memory.model = &borrower.memory;
    tlm::tlm_dmi dmi;
    core.memory->get_direct_mem_ptr(core.burst, dmi);
    direct = reinterpret_cast<std::byte*>(dmi.get_dmi_ptr());
  }
};

SystemcBench::SystemcBench() {
  sc_core::sc_report_handler::set_handler(log_report);
  sc_core::sc_set_time_resolution(1, sc_core::SC_NS);
  modules_ = std::make_unique<Modules>();
  sc_core::sc_start(sc_core::SC_ZERO_TIME);
}

SystemcBench::~SystemcBench() = default;

SystemcBench& SystemcBench::of_process() {
  static SystemcBench bench;
  return bench;
}

bool SystemcBench::run(const Borrower& borrower, int64_t more) {
  const std::lock_guard lock(mutex_);
  modules_->lend(borrower);
  CoreModule& core = modules_->core;
  const int64_t now = borrower.core.now();
  core.until = more > std::numeric_limits<int64_t>::max() - now
                   ? std::numeric_limits<int64_t>::max()
                   : now + more;
  core.ended = false;
  core.error = nullptr;
  core.wake.notify(sc_core::SC_ZERO_TIME);
  sc_core::sc_start();
  if (core.error)
    std::rethrow_exception(std::exchange(core.error, nullptr));
  return core.ended;
}

void SystemcBench::write_register(const Borrower& borrower, const RegisterSpec& reg,
                                  uint64_t value) {
  const std::lock_guard lock(mutex_);
  modules_->lend(borrower);
  modules_->host.access(true, reg, value);
}

uint64_t SystemcBench::read_register(const Borrower& borrower, const RegisterSpec& reg) {
  const std::lock_guard lock(mutex_);
  modules_->lend(borrower);
  return modules_->host.access(false, reg, 0);
}

int64_t SystemcBench::transfer(const Burst& burst, bool write, int64_t edge) {
  CoreModule& core = modules_->core;
  const int64_t ahead = edge - core.core->now();
  set_up(core.burst, write, burst.address, modules_->direct + burst.address, burst.bytes);
  sc_time delay = cycles(ahead);
  core.memory->b_transport(core.burst, delay);
  VTA_CHECK(core.burst.is_response_ok(), "burst at {:#x}: {}", burst.address,
            core.burst.get_response_string());
  return core.core->now() + static_cast<int64_t>(delay.value()) + kPortCycles;
}

}  // namespace vta::csim
