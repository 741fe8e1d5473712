// The resources of an FPGA: the budget for a configuration.
//
// A budget is a JSON file; those of config/devices are embedded:
//   {"name": "zynq7020", "title": "Zynq-7020 (XC7Z020)", "lut": 53200, "ff": 106400, "dsp": 220,
//    "bram36": 140, "port_bytes": 8, "axi": 3, "pll_mhz": 1000, "source": "data sheet", "note":
//    "..."}
// All but the name and the four figures may be left out: an FPGA without a processor has no memory
// port and no PLL of its own.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "config/config_keys.h"

namespace vta {

struct FpgaDevice {
  std::string name = {};    // "zynq7020"
  std::string title = {};   // for people; the name where the file has none
  std::string source = {};  // where the figures are from
  std::string note = {};    // what to know when areas are compared with it
  int64_t lut = 0, ff = 0, dsp = 0;
  int64_t bram18 = 0;  // block RAM in units of 18 Kb
  // The port to the memory: bytes a cycle at its widest, and which AXI it speaks; 0: not known.
  int64_t port_bytes = 0, axi = 0;
  int64_t most_burst_beats() const { return axi == 3 ? kMostAxi3Beats : 0; }  // 0: no limit known
  int64_t pll_mhz = 0;  // that clocks of the FPGA are divided from (config/fclk.h); 0: not known
  bool operator==(const FpgaDevice&) const = default;
};

// The use of each resource by a configuration.
struct DeviceUse {
  int64_t lut = 0, ff = 0, dsp = 0, bram18 = 0;
};
// The largest part of the four: at most 1 fits, as far as synthesis can say.
double share_of(const FpgaDevice& device, const DeviceUse& use);

// Whether the port, if it is known, moves a bus word of so many bytes a cycle.
inline bool port_takes(const FpgaDevice& device, int64_t bus_bytes) {
  return device.port_bytes == 0 || bus_bytes <= device.port_bytes;
}
// The fastest clock not above `mhz` that the device makes: `mhz` itself where its PLL is not known,
// or makes none so slow.
double device_clock(const FpgaDevice& device, double mhz);

// Strict: unknown members, other types and figures below 1 throw ConfigError, which names them.
FpgaDevice parse_device(std::string_view text, std::string_view origin);

struct NamedDevice {
  std::string_view name;  // "zynq7020"
  std::string_view json;
};
std::span<const NamedDevice> named_devices();
// A name if known, else a file. ConfigError lists the known names.
FpgaDevice find_device(const std::string& name_or_path);

inline constexpr const char* kDefaultDevice = "zynq7020";

}  // namespace vta
