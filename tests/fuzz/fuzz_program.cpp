// A program file with checksums made right, and all that commands say of a program: its picture,
// parameters and memory, its cycles on csim as profile, report, roofline and record. What
// check_program() lets pass none of them may stumble over.
#include "cli/layer_report.h"
#include "cli/program_graph.h"
#include "cli/report.h"
#include "cli/roofline.h"
#include "explore/profile/memory_profile.h"
#include "explore/profile/profile_report.h"
#include "explore/record/timed_run.h"
#include "runtime/parameters.h"
#include "tests/fuzz/container_checksums.h"
#include "tests/fuzz/fuzz_limits.h"
#include "tests/fuzz/short_program.h"

namespace {

constexpr int64_t kMostSteps = int64_t{1} << 14;
constexpr int64_t kMostCycles = 100'000;

// One that refuses leaves the others their turn.
template <typename Use>
void unless_refused(Use use) {
  try {
    use();
  } catch (const vta::Error&) {
  }
}

void say_times(const vta::Program& program) {
  vta::explore::IntervalLog log;
  const vta::explore::TimedRun run = vta::explore::timed_run(program, "csim", &log, kMostCycles);
  const vta::explore::Profile profile = vta::explore::make_profile(run.program, run.stats, log);
  vta::explore::profile_text(profile);
  vta::explore::profile_json(profile, run.program, true);
  vta::explore::make_record(run.program, run.stats, "csim", "fuzz");
  vta::cli::RunOutcome outcome;
  outcome.program = &run.program;
  outcome.stats = &run.stats;
  outcome.backend = "csim";
  outcome.has_outputs = false;
  vta::cli::summary_text(outcome);
  vta::cli::layer_tables(outcome, 100);
  vta::cli::layer_csv(outcome);
  vta::cli::outcome_json(outcome);
  vta::cli::roofline_svg(vta::cli::roofline_of(outcome));
}

void look_at(std::span<const std::byte> bytes) {
  std::vector<std::byte> file(bytes.begin(), bytes.end());
  vta::fuzz::correct_program(file);
  const vta::Program program = vta::parse_program(file, "fuzz");
  vta::input_names(program);
  vta::output_names(program);
  unless_refused([&] { vta::parameters_of(program); });
  unless_refused([&] {
    const vta::cli::ProgramGraph graph = vta::cli::program_graph(program);
    vta::cli::program_graph_json(graph);
    vta::cli::program_graph_svg(graph);
  });
  if (!vta::fuzz::is_short(program, kMostSteps))
    return;
  unless_refused([&] { vta::explore::memory_profile(program, vta::explore::positions(program)); });
  unless_refused([&] { say_times(program); });
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  return vta::fuzz::within_limits(data, size, look_at);
}
