#include "sim/cosim/mirror_device.h"

#include <fmt/format.h>

#include <cstring>
#include <utility>

#include "base/error.h"

namespace vta::cosim {

// Collects completions, and passes them on where somebody else wants them too.
class MirrorDevice::Trace final : public TraceSink {
 public:
  Trace(int64_t insn_count, TraceSink* next) : collected(insn_count), next_(next) {}
  void on_retire(Unit unit, int64_t index, const Insn& insn, int64_t cycle) override {
    collected.on_retire(unit, index, insn, cycle);
    if (next_ != nullptr)
      next_->on_retire(unit, index, insn, cycle);
  }
  CompletionTrace collected;

 private:
  TraceSink* next_;
};

MirrorDevice::MirrorDevice(std::vector<std::unique_ptr<Device>> devices, Findings& findings)
    : devices_(std::move(devices)), findings_(findings) {
  VTA_CHECK(!devices_.empty(), "no device to mirror");
}

MirrorDevice::~MirrorDevice() = default;

void MirrorDevice::write_register(Register reg, uint64_t value) {
  if (!traces_.empty())  // running
    return;
  if (reg == Register::Control && value == 1)
    return launch();
  for (const auto& device : devices_)
    device->write_register(reg, value);
}

void MirrorDevice::set_kernels(std::vector<int64_t> first_insn) {
  for (const auto& device : devices_)
    device->set_kernels(first_insn);
}

void MirrorDevice::launch() {
  const auto count = static_cast<int64_t>(read_register(Register::InsnCount));
  const size_t running = findings_.differences.empty() ? devices_.size() : 1;
  done_.assign(running, false);
  traces_.clear();
  for (size_t d = 0; d < running; ++d) {
    Device& device = *devices_[d];
    if (d > 0)
      std::memcpy(device.memory().data(), memory().data(),
                  static_cast<size_t>(memory().size_bytes()));
    traces_.push_back(std::make_unique<Trace>(count, d == 0 ? sink_ : nullptr));
    device.set_trace_sink(traces_.back().get());
    device.write_register(Register::Control, 1);
  }
}

bool MirrorDevice::advance(int64_t max_cycles) {
  bool all = true;
  for (size_t d = 0; d < done_.size(); ++d) {
    if (!done_[d])
      done_[d] = devices_[d]->advance(max_cycles);
    all = all && done_[d];
  }
  if (!all)
    return false;
  if (!traces_.empty())
    compare();
  return true;
}

void MirrorDevice::compare() {
  std::vector<RunResult> results;
  for (size_t d = 0; d < traces_.size(); ++d) {
    RunResult& result = results.emplace_back();
    result.backend = devices_[d]->backend();
    result.failure = traces_[d]->collected.failure();
    result.completion = traces_[d]->collected.take();
    read_result(*devices_[d], memory().size_bytes(), result);
    devices_[d]->set_trace_sink(nullptr);
  }
  traces_.clear();
  ++findings_.launches;
  findings_.insns += static_cast<int64_t>(read_register(Register::InsnCount));
  for (const RunResult& result : results)
    if (result.timed()) {
      findings_.cycles += *result.report.cycles;
      break;
    }
  if (!findings_.differences.empty())
    return;
  const InsnCodec codec(config());
  std::vector<Insn> insns;
  for (size_t i = 0; i < results.front().completion.size(); ++i) {
    InsnBits bits;
    std::memcpy(&bits, memory().at(read_register(Register::InsnAddr) + 16 * i, 16).data(), 16);
    insns.push_back(codec.decode(bits));
  }
  BaseAddresses bases;
  bases.out = read_register(Register::OutBase);
  if (const auto found = find_difference({config(), insns, bases, false, {}}, results))
    findings_.differences.push_back(fmt::format("launch {}, {}: {}", findings_.launches - 1,
                                                difference_name(found->kind), found->text));
}

}  // namespace vta::cosim
