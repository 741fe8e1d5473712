#include "workbench/cosim_machines.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <iterator>
#include <sstream>

#include "base/error.h"
#include "config/random_config.h"
#include "sim/factory/device_factory.h"
#include "sim/kernels/engine.h"
#include "workbench/config_name.h"

namespace vta::workbench {
namespace {

std::vector<std::string> split(const std::string& text, char separator = ',') {
  std::vector<std::string> parts;
  std::istringstream in(text);
  for (std::string part; std::getline(in, part, separator);)
    if (!part.empty())
      parts.push_back(part);
  return parts;
}

// fsim and csim may name the kernels that they use: "fsim:avx2".
void check_backend(const std::string& spec) {
  const std::vector<std::string> known = backend_names();
  const std::string name = spec.substr(0, spec.find(':'));
  if (std::find(known.begin(), known.end(), name) == known.end())
    throw UsageError(
        fmt::format("--backends: unknown '{}', known are {}", name, fmt::join(known, ", ")));
  if (name == spec)
    return;
  const std::string kernels = spec.substr(name.size() + 1);
  const std::vector<std::string> forms = engine_names();
  if (name == "tsim" || std::find(forms.begin(), forms.end(), kernels) == forms.end())
    throw UsageError(fmt::format("--backends: '{}': fsim and csim take the kernels {}", spec,
                                 fmt::join(forms, ", ")));
}

constexpr int64_t kMostRandomConfigs = 1000;
constexpr int64_t kLogScratchpadBytes = 22;   // that two processes can hold for every kernels
constexpr int64_t kMostVerilatedMacs = 4096;  // above it building a model takes too long

std::vector<std::string> without_tsim(std::vector<std::string> backends) {
  std::erase(backends, "tsim");
  return backends;
}

// "random:12" or "random:12:SEED".
std::vector<CosimMachine> random_machines(const std::string& text,
                                          const std::vector<std::string>& backends) {
  const std::vector<std::string> words = split(text, ':');
  const auto number = [&](size_t at, int64_t least, int64_t most) {
    int64_t value = -1;
    const std::string& word = words[at];
    const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), value);
    if (error != std::errc{} || end != word.data() + word.size() || value < least || value > most)
      throw UsageError(fmt::format("--config '{}': '{}' must be a number from {} to {}", text, word,
                                   least, most));
    return value;
  };
  if (words.size() < 2 || words.size() > 3)
    throw UsageError(
        fmt::format("--config '{}': expected random:COUNT or random:COUNT:SEED", text));
  const int64_t count = number(1, 1, kMostRandomConfigs);
  const auto seed = static_cast<uint64_t>(words.size() == 3 ? number(2, 0, INT64_MAX) : 0);
  std::vector<CosimMachine> machines;
  for (const VtaConfig& config :
       random_legal_configs(count, seed, {.log_scratchpad_bytes = kLogScratchpadBytes})) {
    const bool verilated = config.macs() <= kMostVerilatedMacs;
    CosimMachine machine{config, verilated ? backends : without_tsim(backends),
                         fmt::format("random{}-{}", machines.size(), config.name())};
    if (machine.backends.empty())
      throw UsageError(fmt::format("--config {}: {} has {} MACs, and tsim alone takes at most {}",
                                   text, config.name(), config.macs(), kMostVerilatedMacs));
    machines.push_back(std::move(machine));
  }
  return machines;
}

}  // namespace

std::vector<std::string> wanted_backends(const std::string& text) {
  const std::vector<std::string> known = backend_names();
  if (text.empty())
    return known;
  if (text.starts_with(',') || text.ends_with(',') || text.find(",,") != std::string::npos)
    throw UsageError(fmt::format("--backends '{}': a name is empty, known are {}", text,
                                 fmt::join(known, ", ")));
  const std::vector<std::string> wanted = split(text);
  for (const std::string& spec : wanted) {
    check_backend(spec);
    if (std::ranges::count(wanted, spec) > 1)
      throw UsageError(fmt::format("--backends '{}': {} is given twice", text, spec));
  }
  return wanted;
}

std::vector<std::string> plain_backends(const std::string& text) {
  const std::vector<std::string> wanted = wanted_backends(text);
  for (const std::string& name : wanted)
    if (name.find(':') != std::string::npos)
      throw UsageError(
          fmt::format("--backends: '{}': a network takes a backend's name alone", name));
  return wanted;
}

std::vector<std::string> with_all_kernels(const std::vector<std::string>& backends) {
  std::vector<std::string> out;
  for (const std::string& backend : backends) {
    if (backend != "fsim") {
      out.push_back(backend);
      continue;
    }
    std::vector<std::string> kernels = engine_names();  // reference is the last
    std::reverse(kernels.begin(), kernels.end());
    for (const std::string& name : kernels)
      if (name != "auto" && engine_available(name))
        out.push_back("fsim:" + name);
  }
  return out;
}

std::unique_ptr<Device> make_cosim_device(const std::string& backend, const VtaConfig& config,
                                          int64_t memory_bytes) {
  const size_t colon = std::min(backend.find(':'), backend.size());
  DeviceOptions options{.memory_bytes = memory_bytes};
  if (colon < backend.size())
    options.kernels = backend.substr(colon + 1);
  return make_device(backend.substr(0, colon), config, options);
}

std::vector<CosimMachine> wanted_machines(const std::string& text,
                                          const std::vector<std::string>& backends) {
  std::vector<CosimMachine> machines;
  for (const std::string& name : split(text)) {
    if (name == "all")
      for (const NamedConfig& named : named_configs())
        machines.push_back({named_config(named.name), backends, {}});
    else if (name.starts_with("random:"))
      std::ranges::move(random_machines(name, backends), std::back_inserter(machines));
    else
      machines.push_back({config_by_name(name), backends, {}});
  }
  if (machines.empty())
    throw UsageError(
        fmt::format("--config '{}': expected names or files, all, or random:COUNT", text));
  return machines;
}

}  // namespace vta::workbench
