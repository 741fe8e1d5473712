#include "driver/linux/board_scheme.h"

#include <algorithm>
#include <limits>

#include "driver/linux/board_link.h"
#include "driver/linux/u_dma_buf.h"
#include "driver/linux/uio.h"

namespace vta::board {
namespace {

constexpr int64_t kMostMilliseconds = 86'400'000;  // a day

BoardOptions options_of(const DeviceString& device) {
  BoardOptions options;
  options.watchdog = static_cast<uint32_t>(
      device.get_int("watchdog", options.watchdog, 0, std::numeric_limits<uint32_t>::max()));
  options.timeout =
      Milliseconds(device.get_int("timeout_ms", options.timeout.count(), 1, kMostMilliseconds));
  options.patience =
      Milliseconds(device.get_int("patience_ms", options.patience.count(), 1, kMostMilliseconds));
  return options;
}

std::unique_ptr<DeviceLink> open_board(const SystemPaths& paths, const DeviceString& device,
                                       const VtaConfig& config) {
  const BoardOptions options = options_of(device);
  auto window = std::make_unique<Uio>(paths, device.place);
  auto memory = std::make_unique<UDmaBuf>(paths, device.get("udmabuf", kBufferName));
  return std::make_unique<BoardLink>(std::move(window), std::move(memory), config, options);
}

}  // namespace

DeviceScheme board_scheme(const SystemPaths& paths) {
  return {
      .name = "board",
      .what = "an FPGA in this machine, through UIO and u-dma-buf",
      .place = "UIO",
      .default_place = kUioName,
      .keys = {{"udmabuf", "name of its u-dma-buf memory, default udmabuf-vta"},
               {"watchdog",
                "cycles without progress on the bus that end a launch, default 1000000; 0: none"},
               {"timeout_ms", "time limit of a launch, default 60000"},
               {"patience_ms", "time that a stop or reset waits for memory, default 1000"}},
      .check = [](const DeviceString& device) { options_of(device); },
      .open = [paths](const DeviceString& device, const VtaConfig& config,
                      const OpenOptions&) { return open_board(paths, device, config); }};
}

void add_board(DeviceTable& table) {
  DeviceScheme scheme = board_scheme();
  const std::vector<std::string> there = table.names();
  if (std::ranges::find(there, scheme.name) == there.end())
    table.add(std::move(scheme));
}

}  // namespace vta::board
