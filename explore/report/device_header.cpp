#include "explore/report/device_header.h"

#include <boost/json.hpp>

#include "explore/report/point_tables.h"

namespace vta::explore {

namespace json = boost::json;

json::object device_json(const FpgaDevice& device) {
  return {{"name", device.name},
          {"title", device.title},
          {"source", device.source},
          {"note", device.note},
          {"lut", device.lut},
          {"ff", device.ff},
          {"dsp", device.dsp},
          {"bram18", device.bram18},
          {"port_bytes", device.port_bytes},
          {"pll_mhz", device.pll_mhz},
          {"share", share_column(device)}};
}

json::array devices_json(const FpgaDevice& device) {
  json::array out;
  bool known = false;
  for (const NamedDevice& named : named_devices()) {
    const FpgaDevice one = find_device(std::string(named.name));
    known = known || one == device;
    out.push_back(device_json(one));
  }
  if (!known)
    out.insert(out.begin(), device_json(device));
  return out;
}

}  // namespace vta::explore
