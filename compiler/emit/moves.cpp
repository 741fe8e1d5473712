#include "compiler/emit/moves.h"

#include <algorithm>
#include <vector>

#include "hw/isa/insn.h"

namespace vta {
namespace {

Space space_of(MemoryType type) {
  switch (type) {
    case MemoryType::Inp:
      return Space::Inp;
    case MemoryType::Wgt:
      return Space::Wgt;
    case MemoryType::Uop:
    case MemoryType::Acc:
    case MemoryType::Acc8:
    case MemoryType::Out:
      break;
  }
  return Space::Acc;
}

Insn move_insn(Opcode opcode, const Rows& r) {
  Insn i;
  i.opcode = static_cast<int64_t>(opcode);
  i.memory_type = static_cast<int64_t>(r.type);
  i.sram_base = r.sram;
  i.dram_base = r.dram;
  i.y_size = r.rows;
  i.x_size = r.size;
  i.x_stride = r.stride;
  return i;
}

Access scratchpad_access(const Rows& r, bool write) {
  return {space_of(r.type), r.sram, r.sram + r.rows * r.size, write};
}

void move_rows(TaskStream& stream, Opcode opcode, const Rows& r, const VtaConfig& config) {
  const bool load = opcode == Opcode::Load;
  const int64_t element = config.element_bytes(r.type);
  const int64_t end = r.dram + (r.rows - 1) * r.stride + r.size;
  const Access accesses[] = {scratchpad_access(r, load),
                             {Space::Dram, r.dram * element, end * element, !load}};
  stream.memory(move_insn(opcode, r), accesses);
}

void move_rows_apart(TaskStream& stream, Opcode opcode, const Rows& r, const VtaConfig& config) {
  const bool load = opcode == Opcode::Load;
  const int64_t element = config.element_bytes(r.type);
  std::vector<Access>& accesses = stream.spare_accesses();
  accesses.assign(1, scratchpad_access(r, load));
  const int64_t step = stream.makes_code() ? 1 : std::max<int64_t>(1, r.rows - 1);
  for (int64_t row = 0; row < r.rows; row += step) {
    const int64_t begin = (r.dram + row * r.stride) * element;
    accesses.push_back({Space::Dram, begin, begin + r.size * element, !load});
  }
  stream.memory(move_insn(opcode, r), accesses);
}

void move_image_part(TaskStream& stream, Opcode opcode, MemoryType type, int64_t sram,
                     const ImageTensor& tensor, const ImagePart& part, const VtaConfig& config) {
  const int64_t row = part.w.size * tensor.sub, pitch = tensor.w * tensor.sub;
  const bool whole = part.h.size == tensor.h && part.w.size == tensor.w;
  const int64_t moves = whole ? 1 : part.groups.size;
  const int64_t rows = part.groups.size * part.h.size / moves;
  const int64_t first = first_element(tensor, part);
  for (int64_t g = 0; g < moves; ++g)
    move_rows(stream, opcode,
              {type, sram + g * part.h.size * row, first + g * tensor.h * pitch, rows, row, pitch},
              config);
}

}  // namespace

void load_rows(TaskStream& stream, const Rows& rows, const VtaConfig& config) {
  move_rows(stream, Opcode::Load, rows, config);
}
void store_rows(TaskStream& stream, const Rows& rows, const VtaConfig& config) {
  move_rows(stream, Opcode::Store, rows, config);
}

void load_rows_apart(TaskStream& stream, const Rows& rows, const VtaConfig& config) {
  move_rows_apart(stream, Opcode::Load, rows, config);
}
void store_rows_apart(TaskStream& stream, const Rows& rows, const VtaConfig& config) {
  move_rows_apart(stream, Opcode::Store, rows, config);
}

void load_constants(TaskStream& stream, const Rows& rows) {
  const Access access = scratchpad_access(rows, true);
  stream.memory(move_insn(Opcode::Load, rows), {&access, 1});
}

void load_padded(TaskStream& stream, const Rows& r, const std::array<int64_t, 4>& pads,
                 const VtaConfig& config) {
  Insn i = move_insn(Opcode::Load, r);
  i.y_pad_0 = pads[0];
  i.y_pad_1 = pads[1];
  i.x_pad_0 = pads[2];
  i.x_pad_1 = pads[3];
  const int64_t element = config.element_bytes(r.type);
  const bool reads = r.rows * r.size > 0;  // else it is padding alone
  const int64_t end = r.dram + (r.rows - 1) * r.stride + r.size;
  const Access accesses[] = {{space_of(r.type), r.sram, r.sram + scratchpad_elements(i), true},
                             {Space::Dram, r.dram * element, end * element, false}};
  stream.memory(i, {accesses, reads ? size_t{2} : size_t{1}});
}

int64_t first_element(const ImageTensor& tensor, const ImagePart& part) {
  const int64_t group = part.image * tensor.image_groups + part.groups.begin;
  return tensor.first + ((group * tensor.h + part.h.begin) * tensor.w + part.w.begin) * tensor.sub;
}

void load_image_part(TaskStream& stream, MemoryType type, int64_t sram, const ImageTensor& tensor,
                     const ImagePart& part, const VtaConfig& config) {
  move_image_part(stream, Opcode::Load, type, sram, tensor, part, config);
}

void store_image_part(TaskStream& stream, int64_t sram, const ImageTensor& tensor,
                      const ImagePart& part, const VtaConfig& config) {
  move_image_part(stream, Opcode::Store, MemoryType::Out, sram, tensor, part, config);
}

void move_elements(TaskStream& stream, MemoryType type, int64_t sram, const ImageTensor& tensor,
                   const ImagePart& part, int64_t depth, const VtaConfig& config) {
  const int64_t pixels = part.h.size * part.w.size;
  const bool one_run = part.h.size == 1 || part.w.size == tensor.w;
  const int64_t moves = one_run && pixels <= kMaxTransferExtent ? 1 : part.h.size;
  const int64_t first = first_element(tensor, part);
  for (int64_t y = 0; y < moves; ++y)
    move_rows(stream, type == MemoryType::Out ? Opcode::Store : Opcode::Load,
              {type, sram + y * part.w.size * depth, first + y * tensor.w * tensor.sub,
               pixels / moves, depth, tensor.sub},
              config);
}

}  // namespace vta
