#include "link/local_link.h"

#include <algorithm>
#include <cstring>
#include <map>
#include <utility>

#include "base/elapsed.h"
#include "base/error.h"
#include "base/interruption.h"
#include "sim/sink_guard.h"
#include "sim/trace_fan.h"

namespace vta {
namespace {

// Cycles between two looks at whether somebody wants the launch to end: about a twentieth of a
// second, whatever the device's speed.
constexpr int64_t kFirstSlice = int64_t{1} << 15;
constexpr double kSliceSeconds = 0.05;

bool advance_asking(Device& device, int64_t max_cycles) {
  int64_t slice = kFirstSlice;
  for (int64_t left = max_cycles; left > 0;) {
    const int64_t now = std::min(slice, left);
    const Stopwatch watch;
    if (device.advance(now))
      return true;
    check_interruption();
    left -= now;
    slice = watch.seconds() < kSliceSeconds ? slice * 2 : std::max(kFirstSlice, slice / 2);
  }
  return false;
}

// Copies memory at the moments that a request names.
class ReadBackTaker final : public TraceSink {
 public:
  using Taken = std::vector<std::optional<std::vector<std::byte>>>;

  ReadBackTaker(DeviceMemory& memory, const std::vector<ReadBack>& wanted, Taken& taken)
      : memory_(memory), wanted_(wanted), taken_(taken) {
    for (size_t i = 0; i < wanted.size(); ++i) {
      memory.at(wanted[i].phys_addr, wanted[i].size_bytes);  // must be inside
      by_insn_.emplace(wanted[i].after_insn, i);
    }
    taken_.assign(wanted.size(), std::nullopt);
  }

  void on_retire(Unit, int64_t index, const Insn&, int64_t) override {
    const auto [begin, end] = by_insn_.equal_range(index);
    for (auto it = begin; it != end; ++it) {
      const ReadBack& one = wanted_[it->second];
      const auto bytes = memory_.at(one.phys_addr, one.size_bytes);
      taken_[it->second].emplace(bytes.begin(), bytes.end());
    }
  }

 private:
  DeviceMemory& memory_;
  const std::vector<ReadBack>& wanted_;
  Taken& taken_;
  std::multimap<int64_t, size_t> by_insn_;
};

}  // namespace

LocalLink::LocalLink(std::unique_ptr<Device> device)
    : device_(std::move(device)),
      info_{std::string(device_->backend()),
            device_->config(),
            {0, static_cast<uint64_t>(device_->memory().size_bytes())},
            device_->computes_values()} {}

LocalLink::LocalLink(std::unique_ptr<Device> device, const MemoryRange& memory)
    : LocalLink(std::move(device)) {
  info_.memory = memory;
}

void LocalLink::write(uint64_t phys_addr, std::span<const std::byte> bytes) {
  const auto to = device_->memory().at(phys_addr, std::ssize(bytes));
  if (!bytes.empty())
    std::memmove(to.data(), bytes.data(), bytes.size());  // who has a view may give a part of it
}

void LocalLink::read(uint64_t phys_addr, std::span<std::byte> bytes) {
  const auto from = std::as_const(*device_).memory().at(phys_addr, std::ssize(bytes));
  if (!bytes.empty())
    std::memmove(bytes.data(), from.data(), bytes.size());
}

void LocalLink::fill(uint64_t phys_addr, int64_t size_bytes, std::byte value) {
  if (value == std::byte{0})
    return device_->memory().clear(phys_addr, size_bytes);
  std::ranges::fill(device_->memory().at(phys_addr, size_bytes), value);
}

std::span<std::byte> LocalLink::view(uint64_t phys_addr, int64_t size_bytes) {
  return device_->memory().at(phys_addr, size_bytes);
}

void LocalLink::program_registers(const LaunchRequest& request) {
  device_->write_register(Register::InsnCount, static_cast<uint64_t>(request.insn_count));
  device_->write_register(Register::InsnAddr, request.insn_addr);
  device_->write_register(Register::UopBase, request.bases.uop);
  device_->write_register(Register::InpBase, request.bases.inp);
  device_->write_register(Register::WgtBase, request.bases.wgt);
  device_->write_register(Register::AccBase, request.bases.acc);
  device_->write_register(Register::OutBase, request.bases.out);
  device_->write_register(Register::MemLo, request.window.begin);
  device_->write_register(Register::MemHi, request.window.end);
}

LaunchReport LocalLink::launch(const LaunchRequest& request, TraceSink* sink) {
  if (running_)
    throw DeviceError("launch: the device is still running an aborted launch: open a new device");
  LaunchReport report;
  ReadBackTaker taker(device_->memory(), request.read_backs, report.read_backs);
  TraceFan both;
  if (!request.read_backs.empty())
    both.add(&taker);
  both.add(sink);
  std::optional<SinkGuard> guard;
  if (!both.empty())
    guard.emplace(*device_, &both);

  program_registers(request);
  device_->set_kernels(request.kernel_first_insn);
  device_->write_register(Register::Control, 1);
  running_ = true;  // also where the sink throws, and where somebody ends it
  report.ended = scoped_interruption() == nullptr ? device_->advance(request.max_cycles)
                                                  : advance_asking(*device_, request.max_cycles);
  running_ = !report.ended;
  if (report.ended)
    static_cast<RunReport&>(report) = device_->report();
  return report;
}

std::vector<std::byte> LocalLink::read_scratchpad(MemoryType type, int64_t first, int64_t count) {
  return device_->read_scratchpad(type, first, count);
}

}  // namespace vta
