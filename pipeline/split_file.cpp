#include "pipeline/split_file.h"

#include <fmt/format.h>

#include <filesystem>

#include "base/error.h"
#include "base/file.h"
#include "base/hash.h"
#include "base/json.h"

namespace vta::piped {
namespace {

constexpr size_t kHashDigits = 16;

void check_schema(const JsonReader& split) {
  if (!split.has("provenance"))
    throw InputError(
        fmt::format("{}: has no provenance, so it was not written by vta split -o", split.where()));
  const JsonReader provenance = split.get_object("provenance");
  const std::string schema = provenance.get_string("schema");
  const int64_t version = provenance.get_int("schema_version");
  if (schema != "vta.split")
    throw InputError(fmt::format("{}: its schema is {}, legal is vta.split (vta split -o)",
                                 split.where(), schema));
  if (version != kSplitSchemaVersion)
    throw InputError(fmt::format(
        "{}: version {} of vta.split, this program reads version {}: {}", split.where(), version,
        kSplitSchemaVersion, version < kSplitSchemaVersion ? "split again" : "use a newer vta"));
}

TensorType read_type(const JsonReader& reader) {
  TensorType type;
  const std::string dtype = reader.get_string("dtype");
  try {
    type.dtype = dtype_from_name(dtype);
  } catch (const InputError& e) {
    throw InputError(fmt::format("{}: key dtype: {}", reader.where(), e.what()));
  }
  const boost::json::array& shape = reader.get_array("shape");
  for (const boost::json::value& extent : shape) {
    if (!extent.is_int64() || extent.get_int64() < 0)
      throw InputError(fmt::format("{}: key shape holds {}, legal are integers from 0",
                                   reader.where(), json_kind(extent)));
    type.shape.push_back(extent.get_int64());
  }
  if (!checked_bytes(type.shape, dtype_bytes(type.dtype)))
    throw InputError(fmt::format("{}: key shape is {}: no tensor is as large", reader.where(),
                                 shape_text(type.shape)));
  return type;
}

std::optional<int64_t> read_scale(const JsonReader& reader) {
  if (!reader.has("scale_exponent"))
    return std::nullopt;
  return reader.get_int("scale_exponent", -1000, 1000);
}

std::vector<SplitFile::Value> read_values(const JsonReader& part, std::string_view key) {
  std::vector<SplitFile::Value> values;
  const boost::json::array& array = part.get_array(key);
  for (size_t i = 0; i < array.size(); ++i) {
    const JsonReader value = part.element(array, i, key);
    value.refuse_unknown({"name", "dtype", "shape", "scale_exponent"});
    values.push_back({value.get_string("name"), read_type(value), read_scale(value)});
  }
  return values;
}

// A name that can only be of a file in the folder: what is read is beside what names it.
std::string read_file_name(const JsonReader& part) {
  const std::string name = part.get_string("file");
  const bool plain = !name.empty() && name.find('/') == std::string::npos &&
                     name.find('\0') == std::string::npos && name != "." && name != "..";
  if (!plain)
    throw InputError(fmt::format("{}: key file is '{}': it must be the name of a file beside {}",
                                 part.where(), name, kSplitFileName));
  return name;
}

std::string read_hash(const JsonReader& part) {
  const std::string hash = part.get_string("content_hash");
  if (hash.size() != kHashDigits || hash.find_first_not_of("0123456789abcdef") != std::string::npos)
    throw InputError(fmt::format("{}: key content_hash is '{}': it must be {} hex digits",
                                 part.where(), hash, kHashDigits));
  return hash;
}

SplitFile::Part read_part(const JsonReader& reader) {
  reader.refuse_unknown(
      {"file", "content_hash", "kernels", "cycles", "device_memory_bytes", "inputs", "outputs"});
  SplitFile::Part part;
  part.file = read_file_name(reader);
  part.content_hash = read_hash(reader);
  part.kernels = reader.get_int("kernels", 0, kLargestJsonInteger);
  part.cycles = reader.get_int("cycles", 0, kLargestJsonInteger);
  part.device_memory_bytes = reader.get_int("device_memory_bytes", 0, kLargestJsonInteger);
  part.inputs = read_values(reader, "inputs");
  part.outputs = read_values(reader, "outputs");
  return part;
}

class Ports {
 public:
  explicit Ports(const std::vector<SplitFile::Part>& parts) : parts_(parts) {}

  // `kind`: "input" or "output".
  Port read(const JsonReader& reader, const char* kind) const {
    reader.refuse_unknown({"part", std::string_view(kind)});
    Port port;
    port.part = reader.get_int("part", 0, std::ssize(parts_) - 1);
    const auto count = std::ssize(values(port, kind));
    if (count == 0)
      throw InputError(fmt::format("{}: part {} has no {}", reader.where(), port.part, kind));
    port.port = reader.get_int(kind, 0, count - 1);
    return port;
  }
  void require_type(const JsonReader& reader, const Port& port, const char* kind,
                    const TensorType& type) const {
    const SplitFile::Value& value = values(port, kind)[static_cast<size_t>(port.port)];
    if (value.type != type)
      throw InputError(fmt::format("{}: it is {}, and {} {} of part {} ('{}') is {}",
                                   reader.where(), type_text(type), kind, port.port, port.part,
                                   value.name, type_text(value.type)));
  }

 private:
  const std::vector<SplitFile::Value>& values(const Port& port, std::string_view kind) const {
    const SplitFile::Part& part = parts_[static_cast<size_t>(port.part)];
    return kind == "input" ? part.inputs : part.outputs;
  }

  const std::vector<SplitFile::Part>& parts_;
};

Plan::Link read_link(const JsonReader& reader, const Ports& ports) {
  reader.refuse_unknown({"from", "to", "value", "dtype", "shape", "scale_exponent"});
  reader.get_string("value");
  read_scale(reader);
  const Plan::Link link = {ports.read(reader.get_object("from"), "output"),
                           ports.read(reader.get_object("to"), "input")};
  const TensorType type = read_type(reader);
  ports.require_type(reader, link.from, "output", type);
  ports.require_type(reader, link.to, "input", type);
  return link;
}

Plan::Input read_input(const JsonReader& reader, const Ports& ports) {
  reader.refuse_unknown({"name", "dtype", "shape", "to"});
  Plan::Input input = {reader.get_string("name"), read_type(reader), {}};
  const boost::json::array& to = reader.get_array("to");
  for (size_t i = 0; i < to.size(); ++i) {
    input.to.push_back(ports.read(reader.element(to, i, "to"), "input"));
    ports.require_type(reader, input.to.back(), "input", input.type);
  }
  return input;
}

Plan::Output read_output(const JsonReader& reader, const Ports& ports) {
  reader.refuse_unknown({"name", "dtype", "shape", "from"});
  Plan::Output output = {reader.get_string("name"), read_type(reader),
                         ports.read(reader.get_object("from"), "output")};
  ports.require_type(reader, output.from, "output", output.type);
  return output;
}

SplitFile read_split(const JsonReader& reader) {
  check_schema(reader);
  reader.refuse_unknown({"provenance", "model", "parts", "connections", "inputs", "outputs"});
  SplitFile split;
  split.model = reader.get_string("model");
  const auto each = [&](std::string_view key, const auto& take) {
    const boost::json::array& array = reader.get_array(key);
    for (size_t i = 0; i < array.size(); ++i)
      take(reader.element(array, i, key));
  };
  each("parts", [&](const JsonReader& part) { split.parts.push_back(read_part(part)); });
  if (split.parts.empty())
    throw InputError(fmt::format("{}: key parts is empty: there must be one", reader.where()));
  const Ports ports(split.parts);
  each("connections",
       [&](const JsonReader& link) { split.links.push_back(read_link(link, ports)); });
  each("inputs",
       [&](const JsonReader& input) { split.inputs.push_back(read_input(input, ports)); });
  each("outputs",
       [&](const JsonReader& output) { split.outputs.push_back(read_output(output, ports)); });
  return split;
}

void require_ports(const std::vector<SplitFile::Value>& said, const Program& program,
                   const std::vector<int64_t>& values, const std::vector<std::string>& names,
                   const std::string& file, const char* kind) {
  if (said.size() != values.size())
    throw InputError(fmt::format("'{}' has {} {}s, {} says {}", file, values.size(), kind,
                                 kSplitFileName, said.size()));
  for (size_t i = 0; i < said.size(); ++i) {
    const ProgramValue& value = program.values[static_cast<size_t>(values[i])];
    const TensorType type = {value.shape, value.dtype};
    if (names[i] != said[i].name || type != said[i].type)
      throw InputError(fmt::format("'{}': {} {} is '{}', {}; {} says '{}', {}", file, kind, i,
                                   names[i], type_text(type), kSplitFileName, said[i].name,
                                   type_text(said[i].type)));
  }
}

std::shared_ptr<const Program> load_part(const SplitFile::Part& part, const std::string& path) {
  const std::vector<std::byte> bytes = read_file(path);
  if (const std::string hash = hash_hex(bytes); hash != part.content_hash)
    throw InputError(
        fmt::format("'{}' is not the file that {} names: its content hash is {}, not {} (another "
                    "split, or changed since: split again)",
                    path, kSplitFileName, hash, part.content_hash));
  auto program = std::make_shared<const Program>(parse_program(bytes, path));
  require_ports(part.inputs, *program, program->inputs, input_names(*program), path, "input");
  require_ports(part.outputs, *program, program->outputs, output_names(*program), path, "output");
  return program;
}

}  // namespace

SplitFile parse_split(std::string_view text, const std::string& origin) {
  const boost::json::value document = parse_json(text, origin);
  return read_split(JsonReader(document, origin));
}

Plan load_split(const std::string& path) {
  SplitFile split = parse_split(read_text_file(path, kMostTextBytes), path);
  Plan plan;
  plan.model = std::move(split.model);
  for (const SplitFile::Part& part : split.parts)
    plan.parts.push_back(
        load_part(part, (std::filesystem::path(path).parent_path() / part.file).string()));
  plan.links = std::move(split.links);
  plan.inputs = std::move(split.inputs);
  plan.outputs = std::move(split.outputs);
  check_plan(plan, path);
  return plan;
}

}  // namespace vta::piped
