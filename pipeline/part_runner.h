// A part that is ready to run, on a local or remote device.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "base/tensor.h"
#include "link/device_link.h"
#include "runtime/executor.h"

namespace vta::piped {

struct PartRun {
  std::vector<Tensor> outputs;    // in the program's order
  std::optional<int64_t> cycles;  // of its launches; nothing where the device has no time
};

class PartRunner {
 public:
  virtual ~PartRunner() = default;
  // Inputs in the program's order. Errors are those of the device and describe the loss.
  virtual PartRun run(const std::vector<Tensor>& inputs) = 0;
};

// A program on a device behind a link: in this process, in one of its own (link/process),
// elsewhere.
class LinkRunner final : public PartRunner {
 public:
  // `has_time`: of the device's scheme (link/device_table.h). Errors as Executor's.
  LinkRunner(std::shared_ptr<const Program> program, std::unique_ptr<DeviceLink> link,
             bool has_time, int64_t max_cycles);
  PartRun run(const std::vector<Tensor>& inputs) override;

 private:
  Executor executor_;
  bool has_time_;
};

}  // namespace vta::piped
