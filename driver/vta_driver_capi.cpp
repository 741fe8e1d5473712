#include "driver/vta_driver_capi.h"

#include <cstring>
#include <map>
#include <string>
#include <utility>

#include "base/error.h"
#include "driver/driver.h"

struct VTADriver {
  explicit VTADriver(vta::Driver& d) : driver(d) {}

  vta::Driver& driver;
  std::map<uint64_t, vta::DeviceBuffer> buffers;  // by physical address

  // The physical address of [pointer, pointer + size) inside one live buffer.
  uint64_t phys_addr(const void* pointer, size_t size) {
    const vta::DeviceMemory& memory = driver.device().memory();
    const auto address = reinterpret_cast<uintptr_t>(pointer);
    const auto first = reinterpret_cast<uintptr_t>(memory.data());
    const uint64_t phys = address - first;
    auto it = buffers.upper_bound(phys);
    if (address >= first && it != buffers.begin()) {
      --it;
      const uint64_t end = it->first + static_cast<uint64_t>(it->second.size_bytes());
      if (phys < end && size <= end - phys)
        return phys;
    }
    throw vta::DeviceError(
        fmt::format("{} bytes at {} are not inside a buffer of the current driver", size, pointer));
  }
};

namespace {

thread_local VTADriver* current_driver = nullptr;
thread_local std::string last_error;

VTADriver& current() {
  if (!current_driver)
    throw vta::DeviceError("no current driver: VTASetDriver has not been called on this thread");
  return *current_driver;
}

// Exceptions end at the C boundary.
template <typename Result, typename Body>
Result guarded(Result on_error, Body&& body) {
  try {
    return body();
  } catch (const std::exception& e) {
    last_error = e.what();
    return on_error;
  }
}

template <typename Body>
void guarded(Body&& body) {
  guarded(0, [&] {
    body();
    return 0;
  });
}

void check_cache_range(void* vir_addr, vta_phy_addr_t phy_addr, int size) {
  guarded([&] {
    if (size < 0)
      throw vta::DeviceError(fmt::format("a cache range of {} bytes", size));
    const uint64_t phys = current().phys_addr(vir_addr, static_cast<size_t>(size));
    if (phys != phy_addr)
      throw vta::DeviceError(
          fmt::format("{} is at physical address 0x{:x}, not 0x{:x}", vir_addr, phys, phy_addr));
  });
}

}  // namespace

namespace vta {

CDriverPtr make_c_driver(Driver& driver) {
  return CDriverPtr(new VTADriver(driver));
}

void CDriverDeleter::operator()(VTADriver* driver) const {
  if (current_driver == driver)
    current_driver = nullptr;
  delete driver;
}

}  // namespace vta

VTADriver* VTASetDriver(VTADriver* driver) {
  return std::exchange(current_driver, driver);
}

VTADriver* VTAGetDriver() {
  return current_driver;
}

const char* VTALastError() {
  return last_error.c_str();
}

void* VTAMemAlloc(size_t size, int /*cached*/) {
  return guarded<void*>(nullptr, [&]() -> void* {
    if (size > static_cast<size_t>(INT64_MAX))
      throw vta::DeviceError(fmt::format("device memory: an allocation of {} bytes", size));
    VTADriver& c = current();
    vta::DeviceBuffer buffer = c.driver.alloc(static_cast<int64_t>(size));
    if (buffer.phys_addr() + size > UINT32_MAX)
      throw vta::DeviceError("device memory: past the 32-bit addresses of the C interface");
    std::byte* view = buffer.bytes().data();
    c.buffers.emplace(buffer.phys_addr(), std::move(buffer));
    return view;
  });
}

void VTAMemFree(void* buf) {
  if (!buf)
    return;
  guarded([&] {
    VTADriver& c = current();
    if (c.buffers.erase(c.phys_addr(buf, 0)) == 0)
      throw vta::DeviceError(fmt::format("VTAMemFree: {} is not the start of a buffer", buf));
  });
}

vta_phy_addr_t VTAMemGetPhyAddr(void* buf) {
  return guarded<vta_phy_addr_t>(
      0, [&] { return static_cast<vta_phy_addr_t>(current().phys_addr(buf, 0)); });
}

void VTAMemCopyFromHost(void* dst, const void* src, size_t size) {
  guarded([&] {
    current().phys_addr(dst, size);
    std::memcpy(dst, src, size);
  });
}

void VTAMemCopyToHost(void* dst, const void* src, size_t size) {
  guarded([&] {
    current().phys_addr(src, size);
    std::memcpy(dst, src, size);
  });
}

void VTAFlushCache(void* vir_addr, vta_phy_addr_t phy_addr, int size) {
  check_cache_range(vir_addr, phy_addr, size);
}

void VTAInvalidateCache(void* vir_addr, vta_phy_addr_t phy_addr, int size) {
  check_cache_range(vir_addr, phy_addr, size);
}

VTADeviceHandle VTADeviceAlloc() {
  return guarded<VTADeviceHandle>(nullptr, [&]() -> VTADeviceHandle { return &current(); });
}

void VTADeviceFree(VTADeviceHandle /*device*/) {}

int VTADeviceRun(VTADeviceHandle device, vta_phy_addr_t insn_phy_addr, uint32_t insn_count,
                 uint32_t wait_cycles) {
  return guarded(-1, [&] {
    if (!device)
      throw vta::DeviceError("VTADeviceRun: no device");
    vta::LaunchRequest request;
    request.insn_addr = insn_phy_addr;
    request.insn_count = insn_count;
    request.max_cycles = wait_cycles;
    const vta::RunReport report = static_cast<VTADriver*>(device)->driver.launch(request);
    if (report.error != vta::IsaError::None)
      last_error = report.error_text;
    return static_cast<int>(report.error);
  });
}
