// vta profile: what every operator of a network needs, where its tensors lie, when it runs.
#include <cstdio>
#include <memory>

#include "base/file.h"
#include "base/json.h"
#include "cli/commands.h"
#include "cli/compile_flags.h"
#include "cli/compiled_program.h"
#include "cli/input.h"
#include "cli/launch_bound.h"
#include "cli/machine_flags.h"
#include "cli/resource_limits.h"
#include "explore/profile/profile_report.h"
#include "explore/record/timed_run.h"

namespace vta::cli {
namespace {

struct ProfileFlags {
  CompileFlags compile;
  std::string model, memory, output;
  ClockFlag clock;
  int64_t max_cycles = kMaxCycles;
  bool insns = false, json = false;
};

constexpr const char* kProfileExamples = R"(Examples:
  vta profile resnet18.onnx -o profile.json
  vta profile resnet18.onnx --config 1x32 --memory ddr,bus=16 -o profile.json --insns
  vta profile resnet18.vta --json | jq .memory.peak_bytes

Exit codes: 0 done; 2 wrong options; 3 unreadable input; 9 unwritable output; 4 illegal configuration;
  5 cannot be compiled; 8 more than --max-memory, --max-seconds or --max-cycles allow.)";

Program program_of(const ProfileFlags& flags) {
  if (flags.model.ends_with(".vta")) {
    flags.compile.require_none_given(flags.model);
    return load_program_for(flags.model, flags.compile.given_config(), [&](VtaConfig config) {
      return flags.clock.on(with_memory(std::move(config), flags.memory));
    });
  }
  flags.compile.require_program("profile");
  CompileOptions options = flags.compile.options_for(flags.model);
  options.config = flags.clock.on(with_memory(options.config, flags.memory));
  return compile_with_notes_logged(flags.model, options);
}

void profile(const ProfileFlags& flags) {
  explore::IntervalLog log;
  const explore::TimedRun run =
      explore::timed_run(program_of(flags), "csim", &log, flags.max_cycles);
  const explore::Profile result = explore::make_profile(run.program, run.stats, log);
  const std::string text =
      json_text(explore::profile_json(result, run.program, flags.insns)) + "\n";
  if (!flags.output.empty())
    write_text_file(flags.output, text);
  std::fputs(flags.json ? text.c_str() : explore::profile_text(result).c_str(), stdout);
}

}  // namespace

void register_profile(Command& app) {
  auto flags = std::make_shared<ProfileFlags>();
  Command* command = app.add_subcommand(
      "profile", "footprint, memory plan and times of every operator of a network");
  command->add_option("model", flags->model, "network (.onnx), listing (.ir) or program (.vta)")
      ->required();
  flags->compile.add_to(*command);
  explain_program_config(*command);
  add_memory(*command, flags->memory);
  flags->clock.add_to(*command);
  add_max_cycles(*command, flags->max_cycles);
  command->add_option("-o,--output", flags->output, "write the JSON document here")->output_file();
  command->add_flag("--insns", flags->insns, "with the times of every instruction");
  command->add_flag("--json", flags->json, "print the JSON document instead of the tables");
  command->footer(kProfileExamples);
  command->callback(limited(*command, [flags] { profile(*flags); }));
}

}  // namespace vta::cli
