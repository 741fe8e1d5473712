#include "tests/compiler/codegen/shuffled_device.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <random>

#include "sim/launch/register_file.h"
#include "sim/semantics/execute.h"

namespace vta::testing {
namespace {

constexpr int64_t kMemoryBytes = int64_t{1} << 26;

class ShuffledDevice final : public Device {
 public:
  ShuffledDevice(const VtaConfig& config, uint64_t seed)
      : memory_(kMemoryBytes), registers_(config, kMemoryBytes), state_(config), random_(seed) {}

  std::string_view backend() const override { return "shuffled"; }
  const VtaConfig& config() const override { return state_.config; }
  DeviceMemory& memory() override { return memory_; }
  const DeviceMemory& memory() const override { return memory_; }
  void write_register(Register reg, uint64_t value) override {
    if (registers_.write(reg, value))
      run();
  }
  uint64_t read_register(Register reg) const override { return registers_.get(reg); }
  bool advance(int64_t) override { return true; }
  const RunReport& report() const override { return report_; }
  void set_kernels(std::vector<int64_t> first_insn) override { kernels_ = first_insn.size(); }
  void set_trace_sink(TraceSink* sink) override { sink_ = sink; }
  std::vector<std::byte> read_scratchpad(MemoryType type, int64_t first,
                                         int64_t count) const override {
    return state_.read(type, first, count);
  }

 private:
  void run() {
    decode();
    report_ = {};
    report_.kernels.resize(kernels_);
    tokens_ = {};
    std::array<size_t, 3> order = {0, 1, 2};  // who goes first while it can
    while (true) {
      if (random_() % 16 == 0)
        std::shuffle(order.begin(), order.end(), random_);
      const auto unit =
          std::find_if(order.begin(), order.end(), [&](size_t u) { return ready(u); });
      if (unit == order.end())
        break;
      execute(*unit);
    }
    for (const auto& queue : queues_)
      if (!queue.empty())
        report_.error = IsaError::Deadlock;
    report_.tokens_left = {tokens_[0][1], tokens_[1][0], tokens_[1][2], tokens_[2][1]};
  }

  void decode() {
    const auto count = static_cast<int64_t>(registers_.get(Register::InsnCount));
    const auto bytes = memory_.at(registers_.get(Register::InsnAddr), count * 16);
    insns_.clear();
    queues_ = {};
    for (int64_t i = 0; i < count; ++i) {
      InsnBits bits;
      std::memcpy(&bits, bytes.data() + i * 16, sizeof(bits));
      insns_.push_back(state_.codec.decode(bits));
      queues_[static_cast<size_t>(unit_of(insns_.back()))].push_back(i);
    }
    for (auto& queue : queues_)
      std::reverse(queue.begin(), queue.end());  // the head is at the back
  }

  bool ready(size_t unit) const {
    if (queues_[unit].empty())
      return false;
    const Insn& n = insns_[static_cast<size_t>(queues_[unit].back())];
    return (n.pop_prev == 0 || tokens_[unit - 1][unit] > 0) &&
           (n.pop_next == 0 || tokens_[unit + 1][unit] > 0);
  }

  void execute(size_t unit) {
    const int64_t index = queues_[unit].back();
    queues_[unit].pop_back();
    const Insn& n = insns_[static_cast<size_t>(index)];
    if (n.pop_prev != 0)
      --tokens_[unit - 1][unit];
    if (n.pop_next != 0)
      --tokens_[unit + 1][unit];
    perform(n);
    if (n.push_prev != 0)
      ++tokens_[unit][unit - 1];
    if (n.push_next != 0)
      ++tokens_[unit][unit + 1];
    if (sink_ != nullptr)
      sink_->on_retire(unit_of(n), index, n, -1);
  }

  void perform(const Insn& n) {
    switch (n.op()) {
      case Opcode::Load:
        return execute_load(n, memory_.data() + registers_.bases().of(n.memory()), state_);
      case Opcode::Store:
        return execute_store(n, memory_.data() + registers_.bases().of(n.memory()), state_);
      case Opcode::Gemm:
        return execute_gemm(n, whole_loop(n), state_);
      case Opcode::Alu:
        return execute_alu(n, whole_loop(n), state_);
      case Opcode::Finish:
        return;
    }
  }

  DeviceMemory memory_;
  RegisterFile registers_;
  MachineState state_;
  std::mt19937_64 random_;
  std::vector<Insn> insns_;
  std::array<std::vector<int64_t>, 3> queues_;
  std::array<std::array<int64_t, 3>, 3> tokens_{};  // from unit, to unit
  size_t kernels_ = 0;
  TraceSink* sink_ = nullptr;
  RunReport report_;
};

}  // namespace

std::unique_ptr<Device> make_shuffled_device(const VtaConfig& config, uint64_t seed) {
  return std::make_unique<ShuffledDevice>(config, seed);
}

}  // namespace vta::testing
