// A tracker's key of a device: CONFIG/BACKEND, as "1x32/csim".
#pragma once

#include <string>
#include <string_view>

namespace vta::remote {

// A client's request: a simulator, of a configuration by its name.
struct DeviceKey {
  std::string config, backend;

  std::string text() const { return config + "/" + backend; }
};

// UsageError: not CONFIG/BACKEND with 1 to 200 printable characters other than ',' and spaces.
DeviceKey parse_device_key(std::string_view text);

// Whether an offered CONFIG/BACKEND, whose CONFIG may be "*", matches the request.
bool suits(std::string_view offered, const DeviceKey& wanted);

}  // namespace vta::remote
