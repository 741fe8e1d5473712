// The file in which one task of a job array leaves its results: records, only ever appended.
//
//   "VTAS" | version, 1 byte | identity of the sweep, 16 hex digits | records (base/frame.h)
//
// Why no database: tasks and the sweep that collects may be on different machines that share a
// network file system, where SQLite's write-ahead log does not work. A task that is killed leaves
// at most one record half written; readers end before it and the next writer cuts it off.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace vta::explore {

inline constexpr int kShareVersion = 1;

// Reads a file that another process may still be writing.
class ShareReader {
 public:
  // `identity`: 16 characters that tell one sweep from another.
  ShareReader(std::string path, std::string identity);

  // Payloads that were completed since the last call; none while there is no file. InputError when
  // it is no share file, of another version, or of another sweep.
  std::vector<std::string> poll();

  // Bytes up to the end of the last complete record.
  int64_t complete_bytes() const { return offset_; }
  const std::string& path() const { return path_; }

 private:
  std::string path_, identity_;
  int64_t offset_ = 0;  // 0: not even the head was there
};

// Continues a file, or begins it. One writer at a time.
class ShareWriter {
 public:
  // Cuts off what follows the last complete record. InputError as the reader's, or when the file
  // cannot be written.
  ShareWriter(const std::string& path, const std::string& identity);
  ~ShareWriter();
  ShareWriter(const ShareWriter&) = delete;
  ShareWriter& operator=(const ShareWriter&) = delete;

  // What earlier writers completed, in order.
  const std::vector<std::string>& earlier() const { return earlier_; }

  // In one write: complete, or not there, however this process ends. InputError when the disk is
  // full or the like.
  void append(std::string_view payload);

 private:
  std::string path_;
  std::vector<std::string> earlier_;
  int fd_ = -1;
};

}  // namespace vta::explore
