// A text file that is written from front to back, compressed (gzip) where its name ends with ".gz".
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

struct gzFile_s;

namespace vta::explore {

class OutputFile {
 public:
  // UsageError unless the path ends with .json or .json.gz; InputError where it cannot be written.
  explicit OutputFile(const std::string& path);
  ~OutputFile();
  OutputFile(const OutputFile&) = delete;
  OutputFile& operator=(const OutputFile&) = delete;

  void write(std::string_view text);
  void close();  // InputError when not everything could be written

  int64_t text_bytes() const { return text_bytes_; }  // before compression

 private:
  [[noreturn]] void fail(const std::string& reason) const;

  std::string path_;
  gzFile_s* file_ = nullptr;
  int64_t text_bytes_ = 0;
};

}  // namespace vta::explore
