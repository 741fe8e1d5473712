// Whole files, in and out.
#pragma once

#include <cstddef>
#include <fstream>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace vta {

// InputError naming the path where it cannot be read (a directory cannot) or written in full.
std::vector<std::byte> read_file(const std::string& path);
std::string read_text_file(const std::string& path);
void write_file(const std::string& path, std::span<const std::byte> bytes);
void write_text_file(const std::string& path, std::string_view text);

// A file that appears whole or not at all: it is written beside its place and renamed by commit().
// Without a commit nothing is left behind, and a file that was there before stays. What is no
// regular file (a device, a pipe, a link) is written in place.
class OutputFile {
 public:
  explicit OutputFile(const std::string& path);  // InputError when it cannot be opened
  ~OutputFile();
  OutputFile(const OutputFile&) = delete;
  OutputFile& operator=(const OutputFile&) = delete;

  std::ostream& stream() { return stream_; }
  void commit();  // InputError when not all of it could be written

 private:
  [[noreturn]] void refuse() const;

  std::string path_, written_path_;
  std::ofstream stream_;
  bool committed_ = false;
};

}  // namespace vta
