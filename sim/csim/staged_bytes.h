// The byte path over another bus: bytes of a LOAD's bursts wait here until it retires, bytes of a
// STORE are here from the grant of its first burst. Rows lie one behind the other, so a LOAD or
// STORE takes no more than its scratchpad has, wherever in memory it goes.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "sim/csim/arbiter.h"
#include "sim/csim/byte_path.h"
#include "sim/kernels/engine.h"

namespace vta::csim {

class StagedBytes final : public BytePath {
 public:
  explicit StagedBytes(Engine& engine) : engine_(engine) {}

  // Only the stream's length is known until fetched() brings its bytes. DeviceError: it would
  // go past the last address.
  const DecodedStream& launch(uint64_t address, const CheckContext& context) override;
  void load(int64_t index, const Insn& insn, uint64_t base) override;
  void store(int64_t index, const Insn& insn, uint64_t base) override;
  void expect_weights(int64_t, uint64_t) override {}

  // The bytes of a granted burst of a LOAD or STORE, in the order of its grants: to be filled, or
  // to be written to memory. They stay in place until the instruction retires.
  std::byte* payload(const Granted& burst);
  // The next bytes of the stream; after a refusal there are none.
  void fetched(std::span<const std::byte> bytes) {
    if (!refused_)
      stream_.append(bytes);
  }
  void fetch_refused() { refused_ = true; }

 private:
  struct Stage {
    int64_t insn = -1;  // -1: free
    size_t used = 0;    // by the bursts so far
    AlignedVector<std::byte> bytes;
  };

  Stage& stage_of(int64_t index, const Insn& insn);
  void free_stages(int64_t index);

  Engine& engine_;
  DecodedStream stream_;
  bool refused_ = false;
  std::vector<Stage> stages_;  // at most one for each LOAD and STORE that is under way
};

}  // namespace vta::csim
