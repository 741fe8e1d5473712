#include "config/dram_file.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <map>
#include <mutex>
#include <utility>
#include <vector>

#include "base/error.h"
#include "base/file.h"
#include "base/json.h"
#include "base/suggest.h"

namespace vta {
namespace {

constexpr int64_t kMostClocks = 1'000'000;
constexpr int64_t kMostExtent = int64_t{1} << 24;
constexpr int64_t kLeastCapacity = 4096;  // kMostBurstBytes: a burst lies in it
constexpr int64_t kMostCapacity = int64_t{1} << 40;

int64_t power_of_two(const JsonReader& file, std::string_view key, int64_t least, int64_t most) {
  const int64_t value = file.get_int(key, least, most);
  if (!std::has_single_bit(static_cast<uint64_t>(value)))
    throw InputError(fmt::format("{}: {} = {}: legal are powers of two", file.where(), key, value));
  return value;
}

// A period such as 833 ps is rounded itself: a hundredth of a clock more is not another clock.
int64_t clocks_of(const JsonReader& time, int64_t clock_ps) {
  time.refuse_unknown({"clocks", "ns"});
  if (!time.has("clocks") && !time.has("ns"))
    throw InputError(fmt::format("{} is empty: legal are clocks, ns or both", time.where()));
  int64_t clocks = time.has("clocks") ? time.get_int("clocks", 0, kMostClocks) : 0;
  if (time.has("ns")) {
    const double ns = time.get_double("ns");
    const double exact = ns * 1000 / static_cast<double>(clock_ps);
    if (!(ns >= 0 && exact <= static_cast<double>(kMostClocks)))
      throw InputError(
          fmt::format("{}: ns = {}: legal are 0 to {} clocks", time.where(), ns, kMostClocks));
    clocks = std::max(clocks, static_cast<int64_t>(std::ceil(exact - 0.009)));
  }
  return clocks;
}

DramOrganization read_organization(const JsonReader& file, int64_t& burst_clocks) {
  file.refuse_unknown({"width_bits", "burst_beats", "ranks", "groups", "banks", "rows", "columns"});
  const int64_t width = power_of_two(file, "width_bits", 8, 512);
  const int64_t beats = power_of_two(file, "burst_beats", 2, 64);
  DramOrganization organization;
  organization.ranks = power_of_two(file, "ranks", 1, 8);
  organization.groups = power_of_two(file, "groups", 1, 8);
  organization.banks = power_of_two(file, "banks", 1, 64);
  organization.rows = power_of_two(file, "rows", 1, kMostExtent);
  organization.row_transactions = power_of_two(file, "columns", beats, kMostExtent) / beats;
  organization.transaction_bytes = width / 8 * beats;
  if (organization.capacity_bytes() > kMostCapacity)
    throw InputError(fmt::format("{}: {} bytes in all: at most {} are legal", file.where(),
                                 organization.capacity_bytes(), kMostCapacity));
  if (organization.capacity_bytes() < kLeastCapacity)
    throw InputError(fmt::format("{}: {} bytes in all: at least {} are legal, the longest burst",
                                 file.where(), organization.capacity_bytes(), kLeastCapacity));
  burst_clocks = beats / 2;  // two beats a clock
  return organization;
}

void check_timing(const std::string& where, const DramTiming& t) {
  const auto above = [&](std::string_view small, int64_t a, std::string_view large, int64_t b) {
    if (a > b)
      throw InputError(
          fmt::format("{}: {} of {} clocks is above {} of {}", where, small, a, large, b));
  };
  for (const DramTimingField& field : kDramTimingFields)
    if (t.*field.clocks == 0 && field.clocks != &DramTiming::cs)
      throw InputError(fmt::format("{}: {} is 0 clocks: at least 1 is legal", where, field.key));
  above("tRCD", t.rcd, "tRAS", t.ras);
  above("tRAS", t.ras, "tRC", t.rc);
  above("tRRD_S", t.rrd_s, "tRRD_L", t.rrd_l);
  above("tCCD_S", t.ccd_s, "tCCD_L", t.ccd_l);
  above("tWTR_S", t.wtr_s, "tWTR_L", t.wtr_l);
  above("tRRD_S", t.rrd_s, "tFAW", t.faw);
  // Between two refreshes every bank is closed, and there is time to use one.
  above("tRFC + tRC + tWR", t.rfc + t.rc + t.wr, "tREFI", t.refi);
  above("the end of a read's data", t.cl + t.burst, "tRTW + tCWL, a write's first beat",
        t.rtw + t.cwl);
}

template <typename T, size_t kCount>
T choice(const JsonReader& file, std::string_view key,
         const std::array<std::pair<std::string_view, T>, kCount>& legal) {
  const std::string value = file.get_string(key);
  std::vector<std::string_view> names;
  for (const auto& [name, meaning] : legal) {
    if (name == value)
      return meaning;
    names.push_back(name);
  }
  throw InputError(
      fmt::format("{}: {} = '{}': legal are {}", file.where(), key, value, fmt::join(names, ", ")));
}

DramMapping read_mapping(const JsonReader& file) {
  const std::string value = file.get_string("mapping");
  std::vector<std::string_view> names;
  for (const DramMappingName& known : dram_mappings()) {
    if (known.name == value)
      return known.mapping;
    names.push_back(known.name);
  }
  throw InputError(
      fmt::format("{}: mapping = '{}': legal are {}", file.where(), value, fmt::join(names, ", ")));
}

double part(const JsonReader& file, std::string_view key) {
  const double value = file.get_double(key);
  if (!(value >= 0 && value <= 1))
    throw InputError(fmt::format("{}: {} = {}: legal are 0 to 1", file.where(), key, value));
  return value;
}

DramPolicy read_policy(const JsonReader& file) {
  file.refuse_unknown({"queue", "write_high", "write_low", "scheduler", "rows", "mapping"});
  DramPolicy policy;
  policy.queue_transactions = file.get_int("queue", 1, 4096);
  policy.write_high = part(file, "write_high");
  policy.write_low = part(file, "write_low");
  if (policy.write_low > policy.write_high)
    throw InputError(fmt::format("{}: write_low = {} is above write_high = {}", file.where(),
                                 policy.write_low, policy.write_high));
  policy.scheduler = choice(
      file, "scheduler",
      std::array{std::pair<std::string_view, DramScheduler>{"fcfs", DramScheduler::Fcfs},
                 std::pair<std::string_view, DramScheduler>{"fr-fcfs", DramScheduler::FrFcfs}});
  policy.rows =
      choice(file, "rows",
             std::array{std::pair<std::string_view, DramRows>{"open", DramRows::Open},
                        std::pair<std::string_view, DramRows>{"closed", DramRows::Closed}});
  policy.mapping = read_mapping(file);
  return policy;
}

DramConfig read_dram(const JsonReader& file) {
  file.refuse_unknown(
      {"name", "title", "clock_ps", "organization", "timing", "controller", "source", "note"});
  DramConfig dram;
  dram.name = file.get_string("name");
  dram.title = file.get_string("title");
  dram.source = file.get_string("source");
  if (file.has("note"))
    dram.note = file.get_string("note");
  dram.clock_ps = file.get_int("clock_ps", 1, kMostClocks);
  dram.organization = read_organization(file.get_object("organization"), dram.timing.burst);
  const JsonReader timing = file.get_object("timing");
  std::vector<std::string_view> keys;
  for (const DramTimingField& field : kDramTimingFields)
    keys.push_back(field.key);
  timing.refuse_unknown(keys);
  for (const DramTimingField& field : kDramTimingFields)
    dram.timing.*field.clocks = clocks_of(timing.get_object(field.key), dram.clock_ps);
  check_timing(timing.where(), dram.timing);
  dram.policy = read_policy(file.get_object("controller"));
  return dram;
}

}  // namespace

std::span<const DramMappingName> dram_mappings() {
  static constexpr auto kAll = std::to_array<DramMappingName>({
      {"row-bank-rank-column", DramMapping::RowBankRankColumn},
      {"row-rank-bank-column", DramMapping::RowRankBankColumn},
      {"row-column-bank-group", DramMapping::RowColumnBankGroup},
      {"bank-row-column", DramMapping::BankRowColumn},
  });
  return kAll;
}

DramConfig parse_dram(std::string_view text, std::string_view origin) {
  try {
    const boost::json::value file = parse_json(text, origin);
    return read_dram(JsonReader(file, std::string(origin)));
  } catch (const InputError& e) {
    throw ConfigError(e.what());
  }
}

bool is_known_dram(std::string_view name) {
  return std::ranges::any_of(named_drams(),
                             [&](const NamedDram& named) { return named.name == name; });
}

namespace {

DramConfig named_dram(std::string_view name, std::string_view key) {
  std::vector<std::string_view> names;
  for (const NamedDram& named : named_drams()) {
    if (named.name == name)
      return parse_dram(named.json, named.name);
    names.push_back(named.name);
  }
  throw ConfigError(key.empty() ? fmt::format("'{}' is neither a DRAM's file nor a known DRAM: {}",
                                              name, known_names(name, names))
                                : fmt::format("{} = '{}' is no known DRAM: {}", key, name,
                                              known_names(name, names)));
}

bool is_text(const std::string& name_or_text) {
  return name_or_text.starts_with('{');
}

}  // namespace

const DramConfig& dram_of(const std::string& name_or_text) {
  static std::mutex mutex;
  static std::map<std::string, DramConfig> known;
  const std::lock_guard lock(mutex);
  const auto found = known.find(name_or_text);
  if (found != known.end())
    return found->second;
  DramConfig dram = is_text(name_or_text) ? parse_dram(name_or_text, "MEM_DRAM")
                                          : named_dram(name_or_text, "MEM_DRAM");
  return known.emplace(name_or_text, std::move(dram)).first->second;
}

std::string dram_name(const std::string& name_or_text) {
  if (!is_text(name_or_text))
    return name_or_text;
  try {
    return dram_of(name_or_text).name;
  } catch (const ConfigError&) {
    return "a DRAM";
  }
}

std::string dram_json(const std::string& name_or_text) {
  return is_text(name_or_text) ? name_or_text : json_text(boost::json::string(name_or_text));
}

DramConfig load_dram(const std::string& name_or_path) {
  if (is_known_dram(name_or_path) || !file_exists(name_or_path))
    return named_dram(name_or_path, "");
  try {
    return parse_dram(read_text_file(name_or_path, kMostTextBytes), name_or_path);
  } catch (const InputError& e) {
    throw ConfigError(fmt::format("DRAM's file: {}", e.what()));
  }
}

}  // namespace vta
