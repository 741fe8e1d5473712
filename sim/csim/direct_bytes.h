// The byte path of the tool's own devices: the engine works on the memory itself.
#pragma once

#include "sim/csim/byte_path.h"
#include "sim/device_memory.h"
#include "sim/kernels/engine.h"

namespace vta::csim {

class DirectBytes final : public BytePath {
 public:
  DirectBytes(Engine& engine, DeviceMemory& memory) : engine_(engine), memory_(memory) {}

  // DeviceError: the stream is not in the memory.
  const DecodedStream& launch(uint64_t address, const CheckContext& context) override {
    const auto bytes = memory_.at(address, context.insn_count * kInsnBytes);
    stream_ = &streams_.find(bytes, context, engine_.unsettled_state().codec);
    return *stream_;
  }
  void load(int64_t, const Insn& insn, uint64_t base) override {
    engine_.load(insn, memory_.data() + base);
  }
  void store(int64_t, const Insn& insn, uint64_t base) override {
    engine_.store(insn, memory_.data() + base);
  }
  void expect_weights(int64_t index, uint64_t base) override {
    if (const Insn* next = stream_->next_weights(index))
      engine_.expect_load(*next, memory_.data() + base);
  }

 private:
  Engine& engine_;
  DeviceMemory& memory_;
  StreamCache streams_;
  const DecodedStream* stream_ = nullptr;  // of the last launch
};

}  // namespace vta::csim
