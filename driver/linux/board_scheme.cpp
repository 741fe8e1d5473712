#include "driver/linux/board_scheme.h"

#include <algorithm>
#include <limits>
#include <optional>

#include "base/error.h"
#include "driver/linux/board_link.h"
#include "driver/linux/u_dma_buf.h"
#include "driver/linux/uio.h"

namespace vta::board {
namespace {

constexpr int64_t kMostMilliseconds = 86'400'000;  // a day
constexpr int64_t kMostCore = 7;

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

// Of several; nothing where the board has one.
std::optional<int64_t> core_of(const DeviceString& device) {
  if (!device.has("core"))
    return std::nullopt;
  const int64_t core = device.get_int("core", 0, 0, kMostCore);
  if (!device.place.empty() && device.place != kUioName)
    throw UsageError(fmt::format(
        "device '{}': core= names a UIO device, and so does board://{}: leave out one of them",
        device.text(), device.place));
  return core;
}

std::unique_ptr<DeviceLink> open_board(const SystemPaths& paths, const DeviceString& device,
                                       const VtaConfig& config) {
  const BoardOptions options = options_of(device);
  const std::optional<int64_t> core = core_of(device);
  auto window =
      std::make_unique<Uio>(paths, core ? uio_of_core(paths, *core) : std::string(device.place));
  const std::string buffer = core ? fmt::format("{}{}", kBufferName, *core) : kBufferName;
  auto memory = std::make_unique<UDmaBuf>(paths, device.get("udmabuf", buffer));
  return std::make_unique<BoardLink>(std::move(window), std::move(memory), config, options);
}

}  // namespace

DeviceScheme board_scheme(const SystemPaths& paths) {
  return {
      .name = "board",
      .what = "an FPGA in this machine, through UIO and u-dma-buf",
      .place = "UIO",
      .default_place = kUioName,
      .keys = {{"core", "of a board with several: the UIO device is vtaN, its memory udmabuf-vtaN"},
               {"udmabuf", "name of its u-dma-buf memory, default udmabuf-vta"},
               {"watchdog",
                "cycles without progress on the bus that end a launch, default 1000000; 0: none"},
               {"timeout_ms", "time limit of a launch, default 60000"},
               {"patience_ms", "time that a stop or reset waits for memory, default 1000"}},
      .check =
          [](const DeviceString& device) {
            options_of(device);
            core_of(device);
          },
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
