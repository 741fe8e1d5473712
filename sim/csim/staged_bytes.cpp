#include "sim/csim/staged_bytes.h"

#include <algorithm>
#include <limits>

#include "base/error.h"

namespace vta::csim {
namespace {

// The same rows, one behind the other from the first byte on.
Insn packed(Insn insn) {
  insn.dram_base = 0;
  insn.x_stride = insn.x_size;
  return insn;
}

}  // namespace

const DecodedStream& StagedBytes::launch(uint64_t address, const CheckContext& context) {
  const auto bytes = static_cast<uint64_t>(context.insn_count * kInsnBytes);
  if (address > std::numeric_limits<uint64_t>::max() - bytes)
    throw DeviceError(fmt::format("launch: {} instructions at {:#x} go past the last address",
                                  context.insn_count, address));
  for (Stage& stage : stages_)
    stage.insn = -1;  // of a run that ended with an error
  refused_ = false;
  stream_.begin(context, engine_.unsettled_state().codec);
  return stream_;
}

void StagedBytes::load(int64_t index, const Insn& insn, uint64_t) {
  engine_.load(packed(insn), stage_of(index, insn).bytes.data());
  free_stages(index);
}

// The values have left with its bursts.
void StagedBytes::store(int64_t index, const Insn&, uint64_t) {
  free_stages(index);
}

std::byte* StagedBytes::payload(const Granted& burst) {
  const Insn& insn = stream_.insns()[static_cast<size_t>(burst.insn)];
  Stage& stage = stage_of(burst.insn, insn);
  if (burst.write() && stage.used == 0)
    engine_.store(packed(insn), stage.bytes.data());
  std::byte* bytes = stage.bytes.data() + stage.used;
  stage.used += static_cast<size_t>(burst.request.burst.bytes);
  return bytes;
}

StagedBytes::Stage& StagedBytes::stage_of(int64_t index, const Insn& insn) {
  auto found = std::ranges::find(stages_, index, &Stage::insn);
  if (found != stages_.end())
    return *found;
  found = std::ranges::find(stages_, int64_t{-1}, &Stage::insn);
  if (found == stages_.end())
    found = stages_.emplace(stages_.end());
  const int64_t element = engine_.unsettled_state().config.element_bytes(insn.memory());
  found->insn = index;
  found->used = 0;
  found->bytes.resize(static_cast<size_t>(insn.y_size * insn.x_size * element));
  return *found;
}

void StagedBytes::free_stages(int64_t index) {
  for (Stage& stage : stages_)
    if (stage.insn == index)
      stage.insn = -1;
}

}  // namespace vta::csim
