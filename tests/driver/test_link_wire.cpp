#include "link/local_link.h"
#include "tests/driver/test_link.h"
#include "tests/link/loopback.h"

namespace vta::test {

std::unique_ptr<DeviceLink> test_link(std::unique_ptr<Device> device) {
  return wire::make_loopback(std::make_unique<LocalLink>(std::move(device)));
}

}  // namespace vta::test
