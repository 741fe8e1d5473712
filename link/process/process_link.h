// A device in a process of its own on this machine.
//
//   ProcessLink link("csim", config);
//   Executor executor(program, std::make_unique<ProcessLink>("csim", config));
#pragma once

#include <memory>
#include <optional>
#include <string>

#include "base/process.h"
#include "link/device_link.h"

namespace vta {

struct WorkerProgram {
  std::string path = "/proc/self/exe";  // a program that calls serve_device() (device_worker.h)
};

class ProcessLink final : public DeviceLink {
 public:
  // Starts a worker, which opens the device. What the worker's DeviceTable::open throws is thrown
  // here; ResourceError where no process can be started; DeviceError where the worker ends. The
  // worker ends with the thread that calls this, whatever becomes of this object.
  ProcessLink(const std::string& device, const VtaConfig& config,
              const WorkerProgram& program = {});

  pid_t pid() const { return program_ ? program_->pid() : -1; }

  // As those of the device; DeviceError says how the worker ended where it did.
  const LinkInfo& info() const override { return link_->info(); }
  void write(uint64_t phys_addr, std::span<const std::byte> bytes) override;
  void read(uint64_t phys_addr, std::span<std::byte> bytes) override;
  void fill(uint64_t phys_addr, int64_t size_bytes, std::byte value) override;
  LaunchReport launch(const LaunchRequest& request, TraceSink* sink) override;
  std::vector<std::byte> read_scratchpad(MemoryType type, int64_t first, int64_t count) override;

 private:
  template <typename Call>
  auto guarded(const Call& call);
  void lose(const std::string& reason);

  std::string device_;
  std::string lost_;  // not empty: why there is no worker any more
  std::optional<RunningProgram> program_;
  std::unique_ptr<DeviceLink> link_;
};

}  // namespace vta
