#include "remote/worker/checked_link.h"

#include <algorithm>

#include "base/error.h"

namespace vta::remote {
namespace {

constexpr size_t kMostReadBacks = size_t{1} << 16;
constexpr size_t kMostKernels = size_t{1} << 20;

DeviceBuffer whole_memory(Driver& driver) {
  const MemoryRange memory = driver.info().memory;
  const uint64_t first = std::max(memory.begin, Allocator::kFirstAddress);
  const uint64_t page = Allocator::kPageBytes;
  const uint64_t begin = (first + page - 1) / page * page, end = memory.end / page * page;
  return driver.alloc_at(begin, static_cast<int64_t>(end - begin));
}

}  // namespace

CheckedLink::CheckedLink(std::unique_ptr<DeviceLink> link, int64_t max_cycles, int64_t max_bytes)
    : driver_(std::move(link)),
      memory_(whole_memory(driver_)),
      max_cycles_(max_cycles),
      max_bytes_(max_bytes) {}

void CheckedLink::write(uint64_t phys_addr, std::span<const std::byte> bytes) {
  driver_.link().write(phys_addr, bytes);
}

void CheckedLink::read(uint64_t phys_addr, std::span<std::byte> bytes) {
  driver_.link().read(phys_addr, bytes);
}

void CheckedLink::fill(uint64_t phys_addr, int64_t size_bytes, std::byte value) {
  driver_.link().fill(phys_addr, size_bytes, value);
}

void CheckedLink::check_limits(const LaunchRequest& request) const {
  if (request.read_backs.size() > kMostReadBacks || request.kernel_first_insn.size() > kMostKernels)
    throw ResourceError(fmt::format("launch: {} read-backs and {} kernels; the most are {} and {}",
                                    request.read_backs.size(), request.kernel_first_insn.size(),
                                    kMostReadBacks, kMostKernels));
  if (request.max_cycles < 1)
    throw InputError(
        fmt::format("launch: max_cycles {}: legal are 1 and more", request.max_cycles));
  int64_t left = max_bytes_;
  for (const ReadBack& one : request.read_backs) {
    if (one.size_bytes > left)
      throw ResourceError(fmt::format(
          "launch: read-backs of more than {} bytes (vta serve --session-memory)", max_bytes_));
    left -= std::max<int64_t>(one.size_bytes, 0);
  }
}

// Whoever asks for no more cycles than there may be gets what a driver without a server says.
LaunchReport CheckedLink::launch(const LaunchRequest& request, TraceSink* sink) {
  check_limits(request);
  if (request.max_cycles <= max_cycles_)
    return driver_.launch(request, sink);
  LaunchRequest bounded = request;
  bounded.max_cycles = max_cycles_;
  try {
    return driver_.launch(bounded, sink);
  } catch (const ResourceError& e) {
    throw ResourceError(
        fmt::format("{}: the server's limit (vta serve --launch-cycles)", e.what()));
  }
}

std::vector<std::byte> CheckedLink::read_scratchpad(MemoryType type, int64_t first, int64_t count) {
  return driver_.link().read_scratchpad(type, first, count);
}

}  // namespace vta::remote
