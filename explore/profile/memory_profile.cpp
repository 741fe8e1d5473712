#include "explore/profile/memory_profile.h"

#include <algorithm>

namespace vta::explore {
namespace {

bool overlap(const MemoryChunk& a, const MemoryChunk& b) {
  return a.offset < b.offset + b.bytes && b.offset < a.offset + a.bytes;
}

// The tensor whose memory it is: a part's is the whole's.
int64_t owner_of(const Program& program, int64_t tensor) {
  const int64_t whole = program.device_tensors[static_cast<size_t>(tensor)].part_of;
  return whole >= 0 ? whole : tensor;
}

// First write to last read; a tensor that nobody reads is alive where it is written.
std::vector<MemoryChunk> tensor_chunks(const Program& program,
                                       const std::vector<Position>& positions) {
  std::vector<MemoryChunk> chunks;
  for (size_t t = 0; t < program.device_tensors.size(); ++t) {
    const DeviceTensor& tensor = program.device_tensors[t];
    MemoryChunk chunk{.owner = tensor.name,
                      .section = "activations",
                      .offset = tensor.offset_bytes,
                      .bytes = tensor.layout.size_bytes(),
                      .first = -1,
                      .last = -1,
                      .shares_with = {}};
    if (tensor.part_of >= 0)
      continue;
    const auto touches = [&](const std::vector<int64_t>& tensors) {
      return std::ranges::any_of(tensors, [&](int64_t touched) {
        return owner_of(program, touched) == static_cast<int64_t>(t);
      });
    };
    for (size_t p = 0; p < positions.size(); ++p) {
      if (!touches(positions[p].writes) && !touches(positions[p].reads))
        continue;
      if (chunk.first < 0)
        chunk.first = static_cast<int64_t>(p);
      chunk.last = static_cast<int64_t>(p);
    }
    if (chunk.first >= 0)
      chunks.push_back(chunk);
  }
  return chunks;
}

void find_sharing(std::vector<MemoryChunk>& chunks) {
  for (MemoryChunk& a : chunks)
    for (const MemoryChunk& b : chunks)
      if (&a != &b && overlap(a, b))
        a.shares_with.push_back(b.owner);
}

// The constants section: what each kernel loads, and what none does.
void add_constants(const Program& program, const std::vector<Position>& positions,
                   std::vector<MemoryChunk>& chunks) {
  std::vector<MemoryChunk> own;
  for (size_t p = 0; p < positions.size(); ++p)
    for (const ByteRange& range : positions[p].constants) {
      const std::string& kernel = program.kernels[static_cast<size_t>(positions[p].kernel)].name;
      own.push_back({.owner = kernel + ".constants",
                     .section = "constants",
                     .offset = range.begin,
                     .bytes = range.end - range.begin,
                     .first = static_cast<int64_t>(p),
                     .last = static_cast<int64_t>(p),
                     .shares_with = {}});
    }
  find_sharing(own);
  std::ranges::sort(own, {}, &MemoryChunk::offset);
  // What lies between them is there for alignment.
  int64_t end = program.constants_offset;
  const int64_t whole = end + static_cast<int64_t>(program.constants.size());
  std::vector<MemoryChunk> gaps;
  const auto gap = [&](int64_t until) {
    if (until > end)
      gaps.push_back({.owner = "padding",
                      .section = "constants",
                      .offset = end,
                      .bytes = until - end,
                      .first = 0,
                      .last = static_cast<int64_t>(positions.size()) - 1,
                      .shares_with = {}});
  };
  for (const MemoryChunk& chunk : own) {
    gap(chunk.offset);
    end = std::max(end, chunk.offset + chunk.bytes);
  }
  gap(whole);
  chunks.insert(chunks.end(), own.begin(), own.end());
  chunks.insert(chunks.end(), gaps.begin(), gaps.end());
}

int64_t most_alive(const std::vector<MemoryChunk>& chunks, size_t positions) {
  int64_t most = 0;
  for (int64_t p = 0; p < static_cast<int64_t>(positions); ++p) {
    int64_t alive = 0;
    for (const MemoryChunk& chunk : chunks)
      alive += chunk.first <= p && p <= chunk.last ? chunk.bytes : 0;
    most = std::max(most, alive);
  }
  return most;
}

}  // namespace

MemoryProfile memory_profile(const Program& program, const std::vector<Position>& positions) {
  MemoryProfile out;
  out.chunks = tensor_chunks(program, positions);
  find_sharing(out.chunks);
  out.live_bytes = most_alive(out.chunks, positions.size());
  for (const MemoryChunk& chunk : out.chunks)
    out.unshared_bytes += chunk.bytes;
  out.activation_bytes = program.constants_offset;
  const auto last = static_cast<int64_t>(positions.size()) - 1;
  const auto section = [&](const char* name, int64_t offset, const std::vector<std::byte>& bytes) {
    out.chunks.push_back({.owner = name,
                          .section = name,
                          .offset = offset,
                          .bytes = static_cast<int64_t>(bytes.size()),
                          .first = 0,
                          .last = last,
                          .shares_with = {}});
  };
  add_constants(program, positions, out.chunks);
  section("micro-ops", program.uops_offset, program.uops);
  section("instructions", program.insns_offset, program.insns);
  std::ranges::stable_sort(out.chunks, [](const MemoryChunk& a, const MemoryChunk& b) {
    return std::pair(a.offset, a.first) < std::pair(b.offset, b.first);
  });
  for (const MemoryChunk& chunk : out.chunks)
    out.peak_bytes = std::max(out.peak_bytes, chunk.offset + chunk.bytes);
  return out;
}

}  // namespace vta::explore
