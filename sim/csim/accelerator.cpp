#include "sim/csim/accelerator.h"

#include <algorithm>
#include <cmath>

#include "base/error.h"
#include "sim/csim/accelerator_inside.h"

namespace vta::csim {
namespace {

static_assert(SC_CPLUSPLUS == 201703L, "the installed library was built as C++17");

using sc_core::sc_time;

constexpr int64_t kMostMemory = int64_t{1} << 48;  // what addresses of the streams reach
constexpr double kMostPeriod = 1e15;

void check(const AcceleratorOptions& options) {
  if (options.memory_bytes < 1 || options.memory_bytes > kMostMemory)
    throw ConfigError(fmt::format("memory_bytes of {}: must be from 1 to {} (2^48)",
                                  options.memory_bytes, kMostMemory));
}

double femtoseconds(sc_core::sc_time_unit unit) {
  return std::pow(10.0, 3 * static_cast<int>(unit));  // SC_FS is 0, SC_PS is 1, ...
}

double resolution_in_femtoseconds() {
  return std::round(sc_core::sc_get_time_resolution().to_seconds() * 1e15);
}

}  // namespace

ClockPeriod::ClockPeriod(double period, sc_core::sc_time_unit unit) {
  const double resolution = resolution_in_femtoseconds();
  const double units = period * femtoseconds(unit) / resolution;
  const double whole = std::round(units);
  if (!(whole >= 1) || whole > kMostPeriod || std::abs(units - whole) > 1e-9 * whole)
    throw ConfigError(fmt::format(
        "clock period of {} fs: must be a multiple of the time resolution, which is {} fs",
        period * femtoseconds(unit), resolution));
  value_ = static_cast<uint64_t>(whole);
}

ClockPeriod::ClockPeriod(const sc_time& period) : value_(period.value()) {
  if (value_ == 0 || static_cast<double>(value_) > kMostPeriod)
    throw ConfigError(
        fmt::format("clock period of {}: must be from 1 to {:.0f} times the time resolution",
                    value_ == 0 ? "0" : period.to_string(), kMostPeriod));
}

Accelerator::Inside::Own::Own(Accelerator& module, const VtaConfig& of, const ClockPeriod& period,
                              const AcceleratorOptions& options)
    : config(of),
      engine(make_engine(options.kernels, config)),
      bytes(*engine),
      bursts(module.memory, bytes, period.value(), module.inside_->wake),
      machine(config, *engine, bytes, bursts, {options.memory_bytes}) {}

// Edge 0 is the first edge of the clock that is not before the launch.
void Accelerator::Inside::launched() {
  const uint64_t now = sc_core::sc_time_stamp().value();
  start = (now + period - 1) / period * period;
  interrupting = false;
  outcome.notify(sc_core::SC_ZERO_TIME);
  wake.notify(until_edge(0));
}

Accelerator::Accelerator(const sc_core::sc_module_name& name, const VtaConfig& config,
                         const ClockPeriod& period, const AcceleratorOptions& options)
    : sc_module(name),
      registers("registers"),
      memory("memory"),
      interrupt("interrupt"),
      inside_(std::make_unique<Inside>(period.value())) {
  config.validate();
  check(options);
  inside_->own.emplace(*this, config, period, options);
  inside_->core = &inside_->own->machine;
  start_processes();
}

Accelerator::Accelerator(const sc_core::sc_module_name& name)
    : sc_module(name),
      registers("registers"),
      memory("memory"),
      interrupt("interrupt"),
      inside_(std::make_unique<Inside>(1)) {
  start_processes();
}

Accelerator::~Accelerator() {
  constexpr int kMayGoOn = sc_core::SC_RUNNING | sc_core::SC_PAUSED;
  const bool may_go_on = (sc_core::sc_get_status() & kMayGoOn) != 0;
  if (!inside_->own || !may_go_on)
    return;  // the tool's lives as long as the process
  const std::vector<sc_core::sc_object*> children = get_child_objects();  // one that ends leaves it
  for (sc_core::sc_object* child : children)
    if (sc_core::sc_process_handle process(child);
        process.valid() && process.proc_kind() == sc_core::SC_METHOD_PROC_)
      process.kill();
}

void Accelerator::start_processes() {
  registers.register_b_transport(this, &Accelerator::access);
  registers.register_transport_dbg(this, &Accelerator::peek);
  SC_METHOD(step);
  sensitive << inside_->wake;
  dont_initialize();
  SC_METHOD(drive_interrupt);
  sensitive << inside_->outcome;
  dont_initialize();
}

const VtaConfig& Accelerator::config() const {
  return inside_->own->config;
}

uint64_t Accelerator::period() const {
  return inside_->period;
}

bool Accelerator::running() const {
  return inside_->core->running();
}

uint64_t Accelerator::launched_at() const {
  return inside_->start;
}

const RunReport& Accelerator::report() const {
  return inside_->own->machine.report();
}

const std::string& Accelerator::refusal() const {
  return inside_->port.refusal();
}

void Accelerator::access(tlm::tlm_generic_payload& payload, sc_time& delay) {
  Inside& my = *inside_;
  if (delay != sc_core::SC_ZERO_TIME) {  // of an initiator that is ahead of the kernel
    wait(delay);
    delay = sc_core::SC_ZERO_TIME;
  }
  const bool running = my.core->running();
  payload.set_response_status(my.port.access(*my.core, payload));
  if (my.own && !running && my.core->running())
    my.launched();
}

unsigned Accelerator::peek(tlm::tlm_generic_payload& payload) {
  return RegisterPort::peek(*inside_->core, payload);
}

void Accelerator::drive_interrupt() {
  interrupt.write(inside_->interrupting);
}

// Over somebody else's bus the core is never ahead of the kernel: what happens at an edge is done
// at its time. A lent one goes ahead by a quantum, or to the next event where that is farther; an
// exception must not reach the kernel then, which would be unusable from then on.
void Accelerator::step() {
  Inside& my = *inside_;
  if (!my.core->running())
    return;
  const int64_t now = my.edge();
  if (my.own) {
    my.own->bursts.deliver(my.own->machine);
    my.interrupting = my.core->run_until(now);
    const int64_t next = my.core->next_cycle();
    if (my.interrupting)
      my.outcome.notify(sc_core::SC_ZERO_TIME);
    else if (next != kNever)
      next_trigger(my.until_edge(next), my.wake);
    return;
  }
  if (now >= my.until || my.error)
    return;
  try {
    const int64_t to =
        std::min(my.until, std::max(now + my.core->quantum(), my.core->next_cycle()));
    my.core->run_until(to);
    next_trigger(my.until_edge(to));
  } catch (...) {
    my.error = std::current_exception();
  }
}

}  // namespace vta::csim
