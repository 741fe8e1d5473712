#include "sim/kernels/tile_permission.h"

#include <fmt/format.h>

#include <cerrno>
#include <cstring>

#if defined(__x86_64__) && defined(__linux__)
#include <cpuid.h>
#include <sys/syscall.h>
#include <unistd.h>
#endif

namespace vta::kernels {
namespace {

#if defined(__x86_64__) && defined(__linux__)
constexpr unsigned kAmxTile = 1U << 24, kAmxInt8 = 1U << 25;  // leaf 7, edx
constexpr int kRequestPermission = 0x1023;                    // ARCH_REQ_XCOMP_PERM
constexpr int kTileData = 18;                                 // XFEATURE_XTILEDATA

bool cpu_has_tiles() {
  unsigned a = 0, b = 0, c = 0, d = 0;
  return __get_cpuid_count(7, 0, &a, &b, &c, &d) != 0 && (d & kAmxTile) != 0 && (d & kAmxInt8) != 0;
}

int request_tiles() {
  return ::syscall(SYS_arch_prctl, kRequestPermission, kTileData) == 0 ? 0 : errno;
}
#else
bool cpu_has_tiles() {
  return false;
}
int request_tiles() {
  return ENOSYS;
}
#endif

}  // namespace

std::string tiles_refusal(bool cpu_has, int error) {
  if (!cpu_has)
    return "AMX-TILE and AMX-INT8, which this CPU lacks";
  if (error != 0)
    return fmt::format(
        "AMX's tile state, which the operating system denies or lacks (arch_prctl: {})",
        std::strerror(error));
  return {};
}

const std::string& tiles_refused() {
  static const std::string answer = [] {
    const bool cpu_has = cpu_has_tiles();
    return tiles_refusal(cpu_has, cpu_has ? request_tiles() : 0);
  }();
  return answer;
}

}  // namespace vta::kernels
