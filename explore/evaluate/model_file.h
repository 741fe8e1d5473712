// The file of a network: the given one, or one of the zoo, written temporarily.
#pragma once

#include <string>

#include "explore/network.h"

namespace vta::explore {

class ModelFile {
 public:
  explicit ModelFile(const NetworkSpec& network);  // UsageError for an unknown name of the zoo
  ~ModelFile();
  ModelFile(const ModelFile&) = delete;
  ModelFile& operator=(const ModelFile&) = delete;
  const std::string& path() const { return path_; }

 private:
  std::string path_;
  bool temporary_ = false;
};

}  // namespace vta::explore
