#include "compiler/onnx/op_node.h"

#include <algorithm>
#include <limits>

#include "base/plural.h"
#include "compiler/graph/shape_util.h"

namespace vta::onnx_import {
namespace {

// A legal model's attributes have the type that the operator's page says; another is an error.
void check_type(const OpNode& node, const onnx::AttributeProto& a,
                onnx::AttributeProto_AttributeType type) {
  if (a.type() != type)
    node.fail(fmt::format("attribute {} has type {}, expected {}", a.name(),
                          onnx::AttributeProto_AttributeType_Name(a.type()),
                          onnx::AttributeProto_AttributeType_Name(type)));
}

// What a message has room for.
constexpr size_t kShownCharacters = 64;
constexpr int kShownValues = 16, kShownAttributes = 16;

template <typename Values>
std::string list_text(const Values& values) {
  const auto end = values.begin() + std::min(values.size(), kShownValues);
  const int more = values.size() - kShownValues;
  return fmt::format("[{}{}]", fmt::join(values.begin(), end, ", "),
                     more > 0 ? fmt::format(", ... {} more", more) : "");
}

std::string value_text(const onnx::AttributeProto& a) {
  switch (a.type()) {
    case onnx::AttributeProto::INT:
      return std::to_string(a.i());
    case onnx::AttributeProto::FLOAT:
      return fmt::format("{}", a.f());
    case onnx::AttributeProto::STRING:
      return fmt::format("\"{}\"{}", a.s().substr(0, kShownCharacters),
                         a.s().size() > kShownCharacters ? "..." : "");
    case onnx::AttributeProto::INTS:
      return list_text(a.ints());
    case onnx::AttributeProto::FLOATS:
      return list_text(a.floats());
    default:
      return fmt::format("<{}>", onnx::AttributeProto_AttributeType_Name(a.type()));
  }
}

}  // namespace

std::string attributes_text(const onnx::NodeProto& node) {
  std::vector<std::string> parts;
  for (const auto& a : node.attribute()) {
    if (static_cast<int>(parts.size()) == kShownAttributes) {
      parts.emplace_back("...");
      break;
    }
    parts.push_back(fmt::format("{}={}", a.name(), value_text(a)));
  }
  return fmt::format("{}", fmt::join(parts, ", "));
}

std::string node_text(const onnx::NodeProto& node) {
  const std::string attributes = attributes_text(node);
  return fmt::format("node '{}' ({}{}{})", node_name(node), node.op_type(),
                     attributes.empty() ? "" : ", ", attributes);
}

std::string node_name(const onnx::NodeProto& node) {
  if (!node.name().empty())
    return node.name();
  const auto named =
      std::ranges::find_if(node.output(), [](const std::string& name) { return !name.empty(); });
  return named == node.output().end() ? node.op_type() : *named;
}

std::string table_name(const onnx::NodeProto& node) {
  const bool standard = node.domain().empty() || node.domain() == "ai.onnx";
  return standard ? node.op_type() : node.domain() + "." + node.op_type();
}

Value OpNode::run_as(Value (*run)(const OpNode& node), const std::string& op,
                     std::vector<Value> inputs, std::span<const std::string_view> attrs) const {
  onnx::NodeProto proto;
  proto.set_name(name());
  proto.set_op_type(op);
  proto.add_output(name());
  for (size_t i = 0; i < inputs.size(); ++i)
    proto.add_input(fmt::format("{}", i));
  for (const onnx::AttributeProto& a : proto_.attribute())
    if (std::ranges::find(attrs, a.name()) != attrs.end())
      *proto.add_attribute() = a;
  return run(OpNode(proto, std::move(inputs), builder_, opset_, read_));
}

std::string OpNode::name() const {
  return node_name(proto_);
}

bool OpNode::has(size_t i) const {
  return i < inputs_.size() && inputs_[i].exists();
}

const Value& OpNode::in(size_t i) const {
  if (!has(i))
    fail(fmt::format("operand {} is missing", i));
  if (inputs_[i].sequence != nullptr)
    fail(fmt::format("operand {} is a sequence of {}: must be a tensor", i,
                     counted(std::ssize(*inputs_[i].sequence), "tensor")));
  return inputs_[i];
}

const Sequence& OpNode::sequence(size_t i) const {
  if (!has(i) || inputs_[i].sequence == nullptr)
    fail(fmt::format("operand {} is no sequence", i));
  return *inputs_[i].sequence;
}

void OpNode::constant_known(size_t i, std::string_view what) const {
  if (!in(i).is_constant())
    fail(fmt::format("{} ('{}') must be a constant", what, proto_.input(static_cast<int>(i))));
}

std::vector<int64_t> OpNode::constant_ints(size_t i, std::string_view what) const {
  const Value& value = in(i);
  constant_known(i, what);
  const Tensor& t = value.constant;
  if (t.dtype() == DType::I64)
    return {t.data<int64_t>().begin(), t.data<int64_t>().end()};
  if (t.dtype() == DType::I32)
    return {t.data<int32_t>().begin(), t.data<int32_t>().end()};
  if (t.dtype() == DType::I8)
    return {t.data<int8_t>().begin(), t.data<int8_t>().end()};
  if (t.dtype() == DType::U8)
    return {t.data<uint8_t>().begin(), t.data<uint8_t>().end()};
  fail(fmt::format("{} must be integers, not {}", what, dtype_name(t.dtype())));
}

std::vector<int64_t> OpNode::constant_shape(size_t i, std::string_view what) const {
  if (in(i).is_constant() && in(i).constant.size() > static_cast<int64_t>(shapes::kMaxRank))
    fail(fmt::format("{} has {} values: tensors have at most {} axes", what, in(i).constant.size(),
                     shapes::kMaxRank));
  return constant_ints(i, what);
}

bool OpNode::constant_bool(size_t i, std::string_view what) const {
  const Value& value = in(i);
  constant_known(i, what);
  if (value.constant.size() != 1 || value.constant.dtype() != DType::Bool)
    fail(fmt::format("{} must be a constant bool", what));
  return value.constant.data<bool>()[0];
}

double OpNode::constant_number(size_t i, std::string_view what) const {
  const Value& value = in(i);
  constant_known(i, what);
  if (value.constant.size() != 1)
    fail(fmt::format("{} must be a constant number", what));
  if (value.constant.dtype() == DType::F32)
    return static_cast<double>(value.constant.data<float>()[0]);
  return static_cast<double>(constant_ints(i, what)[0]);
}

const onnx::AttributeProto* OpNode::find(std::string_view attr) const {
  for (const auto& a : proto_.attribute())
    if (a.name() == attr)
      return &a;
  return nullptr;
}

int64_t OpNode::get_int(std::string_view attr, int64_t absent) const {
  const auto* a = find(attr);
  if (a == nullptr)
    return absent;
  check_type(*this, *a, onnx::AttributeProto::INT);
  return a->i();
}

double OpNode::get_float(std::string_view attr, double absent) const {
  const auto* a = find(attr);
  if (a == nullptr)
    return absent;
  check_type(*this, *a, onnx::AttributeProto::FLOAT);
  return static_cast<double>(a->f());
}

std::string OpNode::get_string(std::string_view attr, std::string_view absent) const {
  const auto* a = find(attr);
  if (a == nullptr)
    return std::string(absent);
  check_type(*this, *a, onnx::AttributeProto::STRING);
  return a->s();
}

std::vector<int64_t> OpNode::get_ints(std::string_view attr,
                                      const std::vector<int64_t>& absent) const {
  const auto* a = find(attr);
  if (a == nullptr)
    return absent;
  check_type(*this, *a, onnx::AttributeProto::INTS);
  return {a->ints().begin(), a->ints().end()};
}

std::vector<float> OpNode::get_floats(std::string_view attr) const {
  const auto* a = find(attr);
  if (a == nullptr)
    return {};
  check_type(*this, *a, onnx::AttributeProto::FLOATS);
  return {a->floats().begin(), a->floats().end()};
}

std::vector<std::string> OpNode::get_texts(std::string_view attr) const {
  const auto* a = find(attr);
  if (a == nullptr)
    return {};
  check_type(*this, *a, onnx::AttributeProto::STRINGS);
  return {a->strings().begin(), a->strings().end()};
}

const onnx::TensorProto* OpNode::get_tensor(std::string_view attr) const {
  const auto* a = find(attr);
  if (a == nullptr)
    return nullptr;
  check_type(*this, *a, onnx::AttributeProto::TENSOR);
  return &a->t();
}

Value OpNode::number(double value) const {
  return {-1, Tensor::scalar<float>(static_cast<float>(value))};
}

Value OpNode::ints(const std::vector<int64_t>& values) const {
  return {-1, Tensor::from_span<int64_t>({std::ssize(values)}, std::span(values))};
}

int64_t OpNode::axis_in(int64_t axis, size_t rank) const {
  const auto r = static_cast<int64_t>(rank);
  if (axis < -r || axis >= r)
    fail(fmt::format("axis {} is outside a tensor of rank {}", axis, rank));
  return axis < 0 ? axis + r : axis;
}

void OpNode::note_type(int onnx_type) const {
  builder_.note_type(onnx_type, fmt::format("node '{}'", name()));
}

void OpNode::fail(const std::string& why) const {
  throw CompileError(fmt::format("{}: {}", node_text(proto_), why));
}

}  // namespace vta::onnx_import
