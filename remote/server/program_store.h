// Programs by the SHA-256 of their file, shared by all sessions, so that each is sent only once.
// The least recently used are dropped first when there are too many bytes.
#pragma once

#include <list>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <utility>

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

  // What has arrived of a program, counted among all that are on their way: together they have no
  // more bytes than may be kept.
  class Incoming {
   public:
    explicit Incoming(ProgramStore& store) : store_(&store) {}
    Incoming(Incoming&& other) noexcept
        : store_(other.store_), bytes_(std::exchange(other.bytes_, 0)) {}
    Incoming& operator=(Incoming&& other) noexcept {
      std::swap(store_, other.store_);
      std::swap(bytes_, other.bytes_);
      return *this;
    }
    ~Incoming();
    bool more(int64_t bytes);  // false: there is no room for them

   private:
    ProgramStore* store_;
    int64_t bytes_ = 0;
  };

 private:
  struct Entry {
    std::string hash;
    File file;
  };
  mutable std::mutex mutex_;
  std::list<Entry> entries_;  // the last used first
  int64_t most_bytes_, bytes_ = 0, incoming_ = 0;
};

}  // namespace vta::remote
