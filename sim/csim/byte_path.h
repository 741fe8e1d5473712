// The transfer of a run's bytes between memory and engine.
#pragma once

#include <cstdint>

#include "sim/launch/stream.h"

namespace vta::csim {

class BytePath {
 public:
  virtual ~BytePath() = default;
  // The stream of a launch: all of it, or as much as fetch has brought. Valid until the next call.
  virtual const DecodedStream& launch(uint64_t address, const CheckContext& context) = 0;
  // Effects of instruction `index` when it retires; `base` is its memory type's base register.
  virtual void load(int64_t index, const Insn& insn, uint64_t base) = 0;
  virtual void store(int64_t index, const Insn& insn, uint64_t base) = 0;
  // The next LOAD of weights behind an instruction will probably come soon.
  virtual void expect_weights(int64_t index, uint64_t base) = 0;
};

}  // namespace vta::csim
