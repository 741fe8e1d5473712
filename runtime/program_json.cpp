#include "runtime/program_json.h"

#include <boost/json.hpp>
#include <cmath>
#include <limits>
#include <optional>

#include "base/json.h"
#include "base/round.h"
#include "base/text_safety.h"
#include "runtime/positions_json.h"

namespace vta {
namespace {

namespace json = boost::json;

constexpr size_t kConstantAlignment = 64;

// ---- writing ----

json::array ints(const std::vector<int64_t>& values) {
  return json::array(values.begin(), values.end());
}

json::array texts(const std::vector<std::string>& values) {
  return json::array(values.begin(), values.end());
}

// JSON has no text for infinities and NaN; they are written as strings.
json::value number(double v) {
  if (std::isfinite(v))
    return v;
  return std::isnan(v) ? "nan" : (v > 0 ? "inf" : "-inf");
}

// One-letter type tags keep bool, integer and float apart when the file is read again.
struct AttrWriter {
  json::array operator()(bool v) const { return {"b", v}; }
  json::array operator()(int64_t v) const { return {"i", v}; }
  json::array operator()(double v) const { return {"f", number(v)}; }
  json::array operator()(const std::string& v) const { return {"s", v}; }
  json::array operator()(const IntList& v) const { return {"I", ints(v)}; }
  json::array operator()(const std::vector<IntList>& v) const {
    json::array lists;
    for (const IntList& list : v)
      lists.emplace_back(ints(list));
    return {"L", std::move(lists)};
  }
};

json::array attrs_json(const Attrs& attrs) {
  json::array out;
  for (const auto& [name, value] : attrs.items()) {
    json::array typed = std::visit(AttrWriter{}, value);
    out.push_back(json::array{name, typed[0], typed[1]});
  }
  return out;
}

json::object layout_json(const PackedLayout& l) {
  json::object out = {{"nchw", ints({l.n, l.c, l.h, l.w})},
                      {"batch", l.batch},
                      {"block", l.block},
                      {"sub", l.sub},
                      {"dtype", dtype_name(l.dtype)}};
  if (l.image_groups > 0)
    out["image_groups"] = l.image_groups;
  return out;
}

json::object device_tensor_json(const DeviceTensor& t) {
  json::object out = {
      {"name", t.name}, {"offset_bytes", t.offset_bytes}, {"layout", layout_json(t.layout)}};
  if (t.part_of >= 0)
    out["part_of"] = t.part_of;
  if (t.position_bytes > 0)
    out["position_bytes"] = t.position_bytes;
  return out;
}

struct StepWriter {
  json::object operator()(const HostOpStep& s) const {
    return {{"step", "host"},
            {"op", s.op},
            {"attrs", attrs_json(s.attrs)},
            {"inputs", ints(s.inputs)},
            {"outputs", ints(s.outputs)},
            {"onnx_nodes", texts(s.onnx_nodes)}};
  }
  json::object operator()(const ToDeviceStep& s) const {
    return {{"step", "to_device"}, {"value", s.value}, {"device_tensor", s.device_tensor}};
  }
  json::object operator()(const FromDeviceStep& s) const {
    return {{"step", "from_device"}, {"device_tensor", s.device_tensor}, {"value", s.value}};
  }
  json::object operator()(const ConvertStep& s) const {
    return {{"step", "convert"}, {"source", s.source}, {"target", s.target}};
  }
  json::object operator()(const LaunchStep& s) const {
    return {{"step", "launch"},
            {"first_insn", s.first_insn},
            {"insn_count", s.insn_count},
            {"first_kernel", s.first_kernel},
            {"kernel_count", s.kernel_count}};
  }
};

template <typename T, typename F>
json::array list(const std::vector<T>& items, F to_json) {
  json::array out;
  out.reserve(items.size());
  for (const T& item : items)
    out.emplace_back(to_json(item));
  return out;
}

json::object kernel_json(const ProgramKernel& k) {
  json::object out{{"name", k.name},
                   {"kind", k.kind},
                   {"description", k.description.text()},
                   {"onnx_nodes", texts(k.onnx_nodes)},
                   {"first_insn", k.first_insn},
                   {"insn_count", k.insn_count},
                   {"output_tensor", k.output_tensor},
                   {"oracle", k.oracle},
                   {"macs", k.macs},
                   {"least_bytes", k.least_bytes}};
  if (!k.more_outputs.empty())
    out["more_outputs"] = list(k.more_outputs, [](const KernelOutput& o) {
      return json::object{{"tensor", o.tensor}, {"oracle", o.oracle}};
    });
  if (k.least_work)
    out["least_work"] = {{"gemm_steps", k.least_work->gemm_steps},
                         {"imm_steps", k.least_work->imm_steps},
                         {"vector_steps", k.least_work->vector_steps},
                         {"useful_macs", k.least_work->useful_macs}};
  return out;
}

json::object provenance_json(const Provenance& p) {
  return {{"tool_version", p.tool_version},
          {"config_hash", p.config_hash},
          {"model", p.model},
          {"schedule", p.schedule},
          {"quantization", p.quantization},
          {"schema_version", p.schema_version},
          {"seed", p.seed}};
}

json::object value_json(const ProgramValue& v, HostConstants constants,
                        std::vector<std::byte>& host_constants) {
  json::object out{{"name", v.name}, {"dtype", dtype_name(v.dtype)}, {"shape", ints(v.shape)}};
  if (v.constant.valid() && constants == HostConstants::LeftOut)
    out["parameter"] = true;
  else if (v.constant.valid()) {
    const size_t offset = align_up(host_constants.size(), kConstantAlignment);
    host_constants.resize(offset);
    const auto bytes = v.constant.bytes();
    host_constants.insert(host_constants.end(), bytes.begin(), bytes.end());
    out["constant"] = offset;
  }
  return out;
}

// ---- reading ----

// A JSON value with the path that leads to it, for messages.
class Reader {
 public:
  Reader(const json::value& value, std::string path) : value_(&value), path_(std::move(path)) {}

  Reader operator[](std::string_view key) const {
    const json::object* object = value_->if_object();
    const json::value* member = object == nullptr ? nullptr : object->if_contains(key);
    if (member == nullptr)
      fail(fmt::format("has no member '{}'", key));
    return {*member, fmt::format("{}.{}", path_, key)};
  }
  bool has(std::string_view key) const {
    return value_->is_object() && value_->get_object().contains(key);
  }
  std::vector<Reader> items() const {
    const json::array* array = value_->if_array();
    if (array == nullptr)
      fail("must be a list");
    std::vector<Reader> out;
    out.reserve(array->size());
    for (size_t i = 0; i < array->size(); ++i)
      out.emplace_back((*array)[i], fmt::format("{}[{}]", path_, i));
    return out;
  }
  int64_t integer() const {
    if (!value_->is_int64())
      fail("must be an integer");
    return value_->get_int64();
  }
  bool boolean() const {
    if (!value_->is_bool())
      fail("must be true or false");
    return value_->get_bool();
  }
  double real() const {
    if (value_->is_double())
      return value_->get_double();
    if (value_->is_int64())
      return static_cast<double>(value_->get_int64());
    const std::string name = text();
    if (name == "inf" || name == "-inf")
      return (name == "inf" ? 1 : -1) * std::numeric_limits<double>::infinity();
    if (name == "nan")
      return std::numeric_limits<double>::quiet_NaN();
    fail("must be a number");
  }
  std::string text() const {
    if (!value_->is_string())
      fail("must be a string");
    return std::string(value_->get_string());
  }
  std::vector<int64_t> integers() const {
    std::vector<int64_t> out;
    for (const Reader& item : items())
      out.push_back(item.integer());
    return out;
  }
  // Empty where the member is absent: files of before it was known.
  std::vector<std::string> optional_texts(std::string_view key) const {
    std::vector<std::string> out;
    if (has(key))
      for (const Reader& item : (*this)[key].items())
        out.push_back(item.text());
    return out;
  }
  std::string serialized() const { return json::serialize(*value_); }
  [[noreturn]] void fail(const std::string& what) const {
    throw InputError(fmt::format("not a valid program: {} {}", path_, what));
  }

 private:
  const json::value* value_;
  std::string path_;
};

AttrValue read_attr_value(const std::string& type, const Reader& value) {
  if (type == "b")
    return value.boolean();
  if (type == "i")
    return value.integer();
  if (type == "f")
    return value.real();
  if (type == "s")
    return value.text();
  if (type == "I")
    return value.integers();
  if (type != "L")
    value.fail(fmt::format("has the unknown type '{}' (known: b, i, f, s, I, L)", type));
  std::vector<IntList> lists;
  for (const Reader& item : value.items())
    lists.push_back(item.integers());
  return lists;
}

Attrs read_attrs(const Reader& r) {
  Attrs attrs;
  for (const Reader& item : r.items()) {
    const std::vector<Reader> parts = item.items();
    if (parts.size() != 3)
      item.fail("must be [name, type, value]");
    attrs.set(parts[0].text(), read_attr_value(parts[1].text(), parts[2]));
  }
  return attrs;
}

Step read_step(const Reader& r) {
  const std::string kind = r["step"].text();
  if (kind == "host")
    return HostOpStep{r["op"].text(), read_attrs(r["attrs"]), r["inputs"].integers(),
                      r["outputs"].integers(), r.optional_texts("onnx_nodes")};
  if (kind == "to_device")
    return ToDeviceStep{r["value"].integer(), r["device_tensor"].integer()};
  if (kind == "from_device")
    return FromDeviceStep{r["device_tensor"].integer(), r["value"].integer()};
  if (kind == "convert")
    return ConvertStep{r["source"].integer(), r["target"].integer()};
  if (kind == "launch")
    return LaunchStep{r["first_insn"].integer(), r["insn_count"].integer(),
                      r["first_kernel"].integer(), r["kernel_count"].integer()};
  r.fail(fmt::format("has the unknown kind '{}'", kind));
}

ProgramKernel read_kernel(const Reader& r) {
  ProgramKernel k;
  k.name = r["name"].text();
  k.kind = r["kind"].text();
  k.description = KernelDescription::parse(r["description"].text());
  k.onnx_nodes = r.optional_texts("onnx_nodes");
  k.first_insn = r["first_insn"].integer();
  k.insn_count = r["insn_count"].integer();
  k.output_tensor = r["output_tensor"].integer();
  k.oracle = r["oracle"].text();
  k.macs = r["macs"].integer();
  k.least_bytes = r["least_bytes"].integer();
  if (r.has("more_outputs"))
    for (const Reader& item : r["more_outputs"].items())
      k.more_outputs.push_back({item["tensor"].integer(), item["oracle"].text()});
  if (r.has("least_work")) {
    const Reader least = r["least_work"];
    k.least_work = {least["gemm_steps"].integer(), least["imm_steps"].integer(),
                    least["vector_steps"].integer(), least["useful_macs"].integer()};
  }
  return k;
}

DeviceTensor read_device_tensor(const Reader& r) {
  DeviceTensor t;
  t.name = r["name"].text();
  t.offset_bytes = r["offset_bytes"].integer();
  const Reader layout = r["layout"];
  const std::vector<int64_t> nchw = layout["nchw"].integers();
  if (nchw.size() != 4)
    layout.fail("needs four extents");
  t.layout = {nchw[0],
              nchw[1],
              nchw[2],
              nchw[3],
              layout["batch"].integer(),
              layout["block"].integer(),
              layout["sub"].integer(),
              dtype_from_name(layout["dtype"].text())};
  if (layout.has("image_groups"))
    t.layout.image_groups = layout["image_groups"].integer();
  if (r.has("part_of"))
    t.part_of = r["part_of"].integer();
  if (r.has("position_bytes"))
    t.position_bytes = r["position_bytes"].integer();
  return t;
}

Provenance read_provenance(const Reader& r) {
  Provenance p;
  p.tool_version = r["tool_version"].text();
  p.config_hash = r["config_hash"].text();
  p.model = r["model"].text();
  p.schedule = r["schedule"].text();
  p.quantization = r["quantization"].text();
  p.schema_version = r["schema_version"].integer();
  p.seed = r["seed"].integer();
  return p;
}

ProgramValue read_value(const Reader& r, std::span<const std::byte> host_constants) {
  ProgramValue v;
  v.name = r["name"].text();
  v.dtype = dtype_from_name(r["dtype"].text());
  v.shape = r["shape"].integers();
  if (r.has("parameter") && r["parameter"].boolean())
    v.constant = Tensor::zeros(v.dtype, v.shape);
  if (!r.has("constant"))
    return v;
  const auto available = static_cast<int64_t>(host_constants.size());
  const int64_t offset = r["constant"].integer();
  const std::optional<int64_t> bytes = checked_bytes(v.shape, dtype_bytes(v.dtype));
  if (!bytes || *bytes > available)
    r.fail(fmt::format("has a constant of shape {}, more than the {} bytes there are",
                       shape_text(v.shape), available));
  if (offset < 0 || offset > available - *bytes)
    r.fail(
        fmt::format("has its constant at {}, outside the {} bytes there are", offset, available));
  v.constant = Tensor::from_bytes(
      v.dtype, v.shape,
      host_constants.subspan(static_cast<size_t>(offset), static_cast<size_t>(*bytes)));
  return v;
}

template <typename F>
auto read_list(const Reader& r, F read) {
  std::vector<decltype(read(r))> out;
  for (const Reader& item : r.items())
    out.push_back(read(item));
  return out;
}

}  // namespace

ProgramDescription describe_program(const Program& p, HostConstants constants) {
  ProgramDescription d;
  json::object root;
  root["config"] = json::parse(p.config.to_json());
  root["provenance"] = provenance_json(p.provenance);
  root["values"] = list(
      p.values, [&](const ProgramValue& v) { return value_json(v, constants, d.host_constants); });
  root["inputs"] = ints(p.inputs);
  root["outputs"] = ints(p.outputs);
  if (!p.output_names.empty())
    root["output_names"] = texts(p.output_names);
  if (p.preprocessing)
    root["preprocessing"] = preprocessing_json(*p.preprocessing);
  if (p.alphabet)
    root["alphabet"] = alphabet_json(*p.alphabet);
  if (p.positions)
    root["positions"] = positions_json(*p.positions);
  root["steps"] = list(p.steps, [](const Step& s) { return std::visit(StepWriter{}, s); });
  root["kernels"] = list(p.kernels, kernel_json);
  root["device_tensors"] = list(p.device_tensors, device_tensor_json);
  root["arena_bytes"] = p.arena_bytes;
  root["constants_offset"] = p.constants_offset;
  root["uops_offset"] = p.uops_offset;
  root["insns_offset"] = p.insns_offset;
  root["host_macs"] = p.host_macs;
  root["device_macs"] = p.device_macs;
  root["host_ops"] = p.host_ops;
  root["device_ops"] = p.device_ops;
  d.json = valid_utf8(json::serialize(root));  // a path may be anything
  return d;
}

Program parse_description(std::string_view text, std::span<const std::byte> host_constants) {
  boost::system::error_code error;
  const json::value parsed = json::parse(text, error);
  if (error)
    throw InputError(fmt::format("not a valid program: description: {}", error.message()));
  const Reader root(parsed, "description");
  Program p;
  p.config = parse_config(root["config"].serialized(), "configuration of the program");
  p.provenance = read_provenance(root["provenance"]);
  p.values =
      read_list(root["values"], [&](const Reader& r) { return read_value(r, host_constants); });
  p.inputs = root["inputs"].integers();
  p.outputs = root["outputs"].integers();
  p.output_names = root.optional_texts("output_names");
  if (root.has("preprocessing"))
    p.preprocessing = parse_preprocessing(parse_json(root["preprocessing"].serialized(), "program"),
                                          "not a valid program: description.preprocessing");
  if (root.has("alphabet"))
    p.alphabet = parse_alphabet(parse_json(root["alphabet"].serialized(), "program"),
                                "not a valid program: description.alphabet");
  if (root.has("positions"))
    p.positions = parse_positions(parse_json(root["positions"].serialized(), "program"),
                                  "not a valid program: description.positions");
  p.steps = read_list(root["steps"], read_step);
  p.kernels = read_list(root["kernels"], read_kernel);
  p.device_tensors = read_list(root["device_tensors"], read_device_tensor);
  p.arena_bytes = root["arena_bytes"].integer();
  p.constants_offset = root["constants_offset"].integer();
  p.uops_offset = root["uops_offset"].integer();
  p.insns_offset = root["insns_offset"].integer();
  p.host_macs = root["host_macs"].integer();
  p.device_macs = root["device_macs"].integer();
  p.host_ops = root["host_ops"].integer();
  p.device_ops = root["device_ops"].integer();
  return p;
}

}  // namespace vta
