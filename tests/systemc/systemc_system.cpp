#include "tests/systemc/systemc_system.h"

#include <algorithm>

#include "base/error.h"

int sc_main(int, char**) {  // libsystemc refers to it
  return 0;
}

namespace vta::test {

class SystemcSystem::Core final : public sc_core::sc_module, public Device {
 public:
  Core(const sc_core::sc_module_name& name, SystemcSystem& system, const VtaConfig& config,
       int64_t memory_bytes)
      : sc_module(name),
        accelerator("accelerator", config, system.period_,
                    {.kernels = "portable", .memory_bytes = memory_bytes}),
        system_(system) {
    bus.bind(accelerator.registers);
    accelerator.interrupt(interrupt);
  }

  std::string_view backend() const override { return "systemc"; }
  const VtaConfig& config() const override { return accelerator.config(); }
  DeviceMemory& memory() override { return system_.dram_.memory(); }
  const DeviceMemory& memory() const override { return system_.dram_.memory(); }
  void write_register(Register reg, uint64_t value) override {
    const bool was_running = accelerator.running();
    if (reg == Register::Control && value == 1 && !was_running)
      system_.begin_launch();
    if (was_running)
      return;
    access(tlm::TLM_WRITE_COMMAND, reg, value);
    system_.end_write(spec_of(reg).bits > 32 ? 2 : 1);
  }
  uint64_t read_register(Register reg) const override {
    uint64_t value = 0;
    access(tlm::TLM_READ_COMMAND, reg, value);
    return value;
  }
  bool advance(int64_t max_cycles) override {
    const int64_t last = max_cycles < kLongest ? system_.now_ + max_cycles - 1 : kLongest;
    while (accelerator.running() && system_.now_ <= last)
      system_.run_through(last);
    return !accelerator.running();
  }
  const RunReport& report() const override { return accelerator.report(); }
  void set_kernels(std::vector<int64_t>) override {}
  void set_trace_sink(TraceSink*) override {}
  std::vector<std::byte> read_scratchpad(MemoryType, int64_t, int64_t) const override {
    throw DeviceError("no bus leads to an accelerator's scratchpads");
  }

  csim::Accelerator accelerator;
  mutable tlm_utils::simple_initiator_socket<Core> bus{"bus"};
  sc_core::sc_signal<bool> interrupt{"interrupt"};

 private:
  static constexpr int64_t kLongest = int64_t{1} << 40;

  static const RegisterSpec& spec_of(Register reg) {
    return register_table()[static_cast<size_t>(reg)];
  }
  void access(tlm::tlm_command command, Register reg, uint64_t& value) const {
    tlm::tlm_generic_payload payload;
    payload.set_command(command);
    payload.set_address(static_cast<uint64_t>(spec_of(reg).offset));
    payload.set_data_ptr(reinterpret_cast<unsigned char*>(&value));
    payload.set_data_length(static_cast<unsigned>(spec_of(reg).bits / 8));
    payload.set_streaming_width(payload.get_data_length());
    sc_core::sc_time delay;
    bus->b_transport(payload, delay);
    if (payload.is_response_error())
      throw DeviceError(accelerator.refusal());
  }

  SystemcSystem& system_;
};

SystemcSystem::SystemcSystem(const sc_core::sc_module_name& name, std::span<const VtaConfig> cores,
                             const std::string& dram, const sc_core::sc_time& period,
                             int64_t memory_bytes, int64_t reach)
    : sc_module(name), period_(period), dram_("dram", dram, memory_bytes) {
  SC_METHOD(on_interrupt);
  dont_initialize();
  for (size_t k = 0; k < cores.size(); ++k) {
    cores_.push_back(std::make_unique<Core>(fmt::format("core{}", k).c_str(), *this, cores[k],
                                            reach > 0 ? reach : memory_bytes));
    dram_.attach(cores_[k]->accelerator);
    sensitive << cores_[k]->interrupt.posedge_event();
  }
}

SystemcSystem::~SystemcSystem() = default;

Device& SystemcSystem::core(int64_t index) {
  return *cores_.at(static_cast<size_t>(index));
}

bool SystemcSystem::running(int64_t core) const {
  return cores_.at(static_cast<size_t>(core))->accelerator.running();
}

bool SystemcSystem::any_running() const {
  return std::ranges::any_of(cores_, [](const auto& core) { return core->accelerator.running(); });
}

void SystemcSystem::on_interrupt() {
  sc_core::sc_pause();
}

// The next edge that the simulation has not come to.
void SystemcSystem::begin_launch() {
  if (any_running())
    return;
  now_ = 0;
  begin_ = (sc_core::sc_time_stamp().value() + period_.value() - 1) / period_.value();
}

void SystemcSystem::end_write(int64_t edges) {
  for (const int64_t last = now_ + edges - 1; any_running() && now_ <= last;)
    run_through(last);
}

// To the middle between two edges: what happens at the first one is over, and the next thing that a
// host does is at the second.
void SystemcSystem::run_through(int64_t edge) {
  const auto to = [&](uint64_t time) {
    sc_core::sc_start(sc_core::sc_time::from_value(time - sc_core::sc_time_stamp().value()));
  };
  const uint64_t half = period_.value() / 2;
  while (any_running() && now_ <= edge) {
    const int64_t far = std::min(edge, now_ + (int64_t{1} << 30));
    to((begin_ + static_cast<uint64_t>(far)) * period_.value() + half);
    const uint64_t edges = sc_core::sc_time_stamp().value() / period_.value();
    const bool paused = sc_core::sc_time_stamp().value() % period_.value() == 0;
    now_ = static_cast<int64_t>(edges - begin_) + 1;
    if (paused) {
      to(edges * period_.value() + half);
      return;
    }
  }
}

}  // namespace vta::test
