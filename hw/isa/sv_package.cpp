#include "hw/isa/sv_package.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <span>
#include <vector>

#include "config/field_table.h"
#include "hw/isa/codec.h"
#include "hw/isa/mnemonics.h"
#include "hw/isa/registers.h"

namespace vta {

namespace {

// "uop_bgn" -> "UopBgn"; "MEM_LO" -> "MemLo".
std::string camel(std::string_view text) {
  std::string out;
  bool start = true;
  for (const char c : text) {
    const auto u = static_cast<unsigned char>(c);
    if (c == '_')
      start = true;
    else {
      out += static_cast<char>(start ? std::toupper(u) : std::tolower(u));
      start = false;
    }
  }
  return out;
}

std::string parameter(std::string_view name, int64_t value) {
  return fmt::format("  localparam int unsigned {} = {};\n", name, value);
}

// With the space behind it.
std::string range(int64_t width) {
  return width == 1 ? "" : fmt::format("[{}:0] ", width - 1);
}

constexpr const char* kBegin =
    "/* verilator lint_off UNUSEDPARAM */  // all is in it, whatever a top needs\n";
constexpr const char* kEnd = "\nendpackage\n/* verilator lint_on UNUSEDPARAM */\n";

struct PadName {
  std::string_view name;
  MemoryType type;
};
constexpr std::array<PadName, 6> kMemories{{{"Uop", MemoryType::Uop},
                                            {"Wgt", MemoryType::Wgt},
                                            {"Inp", MemoryType::Inp},
                                            {"Acc", MemoryType::Acc},
                                            {"Out", MemoryType::Out},
                                            {"Acc8", MemoryType::Acc8}}};

std::string shape_section(const VtaConfig& c) {
  std::string out = "  // Shape of the machine.\n";
  out += parameter("Batch", c.batch()) + parameter("BlockIn", c.block_in()) +
         parameter("BlockOut", c.block_out()) + parameter("BusBytes", c.bus_bytes()) +
         parameter("CmdQueueDepth", c.cmd_queue_depth) +
         parameter("AccReadPorts", c.acc_read_ports) + parameter("GemmPipeline", c.gemm_pipeline) +
         parameter("ProductsPerMultiplier", c.products_per_multiplier) +
         parameter("AccOverlap", c.acc_overlap) + parameter("IsaExt", c.isa_ext) +
         parameter("InsnBits", kInsnBits) +
         parameter("UopBits", c.element_bytes(MemoryType::Uop) * 8);
  out += "\n  // Bytes of one element in memory; log2 of the depth of the scratchpad.\n";
  for (const PadName& m : kMemories)
    out += parameter(fmt::format("{}ElemBytes", m.name), c.element_bytes(m.type));
  for (size_t i = 0; i < 4; ++i)
    out += parameter(fmt::format("Log{}Depth", kMemories[i].name), c.log_depth(kMemories[i].type));
  return out;
}

std::string enum_section(std::string_view type, std::string_view prefix,
                         std::span<const Mnemonic> words, size_t count) {
  std::string out = "\n  typedef enum logic [2:0] {\n";
  for (size_t i = 0; i < count; ++i)
    out += fmt::format("    {}{} = 3'd{}{}\n", prefix, camel(words[i].word), words[i].value,
                       i + 1 < count ? "," : "");
  return out + fmt::format("  }} {};\n", type);
}

std::string position_section(std::string_view prefix, std::string_view what, const auto& fields) {
  std::string out = fmt::format("\n  // Fields of {}.\n", what);
  for (const auto& f : fields) {
    const std::string name = std::string(prefix) + camel(f.name);
    out += parameter(name + "Lsb", f.lsb) + parameter(name + "Width", f.width);
  }
  return out;
}

// A packed struct lists its most significant member first; unused bits become pads.
std::string struct_section(std::string_view type, int64_t total_bits, const auto& fields) {
  std::vector<std::string> members;
  int64_t next = 0;
  int pads = 0;
  const auto pad_to = [&](int64_t lsb) {
    if (lsb > next)
      members.push_back(fmt::format("    logic {}unused_{};\n", range(lsb - next), pads++));
  };
  for (const auto& f : fields) {
    pad_to(f.lsb);
    bool is_signed = false;
    if constexpr (requires { f.is_signed; })
      is_signed = f.is_signed;
    members.push_back(
        fmt::format("    logic {}{}{};\n", is_signed ? "signed " : "", range(f.width), f.name));
    next = f.lsb + f.width;
  }
  pad_to(total_bits);
  std::string out = "\n  typedef struct packed {\n";
  for (auto it = members.rbegin(); it != members.rend(); ++it)
    out += *it;
  return out + fmt::format("  }} {};\n", type);
}

std::string error_section() {
  std::string out = "\n  // Error codes, in order of precedence.\n  typedef enum logic [3:0] {\n";
  constexpr int kLast = static_cast<int>(IsaError::BusError);  // the shell's follow
  for (int i = 0; i <= kLast; ++i)
    out += fmt::format("    Err{} = 4'd{}{}\n", camel(isa_error_name(static_cast<IsaError>(i))), i,
                       i < kLast ? "," : "");
  return out + "  } isa_error_e;\n";
}

std::string shell_errors() {
  std::string out;
  for (const IsaError error : {IsaError::Timeout, IsaError::Aborted})
    out += fmt::format("  localparam logic [3:0] Err{} = 4'd{};\n", camel(isa_error_name(error)),
                       static_cast<int>(error));
  return out;
}

std::string register_section(const auto& table) {
  std::string out = "\n  // AXI-Lite byte offsets; 64-bit registers take two words, low first.\n";
  for (const auto& spec : table)
    out += fmt::format("  localparam logic [11:0] Reg{} = 12'h{:03x};  // {} bits, {}: {}\n",
                       camel(spec.name), spec.offset, spec.bits,
                       spec.writable ? "read/write" : "read only", spec.description);
  return out;
}

struct Layout {
  int64_t opcode;
  std::string_view prefix;
  std::string_view what;
  std::string_view type;
};
// STORE is laid out as LOAD.
constexpr std::array<Layout, 3> kLayouts{{{0, "Mem", "LOAD and STORE", "mem_insn_t"},
                                          {2, "Gemm", "GEMM", "gemm_insn_t"},
                                          {4, "Alu", "ALU", "alu_insn_t"}}};

}  // namespace

std::string sv_package(const VtaConfig& config) {
  const InsnCodec codec(config);
  std::string out = fmt::format(
      "// The instruction set for configuration {}.\n"
      "// Generated from the field table and the register table (hw/isa); do not edit.\n"
      "{}package vta_isa_pkg;\n\n",
      config.name(), kBegin);
  out += shape_section(config);
  out += enum_section("opcode_e", "Op", opcode_mnemonics(), 5);
  out += enum_section("memory_type_e", "Mem", memory_mnemonics(), 6);
  for (const Layout& l : kLayouts)
    out += position_section(l.prefix, l.what, codec.fields(l.opcode));
  out += position_section("Uop", "a micro-op", codec.uop_fields());
  for (const Layout& l : kLayouts)
    out += struct_section(l.type, kInsnBits, codec.fields(l.opcode));
  out += struct_section("uop_t", codec.uop_bytes() * 8, codec.uop_fields());
  out += error_section() + register_section(register_table());
  return out + kEnd;
}

std::string sv_shell_package(const VtaConfig& config) {
  return fmt::format(
             "// The AXI shell for configuration {}.\n"
             "// Generated from the configuration and the register table (hw/isa); do not edit.\n"
             "{}package vta_shell_pkg;\n\n"
             "  // Form of the memory's bus; identity of the streams that the machine runs.\n"
             "{}  localparam logic [63:0] StreamHash = 64'h{};\n\n"
             "  // Error codes behind the core's.\n{}",
             config.name(), kBegin, parameter("Axi", config.axi), config.stream_hash(),
             shell_errors()) +
         register_section(shell_register_table()) + kEnd;
}

}  // namespace vta
