// A text file that is written from front to back, compressed (gzip) if its name ends with ".gz".
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "base/output_file.h"

struct gzFile_s;

namespace vta::explore {

// The file gets its name only when close() succeeds.
class TraceOutput {
 public:
  // UsageError unless the path ends with .json or .json.gz; OutputError if it cannot be written.
  explicit TraceOutput(const std::string& path);
  ~TraceOutput();
  TraceOutput(const TraceOutput&) = delete;
  TraceOutput& operator=(const TraceOutput&) = delete;

  void write(std::string_view text);
  void close();  // OutputError if not everything could be written

  int64_t text_bytes() const { return text_bytes_; }  // before compression

 private:
  StagedFile file_;
  gzFile_s* stream_ = nullptr;
  int64_t text_bytes_ = 0;
  int error_ = 0;  // errno of the first write that failed
};

}  // namespace vta::explore
