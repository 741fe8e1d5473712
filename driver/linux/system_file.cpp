#include "driver/linux/system_file.h"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <utility>

#include "base/error.h"

namespace vta::board {
namespace {

[[noreturn]] void fail_system(const std::string& path, const std::string& what, int error) {
  std::string text = fmt::format("board: {}: {}: {}", path, what, std::strerror(error));
  if (error == EACCES || error == EPERM)
    text += "; run as root, or add a udev rule that gives your user the file";
  throw DeviceError(text);
}

}  // namespace

DeviceFile::DeviceFile(std::string path, const std::string& advice) : path_(std::move(path)) {
  descriptor_ = open(path_.c_str(), O_RDWR | O_CLOEXEC);
  if (descriptor_ >= 0)
    return;
  if (errno == ENOENT)
    throw DeviceError(fmt::format("board: {}: there is no such file: {}", path_, advice));
  fail_system(path_, "cannot be opened for reading and writing", errno);
}

DeviceFile::~DeviceFile() {
  close(descriptor_);
}

void DeviceFile::lock() {
  if (flock(descriptor_, LOCK_EX | LOCK_NB) == 0)
    return;
  if (errno == EWOULDBLOCK)
    throw DeviceError(
        fmt::format("board: {}: another process uses this device (fuser {} names it); a device has "
                    "one user at a time",
                    path_, path_));
  fail_system(path_, "cannot be locked", errno);
}

Mapping::Mapping(const DeviceFile& file, int64_t bytes) {
  struct stat about = {};
  // A device says nothing of its size. A plain file that is too short would end the process later.
  if (fstat(file.descriptor(), &about) == 0 && S_ISREG(about.st_mode) && about.st_size < bytes)
    throw DeviceError(fmt::format("board: {}: has {} bytes, {} are needed", file.path(),
                                  static_cast<int64_t>(about.st_size), bytes));
  const auto size = static_cast<size_t>(bytes);
  void* const at = mmap(nullptr, size, PROT_READ | PROT_WRITE, MAP_SHARED, file.descriptor(), 0);
  if (at == MAP_FAILED)
    fail_system(file.path(), fmt::format("{} bytes cannot be mapped", bytes), errno);
  bytes_ = {static_cast<std::byte*>(at), size};
}

Mapping::~Mapping() {
  munmap(bytes_.data(), bytes_.size());
}

std::string read_word(const std::string& path) {
  std::ifstream file(path);
  if (!file)
    fail_system(path, "cannot be read", errno);
  std::string word;
  file >> word;
  return word;
}

uint64_t read_number(const std::string& path) {
  const std::string word = read_word(path);
  const bool hexadecimal = word.starts_with("0x") || word.starts_with("0X");
  const char* const begin = word.data() + (hexadecimal ? 2 : 0);
  const char* const end = word.data() + word.size();
  uint64_t value = 0;
  const auto [rest, error] = std::from_chars(begin, end, value, hexadecimal ? 16 : 10);
  if (error != std::errc() || rest != end)
    throw DeviceError(
        fmt::format("board: {}: '{}' is no number below 2^64 (decimal, or 0x and hexadecimal)",
                    path, word.substr(0, 40)));
  return value;
}

void write_number(const std::string& path, uint64_t value) {
  const int file = open(path.c_str(), O_WRONLY | O_TRUNC | O_CLOEXEC);
  if (file < 0)
    fail_system(path, "cannot be opened for writing", errno);
  const std::string text = std::to_string(value);
  const ssize_t written = write(file, text.data(), text.size());
  const int error = written < 0 ? errno : 0;
  close(file);
  if (error != 0)
    fail_system(path, fmt::format("{} cannot be written", value), error);
}

std::vector<std::string> entries_of(const std::string& folder) {
  std::vector<std::string> names;
  std::error_code none;
  for (const auto& entry : std::filesystem::directory_iterator(folder, none))
    names.push_back(entry.path().filename().string());
  std::ranges::sort(names);
  return names;
}

}  // namespace vta::board
