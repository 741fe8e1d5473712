// A link whose every call is encoded, decoded, answered, encoded and decoded again, in this
// process: what the tests of driver and runtime run over, so that nothing passes beside the
// messages.
#pragma once

#include <memory>

#include "link/device_link.h"

namespace vta::wire {

std::unique_ptr<DeviceLink> make_loopback(std::unique_ptr<DeviceLink> device);

}  // namespace vta::wire
