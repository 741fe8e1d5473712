// Files of /dev and /sys: opened, locked, mapped, read and written, with errors that say what to
// do. All errors are DeviceErrors and name the file.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace vta::board {

// Where they are; tests put folders of their own here.
struct SystemPaths {
  std::string dev = "/dev", sys = "/sys";
};

class DeviceFile {
 public:
  // For reading and writing. `advice` is what may be missing where there is no such file.
  DeviceFile(std::string path, const std::string& advice);
  DeviceFile(const DeviceFile&) = delete;
  DeviceFile& operator=(const DeviceFile&) = delete;
  ~DeviceFile();

  const std::string& path() const { return path_; }
  int descriptor() const { return descriptor_; }

  // For this process alone, until it closes the file or ends, however it ends.
  void lock();

 private:
  std::string path_;
  int descriptor_ = -1;
};

// The first bytes of a file as memory.
class Mapping {
 public:
  Mapping(const DeviceFile& file, int64_t bytes);
  Mapping(const Mapping&) = delete;
  Mapping& operator=(const Mapping&) = delete;
  ~Mapping();

  std::span<std::byte> bytes() const { return bytes_; }

 private:
  std::span<std::byte> bytes_;
};

// A word, or a number (decimal, or hexadecimal with 0x) on the first line of a file of /sys.
std::string read_word(const std::string& path);
uint64_t read_number(const std::string& path);
void write_number(const std::string& path, uint64_t value);

// Names of the entries of a folder in their order; none where there is no such folder.
std::vector<std::string> entries_of(const std::string& folder);

}  // namespace vta::board
