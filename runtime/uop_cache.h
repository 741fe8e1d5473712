// Micro-op sequences: one copy of each in DRAM, the recently used ones resident in the scratchpad.
//
// The scratchpad is a ring: a sequence that is not resident is placed behind the one placed last
// and evicts what it overlaps, so there is no limit to the number of sequences, only to the length
// of one. LOAD UOP and the users of micro-ops share the in-order compute queue, so replacing a
// sequence needs no token.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <span>
#include <vector>

#include "config/vta_config.h"
#include "hw/isa/codec.h"

namespace vta {

class UopCache {
 public:
  explicit UopCache(const VtaConfig& config);

  struct Placement {
    int64_t sram_base = 0;  // first micro-op in the scratchpad
    int64_t word = 0;       // first micro-op in words()
    bool load = false;      // it was not resident: the caller must emit a LOAD UOP now
  };
  // Makes a sequence resident. CompileError when it is longer than the scratchpad.
  Placement use(std::span<const Uop> uops);

  // Micro-ops that the caller must load.
  struct Load {
    int64_t sram_base = 0;  // the first in the scratchpad
    int64_t word = 0;       // the first in words()
    int64_t count = 0;
    bool operator==(const Load&) const = default;
  };
  // The sequences that will be used, in turn; an empty one ends them.
  using Upcoming = std::function<std::span<const Uop>()>;
  // `first` has just been placed and is to be loaded: the upcoming sequences that are loaded with
  // it, as many as half of the scratchpad takes, none of which pushes out what is used before it.
  // What follows each other on both sides is one load, so the first one is of `first` and more.
  std::vector<Load> load_with(const Load& first, const Upcoming& upcoming);

  // Encoded words of every distinct sequence, in the order of first use.
  std::vector<uint64_t> take_words() { return std::move(words_); }
  const std::vector<uint64_t>& words() const { return words_; }
  int64_t evictions() const { return evictions_; }

 private:
  struct Sequence {
    int64_t word = 0, length = 0;
    int64_t sram_base = -1;  // -1: not resident
  };

  // By the hash of packed micro-ops; of equal places the next empty one.
  struct Bucket {
    uint64_t hash = 0;
    int64_t sequence = -1;  // -1: empty
  };

  int64_t find_or_add(std::span<const Uop> uops);
  bool has_contents(int64_t sequence) const;
  void grow_table();
  int64_t next_place(int64_t length) const;
  Load place(int64_t index);
  void evict_overlapping(int64_t begin, int64_t end);

  InsnCodec codec_;
  int64_t depth_;
  int64_t head_ = 0;  // where the next sequence goes
  int64_t evictions_ = 0;
  std::vector<Sequence> sequences_;
  std::vector<Bucket> table_;     // a power of two of them, a third at least empty
  std::vector<uint64_t> packed_;  // contents, parallel to words_
  std::vector<uint64_t> words_;
  std::map<int64_t, int64_t> resident_;  // sram_base -> sequence
  std::vector<uint64_t> scratch_;        // the packed sequence that is looked for
};

}  // namespace vta
