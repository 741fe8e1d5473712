// What a DRAM is: its organization, its timing in clocks of its own, and how its controller
// decides. The table below is all that the model (controller.h) and the checker of its commands
// (command_checker.h) have in common.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>

namespace vta {

// One channel. A transaction is one burst of the DRAM; every count is a power of two.
struct DramOrganization {
  int64_t ranks = 1;
  int64_t groups = 1;  // of banks, in a rank; 1 where the standard has none
  int64_t banks = 8;   // in a group
  int64_t rows = 1;    // in a bank
  int64_t row_transactions = 1;
  int64_t transaction_bytes = 1;
  int64_t capacity_bytes() const {
    return ranks * groups * banks * rows * row_transactions * transaction_bytes;
  }
  int64_t rank_banks() const { return groups * banks; }
};

// In clocks, by the names of JEDEC. _s: between groups of banks, _l: within one.
struct DramTiming {
  int64_t burst = 0;  // clocks of data of a transaction
  int64_t cl = 0, cwl = 0, rcd = 0, rp = 0, ras = 0, rc = 0;
  int64_t rrd_s = 0, rrd_l = 0, faw = 0;
  int64_t ccd_s = 0, ccd_l = 0;
  int64_t wr = 0, wtr_s = 0, wtr_l = 0, rtp = 0;
  int64_t rtw = 0;  // from a read to a write command of the same rank
  int64_t cs = 0;   // clocks without data between two ranks
  int64_t refi = 0, rfc = 0;
};

struct DramTimingField {
  std::string_view key;  // in files
  int64_t DramTiming::*clocks;
};
inline constexpr std::array kDramTimingFields = {
    DramTimingField{"tCL", &DramTiming::cl},       DramTimingField{"tCWL", &DramTiming::cwl},
    DramTimingField{"tRCD", &DramTiming::rcd},     DramTimingField{"tRP", &DramTiming::rp},
    DramTimingField{"tRAS", &DramTiming::ras},     DramTimingField{"tRC", &DramTiming::rc},
    DramTimingField{"tRRD_S", &DramTiming::rrd_s}, DramTimingField{"tRRD_L", &DramTiming::rrd_l},
    DramTimingField{"tFAW", &DramTiming::faw},     DramTimingField{"tCCD_S", &DramTiming::ccd_s},
    DramTimingField{"tCCD_L", &DramTiming::ccd_l}, DramTimingField{"tWR", &DramTiming::wr},
    DramTimingField{"tWTR_S", &DramTiming::wtr_s}, DramTimingField{"tWTR_L", &DramTiming::wtr_l},
    DramTimingField{"tRTP", &DramTiming::rtp},     DramTimingField{"tRTW", &DramTiming::rtw},
    DramTimingField{"tCS", &DramTiming::cs},       DramTimingField{"tREFI", &DramTiming::refi},
    DramTimingField{"tRFC", &DramTiming::rfc},
};

enum class DramScheduler {
  Fcfs,    // the oldest transaction alone
  FrFcfs,  // the oldest whose next command may be issued now
};
enum class DramRows {
  Open,    // a row stays open until another one is wanted, or a refresh
  Closed,  // every access closes its row (with auto-precharge)
};
// Parts of an address, from the highest bits to the lowest. A bank's number is parted where groups
// matter.
enum class DramMapping { RowBankRankColumn, RowRankBankColumn, RowColumnBankGroup, BankRowColumn };

struct DramPolicy {
  int64_t queue_transactions = 32;  // reads, and as many writes
  double write_high = 0.8;          // above this part of the queue writes have their turn,
  double write_low = 0.2;           // and below it, where there are reads, no longer
  DramScheduler scheduler = DramScheduler::FrFcfs;
  DramRows rows = DramRows::Open;
  DramMapping mapping = DramMapping::RowBankRankColumn;
};

struct DramConfig {
  std::string name, title, source, note;
  int64_t clock_ps = 1;
  DramOrganization organization;
  DramTiming timing;
  DramPolicy policy;
};

}  // namespace vta
