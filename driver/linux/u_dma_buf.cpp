#include "driver/linux/u_dma_buf.h"

#include <filesystem>

#include "base/error.h"

namespace vta::board {
namespace {

constexpr uint64_t kPageBytes = 4096;
constexpr uint64_t kBothWays = 0;  // DMA_BIDIRECTIONAL
// What a process can map.
constexpr uint64_t kMostBufferBytes = uint64_t{1} << (sizeof(void*) == 4 ? 30 : 40);

// Older versions of the module have another name for the folder.
std::string buffer_folder(const SystemPaths& paths, const std::string& name) {
  const std::string now = paths.sys + "/class/u-dma-buf", before = paths.sys + "/class/udmabuf";
  for (const std::string& folder : {now, before})
    if (std::filesystem::exists(folder + "/" + name))
      return folder + "/" + name;
  std::vector<std::string> known = entries_of(now);
  for (const std::string& one : entries_of(before))
    known.push_back(one);
  throw DeviceError(fmt::format(
      "board: {}/{}: there is no such buffer; {}", now, name,
      known.empty()
          ? "there is none: is the module u-dma-buf loaded, the overlay applied, CMA large enough?"
          : fmt::format("there are {}: udmabuf=NAME", fmt::join(known, ", "))));
}

uint64_t page_multiple(const std::string& path) {
  const uint64_t value = read_number(path);
  if (value % kPageBytes != 0)
    throw DeviceError(
        fmt::format("board: {}: 0x{:x} is not a multiple of {}", path, value, kPageBytes));
  return value;
}

int64_t buffer_bytes(const std::string& path) {
  const uint64_t bytes = page_multiple(path);
  if (bytes == 0 || bytes > kMostBufferBytes)
    throw DeviceError(fmt::format("board: {}: a buffer of {} bytes; legal are {} to {}", path,
                                  bytes, kPageBytes, kMostBufferBytes));
  return static_cast<int64_t>(bytes);
}

}  // namespace

UDmaBuf::UDmaBuf(const SystemPaths& paths, const std::string& name)
    : folder_(buffer_folder(paths, name)),
      file_(paths.dev + "/" + name, "the module u-dma-buf makes it for " + folder_),
      phys_addr_(page_multiple(folder_ + "/phys_addr")),
      mapping_(file_, buffer_bytes(folder_ + "/size")) {
  sync(0, kPageBytes, "sync_for_cpu");  // whether it can be done at all: now, not in a run
}

void UDmaBuf::sync_for_device(int64_t offset, int64_t size) {
  sync(offset, size, "sync_for_device");
}

void UDmaBuf::sync_for_cpu(int64_t offset, int64_t size) {
  sync(offset, size, "sync_for_cpu");
}

void UDmaBuf::sync(int64_t offset, int64_t size, const char* file) {
  write_number(folder_ + "/sync_offset", static_cast<uint64_t>(offset));
  write_number(folder_ + "/sync_size", static_cast<uint64_t>(size));
  write_number(folder_ + "/sync_direction", kBothWays);
  write_number(fmt::format("{}/{}", folder_, file), 1);
}

}  // namespace vta::board
