// Programs by the SHA-256 of their file, for all sessions: what one has sent nobody sends again.
// The least recently used go first when there are too many bytes.
#pragma once

#include <list>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>

namespace vta::remote {

inline constexpr size_t kHashBytes = 32;
std::string sha256(std::string_view bytes);  // 32 bytes

class ProgramStore {
 public:
  using File = std::shared_ptr<const std::string>;

  explicit ProgramStore(int64_t most_bytes) : most_bytes_(most_bytes) {}

  File find(std::string_view hash);  // null: not there
  // A file that is larger than all that may be kept is given back and not kept.
  File add(const std::string& hash, std::string bytes);
  int64_t bytes() const;

 private:
  struct Entry {
    std::string hash;
    File file;
  };
  mutable std::mutex mutex_;
  std::list<Entry> entries_;  // the last used first
  int64_t most_bytes_, bytes_ = 0;
};

}  // namespace vta::remote
