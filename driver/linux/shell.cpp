#include "driver/linux/shell.h"

#include <algorithm>
#include <bit>
#include <charconv>
#include <vector>

#include "base/error.h"
#include "base/plural.h"

namespace vta::board {
namespace {

using Clock = std::chrono::steady_clock;
using S = ShellRegister;

constexpr uint32_t kMajorMask = 0xffff0000;
constexpr uint32_t kOverlapBit = 9, kQueueShift = 16, kQueueMask = 0x7ff;
constexpr int64_t kMostBurstBytes = 4096;
constexpr int64_t kMostBeatsOfAxi3 = 16, kMostBeatsOfAxi4 = 256;
// An interrupt that does not come, as of a device tree with a wrong number, costs so long a launch.
constexpr Milliseconds kLook{1000};
// Who was not running himself for a while has not waited.
constexpr int kLeastLooks = 1000;

uint32_t shape_of(const VtaConfig& c) {
  return static_cast<uint32_t>(c.log_batch | c.log_block_in << 8 | c.log_block_out << 16 |
                               (c.log_bus_width - 3) << 24);
}

uint32_t depths_of(const VtaConfig& c) {
  return static_cast<uint32_t>(c.log_depth(MemoryType::Uop) | c.log_depth(MemoryType::Inp) << 8 |
                               c.log_depth(MemoryType::Wgt) << 16 |
                               c.log_depth(MemoryType::Acc) << 24);
}

uint64_t hash_of(const VtaConfig& config) {
  const std::string text = config.stream_hash();
  uint64_t hash = 0;
  std::from_chars(text.data(), text.data() + text.size(), hash, 16);
  return hash;
}

// The first extension is bit 8 of FEATURES; the others are bits 10 to 15, behind that of overlap.
int64_t isa_ext_of(uint32_t features) {
  return (features >> 8 & 1) | (features >> 10 & 0x3f) << 1;
}

std::string differing(std::string_view name, uint64_t value, uint64_t expected) {
  return value == expected
             ? ""
             : fmt::format("\n  {} is 0x{:x}, expected 0x{:x}", name, value, expected);
}

}  // namespace

std::string in_flight_text(uint32_t shell_status) {
  return fmt::format("{} and {}", counted(shell_status >> 8 & 0xff, "read"),
                     counted(shell_status >> 16 & 0xff, "write"));
}

uint16_t Shell::offset(Register reg) {
  return static_cast<uint16_t>(register_table()[static_cast<size_t>(reg)].offset);
}

uint16_t Shell::offset(ShellRegister reg) {
  return static_cast<uint16_t>(shell_register_table()[static_cast<size_t>(reg)].offset);
}

uint64_t Shell::read64_at(uint16_t at) {
  const uint64_t low = read_at(at);
  return low | uint64_t{read_at(static_cast<uint16_t>(at + 4))} << 32;
}

void Shell::write64(Register reg, uint64_t value) {
  window_.write32(offset(reg), static_cast<uint32_t>(value));
  window_.write32(static_cast<uint16_t>(offset(reg) + 4), static_cast<uint32_t>(value >> 32));
}

void Shell::check_identity() {
  const uint32_t id = read(S::ShellId);
  if (id != kShellId)
    throw DeviceError(
        fmt::format("board: SHELL_ID is 0x{:08x}, expected 0x{:08x}: no accelerator with this "
                    "shell at these addresses; is its bitstream loaded?",
                    id, kShellId));
  const uint32_t version = read(S::ShellVersion);
  if ((version & kMajorMask) != (kShellVersion & kMajorMask))
    throw DeviceError(
        fmt::format("board: SHELL_VERSION is 0x{:08x}, expected 0x{:04x}....: its register map "
                    "differs; the driver and the exported hardware have different versions",
                    version, kShellVersion >> 16));
}

VtaConfig Shell::hardware_of(const VtaConfig& program) {
  const uint64_t hash = read64(S::StreamHash);
  const uint32_t shape = read(S::MachineShape), depths = read(S::Depths),
                 features = read(S::Features);
  if (hash != hash_of(program)) {
    constexpr uint32_t kOfStreams = 0x00ffffff;  // the bus of SHAPE and most of FEATURES are not
    throw DeviceError(fmt::format(
        "board: the hardware cannot run streams of configuration {}:{}{}{}{}", program.name(),
        differing("STREAM_HASH", hash, hash_of(program)),
        differing("SHAPE", shape & kOfStreams, shape_of(program) & kOfStreams),
        differing("DEPTHS", depths, depths_of(program)),
        differing("FEATURES bits 8 and 10.. (ISA_EXT)", static_cast<uint64_t>(isa_ext_of(features)),
                  static_cast<uint64_t>(program.isa_ext))));
  }
  VtaConfig config = program;
  config.axi = features & 0xff;
  config.acc_overlap = features >> kOverlapBit & 1;
  config.cmd_queue_depth = features >> kQueueShift & kQueueMask;
  config.log_bus_width = (shape >> 24) + 3;
  config.mem_burst_beats = std::min({config.mem_burst_beats, kMostBurstBytes / config.bus_bytes(),
                                     config.axi == 3 ? kMostBeatsOfAxi3 : kMostBeatsOfAxi4});
  return config;
}

void Shell::reset(Milliseconds patience) {
  write(S::ShellControl, kShellSoftReset);
  const auto until = Clock::now() + patience;
  for (int looks = 0; !idle(); ++looks)
    if (looks >= kLeastLooks && Clock::now() > until)
      throw DeviceError(
          fmt::format("board: {} still in flight {} ms after a soft reset: memory does not "
                      "respond; only a reset of the system helps",
                      in_flight_text(read(S::ShellStatus)), patience.count()));
}

void Shell::start() {
  write(S::IrqStatus, 1);
  write(S::IrqEnable, 1);
  window_.enable_interrupt();
  write(Register::Control, 1);
}

bool Shell::wait_for_end(Milliseconds most) {
  const auto until = Clock::now() + most;
  while ((read(S::IrqStatus) & 1) == 0) {
    const auto left = std::chrono::ceil<Milliseconds>(until - Clock::now());
    if (left.count() <= 0)
      return false;
    if (window_.wait_for_interrupt(std::min(left, kLook)))
      window_.enable_interrupt();  // where it was of another run, the next is ours
  }
  return true;
}

}  // namespace vta::board
