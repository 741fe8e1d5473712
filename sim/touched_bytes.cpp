#include "sim/touched_bytes.h"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>

#include "base/round.h"

namespace vta {
namespace {

constexpr uint64_t kPage = 4096;

// Calls visit(page, written) for the pages from an address; false where the system does not say.
// An entry's two upper bits: the page is in memory, or swapped out.
template <typename Visit>
bool for_each_page(const std::byte* from, int64_t pages, Visit visit) {
  const bool same_pages = ::sysconf(_SC_PAGESIZE) == static_cast<long>(kPage);
  const int file = same_pages ? ::open("/proc/self/pagemap", O_RDONLY | O_CLOEXEC) : -1;
  if (file < 0)
    return false;
  std::vector<uint64_t> entries(static_cast<size_t>(std::min<int64_t>(pages, 1 << 16)));
  const auto first = reinterpret_cast<uintptr_t>(from) / kPage;
  bool known = true;
  for (int64_t done = 0; known && done < pages;) {
    const auto want = static_cast<size_t>(std::min<int64_t>(std::ssize(entries), pages - done));
    const auto at = static_cast<off_t>((first + static_cast<uint64_t>(done)) * sizeof(uint64_t));
    const ssize_t got = ::pread(file, entries.data(), want * sizeof(uint64_t), at);
    known = got == static_cast<ssize_t>(want * sizeof(uint64_t));
    for (size_t k = 0; known && k < want; ++k, ++done)
      visit(static_cast<uint64_t>(done), entries[k] >> 62 != 0);
  }
  ::close(file);
  return known;
}

}  // namespace

std::vector<ByteRange> touched_bytes(const DeviceMemory& memory, int64_t bytes) {
  const auto size = static_cast<uint64_t>(std::min(bytes, memory.size_bytes()));
  std::vector<ByteRange> ranges;
  const auto add = [&](uint64_t page, bool written) {
    const uint64_t begin = page * kPage;
    if (!written)
      return;
    if (ranges.empty() || ranges.back().end != begin)
      ranges.push_back({begin, begin});
    ranges.back().end = std::min(begin + kPage, size);
  };
  if (!for_each_page(memory.data(), static_cast<int64_t>(ceil_div(size, kPage)), add))
    return {{0, size}};
  return ranges;
}

}  // namespace vta
