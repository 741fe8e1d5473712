// The one interface of a simulated accelerator; fsim, csim and tsim implement it.
//
// Use: write memory and registers, write Register::Control = 1, then advance() until it returns
// true; read report(). A device is launched any number of times; scratchpads keep their contents
// between launches, tokens and counters do not. A device is used from one thread at a time; two
// devices are independent.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "config/vta_config.h"
#include "hw/isa/insn.h"
#include "hw/isa/registers.h"
#include "sim/counters.h"
#include "sim/device_memory.h"
#include "sim/timing.h"
#include "sim/trace_sink.h"

namespace vta {

// The end of a run.
struct RunReport {
  IsaError error = IsaError::None;
  int64_t error_insn = -1;        // index in the stream, with `error`
  std::string error_text;         // one or more lines: the fault, its value, the limit, disassembly
  Counters counters;              // whole run
  std::vector<Counters> kernels;  // per kernel, in the order of set_kernels
  // Tokens left at the end: load->compute, compute->load, compute->store, store->compute. All 0
  // after an error that stops_at_once().
  std::array<int64_t, 4> tokens_left{};
  std::optional<int64_t> cycles;  // only where time is modelled
  std::optional<Timing> timing;   // likewise

  int64_t total_tokens_left() const {
    return tokens_left[0] + tokens_left[1] + tokens_left[2] + tokens_left[3];
  }
};

class Device {
 public:
  virtual ~Device() = default;
  virtual std::string_view backend() const = 0;  // "fsim", "csim", "tsim"
  virtual const VtaConfig& config() const = 0;
  // False: a run has cycles and counters, but its results in memory have no meaning.
  virtual bool computes_values() const { return true; }
  virtual DeviceMemory& memory() = 0;
  virtual const DeviceMemory& memory() const = 0;

  // Writes of read-only registers and illegal values throw DeviceError. While a launch is running
  // (from the write of Control until advance() returns true) writes are ignored, Status reads 0 and
  // registers with results read what the launch before left (ISA section 9).
  virtual void write_register(Register reg, uint64_t value) = 0;
  virtual uint64_t read_register(Register reg) const = 0;

  // Runs until the launch has ended (true) or about max_cycles more cycles have passed (false).
  // A backend without time counts one cycle per GEMM or ALU step and one per instruction.
  virtual bool advance(int64_t max_cycles) = 0;
  virtual const RunReport& report() const = 0;  // valid once advance() returned true

  // Host-side annotation: kernel k owns instructions [first_insn[k], first_insn[k+1]) of the next
  // launches; FINISH and anything before first_insn[0] belong to none. Ascending.
  virtual void set_kernels(std::vector<int64_t> first_insn) = 0;
  virtual void set_trace_sink(TraceSink* sink) = 0;  // not owned; nullptr: none

  // Copy of `count` elements from `first` of the scratchpad that `type` addresses (Acc: int32
  // lanes; Out: low bytes of the accumulator).
  virtual std::vector<std::byte> read_scratchpad(MemoryType type, int64_t first,
                                                 int64_t count) const = 0;
};

}  // namespace vta
