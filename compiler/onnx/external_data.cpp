#include "compiler/onnx/external_data.h"

#include <charconv>
#include <filesystem>
#include <fstream>

#include "base/error.h"
#include "base/resource_policy.h"
#include "base/text_safety.h"

namespace vta::onnx_import {
namespace {

namespace fs = std::filesystem;

[[noreturn]] void refuse(const onnx::TensorProto& tensor, const std::string& why) {
  throw InputError(fmt::format("tensor '{}': {}", printable(tensor.name()), why));
}

struct Place {
  std::string location;
  int64_t offset = 0, length = -1;  // -1: to the end of the file
};

int64_t number_of(const onnx::TensorProto& tensor, const std::string& key,
                  const std::string& text) {
  int64_t value = -1;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc{} || end != text.data() + text.size() || value < 0)
    refuse(tensor, fmt::format("its {} '{}' is no number of bytes", key, printable(text)));
  return value;
}

Place place_of(const onnx::TensorProto& tensor) {
  Place place;
  for (const auto& entry : tensor.external_data()) {
    if (entry.key() == "location")
      place.location = entry.value();
    else if (entry.key() == "offset")
      place.offset = number_of(tensor, "offset", entry.value());
    else if (entry.key() == "length")
      place.length = number_of(tensor, "length", entry.value());
  }
  if (place.location.empty())
    refuse(tensor, "keeps its values in another file but does not name it");
  return place;
}

// Below the folder, also behind links: a model must not read what it was not shipped with.
fs::path file_of(const onnx::TensorProto& tensor, const Place& place, const std::string& folder) {
  const fs::path location(place.location);
  bool climbs = location.is_absolute() || place.location.find('\0') != std::string::npos;
  for (const fs::path& part : location)
    climbs |= part == "..";
  if (climbs)
    refuse(tensor, fmt::format("its values are in '{}': must be a path below the model's folder, "
                               "without '..'",
                               printable(place.location)));
  const fs::path base = folder.empty() ? fs::path(".") : fs::path(folder);
  std::error_code error;
  const fs::path whole = fs::canonical(base / location, error);
  if (error)
    refuse(tensor, fmt::format("its values are in '{}', which cannot be opened: {}",
                               printable((base / location).string()), error.message()));
  const fs::path inside = whole.lexically_relative(fs::canonical(base, error));
  if (error || inside.empty() || *inside.begin() == "..")
    refuse(tensor,
           fmt::format("its values are in '{}', a link that leads out of the model's folder",
                       printable(place.location)));
  if (!fs::is_regular_file(whole, error))
    refuse(tensor, fmt::format("its values are in '{}', which is no regular file",
                               printable(place.location)));
  return whole;
}

void load_attributes(google::protobuf::RepeatedPtrField<onnx::NodeProto>& nodes,
                     const std::string& folder) {
  for (onnx::NodeProto& node : nodes)
    for (onnx::AttributeProto& attribute : *node.mutable_attribute()) {
      if (attribute.has_t())
        load_external(*attribute.mutable_t(), folder);
      if (attribute.has_g())
        load_attributes(*attribute.mutable_g()->mutable_node(), folder);
    }
}

}  // namespace

void load_external(onnx::TensorProto& tensor, const std::string& folder) {
  if (tensor.data_location() != onnx::TensorProto::EXTERNAL)
    return;
  const Place place = place_of(tensor);
  const fs::path path = file_of(tensor, place, folder);
  std::error_code error;
  const auto size = static_cast<int64_t>(fs::file_size(path, error));
  const int64_t length = place.length >= 0 ? place.length : size - place.offset;
  if (error || place.offset > size || length > size - place.offset || length < 0)
    refuse(tensor, fmt::format("its values are bytes {} to {} of '{}', which has {}", place.offset,
                               place.length >= 0 ? fmt::format("{}+{}", place.offset, place.length)
                                                 : std::string("the end"),
                               printable(place.location), size));
  resources().require_bytes(length, fmt::format("tensor '{}'", printable(tensor.name())));
  std::ifstream file(path, std::ios::binary);
  std::string& raw = *tensor.mutable_raw_data();
  raw.resize(static_cast<size_t>(length));
  file.seekg(place.offset);
  file.read(raw.data(), length);
  if (!file || file.gcount() != length)
    refuse(tensor, fmt::format("'{}' cannot be read", printable(place.location)));
  tensor.set_data_location(onnx::TensorProto::DEFAULT);
}

void load_external_attributes(onnx::ModelProto& model, const std::string& folder) {
  load_attributes(*model.mutable_graph()->mutable_node(), folder);
  for (onnx::FunctionProto& function : *model.mutable_functions())
    load_attributes(*function.mutable_node(), folder);
}

}  // namespace vta::onnx_import
