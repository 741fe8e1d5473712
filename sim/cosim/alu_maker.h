// Operations of random ALU instructions, legal and illegal, from their table (config/alu_ops.h).
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "hw/isa/insn.h"
#include "sim/cosim/random_source.h"

namespace vta::cosim {

std::vector<int64_t> legal_alu_codes_of(int64_t isa_ext);
std::vector<int64_t> illegal_alu_codes(int64_t isa_ext);  // that can be encoded
int64_t any_alu_code(int64_t isa_ext, RandomSource& random);
// One with parameters that reads at most so many vectors; none may be there.
std::optional<int64_t> code_with_parameters(int64_t isa_ext, int64_t most_vectors,
                                            RandomSource& random);

// use_imm and imm of its legal operation become legal, and it can be encoded.
void make_legal_alu(Insn& n, int64_t isa_ext, RandomSource& random);
// An operation of the extensions with a use_imm or an imm that it cannot have.
void make_illegal_form(Insn& n, int64_t isa_ext, RandomSource& random);
// With a fourth bit of alu_opcode, reset is no field of its own.
void make_encodable_alu(Insn& n, int64_t isa_ext);

}  // namespace vta::cosim
