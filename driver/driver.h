// The userspace driver: device memory, buffers, launch, timeout, static DRAM checks. It accesses
// the device through a DeviceLink, in this process or elsewhere.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>

#include "driver/allocator.h"
#include "hw/isa/codec.h"
#include "link/device_link.h"

namespace vta {

class Driver;
class RaceCheck;

// Device memory owned by RAII; freed with the last owner. Must not outlive its Driver.
//
// Ranges count bytes from the buffer's start; DeviceError names one that is not inside it.
class DeviceBuffer {
 public:
  DeviceBuffer() = default;
  DeviceBuffer(DeviceBuffer&& other) noexcept;
  DeviceBuffer& operator=(DeviceBuffer&& other) noexcept;
  ~DeviceBuffer();

  bool valid() const { return driver_ != nullptr; }
  uint64_t phys_addr() const { return phys_addr_; }
  int64_t size_bytes() const { return size_bytes_; }  // as asked for

  void write(int64_t offset, std::span<const std::byte> bytes);
  void read(int64_t offset, std::span<std::byte> bytes) const;
  void fill(int64_t offset, int64_t size_bytes, std::byte value);

  // For data made or used in place: `make` sets all bytes of a span, which become the device's;
  // `use` reads the device's bytes. If the link has a view, the span is device memory itself.
  void write_with(int64_t offset, int64_t size_bytes,
                  const std::function<void(std::span<std::byte>)>& make);
  void read_with(int64_t offset, int64_t size_bytes,
                 const std::function<void(std::span<const std::byte>)>& use) const;

  // The memory itself; empty where the link has no view (DeviceLink::view).
  std::span<std::byte> view(int64_t offset, int64_t size_bytes) const;

 private:
  friend class Driver;
  DeviceBuffer(Driver* driver, uint64_t phys_addr, int64_t size_bytes)
      : driver_(driver), phys_addr_(phys_addr), size_bytes_(size_bytes) {}
  uint64_t checked(int64_t offset, int64_t size_bytes) const;  // the address
  DeviceLink& link() const;

  Driver* driver_ = nullptr;
  uint64_t phys_addr_ = 0;
  int64_t size_bytes_ = 0;
};

class Driver {
 public:
  // ConfigError: a memory that the key AXI cannot address.
  explicit Driver(std::unique_ptr<DeviceLink> link);
  explicit Driver(std::unique_ptr<Device> device);  // in this process

  DeviceLink& link() { return *link_; }
  const LinkInfo& info() const { return link_->info(); }
  const VtaConfig& config() const { return info().config; }

  // Pages of 4 KiB, zero-filled, from a multiple of every element on, so that any base register may
  // point to them; DeviceError when the memory is exhausted (asked, free, largest).
  DeviceBuffer alloc(int64_t bytes);
  // A buffer of memory that another driver has allocated, for a device that shares it. Errors are
  // those of alloc_at(); the memory keeps its contents.
  DeviceBuffer adopt(uint64_t phys_addr, int64_t bytes);
  // The size of a device memory with room for one buffer of this size.
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
  // every allocation, read-back outside of stream or allocations. ResourceError: more than
  // max_cycles; a device whose launch was aborted this way is still running, and later launches
  // give a DeviceError. `sink` (nullptr: none) gets the events of the run. The request's window is
  // set here.
  LaunchReport launch(const LaunchRequest& request, TraceSink* sink = nullptr);
  // Passes every legal launch to this check before it runs; not owned, nullptr: none.
  void check_races(RaceCheck* check) { races_ = check; }

 private:
  friend class DeviceBuffer;
  void check_request(const LaunchRequest& request) const;
  void check_read_backs(const LaunchRequest& request) const;
  void look_for_races(std::span<const InsnBits> insns, const DramBases& bases);
  LaunchReport run(const LaunchRequest& request, int64_t insn_count, TraceSink* sink);

  std::unique_ptr<DeviceLink> link_;
  Allocator allocator_;
  RaceCheck* races_ = nullptr;
};

}  // namespace vta
