#include "tests/compiler/middle/compiled.h"

#include <cstring>

#include "compiler/text/text.h"
#include "hw/isa/codec.h"

namespace vta::testing {

Compiled compile_listing(const std::string& listing, const VtaConfig& config,
                         const std::string& schedule) {
  Graph graph = parse_graph(listing, "random.ir");
  fill_constants(graph, 1);
  CompileOptions options;
  options.config = config;
  options.recipe.set("schedule", schedule);
  options.plan = true;
  CompileResult result = compile_graph(std::move(graph), options);
  return {std::move(result.program), boost::json::parse(result.plan).as_object(),
          std::move(result.notes)};
}

std::vector<Access> accesses(const Program& program, const ProgramKernel& kernel) {
  const InsnCodec codec(program.config);
  std::vector<Access> all;
  for (int64_t i = kernel.first_insn; i < kernel.first_insn + kernel.insn_count; ++i) {
    InsnBits bits;
    std::memcpy(&bits, program.insns.data() + i * static_cast<int64_t>(sizeof(bits)), sizeof(bits));
    const Insn insn = codec.decode(bits);
    if ((insn.op() != Opcode::Load && insn.op() != Opcode::Store) || is_nop(insn))
      continue;
    const int64_t bytes = program.config.element_bytes(insn.memory());
    Access access{insn.op() == Opcode::Store, insn.memory(), {}};
    for (int64_t y = 0; insn.x_size > 0 && y < insn.y_size; ++y) {  // else padding alone
      const int64_t first = insn.dram_base + y * insn.x_stride;
      access.rows.push_back({first * bytes, (first + insn.x_size) * bytes});
    }
    all.push_back(std::move(access));
  }
  return all;
}

Bytes bytes_of(const DeviceTensor& tensor) {
  return {tensor.offset_bytes, tensor.offset_bytes + tensor.layout.size_bytes()};
}

}  // namespace vta::testing
