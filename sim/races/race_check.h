// Races of instruction streams: two units touch one place, one of them writes, and no tokens order
// the two. Exact in both directions, see README.md; no device is needed.
//
//   RaceCheck check(config);
//   check.launch(insns, bases, read_memory);   // each launch, in its order
//   check.count(); check.log().races;
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "hw/isa/insn.h"
#include "sim/semantics/machine_state.h"
#include "sim/semantics/static_check.h"

namespace vta {

enum class RaceSpace : uint8_t { Inp, Wgt, Acc, Dram };
std::string_view race_space_name(RaceSpace space);  // "INP", "WGT", "ACC", "DRAM"

struct RaceSide {
  int64_t index = 0;  // in the launch
  Insn insn;
  bool writes = false;
};

// A pair of instructions of two units, once for each space in which they race.
struct Race {
  int64_t launch = 0;  // from 0
  RaceSpace space = RaceSpace::Inp;
  // From the first to past the last place that both touch: elements; of DRAM bytes from the base
  // register OUT on, for one of the two is a STORE.
  int64_t begin = 0, end = 0;
  RaceSide first, second;  // in the order of the stream
};

struct RaceLog {
  int64_t most_kept = 0;
  int64_t count = 0;                // of races,
  int64_t launches = 0, insns = 0;  // in so many that were looked at
  std::vector<Race> races = {};     // the first `most_kept`
};

class RaceCheck {
 public:
  static constexpr int64_t kMostKept = 1000;

  // Races are counted, and the first `most_kept` kept.
  explicit RaceCheck(const VtaConfig& config, int64_t most_kept = kMostKept);

  using ReadMemory = std::function<void(uint64_t address, std::span<std::byte> to)>;

  // The next launch; micro-ops stay in their scratchpad between launches. `read_memory` is asked
  // for micro-ops alone. Looked at is what the tokens allow to run, queues of any length: up to the
  // first instruction with a static error (ISA section 4), to one with INDEX_RANGE, to a deadlock.
  void launch(std::span<const Insn> insns, const BaseAddresses& bases,
              const ReadMemory& read_memory);

  int64_t count() const { return log_.count; }
  const RaceLog& log() const { return log_; }

 private:
  MachineState state_;  // its micro-ops
  RaceLog log_;
};

// Three lines without a break at the end: the place, and each instruction with what it is part of
// (`first_in`, `second_in`: a kernel's name, or nothing).
std::string race_text(const Race& race, std::string_view first_in = {},
                      std::string_view second_in = {});

}  // namespace vta
