// Small programs that are valid as they stand, for tests to run or to damage.
#pragma once

#include <string>

#include "runtime/program.h"

namespace vta::test {

// One input (1, 16, 1, 4) int8 -> device -> "acc + imm" on every lane -> back -> cast to float32
// and multiplied by a constant. Two kernels, the second on the first one's result; the first
// kernel's output memory is the second one's output memory too when `reuse` is set.
Program make_add_program(int64_t first_imm, int64_t second_imm, bool reuse = false);

// As above, without kernels that do anything, but with every kind of attribute, value and step.
Program make_rich_program();

// A file name inside the build's scratch folder, removed when the object dies.
class ScratchFile {
 public:
  explicit ScratchFile(const std::string& name);
  ScratchFile(const ScratchFile&) = delete;
  ScratchFile& operator=(const ScratchFile&) = delete;
  ~ScratchFile();
  const std::string& path() const { return path_; }
  std::string read() const;
  void write(const std::string& bytes) const;
  void overwrite(size_t offset, char byte) const;  // in place

 private:
  std::string path_;
};

}  // namespace vta::test
