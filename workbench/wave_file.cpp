#include "workbench/wave_file.h"

#include <array>
#include <cstdint>
#include <filesystem>
#include <fstream>

#include "base/error.h"

namespace vta::workbench {

WaveOptions WaveFile::staged(WaveOptions options) {
  if (options.file.empty())
    return options;
  name_ = options.file;
  file_.emplace(name_);
  options.file = file_->written_path();
  hierarchy_.remove_file(options.file + ".hier");
  return options;
}

void WaveFile::commit() {
  if (!file_)
    return;
  if (!has_cycles())
    throw UsageError(fmt::format(
        "--wave: the run has no cycle of the part that was asked for; '{}' is not written", name_));
  const std::string& written = file_->written_path();
  if (written != name_ && !fst_is_whole(written))
    file_->refuse(0);
  file_->commit();
}

// What is no regular file tells nothing.
bool WaveFile::has_cycles() const {
  return file_ &&
         (file_->written_path() == name_ || std::filesystem::file_size(file_->written_path()) > 0);
}

int with_wave_file(const std::function<int(WaveFile&)>& work) {
  WaveFile wave;
  try {
    const int code = work(wave);
    wave.commit();
    return code;
  } catch (const DeviceError&) {
    if (wave.has_cycles())
      wave.commit();
    throw;
  }
}

// A block: one byte of kind, eight bytes of length (big-endian, with themselves), the rest.
bool fst_is_whole(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  const auto size = static_cast<uint64_t>(std::filesystem::file_size(path));
  uint64_t at = 0;
  std::array<unsigned char, 9> head;
  while (at < size) {
    in.seekg(static_cast<std::streamoff>(at));
    if (!in.read(reinterpret_cast<char*>(head.data()), head.size()))
      return false;
    uint64_t length = 0;
    for (size_t k = 1; k < head.size(); ++k)
      length = length << 8 | head[k];
    if (length < 8 || length > size - at - 1)
      return false;
    at += 1 + length;
  }
  return at > 0;
}

}  // namespace vta::workbench
