#include "config/device.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <vector>

#include "base/error.h"
#include "base/file.h"
#include "base/json.h"
#include "base/suggest.h"
#include "config/fclk.h"

namespace vta {
namespace {

constexpr int64_t kMost = 1'000'000'000;  // of anything: far beyond every FPGA
constexpr int64_t kMostPortBytes = 1024, kMostPllMhz = 100'000;

std::string text_or(const JsonReader& file, std::string_view key, std::string otherwise) {
  return file.has(key) ? file.get_string(key) : std::move(otherwise);
}

int64_t port_bytes_of(const JsonReader& file) {
  const int64_t bytes = file.get_int("port_bytes", 1, kMostPortBytes);
  if (!std::has_single_bit(static_cast<uint64_t>(bytes)))
    throw InputError(fmt::format("{}: port_bytes = {} is not a power of two", file.where(), bytes));
  return bytes;
}

FpgaDevice read_device(const JsonReader& file) {
  file.refuse_unknown({"name", "title", "lut", "ff", "dsp", "bram36", "port_bytes", "axi",
                       "pll_mhz", "source", "note"});
  FpgaDevice device;
  device.name = file.get_string("name");
  if (device.name.empty())
    throw InputError(fmt::format("{}: name is empty", file.where()));
  device.title = text_or(file, "title", device.name);
  device.source = text_or(file, "source", "");
  device.note = text_or(file, "note", "");
  device.lut = file.get_int("lut", 1, kMost);
  device.ff = file.get_int("ff", 1, kMost);
  device.dsp = file.get_int("dsp", 1, kMost);
  device.bram18 = 2 * file.get_int("bram36", 1, kMost);
  if (file.has("port_bytes"))
    device.port_bytes = port_bytes_of(file);
  if (file.has("axi"))
    device.axi = file.get_int("axi", 3, 4);
  if (file.has("pll_mhz"))
    device.pll_mhz = file.get_int("pll_mhz", 1, kMostPllMhz);
  return device;
}

double part_of(int64_t used, int64_t offered) {
  return static_cast<double>(used) / static_cast<double>(offered);
}

}  // namespace

double share_of(const FpgaDevice& device, const DeviceUse& use) {
  return std::max({part_of(use.lut, device.lut), part_of(use.ff, device.ff),
                   part_of(use.dsp, device.dsp), part_of(use.bram18, device.bram18)});
}

double device_clock(const FpgaDevice& device, double mhz) {
  if (device.pll_mhz == 0)
    return mhz;
  const double wanted = std::min(mhz, kMostFclkMhz);
  return wanted < least_fclk_mhz(device.pll_mhz) ? mhz : fclk_at_most(wanted, device.pll_mhz).mhz;
}

FpgaDevice parse_device(std::string_view text, std::string_view origin) {
  try {
    const boost::json::value file = parse_json(text, origin);
    return read_device(JsonReader(file, std::string(origin)));
  } catch (const InputError& e) {
    throw ConfigError(e.what());
  }
}

FpgaDevice find_device(const std::string& name_or_path) {
  std::vector<std::string_view> names;
  for (const NamedDevice& named : named_devices()) {
    if (named.name == name_or_path)
      return parse_device(named.json, named.name);
    names.push_back(named.name);
  }
  if (!file_exists(name_or_path))
    throw ConfigError(fmt::format("'{}' is neither a device's file nor a known device: {}",
                                  name_or_path, known_names(name_or_path, names)));
  try {
    return parse_device(read_text_file(name_or_path, kMostTextBytes), name_or_path);
  } catch (const InputError& e) {
    throw ConfigError(fmt::format("device's file: {}", e.what()));
  }
}

}  // namespace vta
