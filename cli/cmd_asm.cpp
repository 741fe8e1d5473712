// vta asm and vta disasm: instruction text to bytes and back.
#include <fmt/format.h>

#include <cstring>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "base/error.h"
#include "base/file.h"
#include "base/outputs_together.h"
#include "base/plural.h"
#include "cli/commands.h"
#include "cli/resource_limits.h"
#include "config/vta_config.h"
#include "hw/isa/assembler.h"
#include "hw/isa/codec.h"
#include "hw/isa/disassembler.h"
#include "runtime/program.h"
#include "workbench/config_name.h"

namespace vta::cli {
namespace {

using namespace workbench;

struct AsmOptions {
  std::string input;
  std::string output;
  std::string config = "default";
  std::string uops;
  bool as_uops = false;
};

template <typename Word>
void append(std::vector<std::byte>& out, const Word& word, size_t bytes) {
  const auto raw = std::as_bytes(std::span(&word, 1)).first(bytes);
  out.insert(out.end(), raw.begin(), raw.end());
}

void assemble_file(const AsmOptions& o) {
  const InsnCodec codec(config_by_name(o.config));
  const AssemblyUnit unit = assemble(read_text_file(o.input, kMostAssemblyBytes), o.input, codec);
  if (!unit.uops.empty() && o.uops.empty())
    throw UsageError(fmt::format("{} has {} micro-ops: say where to write them (--uops FILE)",
                                 o.input, unit.uops.size()));
  std::vector<std::byte> insns;
  for (const Insn& insn : unit.insns)
    append(insns, codec.encode(insn), sizeof(InsnBits));
  OutputsTogether files;
  write_file(o.output, insns);
  if (o.uops.empty())
    return files.commit();
  std::vector<std::byte> uops;
  for (const Uop& uop : unit.uops)
    append(uops, codec.encode_uop(uop), static_cast<size_t>(codec.uop_bytes()));
  write_file(o.uops, uops);
  files.commit();
}

// The file's bytes as whole words.
size_t word_count(std::span<const std::byte> bytes, size_t word_bytes, std::string_view origin) {
  if (bytes.size() % word_bytes != 0)
    throw InputError(fmt::format("{}: {} not a multiple of {}", origin,
                                 counted(std::ssize(bytes), "byte is", "bytes are"), word_bytes));
  return bytes.size() / word_bytes;
}

std::string insn_text(const InsnCodec& codec, std::span<const std::byte> bytes, size_t index) {
  InsnBits bits;
  std::memcpy(&bits, bytes.data() + index * sizeof(InsnBits), sizeof(InsnBits));
  return disassemble(codec.decode(bits));
}

void print_insns(const InsnCodec& codec, std::span<const std::byte> bytes,
                 std::string_view origin) {
  const size_t count = word_count(bytes, sizeof(InsnBits), origin);
  for (size_t i = 0; i < count; ++i)
    fmt::print("{}\n", insn_text(codec, bytes, i));
}

void print_uops(const InsnCodec& codec, std::span<const std::byte> bytes, std::string_view origin) {
  const auto word = static_cast<size_t>(codec.uop_bytes());
  const size_t count = word_count(bytes, word, origin);
  for (size_t i = 0; i < count; ++i) {
    uint64_t bits = 0;
    std::memcpy(&bits, bytes.data() + i * word, word);
    fmt::print("{}\n", disassemble(codec.decode_uop(bits)));
  }
}

// A kernel's heading stands before its first instruction; kernels that interleave share lines.
void print_program(const Program& program) {
  const InsnCodec codec(program.config);
  fmt::print("# configuration {}\n", program.config.name());
  const size_t count = program.insns.size() / sizeof(InsnBits);
  for (size_t i = 0; i < count; ++i) {
    for (const ProgramKernel& kernel : program.kernels) {
      if (kernel.first_insn == static_cast<int64_t>(i))
        fmt::print("\n# kernel {} ({}): {} from {}{}{}\n", kernel.name, kernel.kind,
                   counted(kernel.insn_count, "instruction"), kernel.first_insn,
                   kernel.description.empty() ? "" : "; ", kernel.description.text());
    }
    fmt::print("{}\n", insn_text(codec, program.insns, i));
  }
  if (!program.uops.empty())
    fmt::print("\n# micro-ops\n");
  print_uops(codec, program.uops, "micro-ops of the program");
}

void disassemble_file(const AsmOptions& o) {
  if (o.input.ends_with(".vta")) {
    print_program(load_program(o.input));
    return;
  }
  const InsnCodec codec(config_by_name(o.config));
  const std::vector<std::byte> bytes = read_file(o.input);
  if (o.as_uops)
    print_uops(codec, bytes, o.input);
  else
    print_insns(codec, bytes, o.input);
}

}  // namespace

void register_asm(Command& app) {
  Command* sub = app.add_subcommand("asm", "assemble instruction text to raw bytes");
  const auto o = std::make_shared<AsmOptions>();
  sub->add_option("INPUT", o->input, "assembly text")->required();
  sub->add_option("-o,--output", o->output, "instructions, 16 bytes each")
      ->required()
      ->output_file();
  sub->add_option("--uops", o->uops, "micro-ops of the text, one word each")->output_file();
  sub->add_option("--config", o->config, kConfigHelp);
  sub->footer(
      "Example:\n"
      "  vta asm kernel.s -o insns.bin --uops uops.bin --config 1x32\n"
      "Exit codes: 0 written, 2 usage, 3 unreadable or faulty text, 4 configuration,\n"
      "9 a file cannot be written.");
  sub->callback([o] { assemble_file(*o); });
}

void register_disasm(Command& app) {
  Command* sub = app.add_subcommand("disasm", "print instructions as text that vta asm reads");
  const auto o = std::make_shared<AsmOptions>();
  sub->add_option("INPUT", o->input, "raw instructions, or a program (.vta)")->required();
  sub->add_option("--config", o->config, kConfigHelp);
  sub->add_flag("--as-uops", o->as_uops, "the raw file holds micro-ops");
  sub->footer(
      "Examples:\n"
      "  vta disasm insns.bin --config tiny\n"
      "  vta disasm resnet18.vta\n"
      "Exit codes: 0 printed, 3 unreadable or malformed file, 4 configuration,\n"
      "8 more than --max-memory or --max-seconds allow, 9 results cannot be written.");
  sub->callback(limited(*sub, [o] { disassemble_file(*o); }));
}

}  // namespace vta::cli
