// Figures that follow from a completed stream, because hardware counts only whole runs:
// instructions by opcode, counters of each kernel, tokens left in each queue.
#pragma once

#include <array>
#include <span>
#include <vector>

#include "hw/isa/insn.h"
#include "link/device_link.h"

namespace vta::board {

class StreamAccount {
 public:
  // The instructions of a request, decoded.
  StreamAccount(const VtaConfig& config, const LaunchRequest& request, std::vector<Insn> insns);

  // DeviceError for a read-back from memory that a later instruction of the stream writes: a board
  // cannot be read before the end of a run.
  void check_read_backs() const;

  // Adds to the report of a run that ended without an error. DeviceError if the device's counters
  // differ from the stream's: another stream has run, or another machine.
  void complete(RunReport& report, int64_t tokens_left) const;

  // An instruction for messages; any index.
  std::string text_of(int64_t insn) const;

 private:
  bool stores_into(const Insn& store, uint64_t begin, uint64_t end) const;
  size_t kernel_of(int64_t insn) const;  // past the last: none

  const VtaConfig& config_;
  const LaunchRequest& request_;
  std::vector<Insn> insns_;
};

}  // namespace vta::board
