#include "base/file.h"

#include <fmt/format.h>

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>

#include "base/error.h"
#include "base/output_file.h"

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

}  // namespace vta
