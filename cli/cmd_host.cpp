// vta host: hosts by name, files of hosts, and this machine as one (docs/host_time.md).
#include <fmt/format.h>
#include <spdlog/spdlog.h>

#include <memory>
#include <string>

#include "base/file.h"
#include "cli/commands.h"
#include "workbench/host_measure.h"
#include "workbench/host_name.h"

namespace vta::cli {
namespace {

using namespace workbench;

constexpr int64_t kMostHostRuns = 1000;

void list_hosts() {
  for (const explore::NamedHost& named : explore::named_hosts()) {
    const explore::HostCosts host = host_by_name(std::string(named.name));
    fmt::print("{:<12} {:<44} {} figures\n", host.name, host.title, host.basis());
  }
  fmt::print("{:<12} {:<44} measured when it is asked for\n", kMeasuredHost, "this machine");
}

// What is printed is a file: `vta host show cortex-a9 > mine.json`.
void show_host(const std::string& name) {
  fmt::print("{}\n", explore::host_text(host_by_name(name)));
}

void measure_host(int64_t runs, const std::string& path) {
  const std::string text = explore::host_text(measured_host(runs));
  if (path.empty()) {
    fmt::print("{}\n", text);
    return;
  }
  write_text_file(path, text + "\n");
  spdlog::info("wrote {}", path);
}

struct HostOptions {
  std::string name, output;
  int64_t runs = kHostRuns;
};

}  // namespace

void register_host(Command& app) {
  Command* host = app.add_subcommand("host",
                                     "the processors beside the accelerator: what steps "
                                     "cost that it does not compute");
  host->require_subcommand();
  host->footer(
      "Examples:\n"
      "  vta host list\n"
      "  vta host show cortex-a9 > mine.json\n"
      "  vta host measure -o here.json && vta run net.onnx --backend csim --host here.json\n"
      "Exit codes: 0 done, 2 wrong options, 4 unknown or illegal host, 9 results cannot be "
      "written.");
  const auto options = std::make_shared<HostOptions>();

  host->add_subcommand("list", "list the named hosts")->callback(list_hosts);

  Command* show = host->add_subcommand("show", "print a host as a file");
  show->add_option("NAME", options->name, "a name, or a file, which is checked")->required();
  show->callback([options] { show_host(options->name); });

  Command* measure = host->add_subcommand("measure", "measure this machine; seconds");
  measure->add_option("-o,--output", options->output, "file to write (default: standard output)")
      ->output_file();
  measure->add_option("--runs", options->runs, "runs of which the fastest counts")
      ->check(range(1, kMostHostRuns))
      ->capture_default_str();
  measure->callback([options] { measure_host(options->runs, options->output); });
}

}  // namespace vta::cli
