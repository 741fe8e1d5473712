// Reads what run_writer.cpp writes. Numbers that follow from others are not read but checked: a
// file that was edited or put together by hand is refused instead of explained.
#include <algorithm>
#include <boost/json/parse.hpp>
#include <numeric>

#include "base/error.h"
#include "base/file.h"
#include "base/json.h"
#include "explore/record/lost_cycles.h"
#include "explore/record/run_record.h"
#include "explore/record/timing_json.h"
#include "explore/record/work_json.h"

namespace vta::explore {
namespace {

int64_t count(const JsonReader& reader, std::string_view key) {
  return reader.get_int(key, 0, kLargestJsonInteger);
}

void check_schema(const JsonReader& run) {
  if (!run.has("provenance"))
    throw InputError(
        fmt::format("{}: has no provenance, so it is not what vta run --json prints", run.where()));
  const JsonReader provenance = run.get_object("provenance");
  const std::string schema = provenance.get_string("schema");
  const int64_t version = provenance.get_int("schema_version");
  if (schema != "vta.run")
    throw InputError(fmt::format("{}: its schema is {}, legal is vta.run (vta run --json)",
                                 run.where(), schema));
  if (version != kRunSchemaVersion)
    throw InputError(fmt::format("{}: version {} of vta.run, this program reads version {}: {}",
                                 run.where(), version, kRunSchemaVersion,
                                 version < kRunSchemaVersion ? "run again" : "use a newer vta"));
}

Counters read_counters(const JsonReader& parent) {
  const JsonReader reader = parent.get_object("counters");
  Counters counters;
  for (const CounterField& field : counter_fields())
    counters.*field.member = count(reader, field.name);
  const JsonReader by_opcode = reader.get_object("insn_count");
  for (size_t op = 0; op < kOpcodes.size(); ++op)
    counters.insn_count[op] = count(by_opcode, kOpcodes[op]);
  return counters;
}

UnitCycles read_units(const JsonReader& timing) {
  const JsonReader reader = timing.get_object("units");
  UnitCycles units{};
  for (size_t u = 0; u < units.size(); ++u) {
    const JsonReader states = reader.get_object(timed_unit_name(static_cast<TimedUnit>(u)));
    for (size_t s = 0; s < units[u].size(); ++s)
      units[u][s] = count(states, unit_state_name(static_cast<UnitState>(s)));
  }
  return units;
}

KernelTiming read_timing(const JsonReader& timing) {
  return {count(timing, "cycles"), read_units(timing)};
}

std::vector<std::string> read_texts(const JsonReader& parent, std::string_view key) {
  std::vector<std::string> out;
  for (const boost::json::value& value : parent.get_array(key)) {
    if (!value.is_string())
      throw InputError(fmt::format("{}: {}[{}] must be a string, is {}", parent.where(), key,
                                   out.size(), json_kind(value)));
    out.emplace_back(value.get_string());
  }
  return out;
}

// Of a layer or of a network; nothing in runs of before there was it.
struct Least {
  int64_t compute = 0, memory = 0, cycles = 0, useful_macs = 0;
};

Least read_least(const JsonReader& owner, const JsonReader& timing) {
  if (!timing.has("layer_bound") || timing.object().at("layer_bound").is_null())
    return {};
  const JsonReader bound = timing.get_object("layer_bound");
  return {count(bound, "compute"), count(bound, "memory"), count(bound, "cycles"),
          count(owner, "useful_macs")};
}

LayerResult read_layer(const JsonReader& kernel) {
  const JsonReader timing = kernel.get_object("timing");
  const JsonReader bound = timing.get_object("bound");
  const Least least = read_least(kernel, timing);
  return {.name = kernel.get_string("name"),
          .kind = kernel.get_string("kind"),
          .description = KernelDescription::parse(kernel.get_string("description")),
          .onnx_nodes = read_texts(kernel, "onnx_nodes"),
          .macs = count(kernel, "macs"),
          .least_bytes = count(kernel, "least_nbytes"),
          .insns = count(kernel, "instructions"),
          .bound_compute = count(bound, "compute"),
          .bound_memory = count(bound, "memory"),
          .least_compute = least.compute,
          .least_memory = least.memory,
          .useful_macs = least.useful_macs,
          .counters = read_counters(kernel),
          .timing = read_timing(timing)};
}

PointResult read_result(const JsonReader& run) {
  const JsonReader timing = run.get_object("timing");
  const JsonReader bound = timing.get_object("bound");
  const KernelTiming whole = read_timing(timing);
  PointResult result;
  result.counters = read_counters(run);
  result.timing.cycles = whole.cycles;
  result.timing.units = whole.units;
  result.timing.bus_beats = count(timing, "bus_beats");
  result.timing.outside = read_timing(timing.get_object("outside"));
  result.insns = count(run, "instructions");
  result.work = read_work(run.get_object("work"));
  result.bound_compute = count(bound, "compute");
  result.bound_memory = count(bound, "memory");
  const Least least = read_least(run, timing);
  result.least_cycles = least.cycles;
  result.useful_macs = least.useful_macs;
  const boost::json::array& kernels = run.get_array("kernels");
  for (size_t k = 0; k < kernels.size(); ++k)
    result.layers.push_back(read_layer(run.element(kernels, k, "kernels")));
  return result;
}

// Every unit is in one state in every cycle of the run, and every cycle of the run and of a unit
// belongs to one kernel or to none. A kernel's cycles are not those of its units: its stores may
// run beside the next kernel's computing.
void check_sums(const RunRecord& record) {
  const PointResult& r = record.result;
  for (size_t u = 0; u < r.timing.units.size(); ++u)
    if (total(r.timing.units[u]) != r.timing.cycles)
      throw InputError(fmt::format("{}: the states of {} sum to {}, the cycles are {}",
                                   record.origin, timed_unit_name(static_cast<TimedUnit>(u)),
                                   total(r.timing.units[u]), r.timing.cycles));
  const auto bounded = [&](int64_t value, std::string_view what) {
    if (value > kLargestJsonInteger)
      throw InputError(fmt::format("{}: the kernels' {} sum to {} or more, legal are 0 to {}",
                                   record.origin, what, value, kLargestJsonInteger));
  };
  KernelTiming sum = r.timing.outside;
  Counters counters;
  int64_t macs = 0, insns = 0, bound_compute = 0, bound_memory = 0, least_bytes = 0;
  int64_t least_cycles = 0, longest = 0, useful_macs = 0;
  for (const LayerResult& layer : r.layers) {
    macs += layer.macs;
    sum.cycles += layer.timing.cycles;
    add_cycles(sum.units, layer.timing.units);
    counters += layer.counters;
    bounded(macs, "macs");
    bounded(sum.cycles, "cycles");
    for (const StateCycles& unit : sum.units)
      bounded(std::ranges::max(unit), "states");
    for (const CounterField& field : counter_fields())
      bounded(counters.*field.member, field.name);
    bounded(std::ranges::max(counters.insn_count), "insn_count");
    insns += layer.insns;
    bounded(insns, "instructions");
    bound_compute += layer.bound_compute;
    bound_memory += layer.bound_memory;
    least_bytes += layer.least_bytes;
    bounded(std::max({bound_compute, bound_memory, least_bytes}), "bounds");
    least_cycles += layer.least_cycles();
    longest = std::max(longest, layer.least_cycles());
    useful_macs += layer.useful_macs;
    bounded(std::max(least_cycles, useful_macs), "layer bounds");
  }
  if (macs != r.work.device_macs)
    throw InputError(fmt::format("{}: the kernels' macs sum to {}, work.device_macs is {}",
                                 record.origin, macs, r.work.device_macs));
  if (r.least_cycles != 0 && (r.least_cycles < longest || r.least_cycles > least_cycles))
    throw InputError(fmt::format(
        "{}: the run's layer bound is {} cycles; from its kernels', {} to {} are possible",
        record.origin, r.least_cycles, longest, least_cycles));
  if (r.least_cycles != 0 && r.useful_macs != useful_macs)
    throw InputError(fmt::format("{}: the kernels' useful macs sum to {}, the run has {}",
                                 record.origin, useful_macs, r.useful_macs));
  if (sum.cycles != r.timing.cycles)
    throw InputError(fmt::format("{}: kernels and outside have {} cycles, the run has {}",
                                 record.origin, sum.cycles, r.timing.cycles));
  if (sum.units != r.timing.units)
    throw InputError(fmt::format("{}: the states of kernels and outside do not sum to the run's",
                                 record.origin));
  for (const CounterField& field : counter_fields())
    if (counters.*field.member != r.counters.*field.member)
      throw InputError(fmt::format("{}: the kernels' {} sum to {}, the run's is {}", record.origin,
                                   field.name, counters.*field.member, r.counters.*field.member));
}

VtaConfig read_config(const JsonReader& run) {
  const JsonReader keys = run.get_object("configuration");
  VtaConfig config;
  try {
    config = parse_config(boost::json::serialize(keys.object()), keys.where());
  } catch (const ConfigError& e) {
    throw InputError(e.what());
  }
  const std::string hash = run.get_object("provenance").get_string("config_hash");
  if (config.hash() != hash)
    throw InputError(fmt::format("{}: its keys hash to {}, the run was of {}", keys.where(),
                                 config.hash(), hash));
  return config;
}

}  // namespace

RunRecord parse_run(std::string_view text, const std::string& origin) {
  const boost::json::value document = parse_json(text, origin);
  const JsonReader run(document, origin);
  check_schema(run);
  const JsonReader provenance = run.get_object("provenance");
  RunRecord record;
  record.origin = origin;
  record.tool_version = provenance.get_string("tool_version");
  record.model = provenance.get_string("model");
  record.quantization = provenance.get_string("quantization");
  record.schedule = provenance.get_string("schedule");
  record.seed = provenance.get_int("seed");
  record.backend = run.get_string("backend");
  record.images = run.get_int("images", 1, kLargestJsonInteger);
  record.config = read_config(run);
  if (run.has("timing") && run.object().at("timing").is_null())
    throw InputError(
        fmt::format("{}: the run has no timing ({} does not model it): run with "
                    "--backend csim or tsim",
                    origin, record.backend));
  record.result = read_result(run);
  check_sums(record);
  return record;
}

RunRecord load_run(const std::string& path) {
  return parse_run(read_text_file(path, kMostListingBytes), path);
}

}  // namespace vta::explore
