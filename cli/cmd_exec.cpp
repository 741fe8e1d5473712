// vta exec: a raw instruction stream, placed at given device addresses, on a device.
#include <fmt/format.h>
#include <spdlog/spdlog.h>

#include <boost/json.hpp>
#include <cstring>
#include <memory>

#include "base/error.h"
#include "base/file.h"
#include "base/json.h"
#include "base/output_file.h"
#include "base/outputs_together.h"
#include "base/percent.h"
#include "base/plural.h"
#include "base/provenance.h"
#include "cli/commands.h"
#include "cli/exec_flags.h"
#include "explore/cost/clock_times.h"
#include "explore/record/lost_cycles.h"
#include "explore/record/timing_json.h"
#include "hw/isa/codec.h"
#include "hw/isa/disassembler.h"
#include "workbench/config_name.h"
#include "workbench/views/race_report.h"
#include "workbench/views/statistics.h"
#include "workbench/views/timing_report.h"
#include "workbench/wave_file.h"

namespace vta::cli {
namespace {

using namespace workbench;

// One line per completed instruction: index, unit, cycle (- without time), disassembly.
class InsnTrace : public TraceSink {
 public:
  explicit InsnTrace(const std::string& path) : file_(path) {}
  void on_retire(Unit unit, int64_t index, const Insn& insn, int64_t cycle) override {
    static constexpr std::array<const char*, 3> kUnits = {"load", "compute", "store"};
    file_.stream() << fmt::format("{} {} {} {}\n", index, kUnits[static_cast<size_t>(unit)],
                                  cycle < 0 ? "-" : std::to_string(cycle), disassemble(insn));
  }
  void commit() { file_.commit(); }

 private:
  OutputFile file_;
};

std::vector<DeviceBuffer> place(Driver& driver, const ExecPlan& plan) {
  std::vector<DeviceBuffer> buffers;
  for (const PageRange& grant : plan.grants) {
    try {
      buffers.push_back(
          driver.alloc_at(grant.begin, static_cast<int64_t>(grant.end - grant.begin)));
    } catch (const DeviceError& e) {
      throw UsageError(fmt::format("--load, --alloc, --dump: {}", e.what()));
    }
  }
  for (const LoadFile& load : plan.loads)
    driver.link().write(load.phys_addr, load.bytes);
  return buffers;
}

void write_dumps(Driver& driver, const ExecPlan& plan) {
  OutputsTogether together;
  for (const DumpFile& dump : plan.dumps) {
    std::vector<std::byte> memory(static_cast<size_t>(dump.size_bytes));
    driver.link().read(dump.phys_addr, memory);
    write_file(dump.file, memory);
  }
  together.commit();
}

// The lanes of an element; of a micro-op dst, src and wgt.
std::vector<int64_t> lanes(std::span<const std::byte> element, MemoryType type,
                           const InsnCodec& codec) {
  std::vector<int64_t> values;
  if (type == MemoryType::Uop) {
    uint64_t word = 0;
    std::memcpy(&word, element.data(), element.size());
    const Uop uop = codec.decode_uop(word);
    return {uop.dst, uop.src, uop.wgt};
  }
  const size_t lane_bytes = type == MemoryType::Acc ? 4 : 1;
  for (size_t at = 0; at < element.size(); at += lane_bytes) {
    if (lane_bytes == 4) {
      int32_t value = 0;
      std::memcpy(&value, element.data() + at, 4);
      values.push_back(value);
    } else {
      values.push_back(static_cast<int8_t>(element[at]));
    }
  }
  return values;
}

boost::json::array read_sram(Driver& driver, const SramDump& dump) {
  const InsnCodec codec(driver.config());
  const int64_t count = dump.end - dump.first;
  const auto bytes = driver.link().read_scratchpad(dump.type, dump.first, count);
  const size_t element = bytes.size() / static_cast<size_t>(count);
  boost::json::array elements;
  for (size_t i = 0; i < static_cast<size_t>(count); ++i)
    elements.push_back(boost::json::value_from(
        lanes(std::span(bytes).subspan(i * element, element), dump.type, codec)));
  return elements;
}

// A stream is of no network: there are no images and no layers.
std::optional<double> milliseconds_of(const Driver& driver, const RunReport& report) {
  if (!report.cycles || !driver.config().clock.mhz)
    return std::nullopt;
  return explore::milliseconds(*report.cycles, *driver.config().clock.mhz);
}

void print_races(const RaceCheck& races) {
  fmt::print("\t{:<16}: {}\n{}", "races", race_summary(races), races_text(races, no_kernel));
}

void print_text(Driver& driver, const ExecPlan& plan, const RunReport& report,
                const RaceCheck* races) {
  fmt::print("{}", execution_statistics(report.counters));
  if (races != nullptr)
    print_races(*races);
  if (report.cycles)
    fmt::print("\t{:<16}: {:>16}\n", "cycles", *report.cycles);
  if (const auto ms = milliseconds_of(driver, report))
    fmt::print("\t{:<16}: {:>16.3f}\n", "milliseconds", *ms);
  if (report.timing && report.error == IsaError::None)
    fmt::print("\tbus utilization {:.1f} %, {}\n\n{}\n",
               percent_of(report.timing->bus_beats, report.timing->cycles),
               counted(report.timing->bus_beats, "beat"), state_table(*report.timing));
  for (const SramDump& dump : plan.sram_dumps) {
    int64_t index = dump.first;
    for (const boost::json::value& element : read_sram(driver, dump)) {
      fmt::print("{}[{}]:", dump.name, index++);
      for (const boost::json::value& lane : element.as_array())
        fmt::print(" {}", lane.as_int64());
      fmt::print("\n");
    }
  }
}

void print_json(Driver& driver, const ExecPlan& plan, const RunReport& report,
                const RaceCheck* races) {
  boost::json::object out;
  const VtaConfig& config = driver.config();
  out["provenance"] = provenance_json({.schema = "vta.exec",
                                       .schema_version = 2,
                                       .config_name = config.name(),
                                       .config_hash = config.hash()});
  out["config"] = config.name();
  out["backend"] = driver.link().info().backend;
  out["counters"] = explore::counters_json(report.counters);
  out["tokens_left"] = tokens_object(report);
  out["cycles"] = report.cycles ? boost::json::value(*report.cycles) : boost::json::value();
  const auto ms = milliseconds_of(driver, report);
  out["milliseconds"] = ms ? boost::json::value(*ms) : boost::json::value();
  out["timing"] = nullptr;
  if (report.timing && report.error == IsaError::None)  // states of a faulty run are not defined
    out["timing"] = explore::timing_json(*report.timing);
  out["error"] = nullptr;
  if (report.error != IsaError::None)
    out["error"] = {{"code", static_cast<int64_t>(report.error)},
                    {"name", isa_error_name(report.error)},
                    {"insn", report.error_insn},
                    {"text", report.error_text}};
  boost::json::array sram;
  for (const SramDump& dump : plan.sram_dumps)
    sram.push_back(
        {{"memory", dump.name}, {"first", dump.first}, {"elements", read_sram(driver, dump)}});
  out["sram"] = sram;
  if (races != nullptr)
    out["races"] = races_json(*races, no_kernel);
  fmt::print("{}\n", json_text(out));
}

void check_end(const RunReport& report, bool strict) {
  if (report.error != IsaError::None)
    throw DeviceError(report.error_text);
  if (report.total_tokens_left() == 0)
    return;
  const std::string text = fmt::format("tokens left at the end: {}", tokens_text(report));
  if (strict)
    throw DeviceError(text);
  spdlog::warn("{}", text);
}

int run_exec(const ExecFlags& flags, WaveFile& wave) {
  const VtaConfig config =
      flags.clock.on(flags.device.with_memory(flags.clock.on(config_by_name(flags.config))));
  for (const std::string& note : flags.device.notes(flags.clock))
    spdlog::warn("{}", note);
  if (flags.device.timing_only() && (!flags.dumps.empty() || !flags.sram_dumps.empty()))
    throw UsageError(
        "--timing-only computes no values: --dump and --dump-sram have nothing to show");
  const ExecPlan plan = parse_exec_flags(flags, config);
  std::unique_ptr<InsnTrace> trace;
  if (!flags.trace_file.empty())
    trace = std::make_unique<InsnTrace>(flags.trace_file);
  Driver driver(flags.device.open(config, wave.staged(flags.wave.options(flags.device.scheme()))));
  const std::vector<DeviceBuffer> buffers = place(driver, plan);
  LaunchRequest request;
  request.insn_addr = plan.insn_addr;
  request.insn_count = flags.count;
  request.bases = plan.bases;
  request.max_cycles = flags.device.max_cycles;
  std::unique_ptr<RaceCheck> races;
  if (flags.check_races)
    races = std::make_unique<RaceCheck>(config);
  driver.check_races(races.get());
  const LaunchReport report = driver.launch(request, trace.get());
  if (trace)
    trace->commit();
  write_dumps(driver, plan);
  if (flags.json)
    print_json(driver, plan, report, races.get());
  else
    print_text(driver, plan, report, races.get());
  check_end(report, flags.strict);
  return static_cast<int>(races && races->count() > 0 ? ExitCode::Mismatch : ExitCode::Ok);
}

}  // namespace

void register_exec(Command& app) {
  auto flags = std::make_shared<ExecFlags>();
  Command* exec =
      app.add_subcommand("exec", "run raw instruction, micro-op and data files on a device");
  const auto list = [&](const char* name, std::vector<std::string>& values, const char* text) {
    return exec->add_option(name, values, text)->allow_extra_args(false);
  };
  exec->add_option("--config", flags->config, kConfigHelp)->capture_default_str();
  flags->device.add_to(*exec);
  flags->device.add_timing_only(*exec);
  flags->clock.add_to(*exec);
  flags->wave.add_to(*exec, false);
  exec->add_option("--insn-addr", flags->insn_addr, "HEX address of the first instruction")
      ->required();
  exec->add_option("--count", flags->count, "number of instructions, FINISH included")
      ->required()
      ->check(positive());
  list("--load", flags->loads, "HEX:FILE: load a file at this address; grants its 4 KiB pages");
  list("--alloc", flags->allocs, "HEX:BYTES: grant zeroed pages");
  list("--base", flags->bases, "NAME=HEX: base register of uop, inp, wgt, acc or out (default 0)");
  list("--dump", flags->dumps, "HEX:BYTES:FILE: write memory to a file afterwards; grants pages")
      ->output_file(OutputForm::AfterTwoColons);
  list("--dump-sram", flags->sram_dumps,
       "NAME:FIRST:END: print scratchpad elements [FIRST, END) of uop, inp, wgt, acc or out");
  exec->add_option("--trace-insn", flags->trace_file,
                   "write a line per completed instruction: index, unit, cycle, disassembly")
      ->output_file();
  exec->add_option("--timeout", flags->device.max_cycles, "another name of --max-cycles")
      ->check(positive());
  exec->add_flag("--strict", flags->strict, "treat tokens left at the end as an error");
  exec->add_flag("--check-races", flags->check_races, kCheckRacesHelp);
  exec->add_flag("--json", flags->json, "print one JSON object instead of text");
  exec->footer(
      "Examples:\n"
      "  vta exec --insn-addr 0x1000 --count 4 --load 0x1000:insn.bin --load 0x2000:data.bin \\\n"
      "      --base acc=0x2000 --base out=0x3000 --dump 0x3000:64:out.bin\n"
      "  vta exec --config 1x8 --insn-addr 1000 --count 4 --load 1000:insn.bin \\\n"
      "      --alloc 8000:65536 --dump-sram acc:0:4 --trace-insn trace.txt --json\n"
      "  vta exec --insn-addr 0x1000 --count 4 --load 0x1000:insn.bin --alloc 0x2000:65536 "
      "--check-races\n"
      "Exit codes: 0 done, 1 --check-races found a race, 2 wrong command line, 3 a file cannot be "
      "read, 9 or written,\n"
      "4 illegal configuration, 6 error of the stream, a device that is absent or fails,\n"
      "tokens left with --strict, 8 more than --max-cycles." +
      device_footer());
  exec->callback(
      [flags] { return with_wave_file([&](WaveFile& wave) { return run_exec(*flags, wave); }); });
}

}  // namespace vta::cli
