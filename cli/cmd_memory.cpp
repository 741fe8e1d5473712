// vta memory: the memories that --memory knows, and the simple one that is nearest to measured
// times.
#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <boost/json.hpp>
#include <cmath>
#include <memory>
#include <optional>
#include <string>

#include "base/error.h"
#include "base/file.h"
#include "base/json.h"
#include "base/plural.h"
#include "base/provenance.h"
#include "cli/commands.h"
#include "config/dram_file.h"
#include "config/memory_preset.h"
#include "sim/dram/simple_fit.h"

namespace vta::cli {
namespace {

struct MemoryFlags {
  std::string dram, trace, beside;
  ReplayPort port;
  double tick_ns = 1.0;
  bool json = false;
};

constexpr const char* kMemoryExamples = R"(Examples:
  vta memory list
  vta memory show ddr3-1066 > mine.json      # a file to begin with: vta run NET --memory mine.json
  vta memory fit bursts.csv --tick-ns 1.875 --bus 8 --mhz 100 --outstanding 4
  vta memory fit bursts.csv --tick-ns 1.875 --bus 8 --mhz 100 --beside ddr3-1066

`fit` reads a table of measured bursts, one a line in the order of their grants: columns addr, write (0, 1),
bytes, granted, complete, the times in ticks of --tick-ns. It prints the text for --memory and how far off that is.
Exit codes: 0 done; 2 wrong options; 3 unreadable input; 4 no such DRAM.)";

double gigabytes_per_second(const DramConfig& dram) {
  return static_cast<double>(dram.organization.transaction_bytes) * 1000 /
         static_cast<double>(dram.timing.burst * dram.clock_ps);
}

void print_list(const MemoryFlags& flags) {
  boost::json::array rows;
  for (const MemoryPreset& preset : memory_presets()) {
    rows.push_back({{"name", preset.name},
                    {"kind", "simple"},
                    {"read_latency", preset.read_latency},
                    {"write_latency", preset.write_latency},
                    {"gap", preset.gap},
                    {"meant_for_bus_bytes", preset.bus_bytes}});
    if (!flags.json)
      fmt::print("{:<12} cycles: read latency {}, write latency {}, gap {}; for {} bytes a cycle\n",
                 preset.name, preset.read_latency, preset.write_latency, preset.gap,
                 preset.bus_bytes);
  }
  for (const NamedDram& named : named_drams()) {
    const DramConfig& dram = dram_of(std::string(named.name));
    rows.push_back({{"name", dram.name},
                    {"kind", "dram"},
                    {"title", dram.title},
                    {"clock_ps", dram.clock_ps},
                    {"bytes", dram.organization.capacity_bytes()},
                    {"gigabytes_per_second", gigabytes_per_second(dram)},
                    {"source", dram.source}});
    if (!flags.json)
      fmt::print("{:<12} nanoseconds: {}; {:.1f} GB/s at most, {} MiB\n", dram.name, dram.title,
                 gigabytes_per_second(dram), dram.organization.capacity_bytes() >> 20);
  }
  if (flags.json)
    fmt::print("{}\n", json_text(boost::json::object{
                           {"provenance", provenance_json({.schema = "vta.memory_list"})},
                           {"memories", std::move(rows)}}));
}

void print_dram(const MemoryFlags& flags) {
  for (const NamedDram& named : named_drams())
    if (named.name == flags.dram) {
      fmt::print("{}", named.json);
      return;
    }
  load_dram(flags.dram);
  fmt::print("{}", read_text_file(flags.dram, kMostTextBytes));
}

boost::json::object fit_json(const SimpleFit& fit, double tick_ns) {
  return {{"read", fit.memory.read_latency},
          {"write", fit.memory.write_latency},
          {"gap", fit.memory.gap},
          {"measured_ns", static_cast<double>(fit.measured) * tick_ns},
          {"simple_ns", static_cast<double>(fit.fitted) * tick_ns},
          {"total_error_percent", 100 * fit.total_error},
          {"mean_latency_error_ns", fit.latency_error * tick_ns}};
}

std::string memory_text(const SimpleMemory& memory, const ReplayPort& port) {
  return fmt::format("read={},write={},gap={},outstanding={},bus={}", memory.read_latency,
                     memory.write_latency, memory.gap, port.outstanding, port.bytes);
}

void print_fit(const std::string& what, const SimpleFit& fit, const MemoryFlags& flags) {
  fmt::print("{:<12} --memory {}\n", what, memory_text(fit.memory, flags.port));
  fmt::print("{:<12} {:.1f} ns in all where {:.1f} ns were measured: {:+.2f} %\n", "",
             static_cast<double>(fit.fitted) * flags.tick_ns,
             static_cast<double>(fit.measured) * flags.tick_ns, 100 * fit.total_error);
  fmt::print("{:<12} a burst's time is off by {:.1f} ns on average\n", "",
             fit.latency_error * flags.tick_ns);
}

void fit(const MemoryFlags& flags) {
  if (const int64_t bus = flags.port.bytes;
      bus < 8 || bus > 64 || !std::has_single_bit(static_cast<uint64_t>(bus)))
    throw UsageError(fmt::format("--bus {}: the bytes of a port are 8, 16, 32 or 64", bus));
  const BurstTrace measured =
      parse_measured(read_text_file(flags.trace, kMostTextBytes), flags.trace);
  const auto tick_ps = static_cast<int64_t>(std::llround(flags.tick_ns * 1000));
  const SimpleFit best = fit_simple(measured, tick_ps, flags.port);
  boost::json::object out = {{"provenance", provenance_json({.schema = "vta.memory_fit"})},
                             {"bursts", std::ssize(measured.bursts)},
                             {"memory", memory_text(best.memory, flags.port)},
                             {"fit", fit_json(best, flags.tick_ns)}};
  std::optional<SimpleFit> beside;
  if (!flags.beside.empty()) {
    int64_t longest = 1;
    for (const DramBurst& burst : measured.bursts)
      longest = std::max(longest, (burst.bytes + flags.port.bytes - 1) / flags.port.bytes);
    beside = judge_simple(
        measured, tick_ps, flags.port,
        simple_memory(load_dram(flags.beside), flags.port.bytes, longest, flags.port.mhz * 1000));
    out["beside"] = fit_json(*beside, flags.tick_ns);
  }
  if (flags.json) {
    fmt::print("{}\n", json_text(out));
    return;
  }
  fmt::print("{}: {}, {} bytes a cycle at {} MHz, {} in flight at most\n", flags.trace,
             counted(std::ssize(measured.bursts), "burst"), flags.port.bytes, flags.port.mhz,
             flags.port.outstanding);
  print_fit("fitted", best, flags);
  if (beside)
    print_fit(flags.beside, *beside, flags);
}

}  // namespace

void register_memory(Command& app) {
  Command* memory =
      app.add_subcommand("memory", "memories behind the port: list, show, fit to measured times");
  memory->require_subcommand();
  memory->footer(kMemoryExamples);
  auto flags = std::make_shared<MemoryFlags>();
  Command* list = memory->add_subcommand("list", "list the memories that --memory knows by name");
  list->add_flag("--json", flags->json, "print JSON");
  list->callback([flags] { print_list(*flags); });

  Command* show = memory->add_subcommand("show", "print the file of a DRAM");
  show->add_option("DRAM", flags->dram, "a known one, or a file, which is checked")->required();
  show->callback([flags] { print_dram(*flags); });

  Command* fitting = memory->add_subcommand("fit", "the simple memory nearest to measured bursts");
  fitting->add_option("TRACE.csv", flags->trace, "measured bursts")->required();
  fitting->add_option("--tick-ns", flags->tick_ns, "nanoseconds of a tick of the times")
      ->check(real_range(0.001, 1000));
  fitting->add_option("--bus", flags->port.bytes, "bytes that the port moves in a cycle")
      ->check(range(1, 64));
  fitting->add_option("--mhz", flags->port.mhz, "clock of the port")->check(range(1, 10000));
  fitting->add_option("--outstanding", flags->port.outstanding, "bursts in flight at most")
      ->check(range(1, 64));
  fitting->add_option("--beside", flags->beside,
                      "DRAM: also how far off its simple memory is, which is not fitted");
  fitting->add_flag("--json", flags->json, "print JSON");
  fitting->callback([flags] { fit(*flags); });
}

}  // namespace vta::cli
