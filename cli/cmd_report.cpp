// vta report: one HTML file that explains a sweep, a run, or two runs.
#include <spdlog/spdlog.h>

#include <memory>
#include <string>

#include "cli/commands.h"
#include "cli/machine_flags.h"
#include "explore/space/read_goal.h"
#include "workbench/device_name.h"
#include "workbench/report.h"

namespace vta::cli {
namespace {

using namespace workbench;

struct ReportFlags {
  ReportRequest request;
  std::string output;
  ClockFlag clock;
};

void run_report(const ReportFlags& flags) {
  ReportRequest request = flags.request;
  request.clock = flags.clock.label;
  const int64_t bytes = write_report(request, flags.output);
  spdlog::info("{}: {:.2f} MB", flags.output, static_cast<double>(bytes) / 1e6);
}

}  // namespace

void register_report(Command& app) {
  auto flags = std::make_shared<ReportFlags>();
  Command* command =
      app.add_subcommand("report", "write an HTML report of a sweep, a run or two runs");
  command
      ->add_option("inputs", flags->request.inputs,
                   "the database of a sweep (vta sweep), or one or two runs (vta run --json)")
      ->required()
      ->expected(1, 2);
  command->add_option("-o,--output", flags->output, "the HTML file")->required()->output_file();
  flags->clock.add_to(*command);
  command->add_flag(
      "--all-layers", flags->request.all_layers,
      "include the layers of every point, even for thousands of points (a larger file)");
  command->add_option("--device", flags->request.device, device_help())->capture_default_str();
  const auto positive = real_range(explore::kLeastGoal, explore::kMostGoal);
  const Option* slowest = command
                              ->add_option("--max-ms", flags->request.max_ms,
                                           "sweep: recommend the cheapest point within this time "
                                           "per frame (one image of every network)")
                              ->check(positive);
  command
      ->add_option("--min-fps", flags->request.min_fps,
                   "sweep: the same limit as frames per second")
      ->check(positive)
      ->excludes(slowest);
  command->footer(
      "The file is self-contained: it opens from disk, without a network, in Chrome 86,\n"
      "Firefox 113, Safari 16.4 or newer.\n\n"
      "Examples:\n"
      "  vta report sweep.db -o sweep.html\n"
      "  vta report sweep.db -o sweep.html --device artix7_100t\n"
      "  vta report sweep.db -o sweep.html --clock auto --min-fps 30\n"
      "  vta run resnet18.onnx --backend csim --timing-only --json > a.json\n"
      "  vta report a.json -o a.html\n"
      "  vta report a.json b.json -o difference.html\n\n"
      "Exit codes: 0 done, 2 wrong command line, 3 unreadable or malformed input, 4 unknown\n"
      "device, 9 the file cannot be written");
  command->callback([flags] { run_report(*flags); });
}

}  // namespace vta::cli
