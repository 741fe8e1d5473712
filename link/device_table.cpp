#include "link/device_table.h"

#include <algorithm>
#include <utility>

#include "base/error.h"
#include "base/suggest.h"

namespace vta {
namespace {

std::string place_text(const DeviceScheme& scheme) {
  if (scheme.place.empty())
    return "";
  const std::string text = "://" + scheme.place;
  return scheme.default_place.empty() ? text : "[" + text + "]";
}

}  // namespace

bool DeviceScheme::has_key(std::string_view key) const {
  return std::ranges::find(keys, key, &Key::name) != keys.end();
}

void DeviceTable::add(DeviceScheme scheme) {
  for (const DeviceScheme& one : schemes_)
    VTA_CHECK(one.name != scheme.name, "two kinds of devices are called '{}'", one.name);
  std::erase_if(elsewhere_, [&](const Elsewhere& one) { return one.scheme == scheme.name; });
  schemes_.push_back(std::move(scheme));
}

void DeviceTable::add_elsewhere(const std::string& scheme, const std::string& library) {
  elsewhere_.push_back({scheme, library});
}

std::vector<std::string> DeviceTable::names() const {
  std::vector<std::string> names;
  for (const DeviceScheme& scheme : schemes_)
    names.push_back(scheme.name);
  return names;
}

std::string DeviceTable::help() const {
  std::string text;
  for (const DeviceScheme& scheme : schemes_) {
    text += fmt::format("  {}{}: {}\n", scheme.name, place_text(scheme), scheme.what);
    for (const DeviceScheme::Key& key : scheme.keys)
      text += fmt::format("      {}: {}\n", key.name, key.legal);
  }
  return text;
}

void DeviceTable::fail_unknown(const std::string& scheme) const {
  const auto library_of = [&](std::string_view name) -> std::string {
    for (const Elsewhere& one : elsewhere_)
      if (one.scheme == name)
        return one.library;
    return {};
  };
  if (const std::string library = library_of(scheme); !library.empty())
    throw UsageError(
        fmt::format("device '{}' comes with the library {}, which this program is not linked with: "
                    "known are {}",
                    scheme, library, fmt::join(names(), ", ")));
  std::vector<std::string> all = names();
  for (const Elsewhere& one : elsewhere_)
    all.push_back(one.scheme);
  const std::vector<std::string_view> views(all.begin(), all.end());
  std::string text =
      fmt::format("unknown device '{}': {}", shown(scheme), known_names(scheme, all));
  if (const std::string library = library_of(nearest_name(scheme, views)); !library.empty())
    text += fmt::format(", which comes with the library {}", library);
  throw UsageError(text);
}

const DeviceScheme& DeviceTable::scheme_of(const DeviceString& device) const {
  const auto it = std::ranges::find(schemes_, device.scheme, &DeviceScheme::name);
  if (it == schemes_.end())
    fail_unknown(device.scheme);
  if (it->place.empty() && !device.place.empty())
    throw UsageError(
        fmt::format("device '{}': {} runs in this program and has no place: leave '://{}' out",
                    shown(device.text()), it->name, shown(device.place)));
  if (!it->place.empty() && device.place.empty() && it->default_place.empty())
    throw UsageError(fmt::format("device '{}': {} needs a place: {}://{}", shown(device.text()),
                                 it->name, it->name, it->place));
  std::vector<std::string> known;
  for (const DeviceScheme::Key& key : it->keys)
    known.push_back(key.name);
  for (const auto& [key, value] : device.keys)
    if (std::ranges::find(known, key) == known.end())
      throw UsageError(fmt::format("device '{}': unknown key '{}': {}", shown(device.text()),
                                   shown(key), known_names(key, known)));
  return *it;
}

const DeviceScheme& DeviceTable::check(const DeviceString& device) const {
  const DeviceScheme& scheme = scheme_of(device);
  if (scheme.check)
    scheme.check(device);
  return scheme;
}

std::string DeviceTable::backend_of(const DeviceString& device) const {
  const DeviceScheme& scheme = scheme_of(device);
  return scheme.backend_of ? scheme.backend_of(device) : scheme.name;
}

bool DeviceTable::has_time(const DeviceString& device) const {
  const std::string backend = backend_of(device);
  const auto it = std::ranges::find(schemes_, backend, &DeviceScheme::name);
  return it != schemes_.end() && it->has_time;
}

std::unique_ptr<DeviceLink> DeviceTable::open(const DeviceString& device, const VtaConfig& config,
                                              const OpenOptions& options) const {
  const DeviceScheme& scheme = check(device);
  if (!options.wave.file.empty() && !scheme.has_wires)
    throw UsageError(fmt::format(
        "device '{}': the wave file '{}' needs the signals of the RTL, and {} has none: use tsim",
        shown(device.text()), options.wave.file, scheme.name));
  DeviceString placed = device;
  if (placed.place.empty())
    placed.place = scheme.default_place;
  return scheme.open(placed, config, options);
}

}  // namespace vta
