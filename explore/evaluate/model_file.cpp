#include "explore/evaluate/model_file.h"

#include <unistd.h>

#include <filesystem>

#include "base/error.h"
#include "compiler/onnx/model_zoo.h"

namespace vta::explore {
namespace {

std::string temporary_name() {
  std::string pattern = (std::filesystem::temp_directory_path() / "vta_zoo_XXXXXX.onnx").string();
  const int file = ::mkstemps(pattern.data(), 5);
  if (file < 0)
    throw InputError(fmt::format("cannot write {}", pattern));
  ::close(file);
  return pattern;
}

void remove_quietly(const std::string& path) {
  std::error_code ignored;
  std::filesystem::remove(path, ignored);
}

}  // namespace

ModelFile::ModelFile(const NetworkSpec& network)
    : path_(network.zoo.empty() ? network.model : temporary_name()),
      temporary_(!network.zoo.empty()) {
  if (!temporary_)
    return;
  try {
    write_model(network.zoo, network.seed, path_);
  } catch (...) {
    remove_quietly(path_);
    throw;
  }
}

ModelFile::~ModelFile() {
  if (temporary_)
    remove_quietly(path_);
}

}  // namespace vta::explore
