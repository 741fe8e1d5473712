// LOAD and STORE.
#include <algorithm>
#include <cstring>

#include "base/error.h"
#include "sim/semantics/execute.h"
#include "sim/semantics/load_rows.h"

namespace vta {
namespace {

template <typename T>
void load_plain(const Insn& n, const std::byte* dram, int64_t lanes, T* scratchpad) {
  const int64_t bytes = lanes * static_cast<int64_t>(sizeof(T));
  for_each_row(
      n, bytes, dram,
      [&](int64_t at, const std::byte* from, int64_t count) {
        std::memcpy(scratchpad + at * lanes, from, static_cast<size_t>(count * bytes));
      },
      [&](int64_t at, int64_t count) {
        std::fill_n(scratchpad + at * lanes, count * lanes, T{0});
      });
}

void load_acc8(const Insn& n, const std::byte* dram, MachineState& s) {
  const int64_t lanes = s.acc_elem;
  for_each_row(
      n, lanes, dram,
      [&](int64_t at, const std::byte* from, int64_t count) {
        const auto* bytes = reinterpret_cast<const int8_t*>(from);
        std::copy_n(bytes, count * lanes, s.acc.data() + at * lanes);
      },
      [&](int64_t at, int64_t count) { std::fill_n(s.acc.data() + at * lanes, count * lanes, 0); });
}

void load_uops(const Insn& n, const std::byte* dram, MachineState& s) {
  const int64_t bytes = s.codec.uop_bytes();
  for_each_row(
      n, bytes, dram,
      [&](int64_t at, const std::byte* from, int64_t count) {
        for (int64_t i = 0; i < count; ++i) {
          uint64_t word = 0;
          std::memcpy(&word, from + i * bytes, static_cast<size_t>(bytes));
          const Uop u = s.codec.decode_uop(word);
          s.uop[static_cast<size_t>(at + i)] = {static_cast<uint32_t>(u.dst),
                                                static_cast<uint32_t>(u.src),
                                                static_cast<uint32_t>(u.wgt)};
        }
      },
      [](int64_t, int64_t) {});
}

}  // namespace

void execute_load(const Insn& insn, const std::byte* dram_base, MachineState& s) {
  if (is_nop(insn))
    return;
  switch (insn.memory()) {
    case MemoryType::Uop:
      return load_uops(insn, dram_base, s);
    case MemoryType::Wgt:
      return load_plain(insn, dram_base, s.wgt_elem, s.wgt.data());
    case MemoryType::Inp:
      return load_plain(insn, dram_base, s.inp_elem, s.inp.data());
    case MemoryType::Acc:
      return load_plain(insn, dram_base, s.acc_elem, s.acc.data());
    case MemoryType::Acc8:
      return load_acc8(insn, dram_base, s);
    case MemoryType::Out:
      break;
  }
  throw InternalError("LOAD of OUT passed the static check");
}

void execute_store(const Insn& insn, std::byte* dram_base, const MachineState& s) {
  const int64_t lanes = s.acc_elem;
  const int32_t* from = s.acc.data() + insn.sram_base * lanes;
  for (int64_t y = 0; y < insn.y_size; ++y) {
    std::byte* to = dram_base + (insn.dram_base + y * insn.x_stride) * lanes;
    for (int64_t k = 0; k < insn.x_size * lanes; ++k)
      to[k] = static_cast<std::byte>(static_cast<uint32_t>(*from++) & 0xffU);
  }
}

}  // namespace vta
