#include "workbench/views/compile_report.h"

#include <fmt/format.h>

#include <boost/json.hpp>
#include <cstdio>

#include "base/plural.h"
#include "explore/record/run_writer.h"

namespace vta::workbench {

namespace {

boost::json::object parameters_json(const std::string& file, const Parameters& parameters) {
  return {{"output", file},
          {"count", parameters.list.size()},
          {"nbytes", parameters.bytes.size()},
          {"content_hash", parameters.content_hash()},
          {"structure_hash", parameters.structure}};
}

}  // namespace

boost::json::object compile_json(const CompileReport& report) {
  const auto& [output, params, result, parameters, with_times] = report;
  const CompileTimes& t = result.times;
  boost::json::object out = {
      {"provenance", explore::provenance_block(result.program, "vta.compile")},
      {"output", output},
      {"kernels", result.program.kernels.size()},
      {"instructions", result.program.insns.size() / 16},
      {"uop_nbytes", result.program.uops.size()},
      {"constant_nbytes", result.program.constants.size()},
      {"arena_nbytes", result.program.arena_bytes},
      {"seconds",
       {{"import", t.import_seconds},
        {"passes", t.passes_seconds},
        {"schedule", t.schedule_seconds},
        {"codegen", t.codegen_seconds},
        {"pack", t.pack_seconds},
        {"total", t.total_seconds()}}}};
  if (parameters)
    out["parameters"] = parameters_json(params, *parameters);
  out["notes"] = boost::json::value_from(result.notes);
  return out;
}

void print_compile(const CompileReport& report) {
  const auto& [output, params, result, parameters, with_times] = report;
  const Program& program = result.program;
  fmt::print("{}: {}, {}, {} of micro-ops, {} of constants\n", output,
             counted(std::ssize(program.kernels), "kernel"),
             counted(std::ssize(program.insns) / 16, "instruction"),
             counted(std::ssize(program.uops), "byte"),
             counted(std::ssize(program.constants), "byte"));
  if (parameters)
    fmt::print("{}: {}, {}, content hash {}, for programs of structure {}\n", params,
               counted(std::ssize(parameters->list), "parameter"),
               counted(std::ssize(parameters->bytes), "byte"), parameters->content_hash(),
               parameters->structure);
  for (const std::string& note : result.notes)
    fmt::print("note: {}\n", note);
  const CompileTimes& t = result.times;
  if (with_times)
    std::printf(
        "times: import %.3f s, passes %.3f s, schedule %.3f s, codegen %.3f s, packing %.3f s, in "
        "all %.3f s\n",
        t.import_seconds, t.passes_seconds, t.schedule_seconds, t.codegen_seconds, t.pack_seconds,
        t.total_seconds());
}

}  // namespace vta::workbench
