#include "driver/linux/stream_account.h"

#include <algorithm>
#include <numeric>
#include <utility>

#include "base/error.h"
#include "hw/isa/disassembler.h"
#include "sim/launch/unit_queues.h"
#include "sim/semantics/execute.h"

namespace vta::board {
namespace {

void check_counter(std::string_view name, int64_t device, int64_t stream) {
  if (device != stream)
    throw DeviceError(fmt::format("board: the device counted {} {}; by its stream it should be {}",
                                  name, device, stream));
}

std::array<int64_t, 4> tokens_left_by(std::span<const Insn> insns) {
  std::array<int64_t, 4> left{};
  for (const Insn& insn : insns) {
    const QueueTag tag = queue_tag(insn);
    for (size_t queue = 0; queue < left.size(); ++queue)
      left[queue] += (tag.pushes >> queue & 1) - (tag.pops >> queue & 1);
  }
  return left;
}

}  // namespace

StreamAccount::StreamAccount(const VtaConfig& config, const LaunchRequest& request,
                             std::vector<Insn> insns)
    : config_(config), request_(request), insns_(std::move(insns)) {}

bool StreamAccount::stores_into(const Insn& store, uint64_t begin, uint64_t end) const {
  const auto element = static_cast<uint64_t>(config_.element_bytes(MemoryType::Out));
  const uint64_t row_bytes = static_cast<uint64_t>(store.x_size) * element;
  for (int64_t row = 0; row < store.y_size; ++row) {
    const auto first = static_cast<uint64_t>(store.dram_base + row * store.x_stride);
    const uint64_t at = request_.bases.out + first * element;
    if (at < end && begin < at + row_bytes)
      return true;
  }
  return false;
}

void StreamAccount::check_read_backs() const {
  for (const ReadBack& one : request_.read_backs)
    for (int64_t i = one.after_insn + 1; i < std::ssize(insns_); ++i) {
      const Insn& insn = insns_[static_cast<size_t>(i)];
      if (insn.op() == Opcode::Store &&
          stores_into(insn, one.phys_addr, one.phys_addr + static_cast<uint64_t>(one.size_bytes)))
        throw DeviceError(
            fmt::format("board: {} bytes at 0x{:x} are to be read after instruction {}, and "
                        "instruction {} writes there in the same run: a board cannot be read "
                        "before the end of a run; use a simulator",
                        one.size_bytes, one.phys_addr, one.after_insn, i));
    }
}

size_t StreamAccount::kernel_of(int64_t insn) const {
  const auto& first = request_.kernel_first_insn;
  if (insns_[static_cast<size_t>(insn)].op() == Opcode::Finish || first.empty() ||
      insn < first.front())
    return first.size();
  return static_cast<size_t>(std::ranges::upper_bound(first, insn) - first.begin()) - 1;
}

void StreamAccount::complete(RunReport& report, int64_t tokens_left) const {
  Counters sum;
  report.kernels.assign(request_.kernel_first_insn.size(), {});
  for (int64_t i = 0; i < std::ssize(insns_); ++i) {
    const Insn& insn = insns_[static_cast<size_t>(i)];
    count_insn(insn, config_, sum);
    if (const size_t kernel = kernel_of(i); kernel < report.kernels.size())
      count_insn(insn, config_, report.kernels[kernel]);
  }
  for (const CounterField& field : machine_counters())
    check_counter(field.name, report.counters.*field.member, sum.*field.member);
  report.counters = sum;
  report.tokens_left = tokens_left_by(insns_);
  check_counter("tokens left", tokens_left, report.total_tokens_left());
}

std::string StreamAccount::text_of(int64_t insn) const {
  if (insn < 0 || insn >= std::ssize(insns_))
    return fmt::format("behind the {} instructions of the stream", insns_.size());
  return disassemble(insns_[static_cast<size_t>(insn)]);
}

}  // namespace vta::board
