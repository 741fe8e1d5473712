#include "driver/linux/uio.h"

#include <poll.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <vector>

#include "base/error.h"

namespace vta::board {
namespace {

constexpr const char* kUioAdvice =
    "is the bitstream loaded, the device tree's overlay applied, and uio_pdrv_genirq.of_id set to "
    "generic-uio?";

std::string uio_folder(const SystemPaths& paths) {
  return paths.sys + "/class/uio";
}

struct NamedUio {
  std::string file, name;
};

std::vector<NamedUio> all_uios(const SystemPaths& paths) {
  std::vector<NamedUio> all;
  for (const std::string& file : entries_of(uio_folder(paths)))
    all.push_back({file, read_word(fmt::format("{}/{}/name", uio_folder(paths), file))});
  return all;
}

[[noreturn]] void fail_interrupt(const std::string& path, const char* what, ssize_t done) {
  throw DeviceError(fmt::format(
      "board: {}: the interrupt cannot be {}: {}; does the device tree give it 'interrupts'?", path,
      what, done < 0 ? std::strerror(errno) : fmt::format("{} bytes of 4", done)));
}

void check_map(const SystemPaths& paths, const std::string& path) {
  const std::string device =
      uio_folder(paths) + "/" + std::filesystem::path(path).filename().string();
  if (!std::filesystem::is_directory(device))
    throw DeviceError(
        fmt::format("board: {}: this is no UIO device: there is no {}", path, device));
  const std::string map = device + "/maps/map0";
  const uint64_t size = read_number(map + "/size");
  if (size < static_cast<uint64_t>(kWindowBytes))
    throw DeviceError(
        fmt::format("board: {}/size: 0x{:x} bytes of registers; an accelerator has 0x{:x}: look at "
                    "'reg' in the "
                    "device tree",
                    map, size, kWindowBytes));
}

}  // namespace

std::string find_uio(const SystemPaths& paths, const std::string& place) {
  if (place.starts_with('/'))
    return place;
  std::vector<std::string> found, known;
  for (const NamedUio& one : all_uios(paths)) {
    known.push_back(fmt::format("{} ({})", one.file, one.name));
    if (one.file == place || one.name == place)
      found.push_back(one.file);
  }
  if (known.empty())
    throw DeviceError(
        fmt::format("board: {}: there is no UIO device: {}", uio_folder(paths), kUioAdvice));
  if (found.size() != 1)
    throw DeviceError(fmt::format(
        "board: {} UIO devices are called '{}'; there are {}: choose one, as in board://uio0",
        found.size(), place, fmt::join(known, ", ")));
  return paths.dev + "/" + found.front();
}

std::string uio_of_core(const SystemPaths& paths, int64_t core) {
  const std::string wanted = fmt::format("{}{}", kUioName, core);
  std::vector<std::string> cores, others;
  for (const NamedUio& one : all_uios(paths)) {
    if (one.name == wanted)
      return wanted;
    const bool is_core = one.name.starts_with(kUioName) && one.name != kUioName;
    (is_core ? cores : others).push_back(fmt::format("{} ({})", one.name, one.file));
  }
  throw DeviceError(fmt::format(
      "board: there is no core {}: no UIO device is called {}; {}", core, wanted,
      !cores.empty()    ? fmt::format("the cores are {}", fmt::join(cores, ", "))
      : !others.empty() ? fmt::format("this board has no cores by number but {}: leave out core=",
                                      fmt::join(others, ", "))
                        : std::string(kUioAdvice)));
}

void UioInterrupt::enable() {
  const uint32_t on = 1;
  const ssize_t written = write(file_.descriptor(), &on, sizeof on);
  if (written != sizeof on)
    fail_interrupt(file_.path(), "enabled", written);
}

bool UioInterrupt::wait(std::chrono::milliseconds most) {
  using Clock = std::chrono::steady_clock;
  const auto until = Clock::now() + most;
  pollfd one = {file_.descriptor(), POLLIN, 0};
  int ready = -1;
  do {  // a signal is no interrupt
    const auto left = std::chrono::ceil<std::chrono::milliseconds>(until - Clock::now());
    ready = poll(&one, 1, static_cast<int>(std::clamp<int64_t>(left.count(), 0, 1'000'000)));
  } while (ready < 0 && errno == EINTR);
  if (ready == 0)
    return false;
  uint32_t count = 0;  // since the driver of UIO was loaded
  const ssize_t got = ready < 0 ? -1 : read(file_.descriptor(), &count, sizeof count);
  if (got != sizeof count)
    fail_interrupt(file_.path(), "awaited", got);
  return true;
}

Uio::Uio(const SystemPaths& paths, const std::string& place)
    : file_(find_uio(paths, place), kUioAdvice), interrupt_(file_) {
  file_.lock();
  check_map(paths, file_.path());
  mapping_ = std::make_unique<Mapping>(file_, kWindowBytes);
  registers_ = reinterpret_cast<volatile uint32_t*>(mapping_->bytes().data());
}

}  // namespace vta::board
