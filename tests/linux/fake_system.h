// Folders that look like /dev and /sys with one accelerator in them, or one for each core of a
// board, for the drivers of UIO and u-dma-buf: plain files, which are mapped, locked, read and
// written as the real ones.
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
  FakeSystem(uint64_t phys_addr, int64_t bytes) : FakeSystem() { add("", phys_addr, bytes); }
  // Several cores: vta0, vta1 ... with a buffer each, one behind the other.
  FakeSystem(uint64_t phys_addr, int64_t bytes_of_each, int cores) : FakeSystem() {
    for (int core = 0; core < cores; ++core)
      add(std::to_string(core), phys_addr + static_cast<uint64_t>(core * bytes_of_each),
          bytes_of_each);
  }
  FakeSystem(const FakeSystem&) = delete;
  FakeSystem& operator=(const FakeSystem&) = delete;
  ~FakeSystem() { std::filesystem::remove_all(root_); }

  board::SystemPaths paths() const { return {path("dev"), path("sys")}; }
  std::string path(const std::string& file) const { return root_ + "/" + file; }
  static std::string buffer(const std::string& file, const std::string& core = "") {
    return "sys/class/u-dma-buf/udmabuf-vta" + core + "/" + file;
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
  FakeSystem() {
    std::string pattern = (std::filesystem::temp_directory_path() / "vta_board_XXXXXX").string();
    root_ = mkdtemp(pattern.data());
  }

  void add(const std::string& core, uint64_t phys_addr, int64_t bytes) {
    const std::string uio = "uio" + std::to_string(uios_++);
    write("sys/class/uio/" + uio + "/name", "vta" + core + "\n");
    write("sys/class/uio/" + uio + "/maps/map0/size", "0x00001000\n");
    write("dev/" + uio, std::string(0x1000, '\0'));
    write("dev/udmabuf-vta" + core, "");
    std::filesystem::resize_file(path("dev/udmabuf-vta" + core), static_cast<size_t>(bytes));
    write(buffer("phys_addr", core), "0x" + hexadecimal(phys_addr) + "\n");
    write(buffer("size", core), std::to_string(bytes) + "\n");
    for (const char* file :
         {"sync_offset", "sync_size", "sync_direction", "sync_for_cpu", "sync_for_device"})
      write(buffer(file, core), "0\n");
  }

  static std::string hexadecimal(uint64_t value) {
    char text[17];
    snprintf(text, sizeof text, "%lx", static_cast<unsigned long>(value));
    return text;
  }

  std::string root_;
  int uios_ = 0;
};

}  // namespace vta::test
