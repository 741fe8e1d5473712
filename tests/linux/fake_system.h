// Folders that look like /dev and /sys with one accelerator in them, for the drivers of UIO and
// u-dma-buf: plain files, which are mapped, locked, read and written as the real ones.
#pragma once

#include <stdlib.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>

#include "driver/linux/system_file.h"
#include "driver/linux/u_dma_buf.h"

namespace vta::test {

class FakeSystem {
 public:
  FakeSystem(uint64_t phys_addr, int64_t bytes) {
    std::string pattern = (std::filesystem::temp_directory_path() / "vta_board_XXXXXX").string();
    root_ = mkdtemp(pattern.data());
    write("sys/class/uio/uio0/name", "vta\n");
    write("sys/class/uio/uio0/maps/map0/size", "0x00001000\n");
    write("dev/uio0", std::string(0x1000, '\0'));
    write("dev/udmabuf-vta", "");
    std::filesystem::resize_file(path("dev/udmabuf-vta"), static_cast<size_t>(bytes));
    write(buffer("phys_addr"), "0x" + hexadecimal(phys_addr) + "\n");
    write(buffer("size"), std::to_string(bytes) + "\n");
    for (const char* file :
         {"sync_offset", "sync_size", "sync_direction", "sync_for_cpu", "sync_for_device"})
      write(buffer(file), "0\n");
  }
  FakeSystem(const FakeSystem&) = delete;
  FakeSystem& operator=(const FakeSystem&) = delete;
  ~FakeSystem() { std::filesystem::remove_all(root_); }

  board::SystemPaths paths() const { return {path("dev"), path("sys")}; }
  std::string path(const std::string& file) const { return root_ + "/" + file; }
  static std::string buffer(const std::string& file) {
    return "sys/class/u-dma-buf/udmabuf-vta/" + file;
  }

  void write(const std::string& file, const std::string& text) const {
    std::filesystem::create_directories(std::filesystem::path(path(file)).parent_path());
    std::ofstream(path(file), std::ios::trunc) << text;
  }
  std::string read(const std::string& file) const {
    std::ifstream in(path(file));
    return {std::istreambuf_iterator<char>(in), {}};
  }
  void remove(const std::string& file) const { std::filesystem::remove_all(path(file)); }

 private:
  static std::string hexadecimal(uint64_t value) {
    char text[17];
    snprintf(text, sizeof text, "%lx", static_cast<unsigned long>(value));
    return text;
  }

  std::string root_;
};

}  // namespace vta::test
