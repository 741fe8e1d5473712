#include "base/file.h"

#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <iterator>

#include "base/error.h"

namespace vta {

std::string read_text_file(const std::string& path) {
  std::error_code ignored;
  if (std::filesystem::is_directory(path, ignored))
    throw InputError(fmt::format("cannot read '{}': it is a directory", path));
  errno = 0;
  std::ifstream file(path, std::ios::binary);
  if (!file)
    throw InputError(fmt::format("cannot read '{}': {}", path, std::strerror(errno)));
  std::string text{std::istreambuf_iterator<char>(file), {}};
  if (file.bad())
    throw InputError(fmt::format("cannot read '{}' to its end", path));
  return text;
}

std::vector<std::byte> read_file(const std::string& path) {
  const std::string text = read_text_file(path);
  const auto bytes = std::as_bytes(std::span(text));
  return {bytes.begin(), bytes.end()};
}

void write_text_file(const std::string& path, std::string_view text) {
  OutputFile file(path);
  file.stream().write(text.data(), static_cast<std::streamsize>(text.size()));
  file.commit();
}

void write_file(const std::string& path, std::span<const std::byte> bytes) {
  write_text_file(path, {reinterpret_cast<const char*>(bytes.data()), bytes.size()});
}

OutputFile::OutputFile(const std::string& path) : path_(path), written_path_(path) {
  namespace fs = std::filesystem;
  std::error_code ignored;
  const fs::file_status there = fs::symlink_status(path, ignored);
  const bool replaces = fs::is_regular_file(there);
  errno = 0;
  if (replaces && ::access(path.c_str(), W_OK) != 0)
    refuse();
  if (replaces || there.type() == fs::file_type::not_found)
    written_path_ = fmt::format("{}.{}.part", path, ::getpid());
  stream_.open(written_path_, std::ios::binary);
  if (!stream_)
    refuse();
}

OutputFile::~OutputFile() {
  if (committed_ || written_path_ == path_)
    return;
  stream_.close();
  std::error_code ignored;
  std::filesystem::remove(written_path_, ignored);
}

void OutputFile::commit() {
  errno = 0;
  stream_.close();
  if (!stream_)
    refuse();
  if (written_path_ != path_ && ::rename(written_path_.c_str(), path_.c_str()) != 0)
    refuse();
  committed_ = true;
}

void OutputFile::refuse() const {
  throw InputError(fmt::format("cannot write '{}': {}", path_,
                               errno != 0 ? std::strerror(errno) : "not all of it was written"));
}

}  // namespace vta
