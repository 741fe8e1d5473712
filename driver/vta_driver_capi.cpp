#include "driver/vta_driver_capi.h"

#include <cstring>
#include <map>
#include <memory>
#include <string>
#include <utility>

#include "base/error.h"
#include "driver/driver.h"
#include "driver/host_view.h"

struct VTADriver {
  struct Buffer {  // that VTAMemAlloc gave
    explicit Buffer(vta::DeviceBuffer&& b) : memory(std::move(b)), view(memory) {}

    vta::DeviceBuffer memory;
    vta::HostView view;
  };

  explicit VTADriver(vta::Driver& d) : driver(d) {}

  // The live buffer that [pointer, pointer + size) is inside of.
  Buffer& buffer(const void* pointer, size_t size) {
    const auto address = reinterpret_cast<uintptr_t>(pointer);
    auto it = buffers.upper_bound(address);
    if (it != buffers.begin()) {
      --it;
      const uintptr_t end = it->first + it->second->view.bytes().size();
      if (address < end && size <= end - address)
        return *it->second;
    }
    throw vta::DeviceError(
        fmt::format("{} bytes at {} are not inside a buffer of the current driver", size, pointer));
  }
  uint64_t phys_addr(const void* pointer, size_t size) {
    const Buffer& inside = buffer(pointer, size);
    return inside.memory.phys_addr() +
           static_cast<uint64_t>(static_cast<const std::byte*>(pointer) -
                                 inside.view.bytes().data());
  }
  void send() {
    for (const auto& [address, one] : buffers)
      one->view.send();
  }
  void fetch() {
    for (const auto& [address, one] : buffers)
      one->view.fetch();
  }

  vta::Driver& driver;
  std::map<uintptr_t, std::unique_ptr<Buffer>> buffers;  // by the pointer that was given
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

// The view of a range whose two addresses belong to each other.
vta::HostView& cache_range(void* vir_addr, vta_phy_addr_t phy_addr, int size) {
  if (size < 0)
    throw vta::DeviceError(fmt::format("a cache range of {} bytes", size));
  const uint64_t phys = current().phys_addr(vir_addr, static_cast<size_t>(size));
  if (phys != phy_addr)
    throw vta::DeviceError(
        fmt::format("{} is at physical address 0x{:x}, not 0x{:x}", vir_addr, phys, phy_addr));
  return current().buffer(vir_addr, static_cast<size_t>(size)).view;
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
    auto buffer = std::make_unique<VTADriver::Buffer>(c.driver.alloc(static_cast<int64_t>(size)));
    if (buffer->memory.phys_addr() + size > UINT32_MAX)
      throw vta::DeviceError("device memory: past the 32-bit addresses of the C interface");
    std::byte* pointer = buffer->view.bytes().data();
    c.buffers.emplace(reinterpret_cast<uintptr_t>(pointer), std::move(buffer));
    return pointer;
  });
}

void VTAMemFree(void* buf) {
  if (!buf)
    return;
  guarded([&] {
    VTADriver& c = current();
    c.buffer(buf, 0);  // must be inside one
    if (c.buffers.erase(reinterpret_cast<uintptr_t>(buf)) == 0)
      throw vta::DeviceError(fmt::format("VTAMemFree: {} is not the start of a buffer", buf));
  });
}

vta_phy_addr_t VTAMemGetPhyAddr(void* buf) {
  return guarded<vta_phy_addr_t>(
      0, [&] { return static_cast<vta_phy_addr_t>(current().phys_addr(buf, 0)); });
}

void VTAMemCopyFromHost(void* dst, const void* src, size_t size) {
  guarded([&] {
    current().buffer(dst, size);
    std::memcpy(dst, src, size);
  });
}

void VTAMemCopyToHost(void* dst, const void* src, size_t size) {
  guarded([&] {
    current().buffer(src, size);
    std::memcpy(dst, src, size);
  });
}

void VTAFlushCache(void* vir_addr, vta_phy_addr_t phy_addr, int size) {
  guarded([&] { cache_range(vir_addr, phy_addr, size).send(); });
}

void VTAInvalidateCache(void* vir_addr, vta_phy_addr_t phy_addr, int size) {
  guarded([&] {
    vta::HostView& view = cache_range(vir_addr, phy_addr, size);
    view.send();  // what the host wrote is not lost
    view.fetch();
  });
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
    auto& c = *static_cast<VTADriver*>(device);
    c.send();
    const vta::LaunchReport report = c.driver.launch(request);
    c.fetch();
    if (report.error != vta::IsaError::None)
      last_error = report.error_text;
    return static_cast<int>(report.error);
  });
}
