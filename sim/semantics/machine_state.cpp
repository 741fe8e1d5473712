#include "sim/semantics/machine_state.h"

#include <cstring>

#include "base/error.h"

namespace vta {
namespace {

template <typename T>
std::vector<std::byte> copy_bytes(const T* from, int64_t count) {
  std::vector<std::byte> out(static_cast<size_t>(count) * sizeof(T));
  if (!out.empty())
    std::memcpy(out.data(), from, out.size());
  return out;
}

std::vector<std::byte> encode_uops(const MachineState& s, int64_t first, int64_t count) {
  const auto bytes = static_cast<size_t>(s.codec.uop_bytes());
  std::vector<std::byte> out(static_cast<size_t>(count) * bytes);
  for (int64_t i = 0; i < count; ++i) {
    const UopEntry& u = s.uop[static_cast<size_t>(first + i)];
    const uint64_t word = s.codec.encode_uop({u.dst, u.src, u.wgt});
    std::memcpy(out.data() + static_cast<size_t>(i) * bytes, &word, bytes);
  }
  return out;
}

std::vector<std::byte> low_bytes(const int32_t* lanes, int64_t count) {
  std::vector<std::byte> out(static_cast<size_t>(count));
  for (int64_t i = 0; i < count; ++i)
    out[static_cast<size_t>(i)] = static_cast<std::byte>(static_cast<uint32_t>(lanes[i]) & 0xffU);
  return out;
}

}  // namespace

MachineState::MachineState(const VtaConfig& cfg)
    : config(cfg),
      codec(cfg),
      inp_elem(cfg.batch() * cfg.block_in()),
      wgt_elem(cfg.block_out() * cfg.block_in()),
      acc_elem(cfg.batch() * cfg.block_out()),
      inp_depth(cfg.depth(MemoryType::Inp)),
      wgt_depth(cfg.depth(MemoryType::Wgt)),
      acc_depth(cfg.depth(MemoryType::Acc)),
      uop_depth(cfg.depth(MemoryType::Uop)),
      uop(static_cast<size_t>(uop_depth)),
      inp(static_cast<size_t>(inp_depth * inp_elem)),
      wgt(static_cast<size_t>(wgt_depth * wgt_elem)),
      acc(static_cast<size_t>(acc_depth * acc_elem)) {}

std::vector<std::byte> MachineState::read(MemoryType type, int64_t first, int64_t count) const {
  const int64_t depth = config.depth(type);
  if (first < 0 || count < 0 || first > depth || count > depth - first)
    throw DeviceError(
        fmt::format("scratchpad elements [{}, {}) are outside the scratchpad of {} elements", first,
                    first + count, depth));
  switch (type) {
    case MemoryType::Uop:
      return encode_uops(*this, first, count);
    case MemoryType::Wgt:
      return copy_bytes(wgt.data() + first * wgt_elem, count * wgt_elem);
    case MemoryType::Inp:
      return copy_bytes(inp.data() + first * inp_elem, count * inp_elem);
    case MemoryType::Acc:
      return copy_bytes(acc.data() + first * acc_elem, count * acc_elem);
    case MemoryType::Out:
    case MemoryType::Acc8:
      return low_bytes(acc.data() + first * acc_elem, count * acc_elem);
  }
  throw InternalError("unknown memory type");
}

}  // namespace vta
