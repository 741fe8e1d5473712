// Reads what run_writer.cpp writes. Numbers that follow from others are not read but checked: a
// file that was edited or put together by hand is refused instead of explained.
#include <algorithm>
#include <boost/json/parse.hpp>
#include <numeric>

#include "base/error.h"
#include "base/file.h"
#include "base/json.h"
#include "explore/record/lost_cycles.h"
#include "explore/record/quantity.h"
#include "explore/record/run_record.h"
#include "explore/record/timing_json.h"
#include "explore/record/work_json.h"
#include "hw/isa/codec.h"
#include "runtime/bound.h"

namespace vta::explore {
namespace {

int64_t count(const JsonReader& reader, std::string_view key) {
  return reader.get_int(key, 0, kLargestJsonInteger);
}

// The version.
int64_t check_schema(const JsonReader& run) {
  if (!run.has("provenance"))
    throw InputError(
        fmt::format("{}: has no provenance, so it is not what vta run --json prints", run.where()));
  const JsonReader provenance = run.get_object("provenance");
  const std::string schema = provenance.get_string("schema");
  const int64_t version = provenance.get_int("schema_version");
  if (schema != "vta.run")
    throw InputError(fmt::format("{}: its schema is {}, legal is vta.run (vta run --json)",
                                 run.where(), schema));
  if (version < kOldestRunSchemaVersion || version > kRunSchemaVersion)
    throw InputError(
        fmt::format("{}: version {} of vta.run, this program reads versions {} to {}: {}",
                    run.where(), version, kOldestRunSchemaVersion, kRunSchemaVersion,
                    version < kRunSchemaVersion ? "run again" : "use a newer vta"));
  return version;
}

// "timing.issued_compute": where a document of that version has the quantity.
std::string path_of(const Quantity& quantity, int64_t version) {
  if (version < 6 && !quantity.old_path.empty())
    return std::string(quantity.old_path);
  return quantity.group.empty() ? std::string(quantity.name)
                                : fmt::format("{}.{}", quantity.group, quantity.name);
}

void read_insn_count(const JsonReader& parent, Counters& counters) {
  const JsonReader by_opcode = parent.get_object("counters").get_object("insn_count");
  for (size_t op = 0; op < kOpcodes.size(); ++op)
    counters.insn_count[op] = count(by_opcode, kOpcodes[op]);
}

int64_t count_at(const JsonReader& owner, std::string_view path) {
  const size_t dot = path.find('.');
  return dot == std::string_view::npos
             ? count(owner, path)
             : count_at(owner.get_object(path.substr(0, dot)), path.substr(dot + 1));
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

// Of a run or of a kernel; runs of before there were bounds have none.
bool has_bound(const JsonReader& owner, int64_t version) {
  const JsonReader timing = owner.get_object("timing");
  const char* key = version < 6 ? "layer_bound" : "least_compute";
  return timing.has(key) && !timing.object().at(key).is_null();
}

// A document of an older version lacks what was first counted later.
bool is_later(const Quantity& quantity, const JsonReader& owner, int64_t version) {
  return version < kRunSchemaVersion && quantity.group == "counters" &&
         !owner.get_object("counters").has(quantity.name);
}

// Every number that is a member: of a PointResult in a run, of a LayerResult in a kernel.
template <typename Member, typename Result>
void read_members(const JsonReader& owner, int64_t version, Member member, Result& result) {
  const bool bounds = has_bound(owner, version);
  for (const Quantity& quantity : quantities())
    if (quantity.*member && (bounds || quantity.kind != QuantityKind::Least) &&
        !is_later(quantity, owner, version))
      (quantity.*member)(result) = count_at(owner, path_of(quantity, version));
}

LayerResult read_layer(const JsonReader& kernel, int64_t version) {
  LayerResult layer;
  layer.name = kernel.get_string("name");
  layer.kind = kernel.get_string("kind");
  layer.description = KernelDescription::parse(kernel.get_string("description"));
  layer.onnx_nodes = read_texts(kernel, "onnx_nodes");
  read_members(kernel, version, &Quantity::in_kernel, layer);
  read_insn_count(kernel, layer.counters);
  layer.timing.units = read_units(kernel.get_object("timing"));
  return layer;
}

PointResult read_result(const JsonReader& run, int64_t version) {
  const JsonReader timing = run.get_object("timing");
  PointResult result;
  result.work = read_work(run.get_object("work"));
  read_members(run, version, &Quantity::in_run, result);
  read_insn_count(run, result.counters);
  result.timing.units = read_units(timing);
  const JsonReader outside = timing.get_object("outside");
  result.timing.outside = {count(outside, "cycles"), read_units(outside)};
  if (timing.has("dram"))
    for (const DramField& field : kDramFields)
      result.timing.dram.*field.member = count(timing.get_object("dram"), field.name);
  const boost::json::array& kernels = run.get_array("kernels");
  for (size_t k = 0; k < kernels.size(); ++k)
    result.layers.push_back(read_layer(run.element(kernels, k, "kernels"), version));
  return result;
}

// How far a run's bound may be above its kernels' rooflines: fetch's beats, and the gaps that stand
// between bursts of two kernels or of fetch (runtime/bound.h).
int64_t most_beside_kernels(const RunRecord& record) {
  const int64_t gap = record.config.mem_gap;
  return record.result.insns * (port_cycles(kInsnBytes, record.config) + gap) +
         std::ssize(record.result.layers) * gap;
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
  LayerResult sum;
  sum.timing = r.timing.outside;
  int64_t rooflines = 0, longest = 0;
  for (const LayerResult& layer : r.layers) {
    for (const Quantity& quantity : quantities())
      if (quantity.in_kernel)
        bounded(quantity.in_kernel(sum) += quantity.of_kernel(layer), quantity.name);
    for (size_t op = 0; op < kOpcodes.size(); ++op)
      sum.counters.insn_count[op] += layer.counters.insn_count[op];
    bounded(std::ranges::max(sum.counters.insn_count), "insn_count");
    add_cycles(sum.timing.units, layer.timing.units);
    for (const StateCycles& unit : sum.timing.units)
      bounded(std::ranges::max(unit), "states");
    rooflines += layer.roofline_cycles();
    longest = std::max(longest, layer.roofline_cycles());
  }
  if (sum.macs != r.work.device_macs)
    throw InputError(fmt::format("{}: the kernels' macs sum to {}, work.device_macs is {}",
                                 record.origin, sum.macs, r.work.device_macs));
  const int64_t most = rooflines + most_beside_kernels(record);
  if (r.least_cycles != 0 && (r.least_cycles < longest || r.least_cycles > most))
    throw InputError(fmt::format(
        "{}: the run's bound is {} cycles; from its kernels' rooflines, {} to {} are possible",
        record.origin, r.least_cycles, longest, most));
  if (r.least_cycles != 0 && r.useful_macs != sum.useful_macs)
    throw InputError(fmt::format("{}: the kernels' useful macs sum to {}, the run has {}",
                                 record.origin, sum.useful_macs, r.useful_macs));
  if (sum.timing.cycles != r.timing.cycles)
    throw InputError(fmt::format("{}: kernels and outside have {} cycles, the run has {}",
                                 record.origin, sum.timing.cycles, r.timing.cycles));
  if (sum.timing.units != r.timing.units)
    throw InputError(fmt::format("{}: the states of kernels and outside do not sum to the run's",
                                 record.origin));
  for (const CounterField& field : counter_fields())
    if (sum.counters.*field.member != r.counters.*field.member)
      throw InputError(fmt::format("{}: the kernels' {} sum to {}, the run's is {}", record.origin,
                                   field.name, sum.counters.*field.member,
                                   r.counters.*field.member));
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
  const int64_t version = check_schema(run);
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
  record.result = read_result(run, version);
  check_sums(record);
  return record;
}

RunRecord load_run(const std::string& path) {
  return parse_run(read_text_file(path, kMostListingBytes), path);
}

}  // namespace vta::explore
