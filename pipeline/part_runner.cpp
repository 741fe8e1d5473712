#include "pipeline/part_runner.h"

namespace vta::piped {

LinkRunner::LinkRunner(std::shared_ptr<const Program> program, std::unique_ptr<DeviceLink> link,
                       bool has_time, int64_t max_cycles)
    : executor_(std::move(program), std::move(link)), has_time_(has_time) {
  executor_.set_max_cycles(max_cycles);
}

PartRun LinkRunner::run(const std::vector<Tensor>& inputs) {
  for (size_t i = 0; i < inputs.size(); ++i)
    executor_.set_input(static_cast<int64_t>(i), inputs[i]);
  executor_.run();
  PartRun done;
  for (int64_t i = 0; i < std::ssize(executor_.program().outputs); ++i)
    done.outputs.push_back(executor_.output(i));
  if (executor_.stats().timing)
    done.cycles = executor_.stats().timing->cycles;
  else if (has_time_ && executor_.stats().launches == 0)
    done.cycles = 0;  // all of it is the host's
  return done;
}

}  // namespace vta::piped
