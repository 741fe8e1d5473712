// Programs and their traces, for tests.
#pragma once

#include <unistd.h>

#include <cstring>
#include <filesystem>
#include <string>

#include "explore/trace/trace_writer.h"
#include "hw/isa/assembler.h"
#include "runtime/launches.h"
#include "sim/csim/csim.h"
#include "tests/explore/trace/parsed_trace.h"

namespace vta::test {

// A file that is gone when the test is over.
class TraceFile {
 public:
  explicit TraceFile(const std::string& ending = ".json")
      : path_((std::filesystem::path(::testing::TempDir()) /
               fmt::format("vta_trace_{}_{}{}", ::getpid(), count_++, ending))
                  .string()) {}
  ~TraceFile() { std::filesystem::remove(path_); }
  const std::string& path() const { return path_; }

 private:
  static inline int count_ = 0;
  std::string path_;
};

// One launch of one kernel "tiny", all but the last instruction; its data begin at address 0.
inline Program assembled_program(const VtaConfig& config, const std::string& text) {
  const InsnCodec codec(config);
  const std::vector<Insn> insns = assemble(text, "test", codec).insns;
  Program program;
  program.config = config;
  program.provenance.model = "tiny";
  program.insns_offset = 1 << 16;
  program.arena_bytes = (1 << 16) + std::ssize(insns) * 16;
  program.insns.resize(insns.size() * 16);
  for (size_t i = 0; i < insns.size(); ++i) {
    const InsnBits bits = codec.encode(insns[i]);
    std::memcpy(program.insns.data() + 16 * i, &bits, 16);
  }
  program.steps.push_back(LaunchStep{0, std::ssize(insns), 0, 1});
  ProgramKernel kernel;
  kernel.name = "tiny";
  kernel.kind = "alu";
  kernel.insn_count = std::ssize(insns) - 1;
  program.kernels.push_back(kernel);
  return program;
}

struct Traced {
  RunStats stats;
  ParsedTrace trace;
  int64_t insns, bursts, cycles;  // as the writer says
};

inline Traced trace_of(const Program& program, explore::TraceOptions options = {},
                       const std::string& ending = ".json.gz") {
  const TraceFile to(ending);
  explore::TraceOutput file(to.path());
  explore::TraceWriter writer(program, std::move(options), file);
  std::unique_ptr<Device> device = make_csim(program.config, "auto", {.timing_only = true});
  device->set_trace_sink(&writer);
  RunStats stats;
  try {
    stats = run_launches(program, std::move(device));
  } catch (...) {
    writer.finish();
    file.close();
    throw;
  }
  writer.finish();
  file.close();
  return {std::move(stats), ParsedTrace(to.path()), writer.insns(), writer.bursts(),
          writer.cycles()};
}

}  // namespace vta::test
