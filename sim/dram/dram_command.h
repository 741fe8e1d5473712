// Places in a DRAM, and its commands.
#pragma once

#include <cstdint>

namespace vta {

// A place in the DRAM.
struct DramPlace {
  int64_t rank = 0, group = 0, bank = 0, row = 0, column = 0;  // bank: within its group
  bool operator==(const DramPlace&) const = default;
};

// Read and Write close the row after them where `closes` is set (auto-precharge).
enum class DramCommandKind { Activate, Precharge, PrechargeAll, Read, Write, Refresh };

struct DramCommand {
  int64_t clock = 0;
  DramCommandKind kind = DramCommandKind::Activate;
  DramPlace place;  // PrechargeAll and Refresh: of its rank alone
  bool closes = false;
};

}  // namespace vta
