#include "explore/diff/tensor_set.h"

#include <algorithm>
#include <filesystem>

#include "base/npy.h"
#include "base/output_folder.h"
#include "base/plural.h"
#include "explore/diff/npz.h"

namespace vta::explore {
namespace {

namespace fs = std::filesystem;

std::string without_ending(const fs::path& path) {
  fs::path stem = path;
  stem.replace_extension();
  return stem.generic_string();
}

TensorFiles files_of_folder(const std::string& path) {
  TensorFiles files;
  std::error_code error;
  fs::recursive_directory_iterator at(path, error);
  for (const fs::recursive_directory_iterator end; !error && at != end; at.increment(error))
    if (at->path().extension() == ".npy" && at->is_regular_file())
      files[without_ending(at->path().lexically_relative(path))] = {at->path().string(),
                                                                    read_npy(at->path().string())};
  if (error)
    throw InputError(fmt::format("'{}' cannot be read: {}", path, error.message()));
  if (files.empty())
    throw InputError(fmt::format("'{}' has no .npy files", path));
  return files;
}

// Without a first axis of 1 it is the same.
Tensor in_shape(const TensorFile& file, const std::string& name, const TensorType& wanted) {
  const Tensor& t = file.tensor;
  Shape one = t.shape();
  one.insert(one.begin(), 1);
  const bool fits = t.shape() == wanted.shape || one == wanted.shape;
  const bool real = t.dtype() == DType::F32;
  if (!fits || (t.dtype() != wanted.dtype && !real))
    throw InputError(fmt::format("{} holds {}: tensor {} is {}{}", file.origin,
                                 type_text({t.shape(), t.dtype()}), name, type_text(wanted),
                                 wanted.dtype == DType::F32 ? "" : ", or float32"));
  return t.reshaped(wanted.shape);
}

std::string some_names(const NetworkTensors& network) {
  constexpr size_t kFew = 5;
  std::vector<std::string> names;
  for (const NetworkTensor& t : network.tensors)
    if (t.compared && names.size() < kFew)
      names.push_back(t.name);
  return fmt::format("{}", fmt::join(names, ", "));
}

}  // namespace

TensorFiles read_tensor_files(const std::string& path) {
  std::error_code unknown;
  if (fs::is_directory(path, unknown))
    return files_of_folder(path);
  TensorFiles files;
  if (path.ends_with(".npy")) {
    files[without_ending(fs::path(path).filename())] = {path, read_npy(path)};
    return files;
  }
  for (auto& [name, tensor] : read_npz(path))
    files[name] = {fmt::format("{}: member '{}'", path, name), std::move(tensor)};
  if (files.empty())
    throw InputError(fmt::format("'{}' has no arrays", path));
  return files;
}

RunTensors match_tensors(const NetworkTensors& network, const TensorFiles& files,
                         const std::string& name) {
  RunTensors run{.name = name, .values = {}, .is_set = true};
  run.values.resize(network.tensors.size());
  std::map<size_t, std::string> origins;
  bool integers = false, quantized = false;
  for (const auto& [title, file] : files) {
    auto found = network.by_name.find(title);
    if (found == network.by_name.end())
      found = network.by_name.find(file_name_of(title));
    if (found == network.by_name.end() || !network.tensors[found->second].compared) {
      run.unknown.push_back(title);
      continue;
    }
    const NetworkTensor& tensor = network.tensors[found->second];
    const auto [other, is_new] = origins.try_emplace(found->second, file.origin);
    if (!is_new)
      throw InputError(fmt::format("{} and {} are both for tensor {}: leave one of them out",
                                   other->second, file.origin, tensor.name));
    run.values[found->second] = in_shape(file, tensor.name, tensor.type);
    integers = integers || file.tensor.dtype() != DType::F32;
    quantized = quantized || tensor.type.dtype != DType::F32;
  }
  if (origins.empty())
    throw InputError(
        fmt::format("'{}': none of its {} is a tensor of {}, which has {}, ...; it has {}{}", name,
                    counted(std::ssize(files), "array"), network.model, some_names(network),
                    files.begin()->first, files.size() > 1 ? ", ..." : ""));
  run.in_float = quantized && !integers;
  return run;
}

void write_tensor_files(const NetworkTensors& network, const RunTensors& run,
                        const std::string& folder) {
  std::map<std::string, std::string> files, names;
  for (size_t i = 0; i < run.values.size(); ++i) {
    if (!run.values[i].valid())
      continue;
    const std::string& name = network.tensors[i].name;
    const std::string file = file_name_of(name) + ".npy";
    if (const auto [other, is_new] = names.try_emplace(file, name); !is_new)
      throw OutputError(fmt::format("tensors {} and {} would both be written to '{}/{}'",
                                    other->second, name, folder, file));
    const std::vector<std::byte> bytes = npy_bytes(run.values[i]);
    files[file].assign(reinterpret_cast<const char*>(bytes.data()), bytes.size());
  }
  write_files(folder, files);
}

}  // namespace vta::explore
