#include "sim/device_memory.h"

#include <sys/mman.h>

#include <cerrno>
#include <cstring>

#include "base/addressable.h"
#include "base/error.h"
#include "base/round.h"

namespace vta {

DeviceMemory::DeviceMemory(int64_t bytes) : size_bytes_(bytes) {
  if (bytes <= 0)
    throw DeviceError(fmt::format("device memory of {} bytes: must be at least 1", bytes));
  require_addressable(bytes, "device memory");
  void* p = ::mmap(nullptr, static_cast<size_t>(bytes), PROT_READ | PROT_WRITE,
                   MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (p == MAP_FAILED)
    throw ResourceError(
        fmt::format("cannot reserve {} bytes of device memory: {} (ulimit -v, RLIMIT_AS)", bytes,
                    std::strerror(errno)));
  // Advice only: fewer page faults and TLB misses where the kernel grants large pages.
  ::madvise(p, static_cast<size_t>(bytes), MADV_HUGEPAGE);
  data_ = static_cast<std::byte*>(p);
}

void DeviceMemory::expect_sparse_use() {
  ::madvise(data_, static_cast<size_t>(size_bytes_), MADV_NOHUGEPAGE);  // advice only
}

DeviceMemory::~DeviceMemory() {
  ::munmap(data_, static_cast<size_t>(size_bytes_));
}

bool DeviceMemory::contains(uint64_t phys_addr, int64_t bytes) const {
  const auto size = static_cast<uint64_t>(size_bytes_);
  return bytes >= 0 && phys_addr <= size && static_cast<uint64_t>(bytes) <= size - phys_addr;
}

std::span<std::byte> DeviceMemory::at(uint64_t phys_addr, int64_t bytes) {
  if (!contains(phys_addr, bytes))
    throw DeviceError(
        fmt::format("{} bytes at device address {:#x} are outside the memory of {} bytes", bytes,
                    phys_addr, size_bytes_));
  return {data_ + phys_addr, static_cast<size_t>(bytes)};
}

std::span<const std::byte> DeviceMemory::at(uint64_t phys_addr, int64_t bytes) const {
  return const_cast<DeviceMemory*>(this)->at(phys_addr, bytes);
}

void DeviceMemory::clear(uint64_t phys_addr, int64_t bytes) {
  const std::span<std::byte> range = at(phys_addr, bytes);
  constexpr size_t kLarge = size_t{1} << 20, kPage = 4096;
  const auto offset = static_cast<size_t>(phys_addr);
  const size_t first = align_up(offset, kPage), end = (offset + range.size()) / kPage * kPage;
  const bool given_back =
      range.size() >= kLarge && ::madvise(data_ + first, end - first, MADV_DONTNEED) == 0;
  if (!given_back) {
    std::memset(range.data(), 0, range.size());
    return;
  }
  std::memset(range.data(), 0, first - offset);
  std::memset(data_ + end, 0, offset + range.size() - end);
}

}  // namespace vta
