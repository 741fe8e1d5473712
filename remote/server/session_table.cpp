#include "remote/server/session_table.h"

namespace vta::remote {

uint64_t SessionTable::enter(const std::string& client) {
  const std::scoped_lock lock(mutex_);
  if (static_cast<int64_t>(rows_.size()) >= most_)
    return 0;
  Row& row = rows_[++last_];
  row.state.set_session(last_);
  row.state.set_client(client);
  return last_;
}

void SessionTable::leave(uint64_t session) {
  const std::scoped_lock lock(mutex_);
  memory_ -= rows_.at(session).memory;
  rows_.erase(session);
}

bool SessionTable::reserve(uint64_t session, int64_t bytes) {
  const std::scoped_lock lock(mutex_);
  Row& row = rows_.at(session);
  if (bytes - row.memory > most_memory_ - memory_)
    return false;
  memory_ += bytes - row.memory;
  row.memory = bytes;
  return true;
}

void SessionTable::opened(uint64_t session, const std::string& backend, const std::string& config) {
  const std::scoped_lock lock(mutex_);
  rows_.at(session).state.set_backend(backend);
  rows_.at(session).state.set_config(config);
}

void SessionTable::set(uint64_t session, What what) {
  const std::scoped_lock lock(mutex_);
  Row& row = rows_.at(session);
  if (row.state.what() != what)
    row.since = Clock::now();
  row.state.set_what(what);
}

void SessionTable::ran(uint64_t session) {
  const std::scoped_lock lock(mutex_);
  v1::SessionState& state = rows_.at(session).state;
  state.set_runs(state.runs() + 1);
}

std::vector<v1::SessionState> SessionTable::states() const {
  const std::scoped_lock lock(mutex_);
  std::vector<v1::SessionState> out;
  for (const auto& [id, row] : rows_) {
    out.push_back(row.state);
    out.back().set_seconds(std::chrono::duration<double>(Clock::now() - row.since).count());
  }
  return out;
}

int64_t SessionTable::size() const {
  const std::scoped_lock lock(mutex_);
  return static_cast<int64_t>(rows_.size());
}

}  // namespace vta::remote
