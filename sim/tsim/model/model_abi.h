// The interface between a Verilated library and the simulator that loads it: plain data.
//
// The library is compiled from this header, model.cpp and what Verilator makes of the RTL: of one
// core, or of a system of several. It owns the clock loop: a call runs many edges. Whatever is
// changed here changes kAbiVersion.
#pragma once

#include <cstdint>

namespace vta::tsim {

inline constexpr uint32_t kAbiVersion = 5;
inline constexpr int kUnits = 4;   // fetch, load, compute, store
inline constexpr int kStates = 8;  // UnitState
inline constexpr char kApiSymbol[] = "vta_tsim_api";

// Unit 1..3 has completed an instruction.
struct Retire {
  int64_t cycle;  // of its core's run
  uint32_t index;
  uint32_t unit;
};

// One RAM of the design: `depth` words of `bits` bits, each in `word_bytes` bytes, little-endian.
struct Ram {
  const char* scope;  // hierarchical name of what holds it
  const char* name;   // in there
  const void* words;
  int64_t word_bytes, bits, depth;
};

// What to trace; nothing where `file` is null. Cycles count over all launches of the instance.
struct Wave {
  const char* file;
  int64_t first_cycle, end_cycle;  // used where end_cycle > 0
  int64_t launch;                  // else: instructions of this launch, from 0,
  int64_t first_insn, end_insn;    // from the start of the first to the end of the last
};

struct BurstGrant {
  int64_t edge;
  uint64_t address;
  int64_t beats;
  int32_t write;
  int32_t core;
};
struct BurstAnswer {
  int64_t latency;
  int32_t write;
  int32_t core;
};

// A memory that says itself how long each burst takes; `self` is null where the latencies do.
struct BurstTimes {
  void* self;
  void (*grant)(void* self, const BurstGrant* burst);
  // 1: the oldest burst of a core and kind that is not answered takes `latency` cycles. All grants
  // before `edge` are known.
  int32_t (*answer_before)(void* self, int64_t edge, BurstAnswer* answer);
};

// Of one core.
struct Launch {
  int64_t read_latency, write_latency;
  const int64_t* kernel_first_insn;  // must stay valid during the run
  int64_t num_kernels;
  int64_t finish_index;             // belongs to no kernel; -1: none
  uint64_t refused_lo, refused_hi;  // words of memory that are refused, [lo, hi)
};

// Misuse of the memory by the design; 0: none.
enum Misuse : int32_t {
  kNoMisuse = 0,
  kStrayWriteBeat = 1,
  kTooManyBursts = 2,
  kWrongLast = 3,
  kBadLength = 4,
};

struct CoreProgress {
  int64_t cycle;  // of its last launch
  int32_t running;
  int32_t misuse;
  const Retire* retires;  // that no progress has shown yet, ascending cycles
  int64_t num_retires;
  int64_t bus_beats;
  const int64_t* unit_cycles;  // [num_kernels + 1][kUnits][kStates], the last for no kernel
};

// Valid until the next call.
struct Progress {
  // The last one, from the launch that found all cores idle; it stands while none runs.
  int64_t edge;
  const CoreProgress* cores;
};

struct Api {
  uint32_t version;
  int32_t num_cores;
  // `memory` is the DRAM image; addresses from `memory_bytes` on are refused. Null times: those of
  // the registers.
  void* (*create)(uint8_t* memory, int64_t memory_bytes, const BurstTimes* times, const Wave* wave);
  void (*destroy)(void*);
  // Both take an edge.
  void (*write_register)(void*, int32_t core, uint32_t offset, uint32_t value);
  void (*launch)(void*, int32_t core, const Launch*, uint32_t control_offset);
  uint32_t (*read_register)(void*, int32_t core, uint32_t offset);
  // Up to the first edge at which a run ends, at most max_edges, with stop_at_retire until after a
  // completion was seen.
  const Progress* (*run)(void*, int64_t max_edges, int32_t stop_at_retire);
  int64_t (*rams)(void*, int32_t core, const Ram** first);
};

}  // namespace vta::tsim
