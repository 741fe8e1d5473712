// What a run tells while it runs (sim/trace_sink.h) as bytes, in pieces of some kilobytes, and back
// to the sink that wants it. The end of a run is its report.
#pragma once

#include <functional>
#include <span>
#include <utility>
#include <vector>

#include "base/archive.h"
#include "hw/isa/codec.h"
#include "sim/trace_sink.h"

namespace vta::wire {

class EventWriter final : public TraceSink {
 public:
  using Send = std::function<void(std::span<const std::byte> piece)>;

  EventWriter(const VtaConfig& config, Send send) : codec_(config), send_(std::move(send)) {}

  void on_launch(std::span<const Insn> insns) override;
  void on_retire(Unit unit, int64_t index, const Insn& insn, int64_t cycle) override;
  void on_dispatch(const Dispatch& dispatch) override;
  void on_execution(const Execution& execution, const Insn& insn) override;
  void on_burst(const BurstTransfer& burst) override;
  void flush();  // what is left

 private:
  template <typename... T>
  void put(const T&... values);

  InsnCodec codec_;
  Send send_;
  ByteWriter out_;
};

class EventReader {
 public:
  EventReader(const VtaConfig& config, TraceSink& sink) : codec_(config), sink_(sink) {}

  // A piece, in the order in which it was written. DeviceError for what is no event.
  void read(std::span<const std::byte> piece);

 private:
  void read_one(ByteReader& in);
  const Insn& insn(const ByteReader& in, int64_t index) const;

  InsnCodec codec_;
  TraceSink& sink_;
  std::vector<Insn> insns_;  // of the run
  bool launched_ = false;    // the sink looks at them
};

}  // namespace vta::wire
