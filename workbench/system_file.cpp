#include "workbench/system_file.h"

#include <filesystem>

#include "base/error.h"
#include "base/json.h"
#include "sim/system/system.h"
#include "workbench/config_name.h"
#include "workbench/machine.h"

namespace vta::workbench {
namespace {

// Relative to the folder of the system's file, if there is such a file.
std::string beside(const std::filesystem::path& folder, const std::string& name) {
  if (!name.ends_with(".json"))
    return name;
  const std::filesystem::path file = folder / name;
  return std::filesystem::exists(file) ? file.string() : name;
}

void add_core(const JsonReader& reader, const boost::json::value& core, size_t index,
              std::vector<std::string>& cores) {
  const std::string where = fmt::format("{}: cores[{}]", reader.where(), index);
  if (core.is_string()) {
    cores.emplace_back(core.get_string());
    return;
  }
  if (!core.is_object())
    throw InputError(
        fmt::format("{} is {}: it must be the name of a configuration, or an object "
                    "with `config` and `count`",
                    where, json_kind(core)));
  const JsonReader group(core, where);
  group.refuse_unknown({"config", "count"});
  const int64_t count = group.has("count") ? group.get_int("count", 1, kMostCores) : 1;
  cores.insert(cores.end(), static_cast<size_t>(count), group.get_string("config"));
}

ClockLabel clock_of(const JsonReader& reader) {
  const double mhz = reader.get_double("clock");
  if (!is_legal_clock(mhz))
    throw InputError(fmt::format("{}: clock is {}: it must be from {} to {} (MHz)", reader.where(),
                                 mhz, kLeastClockMhz, kMostClockMhz));
  return {.mhz = mhz};
}

}  // namespace

SystemFile load_system(const std::string& path) {
  const boost::json::value json = load_json(path);
  const JsonReader reader(json, path);
  reader.refuse_unknown({"cores", "memory", "clock"});
  SystemFile system;
  system.name = std::filesystem::path(path).stem().string();
  const boost::json::array& cores = reader.get_array("cores");
  for (size_t k = 0; k < cores.size(); ++k)
    add_core(reader, cores[k], k, system.cores);
  if (system.cores.empty() || std::ssize(system.cores) > kMostCores)
    throw InputError(fmt::format("{}: `cores` has {}: a system has 1 to {}", path,
                                 system.cores.size(), kMostCores));
  if (reader.has("memory"))
    system.memory = reader.get_string("memory");
  const ClockLabel clock = reader.has("clock") ? clock_of(reader) : ClockLabel{};
  const std::filesystem::path folder = std::filesystem::path(path).parent_path();
  for (const std::string& core : system.cores) {
    const VtaConfig config = with_clock(config_by_name(beside(folder, core)), clock);
    system.configs.push_back(with_clock(with_memory(config, system.memory), clock));
  }
  check_cores(system.configs);
  return system;
}

}  // namespace vta::workbench
