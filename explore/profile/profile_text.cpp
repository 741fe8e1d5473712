#include <fmt/format.h>
#include <fmt/ranges.h>

#include "explore/profile/profile_report.h"

namespace vta::explore {
namespace {

std::string shapes_text(const OperatorProfile& op) {
  const auto shape = [](const std::vector<ProfileTensor>& tensors) {
    return tensors.empty() ? std::string("-") : fmt::format("{}", fmt::join(tensors[0].shape, "x"));
  };
  return fmt::format("{} -> {}", shape(op.inputs), shape(op.outputs));
}

std::string operator_table(const Profile& profile) {
  constexpr const char* kRow = "{:>4} {:<12} {:<22} {:<12}{:>12}{:>11}{:>10}{:>11}{:>11}  {}\n";
  std::string out = fmt::format(kRow, "pos", "name", "operator", "where", "MACs", "ALU ops",
                                "bytes", "start", "end", "first input -> output");
  for (const OperatorProfile& op : profile.operators) {
    const bool runs = op.run.has_value();
    out += fmt::format(kRow, op.position, op.name, op.op, op.where, op.macs, op.alu_ops,
                       runs ? std::to_string(op.counters.total_bytes()) : std::string("-"),
                       runs ? std::to_string(op.run->start) : std::string("-"),
                       runs ? std::to_string(op.run->end) : std::string("-"), shapes_text(op));
  }
  return out;
}

std::string memory_table(const MemoryProfile& memory) {
  constexpr const char* kRow = "{:>10}{:>10}{:>7}{:>6}  {:<14}{:<14} {}\n";
  std::string out = fmt::format(kRow, "offset", "bytes", "first", "last", "section", "owner",
                                "shares bytes with");
  for (const MemoryChunk& chunk : memory.chunks)
    out += fmt::format(kRow, chunk.offset, chunk.bytes, chunk.first, chunk.last, chunk.section,
                       chunk.owner, fmt::join(chunk.shares_with, " "));
  return out + fmt::format(
                   "device memory: {} bytes at the peak; activations {} bytes, where tensors side "
                   "by side would need {} and the most that is alive at once is {}\n",
                   memory.peak_bytes, memory.activation_bytes, memory.unshared_bytes,
                   memory.live_bytes);
}

}  // namespace

std::string profile_text(const Profile& profile) {
  return fmt::format("{}\n{}{} cycles on the accelerator\n", operator_table(profile),
                     memory_table(profile.memory), profile.cycles);
}

}  // namespace vta::explore
