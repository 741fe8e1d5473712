// Builds one instruction stream whose dependency tokens are right by construction.
//
// The caller emits instructions in program order and says which ranges of scratchpads and DRAM each
// one reads and writes. For every conflict (read after write, write after read, write after write)
// with an earlier instruction of another unit the builder sets a push bit on the earlier and a pop
// bit on the later one, unless an earlier token already orders them (vector clocks decide).
// Token counters are anonymous and first-in first-out; a pair is only made when the pusher is later
// than every pusher already popped by that unit, so the k-th pop always meets the k-th push.
// Load and store units are not neighbours: such an order goes through the compute unit, by a bit on
// an existing instruction where possible and by a NOP otherwise.
#pragma once

#include "base/cxx20.h"

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "config/vta_config.h"
#include "hw/isa/codec.h"
#include "hw/isa/insn.h"

namespace vta {

enum class Space : uint8_t { Inp, Wgt, Acc, Dram };

// [begin, end): elements of a scratchpad, or bytes of DRAM relative to the arena.
struct Access {
  Space space = Space::Dram;
  int64_t begin = 0;
  int64_t end = 0;
  bool write = false;
};

struct StreamKernel {
  std::string name;
  int64_t first_insn = 0;
};

// A finished stream. Micro-ops are the encoded words of every distinct recorded sequence; LOAD UOP
// instructions address them from `uop_dram_base_elems` on, relative to the uop base register.
struct Stream {
  std::vector<Insn> insns;          // FINISH last
  std::vector<uint64_t> uop_words;  // encoded; stored with codec.uop_bytes() each
  std::vector<StreamKernel> kernels;
  int64_t num_nops = 0;       // instructions that only handle tokens
  int64_t uop_evictions = 0;  // sequences evicted from the micro-op scratchpad
};

class StreamBuilder {
 public:
  // Micro-ops will be placed in DRAM at uop_base_elems (elements of UOP, relative to the base).
  // `store_cycles`: TokenScheduler's.
  explicit StreamBuilder(const VtaConfig& config, int64_t uop_base_elems = 0,
                         int64_t store_cycles = 0);
  ~StreamBuilder();
  StreamBuilder(const StreamBuilder&) = delete;
  StreamBuilder& operator=(const StreamBuilder&) = delete;

  void begin_kernel(std::string name);

  // LOAD or STORE (not UOP: see compute). Token bits of `insn` are ignored and set by the builder.
  void memory(Insn insn, std::span<const Access> accesses);
  // GEMM or ALU over recorded micro-ops; uop_bgn and uop_end are filled in. Makes the micro-ops
  // resident first (LOAD UOP when they are not; older ones are evicted). CompileError when the
  // sequence alone exceeds the micro-op scratchpad.
  void compute(Insn insn, std::span<const Uop> uops, std::span<const Access> accesses);
  // The same; where micro-ops must be loaded, those of later instructions come with them, as long
  // as there is room. `upcoming` gives these in turn, an empty sequence at the end.
  using Upcoming = std::function<std::span<const Uop>()>;
  void compute(Insn insn, std::span<const Uop> uops, std::span<const Access> accesses,
               const Upcoming& upcoming);

  // Instructions so far; the last one is what was emitted last.
  int64_t size() const;

  // Ends the stream with FINISH and checks that every push has its pop (InternalError).
  Stream finish();

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace vta
