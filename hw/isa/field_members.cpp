#include "hw/isa/field_members.h"

#include <array>
#include <utility>

#include "base/error.h"

namespace vta {

namespace {

template <typename Struct>
using Binding = std::pair<std::string_view, int64_t Struct::*>;

// Keeps a field's name and its member's name the same word.
#define VTA_INSN_FIELD(member) \
  Binding<Insn> {              \
#member, &Insn::member     \
  }

constexpr std::array kInsnMembers{
    VTA_INSN_FIELD(opcode),    VTA_INSN_FIELD(pop_prev),  VTA_INSN_FIELD(pop_next),
    VTA_INSN_FIELD(push_prev), VTA_INSN_FIELD(push_next), VTA_INSN_FIELD(memory_type),
    VTA_INSN_FIELD(sram_base), VTA_INSN_FIELD(dram_base), VTA_INSN_FIELD(y_size),
    VTA_INSN_FIELD(x_size),    VTA_INSN_FIELD(x_stride),  VTA_INSN_FIELD(y_pad_0),
    VTA_INSN_FIELD(y_pad_1),   VTA_INSN_FIELD(x_pad_0),   VTA_INSN_FIELD(x_pad_1),
    VTA_INSN_FIELD(reset),     VTA_INSN_FIELD(uop_bgn),   VTA_INSN_FIELD(uop_end),
    VTA_INSN_FIELD(iter_out),  VTA_INSN_FIELD(iter_in),   VTA_INSN_FIELD(dst_out),
    VTA_INSN_FIELD(dst_in),    VTA_INSN_FIELD(src_out),   VTA_INSN_FIELD(src_in),
    VTA_INSN_FIELD(wgt_out),   VTA_INSN_FIELD(wgt_in),    VTA_INSN_FIELD(alu_opcode),
    VTA_INSN_FIELD(use_imm),   VTA_INSN_FIELD(imm),
};
#undef VTA_INSN_FIELD

constexpr std::array<Binding<Uop>, 3> kUopMembers{
    {{"dst", &Uop::dst}, {"src", &Uop::src}, {"wgt", &Uop::wgt}}};

template <typename Struct, size_t kCount>
int64_t Struct::*find(const std::array<Binding<Struct>, kCount>& bindings, std::string_view name) {
  for (const auto& [bound_name, member] : bindings) {
    if (bound_name == name)
      return member;
  }
  VTA_CHECK(false, "field '{}' has no member", name);
}

}  // namespace

int64_t Insn::*insn_member(std::string_view field_name) {
  return find(kInsnMembers, field_name);
}
int64_t Uop::*uop_member(std::string_view field_name) {
  return find(kUopMembers, field_name);
}

}  // namespace vta
