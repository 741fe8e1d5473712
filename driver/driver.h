// The userspace driver: device memory, buffers, registers, launch, timeout, static DRAM checks.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "driver/allocator.h"
#include "sim/device.h"

namespace vta {

class Driver;

// Device memory owned by RAII; freed with the last owner. Must not outlive its Driver.
class DeviceBuffer {
 public:
  DeviceBuffer() = default;
  DeviceBuffer(DeviceBuffer&& other) noexcept;
  DeviceBuffer& operator=(DeviceBuffer&& other) noexcept;
  ~DeviceBuffer();

  bool valid() const { return driver_ != nullptr; }
  uint64_t phys_addr() const { return phys_addr_; }
  int64_t size_bytes() const { return size_bytes_; }  // as asked for
  std::span<std::byte> bytes();                       // host view of the device memory
  std::span<const std::byte> bytes() const;

 private:
  friend class Driver;
  DeviceBuffer(Driver* driver, uint64_t phys_addr, int64_t size_bytes)
      : driver_(driver), phys_addr_(phys_addr), size_bytes_(size_bytes) {}
  Driver* driver_ = nullptr;
  uint64_t phys_addr_ = 0;
  int64_t size_bytes_ = 0;
};

// Byte addresses that are added to dram_base * element bytes; each a multiple of its element.
struct DramBases {
  uint64_t uop = 0, inp = 0, wgt = 0, acc = 0, out = 0;
  static DramBases all(uint64_t base) { return {base, base, base, base, base}; }
};

// The most that a launch may take unless its request says otherwise: minutes in a simulator.
inline constexpr int64_t kMaxCycles = 10'000'000'000;

// `max_cycles` bounds steps of GEMM and ALU instructions and elements of LOADs and STOREs, both
// counted before the launch, and cycles (one per step and instruction where time is not modelled).
struct LaunchRequest {
  uint64_t insn_addr = 0;  // multiple of 16
  int64_t insn_count = 0;
  DramBases bases;
  std::vector<int64_t> kernel_first_insn;  // see Device::set_kernels
  int64_t max_cycles = kMaxCycles;
};

class Driver {
 public:
  // ConfigError: a memory that the key AXI cannot address.
  explicit Driver(std::unique_ptr<Device> device);

  Device& device() { return *device_; }
  const VtaConfig& config() const { return device_->config(); }

  // Pages of 4 KiB, zero-filled, from a multiple of every element on, so that any base register may
  // point to them; DeviceError when the memory is exhausted (asked, free, largest).
  DeviceBuffer alloc(int64_t bytes);
  // A device memory in which one buffer of so many bytes finds place.
  static int64_t memory_for(const VtaConfig& config, int64_t bytes);
  // A buffer at a given address (its whole pages); DeviceError when any of it is taken.
  DeviceBuffer alloc_at(uint64_t phys_addr, int64_t bytes);

  // The allocated pages that hold an address, if any.
  std::optional<Allocator::Range> find_allocation(uint64_t phys_addr) const {
    return allocator_.find(phys_addr);
  }

  // Runs a stream to its end. Errors of the stream are in the report (error, error_insn), also
  // those that the driver finds before launch: a row of a LOAD or STORE outside every allocation,
  // a STORE onto instructions or micro-ops of the run. DeviceError: misaligned base, stream outside
  // every allocation. ResourceError: more than max_cycles; a device that was given up so is still
  // running, and DeviceError for every launch after it.
  RunReport launch(const LaunchRequest& request);

 private:
  friend class DeviceBuffer;
  void check_request(const LaunchRequest& request) const;
  void program_registers(const LaunchRequest& request, int64_t insn_count);
  RunReport run_device(const LaunchRequest& request, int64_t insn_count);

  std::unique_ptr<Device> device_;
  Allocator allocator_;
  bool given_up_ = false;  // a launch, which the device is still running
};

}  // namespace vta
