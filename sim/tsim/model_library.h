// A loaded Verilated library; its instances keep it loaded.
#pragma once

#include <memory>
#include <string>

#include "sim/tsim/model/model_abi.h"
#include "sim/tsim/model_recipe.h"

namespace vta {

class ModelLibrary {
 public:
  explicit ModelLibrary(const std::string& path);  // UsageError: not loadable
  ~ModelLibrary();
  ModelLibrary(const ModelLibrary&) = delete;
  ModelLibrary& operator=(const ModelLibrary&) = delete;
  const tsim::Api& api() const { return *api_; }

 private:
  void* handle_ = nullptr;
  const tsim::Api* api_ = nullptr;
};

// Of a recipe; one in a process while anything uses it, built where the cache has none. UsageError:
// a tool fails.
std::shared_ptr<ModelLibrary> shared_model(const ModelRecipe& recipe);

}  // namespace vta
