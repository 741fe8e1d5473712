// A program for a board: opens its device, says what it is, and runs a stream of one FINISH:
// `board_probe board,timeout_ms=500`. Under an emulator there is none, which it says.
#include <cstdio>
#include <span>

#include "base/error.h"
#include "driver/driver.h"
#include "driver/linux/board_scheme.h"
#include "hw/isa/codec.h"

namespace {

int probe(const char* device) {
  vta::DeviceTable table;
  table.add(vta::board::board_scheme());
  vta::Driver driver(table.open(device, vta::VtaConfig{}));
  vta::DeviceBuffer insns = driver.alloc(vta::kInsnBytes);
  vta::InsnBits finish;
  finish.lo = static_cast<uint64_t>(vta::Opcode::Finish);
  insns.write(0, std::as_bytes(std::span(&finish, 1)));
  vta::LaunchRequest request;
  request.insn_addr = insns.phys_addr();
  request.insn_count = 1;
  const vta::LaunchReport report = driver.launch(request);
  std::printf("%s: %s\n", driver.config().name().c_str(),
              report.error == vta::IsaError::None ? "answers" : report.error_text.c_str());
  return report.error == vta::IsaError::None ? 0 : 6;
}

}  // namespace

int main(int count, char** words) {
  try {
    return probe(count > 1 ? words[1] : "board");
  } catch (const vta::Error& error) {
    std::fprintf(stderr, "error: %s\n", error.what());
    return static_cast<int>(error.exit_code());
  }
}
