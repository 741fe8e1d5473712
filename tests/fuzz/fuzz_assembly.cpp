// Assembly text: instructions alone, and test programs with their memory; what can be read is
// printed so that it reads the same.
#include <cstdint>
#include <string_view>

#include "base/error.h"
#include "hw/isa/assembler.h"
#include "hw/isa/disassembler.h"
#include "sim/cosim/program_text.h"

namespace {

void read_instructions(std::string_view text) {
  const vta::InsnCodec codec(vta::named_config("default"));
  for (const vta::Insn& insn : vta::assemble(text, "text", codec).insns)
    (void)codec.encode(insn);
}

void read_program(std::string_view text) {
  const vta::cosim::TestProgram program = vta::cosim::parse_program(text, "program");
  VTA_CHECK(vta::cosim::parse_program(vta::cosim::program_text(program), "again") == program,
            "printed otherwise");
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  for (const auto read : {read_instructions, read_program}) {
    try {
      read(text);
    } catch (const vta::Error&) {
    }
  }
  return 0;
}
