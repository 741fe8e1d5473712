// Addresses of the parts of a random program in device memory: below 1 MiB, anywhere in 64 MiB, or
// on both sides of 4 GiB and across it.
#pragma once

#include "sim/cosim/random_source.h"
#include "sim/cosim/test_program.h"

namespace vta::cosim {

inline constexpr uint64_t kPage = 0x1000;                   // that no burst crosses
inline constexpr uint64_t kBorder4GiB = uint64_t{1} << 32;  // of 32-bit addresses

struct MemoryLayout {
  int64_t memory_bytes = 0;
  DramWindow uops, stream;
  DramWindow data;    // only read
  DramWindow stores;  // read and written

  uint64_t lowest() const;
  uint64_t highest() const;
};

// `stream_bytes`: what the instructions need at most.
MemoryLayout random_layout(int64_t stream_bytes, RandomSource& random);

}  // namespace vta::cosim
