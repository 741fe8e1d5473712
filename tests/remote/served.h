// A server of devices in this process, with workers of this build's `vta`, and its log.
#pragma once

#include <boost/json/parse.hpp>
#include <cstring>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "driver/driver.h"
#include "hw/isa/assembler.h"
#include "remote/client/grpc_link.h"
#include "remote/messages/run_messages.h"
#include "remote/server/device_server.h"
#include "remote/server/program_store.h"
#include "runtime/program.h"

namespace vta::test {

class Served {
 public:
  explicit Served(const remote::ServerLimits& limits = few(),
                  const remote::ServerKeyFiles& keys = {},
                  const std::string& listen = "127.0.0.1:0") {
    remote::ServerOptions options;
    options.listen = listen;
    options.limits = limits;
    options.security = remote::server_security(keys);
    options.worker.path = VTA_BINARY_DIR "/bin/vta";
    options.log = [this](std::string_view line) {
      const std::scoped_lock lock(mutex_);
      log_.emplace_back(line);
    };
    server_ = std::make_unique<remote::DeviceServer>(std::move(options));
  }

  // Memory and sessions as a test needs them.
  static remote::ServerLimits few() {
    remote::ServerLimits limits;
    limits.session_memory = int64_t{64} << 20;
    limits.sessions = 4;
    limits.connections = 64;
    return limits;
  }

  remote::DeviceServer& server() { return *server_; }
  const std::string& address() const { return server_->address(); }
  remote::ServerPlace place(const remote::ClientKeyFiles& keys = {}) const {
    return {address(), keys};
  }
  std::unique_ptr<remote::GrpcLink> link(const VtaConfig& config,
                                         const std::string& backend = "fsim",
                                         int64_t memory_bytes = int64_t{1} << 22) const {
    return std::make_unique<remote::GrpcLink>(place(), open(config, backend, memory_bytes));
  }
  static remote::v1::Open open(const VtaConfig& config, const std::string& backend = "fsim",
                               int64_t memory_bytes = int64_t{1} << 22) {
    remote::v1::Open request;
    request.set_version(remote::kDeviceProtocol);
    request.set_config(config.to_json());
    request.set_backend(backend);
    request.set_memory_bytes(memory_bytes);
    return request;
  }

  // Lines of the log so far.
  std::vector<std::string> log() const {
    const std::scoped_lock lock(mutex_);
    return log_;
  }
  std::vector<std::string> log_after_end() {
    server_.reset();
    return log();
  }
  int64_t events(std::string_view name) const {
    int64_t count = 0;
    for (const std::string& line : log())
      count += boost::json::parse(line).at("event").as_string() == name ? 1 : 0;
    return count;
  }

 private:
  mutable std::mutex mutex_;
  std::vector<std::string> log_;
  std::unique_ptr<remote::DeviceServer> server_;  // ends before its log
};

// A stream from nowhere over a driver, on memory of its own.
inline LaunchReport launch_stream(Driver& driver, const std::string& assembly,
                                  int64_t max_cycles = kMaxCycles) {
  const std::vector<InsnBits> bits = assemble_stream(assembly, "test", driver.config());
  DeviceBuffer stream = driver.alloc(static_cast<int64_t>(bits.size() * sizeof(InsnBits)));
  stream.write(0, std::as_bytes(std::span(bits)));
  LaunchRequest request;
  request.insn_addr = stream.phys_addr();
  request.insn_count = static_cast<int64_t>(bits.size());
  request.bases = DramBases::all(stream.phys_addr());
  request.max_cycles = max_cycles;
  return driver.launch(request);
}

}  // namespace vta::test
