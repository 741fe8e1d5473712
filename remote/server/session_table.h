// The current sessions of a server, with client, state and start time, and the check for one more.
#pragma once

#include <chrono>
#include <cstdint>
#include <map>
#include <mutex>
#include <string>
#include <vector>

#include "remote/proto/vta_device.pb.h"

namespace vta::remote {

class SessionTable {
 public:
  using What = v1::SessionState::What;

  SessionTable(int64_t most, int64_t most_memory) : most_(most), most_memory_(most_memory) {}

  // The session's number; 0: there are as many as may be.
  uint64_t enter(const std::string& client);
  void leave(uint64_t session);
  // Device memory of a session, in place of what it had; false: all sessions together would have
  // more than may be.
  bool reserve(uint64_t session, int64_t bytes);
  void opened(uint64_t session, const std::string& backend, const std::string& config);
  void set(uint64_t session, What what);
  void ran(uint64_t session);

  std::vector<v1::SessionState> states() const;
  int64_t size() const;

 private:
  using Clock = std::chrono::steady_clock;
  struct Row {
    v1::SessionState state;
    Clock::time_point since = Clock::now();
    int64_t memory = 0;
  };
  mutable std::mutex mutex_;
  std::map<uint64_t, Row> rows_;
  uint64_t last_ = 0;
  int64_t most_, most_memory_, memory_ = 0;
};

}  // namespace vta::remote
