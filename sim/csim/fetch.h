// Fetch: hw/rtl/fetch/README.md. Groups of the stream become requests, groups that are in become
// dispatches.
#pragma once

#include <array>
#include <cstdint>
#include <span>

#include "hw/isa/insn.h"
#include "sim/csim/accounts.h"
#include "sim/csim/arbiter.h"
#include "sim/csim/command_queue.h"
#include "sim/csim/kernel_cursor.h"
#include "sim/launch/stream.h"
#include "sim/trace_sink.h"

namespace vta::csim {

class Fetch {
 public:
  static constexpr int64_t kMostGroupBytes = 256;
  static constexpr int64_t kMostInGroup = kMostGroupBytes / kInsnBytes;

  struct Launch {
    const DecodedStream* stream = nullptr;
    uint64_t address = 0;
    int64_t insn_count = 0;
    std::span<const int64_t> kernels;  // first instructions
  };
  struct Parts {
    Arbiter& arbiter;
    std::array<CommandQueue, 3>& queues;
    Accounts& accounts;
    Ring<Dispatch>* dispatches = nullptr;  // gets every dispatch, if any
  };
  void launch(const Launch& launch, const MemoryTiming& timing);

  // Computes all requests and dispatches that are known so far. Returns the units that got an
  // instruction, as a set of 1 << Unit.
  unsigned advance(const Parts& parts);
  // Whether the burst that is requested is the last of its group, and which instruction it brings
  // first.
  bool last_burst() const { return bursts_.done(); }
  int64_t first_insn(const Request& request) const {
    return static_cast<int64_t>(request.burst.address - launch_.address) / kInsnBytes;
  }
  // Its request was granted.
  void granted(int64_t edge, Arbiter& arbiter);
  // The last beat of the oldest burst that was granted is written at `completion`, and the stream
  // has its instructions.
  void arrived(const Granted& burst, int64_t completion);
  // It was refused: nothing more arrives.
  void refused() { refused_ = true; }

  int64_t next() const { return next_; }  // the instruction to be dispatched next
  // The same before what happens at `edge`, of this group or the one before.
  int64_t next_at(int64_t edge) const;
  bool fault_registered() const { return fault_edge_ != kNever; }
  int64_t last_activity() const { return last_activity_; }
  void close(int64_t end, Accounts& accounts) const;  // states of the cycles that are left

 private:
  struct Range {
    int64_t begin = 0, end = 0;  // instructions
  };
  struct Arrival {
    int64_t registered, edge, completion, beats;
  };
  // What must be known of a group until its first instruction is dispatched. Kept at the group's
  // number modulo 2, as its bytes are.
  struct Group {
    int64_t written = 0;     // w
    int64_t dispatched = 0;  // f
    std::array<Arrival, 2> bursts;
    int64_t num_bursts = 0;
  };

  Group& group(int64_t number) { return groups_[static_cast<size_t>(number % 2)]; }
  Range range_of(int64_t number) const;
  void request_next_group(Arbiter& arbiter);
  void register_request(int64_t edge, Arbiter& arbiter);
  bool dispatch_next(const Parts& parts, unsigned& units);
  void dispatch(int64_t ready, int64_t edge, const Parts& parts);
  void register_fault();
  void account_arrival(const Group& group, int64_t kernel, Accounts& accounts) const;

  Launch launch_;
  MemoryTiming timing_;
  int64_t limit_ = 0;  // instructions to be dispatched, as far as the stream is known
  int64_t per_group_ = 1;
  int64_t skipped_ = 0;  // instructions of the first block that lie before the stream
  std::array<Group, 2> groups_;

  BurstWalk bursts_;         // what is left of the last group that was requested
  int64_t requested_ = 0;    // groups
  bool requesting_ = false;  // a request waits for its grant
  int64_t last_grant_ = 0;
  int64_t arrived_ = 0;  // groups whose last beat is known
  bool refused_ = false;

  int64_t current_ = 0;  // the group of next_
  int64_t current_end_ = 0;
  int64_t next_ = 0;
  int64_t last_dispatch_ = 0;
  std::array<int64_t, kMostInGroup> dispatch_edges_{};  // at the index modulo their number
  int64_t last_kernel_ = kNoKernel;
  KernelCursor kernel_;
  int64_t fault_edge_ = kNever;
  int64_t last_activity_ = 0;
};

}  // namespace vta::csim
