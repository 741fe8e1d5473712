// Whether a sequence of commands is legal on a DRAM: every pair of commands near each other against
// the table of times, the rows that are open, the data bus and the refreshes. It is written from
// the standard's rules and shares no code with the model whose commands it checks. Slow and plain.
#pragma once

#include <cstdint>
#include <deque>
#include <string>
#include <vector>

#include "config/dram_config.h"
#include "sim/dram/dram_command.h"

namespace vta {

struct DramViolation {
  int64_t clock = 0;
  std::string rule;  // "tRCD", "row", "bus", "refresh", "clock"
  std::string text;  // "clock 14: Read of rank 0, group 0, bank 3 comes 6 clocks after Activate
                     // (clock 8): tRCD is 7"
};

class DramCommandChecker {
 public:
  DramCommandChecker(const DramOrganization& organization, const DramTiming& timing);

  void see(const DramCommand& command);
  void finish(int64_t clock);  // no refresh is missing until then

  int64_t commands() const { return commands_; }
  int64_t violation_count() const { return violation_count_; }
  const std::vector<DramViolation>& violations() const { return violations_; }  // the first hundred

 private:
  struct Gap {
    int64_t clocks = 0;
    const char* rule = "";
  };
  Gap gap_between(const DramCommand& before, const DramCommand& command) const;
  void check_gaps(const DramCommand& command);
  void check_state(const DramCommand& command);
  void check_four_activations(const DramCommand& command);
  void check_data(const DramCommand& command);
  void check_refresh(int64_t rank, int64_t clock);
  void close_by_itself(const DramCommand& access);
  void report(int64_t clock, std::string rule, std::string text);
  size_t bank_number(const DramPlace& place) const;

  DramOrganization organization_;
  DramTiming timing_;
  int64_t horizon_ = 0;                // no gap is larger
  std::deque<DramCommand> history_;    // as far as the horizon
  std::vector<int64_t> open_row_;      // of each bank; -1: closed
  std::vector<int64_t> opened_;        // when
  std::vector<int64_t> last_refresh_;  // of each rank
  int64_t last_clock_ = -1, data_end_ = 0, data_rank_ = -1;
  int64_t commands_ = 0, violation_count_ = 0;
  std::vector<DramViolation> violations_;
};

}  // namespace vta
