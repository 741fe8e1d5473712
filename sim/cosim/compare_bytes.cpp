#include "sim/cosim/compare_bytes.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstring>

#include "sim/cosim/around.h"

namespace vta::cosim {
namespace {

uint64_t row_begin(const Subject& s, const Insn& n, int64_t row) {
  return s.bases.out + static_cast<uint64_t>((n.dram_base + row * n.x_stride) *
                                             s.config.element_bytes(MemoryType::Out));
}

template <typename Visit>
void for_each_stored_row(const Subject& s, int64_t index, Visit visit) {
  const Insn& n = s.insns[static_cast<size_t>(index)];
  if (n.op() != Opcode::Store || n.memory() != MemoryType::Out)
    return;
  const auto bytes = static_cast<uint64_t>(n.x_size * s.config.element_bytes(MemoryType::Out));
  for (int64_t y = 0; bytes > 0 && y < n.y_size; ++y)
    visit(row_begin(s, n, y), row_begin(s, n, y) + bytes);
}

// Ascending, without overlaps.
std::vector<ByteRange> merged(std::vector<ByteRange> ranges) {
  std::ranges::sort(ranges, {}, &ByteRange::begin);
  std::vector<ByteRange> out;
  for (const ByteRange& r : ranges)
    if (out.empty() || r.begin > out.back().end)
      out.push_back(r);
    else
      out.back().end = std::max(out.back().end, r.end);
  return out;
}

bool contains(const std::vector<ByteRange>& ranges, uint64_t at) {
  const auto after = std::ranges::upper_bound(ranges, at, {}, &ByteRange::begin);
  return after != ranges.begin() && at < std::prev(after)->end;
}

// Bytes that a STORE may have written in part.
std::vector<ByteRange> unsettled_bytes(const Subject& s, const RunResult& a, const RunResult& b) {
  std::vector<ByteRange> rows;
  for (int64_t i = 0; i < std::ssize(s.insns); ++i) {
    const auto k = static_cast<size_t>(i);
    if (a.completion[k] == kNotRetired || b.completion[k] == kNotRetired)
      for_each_stored_row(s, i, [&](uint64_t begin, uint64_t end) {
        rows.push_back({begin, end});
      });
  }
  return merged(std::move(rows));
}

// Where one of two memories may hold something other than zero.
std::vector<ByteRange> touched_bytes(const RunResult& a, const RunResult& b) {
  std::vector<ByteRange> ranges = a.touched;
  ranges.insert(ranges.end(), b.touched.begin(), b.touched.end());
  const uint64_t size = std::min(a.dram.size(), b.dram.size());
  for (ByteRange& r : ranges)
    r = {std::min(r.begin, size), std::min(r.end, size)};
  return merged(std::move(ranges));
}

int64_t last_store_to(const Subject& s, uint64_t addr) {
  int64_t last = -1;
  for (int64_t i = 0; i < std::ssize(s.insns); ++i)
    for_each_stored_row(s, i, [&](uint64_t begin, uint64_t end) {
      if (begin <= addr && addr < end)
        last = i;
    });
  return last;
}

// As ==, which libraries do byte by byte where a byte is no integer.
bool same_bytes(const std::vector<std::byte>& x, const std::vector<std::byte>& y) {
  return x.size() == y.size() && (x.empty() || std::memcmp(x.data(), y.data(), x.size()) == 0);
}

}  // namespace

std::optional<Difference> compare_dram(const Subject& s, bool unspecified, const RunResult& a,
                                       const RunResult& b) {
  int64_t count = 0;
  size_t first = 0;
  std::optional<std::vector<ByteRange>> unsettled;
  for (const ByteRange& range : touched_bytes(a, b)) {
    if (std::memcmp(a.dram.data() + range.begin, b.dram.data() + range.begin,
                    range.end - range.begin) == 0)
      continue;
    if (!unsettled)
      unsettled = unspecified ? unsettled_bytes(s, a, b) : std::vector<ByteRange>{};
    for (uint64_t at = range.begin; at < range.end; ++at)
      if (a.dram[at] != b.dram[at] && !contains(*unsettled, at) && count++ == 0)
        first = at;
  }
  if (count == 0)
    return std::nullopt;
  const int64_t store = last_store_to(s, first);
  std::string text = fmt::format(
      "{} bytes of DRAM differ, the first at {:#x}: {} in {} and {} in {}", count, first,
      static_cast<int>(a.dram[first]), a.backend, static_cast<int>(b.dram[first]), b.backend);
  if (store < 0)
    text += "; no STORE writes there";
  else
    text +=
        fmt::format("; the last STORE there is instruction {}{}", store, around(s, store, a, b));
  return Difference{DifferenceKind::Dram, text};
}

std::optional<Difference> compare_scratchpads(const Subject& s, const RunResult& a,
                                              const RunResult& b) {
  constexpr std::array<const char*, 4> kNames = {"UOP", "INP", "WGT", "ACC"};
  for (size_t p = 0; p < kScratchpads.size(); ++p) {
    const auto& x = a.scratchpads[p];
    const auto& y = b.scratchpads[p];
    if (same_bytes(x, y))
      continue;
    const auto at = static_cast<size_t>(
        std::mismatch(x.begin(), x.end(), y.begin(), y.end()).first - x.begin());
    const size_t element =
        std::max<size_t>(x.size() / static_cast<size_t>(s.config.depth(kScratchpads[p])), 1);
    return Difference{
        DifferenceKind::Scratchpad,
        fmt::format("element {} of {} differs in byte {}: {} in {} and {} in {}", at / element,
                    kNames[p], at % element, at < x.size() ? static_cast<int>(x[at]) : -1,
                    a.backend, at < y.size() ? static_cast<int>(y[at]) : -1, b.backend)};
  }
  return std::nullopt;
}

}  // namespace vta::cosim
