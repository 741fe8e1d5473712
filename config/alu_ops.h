// Extensions of the instruction set, and the operations of the ALU, a row each. Assembler,
// disassembler, checks before a launch, cycles of a step, random programs and the pages follow from
// the rows; what an operation computes is in sim/semantics. The RTL is written from docs/isa.md and
// not from here, so that co-simulation finds a row that is wrong. To add one:
// docs/adding_an_instruction.md.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace vta {

// The key ISA_EXT is the sum of the extensions that a machine has (docs/isa.md, section 8): the
// value is the extension's bit in it.
enum class Extension : int64_t {
  None = 0,  // of an operation that every machine has
  Round = 1,
  Rq = 2,
  Exp2 = 4,
};

struct ExtensionName {
  std::string_view name;
  Extension extension;
};
inline constexpr std::array kExtensions{ExtensionName{"round", Extension::Round},
                                        ExtensionName{"rq", Extension::Rq},
                                        ExtensionName{"exp2", Extension::Exp2}};

constexpr int64_t all_extensions() {
  int64_t all = 0;
  for (const ExtensionName& e : kExtensions)
    all |= static_cast<int64_t>(e.extension);
  return all;
}

constexpr bool has_extension(int64_t isa_ext, Extension extension) {
  return (isa_ext & static_cast<int64_t>(extension)) == static_cast<int64_t>(extension);
}

// Operations past the eighth: the bit of `reset` is the fourth of alu_opcode.
constexpr bool has_wide_alu_opcode(int64_t isa_ext) {
  return isa_ext > static_cast<int64_t>(Extension::Round);
}

// "round+rq"; "none" for 0.
std::string extensions_text(int64_t isa_ext);
// Of such a text, in any order; nullopt where a name is unknown or comes twice.
std::optional<int64_t> parse_extensions(std::string_view text);
// "none, round, rq and sums like round+rq": what parse_extensions takes.
std::string known_extensions();

enum class AluOp : uint8_t {
  Min = 0,
  Max = 1,
  Add = 2,
  Shr = 3,
  Mul = 4,
  Clip = 5,
  Rshr = 6,
  Mov = 7,
  Rq = 8,
  Exp2 = 9,
};

// What use_imm and imm may be.
enum class AluForm : uint8_t {
  Any,         // y is ACC[src], or the immediate with use_imm
  Immediate,   // use_imm only
  Parameters,  // no use_imm: vectors from ACC[src] on, and imm has parameters
};

// Bits of imm that have a meaning: any others are illegal, and so is one value of some of them.
struct ImmParameters {
  int64_t bits = 0;
  int64_t illegal_bits = 0, illegal_value = 0;  // (imm & illegal_bits) == illegal_value
  std::string_view legal;                       // in words
};

struct AluOperation {
  AluOp op;
  std::string_view word;  // in assembly text
  Extension extension;
  AluForm form;
  int64_t vectors = 1;  // of ACC, from src on, that a step without immediate reads
  // Cycles from the first read to the write of a step, where a later step of the instruction that
  // meets it waits for that; 0: what it writes is forwarded, nobody waits.
  int64_t latency = 0;
  ImmParameters parameters = {};
  std::string_view meaning;  // what ACC[dst] becomes
};

inline constexpr int64_t kAluCodes = 16;

inline constexpr std::array<AluOperation, 10> kAluOperations{{
    {.op = AluOp::Min,
     .word = "min",
     .extension = Extension::None,
     .form = AluForm::Any,
     .meaning = "the smaller of ACC[dst] and y"},
    {.op = AluOp::Max,
     .word = "max",
     .extension = Extension::None,
     .form = AluForm::Any,
     .meaning = "the larger of ACC[dst] and y"},
    {.op = AluOp::Add,
     .word = "add",
     .extension = Extension::None,
     .form = AluForm::Any,
     .meaning = "ACC[dst] + y, wrapping"},
    {.op = AluOp::Shr,
     .word = "shr",
     .extension = Extension::None,
     .form = AluForm::Any,
     .meaning = "ACC[dst] shifted right arithmetically by y, left by -y"},
    {.op = AluOp::Mul,
     .word = "mul",
     .extension = Extension::None,
     .form = AluForm::Any,
     .meaning = "ACC[dst] * y, wrapping"},
    {.op = AluOp::Clip,
     .word = "clip",
     .extension = Extension::Round,
     .form = AluForm::Immediate,
     .meaning = "clamped to [-imm, imm], with a negative imm to [0, -imm]"},
    {.op = AluOp::Rshr,
     .word = "rshr",
     .extension = Extension::Round,
     .form = AluForm::Any,
     .meaning = "as SHR, but rounded, half up"},
    {.op = AluOp::Mov,
     .word = "mov",
     .extension = Extension::Round,
     .form = AluForm::Any,
     .meaning = "y"},
    {.op = AluOp::Rq,
     .word = "rq",
     .extension = Extension::Rq,
     .form = AluForm::Parameters,
     .vectors = 2,
     .latency = 10,
     .parameters = {.bits = 0xfff,
                    .illegal_bits = 0x300,
                    .illegal_value = 0x300,
                    .legal = "bits 0-7 zero point, 8-9 rounding (0, 1, 2), 10 relu, 11 wide"},
     .meaning = "requantized by the multiplier ACC[src] and the shift ACC[src + 1]"},
    {.op = AluOp::Exp2,
     .word = "exp2",
     .extension = Extension::Exp2,
     .form = AluForm::Parameters,
     .latency = 5,
     .parameters = {.bits = 0xf, .legal = "0..15, the bits of ACC[src] that are its fraction"},
     .meaning = "127 * 2^-x, rounded, where x is ACC[src] with imm bits of fraction"},
}};

// nullptr: no operation has this code.
constexpr const AluOperation* alu_operation(int64_t code) {
  for (const AluOperation& operation : kAluOperations)
    if (static_cast<int64_t>(operation.op) == code)
      return &operation;
  return nullptr;
}

// The operations of a machine with these extensions: "0..4", "0..4 and 8".
std::string legal_alu_codes(int64_t isa_ext);
constexpr bool is_legal_alu_code(int64_t code, int64_t isa_ext) {
  const AluOperation* operation = alu_operation(code);
  return operation != nullptr && has_extension(isa_ext, operation->extension);
}

// Empty, or which of use_imm and imm is wrong, and what would be legal.
std::string alu_form_problem(const AluOperation& operation, int64_t use_imm, int64_t imm);

}  // namespace vta
