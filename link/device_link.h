// The interface between the driver and a local or remote device. Memory is written, read and
// filled; a launch is one request and one report.
//
// Below this line are registers, interrupts, caches and wires; above it are allocations, checks and
// programs. A link is used from one thread at a time and by one driver, which hands out the memory
// (driver/allocator.h): a device has one owner.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "config/vta_config.h"
#include "sim/device.h"

namespace vta {

struct MemoryRange {  // [begin, end) of physical addresses
  uint64_t begin = 0, end = 0;
  bool operator==(const MemoryRange&) const = default;
};

// Properties of a device; constant while a link lives.
struct LinkInfo {
  std::string backend;  // "fsim", "csim", "tsim", ...
  VtaConfig config;
  MemoryRange memory;  // the memory that the driver may allocate
  // False: launches have cycles and counters, but compute nothing (timing_only of csim).
  bool values = true;
};

// Byte addresses that are added to dram_base * element bytes; each a multiple of its element.
struct DramBases {
  uint64_t uop = 0, inp = 0, wgt = 0, acc = 0, out = 0;
  static DramBases all(uint64_t base) { return {base, base, base, base, base}; }
};

// Memory as it is when instruction `after_insn` of the stream has completed: later instructions may
// write there again.
struct ReadBack {
  int64_t after_insn = 0;
  uint64_t phys_addr = 0;
  int64_t size_bytes = 0;
};

// The default limit of a launch: minutes in a simulator.
inline constexpr int64_t kMaxCycles = 10'000'000'000;

// `max_cycles` bounds cycles (one per step and instruction where time is not modelled). The driver
// bounds with it, before the launch, steps of GEMM and ALU instructions and elements of LOADs and
// STOREs.
struct LaunchRequest {
  uint64_t insn_addr = 0;  // multiple of 16
  int64_t insn_count = 0;
  DramBases bases;
  std::vector<int64_t> kernel_first_insn;  // see Device::set_kernels
  int64_t max_cycles = kMaxCycles;
  std::vector<ReadBack> read_backs;
  MemoryRange window;  // legal addresses of the run; the driver sets it to its allocations
};

struct LaunchReport : RunReport {
  // Whether the run ended within max_cycles. If not, the other members have no meaning, and the
  // device may still be running.
  bool ended = true;
  // In the order of the request; none where the run ended before the instruction completed.
  std::vector<std::optional<std::vector<std::byte>>> read_backs;
};

class DeviceLink {
 public:
  virtual ~DeviceLink() = default;

  virtual const LinkInfo& info() const = 0;

  // DeviceError names address, size and the device's memory when a range is not inside it.
  virtual void write(uint64_t phys_addr, std::span<const std::byte> bytes) = 0;
  virtual void read(uint64_t phys_addr, std::span<std::byte> bytes) = 0;
  virtual void fill(uint64_t phys_addr, int64_t size_bytes, std::byte value) = 0;

  // The memory itself, where host and device share it; it stays valid as long as the link. Empty
  // otherwise; callers must handle this (DeviceBuffer::write_with, read_with).
  virtual std::span<std::byte> view(uint64_t phys_addr, int64_t size_bytes) {
    (void)phys_addr, (void)size_bytes;
    return {};
  }

  // Runs a stream to its end, or for about max_cycles. `sink` (nullptr: none) gets the events of
  // the run, at the latest before this returns; its exceptions are passed on. DeviceError while an
  // aborted launch is running.
  virtual LaunchReport launch(const LaunchRequest& request, TraceSink* sink) = 0;

  // Copy of elements of a scratchpad (Device::read_scratchpad). DeviceError where a device cannot
  // show them.
  virtual std::vector<std::byte> read_scratchpad(MemoryType type, int64_t first, int64_t count) = 0;
};

}  // namespace vta
