#include "compiler/onnx/metadata.h"

#include <google/protobuf/io/coded_stream.h>
#include <google/protobuf/io/zero_copy_stream_impl.h>
#include <google/protobuf/wire_format_lite.h>
#include <onnx/onnx_pb.h>

#include <fstream>
#include <limits>

#include "base/error.h"
#include "base/json.h"

namespace vta {
namespace {

using google::protobuf::internal::WireFormatLite;

// Walks the fields of a ModelProto; weights, most of the file, are skipped.
std::optional<std::string> metadata_value(const std::string& path, std::string_view key) {
  std::ifstream file(path, std::ios::binary);
  if (!file)
    throw InputError(fmt::format("model '{}' cannot be opened", path));
  google::protobuf::io::IstreamInputStream stream(&file, 1 << 20);
  google::protobuf::io::CodedInputStream coded(&stream);
  coded.SetTotalBytesLimit(std::numeric_limits<int>::max());
  const uint32_t wanted = WireFormatLite::MakeTag(onnx::ModelProto::kMetadataPropsFieldNumber,
                                                  WireFormatLite::WIRETYPE_LENGTH_DELIMITED);
  std::optional<std::string> found;
  while (const uint32_t tag = coded.ReadTag()) {
    onnx::StringStringEntryProto entry;
    const bool good = tag == wanted ? WireFormatLite::ReadMessage(&coded, &entry)
                                    : WireFormatLite::SkipField(&coded, tag);
    if (!good)
      throw InputError(fmt::format("model '{}' is truncated, or not an ONNX model", path));
    if (tag == wanted && entry.key() == key)
      found = entry.value();
  }
  return found;
}

// What `parse(value, where)` makes of the entry, where there is one.
template <typename T>
std::optional<T> metadata(const std::string& path, const char* key,
                          T (*parse)(const boost::json::value& value, const std::string& where)) {
  const std::optional<std::string> text = metadata_value(path, key);
  if (!text)
    return std::nullopt;
  const std::string where = fmt::format("model '{}': metadata '{}'", path, key);
  return parse(parse_json(*text, where), where);
}

}  // namespace

std::optional<Preprocessing> onnx_preprocessing(const std::string& path) {
  return metadata(path, kPreprocessingKey, parse_preprocessing);
}

std::optional<Alphabet> onnx_alphabet(const std::string& path) {
  return metadata(path, kAlphabetKey, parse_alphabet);
}

}  // namespace vta
