// Suites over a board: of the device that a test makes its configuration and the size of its memory
// count; the run is the Verilated shell's.
#include "tests/driver/test_link.h"
#include "tests/linux/verilated_board.h"

namespace vta::test {

std::unique_ptr<DeviceLink> test_link(std::unique_ptr<Device> device) {
  const auto one = std::make_shared<VerilatedBoard<VAxi>>(0, device->memory().size_bytes());
  return open_board(one, device->config());
}

}  // namespace vta::test
