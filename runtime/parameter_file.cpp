// The container of a file of parameters, all numbers little-endian:
//
//   0    magic (8 bytes), schema version (u32), 4 zero bytes, file bytes (u64), bytes of the table
//        (u64), XXH3-64 of the table, of the values, 8 zero bytes, XXH3-64 of the 56 bytes above
//   64   the table as JSON: what Parameters has but its bytes
//   ...  the values, at the next multiple of 64
#include <array>
#include <cstring>

#include "base/file.h"
#include "base/hash.h"
#include "base/json.h"
#include "base/output_file.h"
#include "base/round.h"
#include "runtime/parameters.h"

namespace vta {
namespace {

constexpr std::array<char, 8> kParameterMagic = {'\x89', 'V', 'T', 'P', '\r', '\n', '\x1a', '\n'};
constexpr uint32_t kParameterSchema = 1;
constexpr size_t kFileAlignment = 64;

struct ParameterHeader {
  std::array<char, 8> magic = kParameterMagic;
  uint32_t schema = kParameterSchema;
  uint32_t zero = 0;
  uint64_t file_bytes = 0, table_bytes = 0, table_checksum = 0, values_checksum = 0, reserved = 0,
           checksum = 0;
};
static_assert(sizeof(ParameterHeader) == kFileAlignment &&
              offsetof(ParameterHeader, checksum) == 56);

uint64_t parameter_checksum(const ParameterHeader& header) {
  return hash64(std::as_bytes(std::span(&header, 1)).first(offsetof(ParameterHeader, checksum)));
}

std::string parameter_table_text(const Parameters& p) {
  boost::json::array list;
  for (const Parameter& one : p.list)
    list.push_back({{"name", one.name},
                    {"type", one.type},
                    {"shape", boost::json::array(one.shape.begin(), one.shape.end())},
                    {"offset", one.offset},
                    {"size_bytes", one.size_bytes}});
  return json_text(boost::json::object{{"structure", p.structure},
                                       {"content", p.content_hash()},
                                       {"model", p.model},
                                       {"tool_version", p.tool_version},
                                       {"device_offset", p.device_offset},
                                       {"parameters", std::move(list)}});
}

Shape read_parameter_shape(const JsonReader& reader) {
  Shape shape;
  for (const boost::json::value& extent : reader.get_array("shape")) {
    if (!extent.is_int64())
      throw InputError(fmt::format("{}: shape must be integers", reader.where()));
    shape.push_back(extent.get_int64());
  }
  return shape;
}

Parameters read_parameter_table(std::string_view text, std::string_view origin,
                                int64_t values_bytes) {
  const boost::json::value parsed = parse_json(text, origin);
  const JsonReader reader(parsed, std::string(origin));
  Parameters out;
  out.origin = fmt::format("parameters '{}'", origin);
  out.structure = reader.get_string("structure");
  out.model = reader.get_string("model");
  out.tool_version = reader.get_string("tool_version");
  out.device_offset = reader.get_int("device_offset", 0, values_bytes);
  const boost::json::array& list = reader.get_array("parameters");
  for (size_t i = 0; i < list.size(); ++i) {
    const JsonReader one = reader.element(list, i, "parameters");
    Parameter p{one.get_string("name"), one.get_string("type"), read_parameter_shape(one), 0, 0};
    p.size_bytes = one.get_int("size_bytes", 0, values_bytes);
    p.offset = one.get_int("offset", 0, values_bytes - p.size_bytes);
    out.list.push_back(std::move(p));
  }
  return out;
}

}  // namespace

void save_parameters(const Parameters& parameters, const std::string& path) {
  std::string table = parameter_table_text(parameters);
  table.resize(align_up(table.size(), kFileAlignment), ' ');
  ParameterHeader header;
  header.table_bytes = table.size();
  header.file_bytes = sizeof(header) + table.size() + parameters.bytes.size();
  header.table_checksum = hash64(table);
  header.values_checksum = hash64(parameters.bytes);
  header.checksum = parameter_checksum(header);
  OutputFile file(path);
  const auto put = [&](const void* data, size_t bytes) {
    file.stream().write(static_cast<const char*>(data), static_cast<std::streamsize>(bytes));
  };
  put(&header, sizeof(header));
  put(table.data(), table.size());
  put(parameters.bytes.data(), parameters.bytes.size());
  file.commit();
}

Parameters parse_parameters(std::span<const std::byte> bytes, std::string_view origin) {
  const auto refuse = [&](const std::string& why) {
    throw InputError(fmt::format("{}: {}", origin, why));
  };
  ParameterHeader header;
  if (bytes.size() < sizeof(kParameterMagic) ||
      std::memcmp(bytes.data(), kParameterMagic.data(), kParameterMagic.size()) != 0)
    refuse("is no parameter file (wrong magic at its beginning)");
  if (bytes.size() < sizeof(header))
    refuse(fmt::format("truncated at byte {}, inside the header of {} bytes", bytes.size(),
                       sizeof(header)));
  std::memcpy(&header, bytes.data(), sizeof(header));
  if (header.schema != kParameterSchema)
    refuse(fmt::format("schema version {} of parameters is not supported (legal: {})",
                       header.schema, kParameterSchema));
  if (header.checksum != parameter_checksum(header))
    refuse("the header is altered (its checksum does not match)");
  if (header.file_bytes != bytes.size())
    refuse(fmt::format("has {} bytes, its header says {}", bytes.size(), header.file_bytes));
  const auto rest = bytes.subspan(sizeof(header));
  if (header.table_bytes > rest.size())
    refuse(fmt::format("the table of {} bytes is more than the file", header.table_bytes));
  const auto table = rest.first(header.table_bytes), values = rest.subspan(header.table_bytes);
  if (hash64(table) != header.table_checksum)
    refuse("the table is altered (its checksum does not match)");
  if (hash64(values) != header.values_checksum)
    refuse("the values are altered (their checksum does not match)");
  Parameters out = read_parameter_table({reinterpret_cast<const char*>(table.data()), table.size()},
                                        origin, std::ssize(values));
  out.bytes.assign(values.begin(), values.end());
  return out;
}

Parameters load_parameters(const std::string& path) {
  return parse_parameters(read_file(path), path);
}

}  // namespace vta
