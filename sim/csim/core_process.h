// The interface between the SystemC module and the accelerator inside: registers, and the progress
// of a run.
#pragma once

#include <cstdint>

namespace vta::csim {

class CoreProcess {
 public:
  virtual ~CoreProcess() = default;
  virtual bool running() const = 0;
  virtual int64_t now() const = 0;  // cycles of the run so far
  // Goes on through cycle `until`; true once the run has ended.
  virtual bool run_until(int64_t until) = 0;
  // Cycles that it may go ahead of others' time, where nobody else can see it.
  virtual int64_t quantum() const = 0;
  // Nothing happens before this cycle; kNever (arbiter.h): before an answer.
  virtual int64_t next_cycle() = 0;
  // At the offset of a register; the value is the whole register's. DeviceError: a register that
  // can only be read, a value that is not legal, a launch that cannot be.
  virtual void write_register_at(int64_t offset, uint64_t value) = 0;
  virtual uint64_t read_register_at(int64_t offset) const = 0;
};

}  // namespace vta::csim
