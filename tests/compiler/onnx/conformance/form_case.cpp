#include "tests/compiler/onnx/conformance/form_case.h"

namespace vta::testing {
namespace {

int onnx_type(DType dtype) {
  switch (dtype) {
    case DType::F32:
      return onnx::TensorProto::FLOAT;
    case DType::I8:
      return onnx::TensorProto::INT8;
    case DType::U8:
      return onnx::TensorProto::UINT8;
    case DType::I32:
      return onnx::TensorProto::INT32;
    case DType::I64:
      return onnx::TensorProto::INT64;
    case DType::Bool:
      break;
  }
  return onnx::TensorProto::BOOL;
}

}  // namespace

Tensor tensor_of(const Shape& shape, const Formula& formula) {
  Tensor t = Tensor::zeros(DType::F32, shape);
  Index index(shape.size(), 0);
  for (float& value : t.mutable_data<float>()) {
    value = static_cast<float>(formula(index));
    for (size_t d = shape.size(); d-- > 0;) {
      if (++index[d] < shape[d])
        break;
      index[d] = 0;
    }
  }
  return t;
}

Tensor varied(const Shape& shape) {
  int64_t n = 0;
  return tensor_of(shape,
                   [&](const Index&) { return 0.25 * static_cast<double>(7 * n++ % 23) - 2.5; });
}

double at(const Tensor& t, const Index& index) {
  int64_t place = 0;
  for (size_t d = 0; d < index.size(); ++d)
    place = place * t.shape()[d] + index[d];
  return t.data<float>()[static_cast<size_t>(place)];
}

CaseWriter& CaseWriter::given(const std::string& input, const Tensor& value) {
  model_.input(input, value.shape());
  auto& info = *model_.graph().mutable_input(model_.graph().input_size() - 1);
  info.mutable_type()->mutable_tensor_type()->set_elem_type(onnx_type(value.dtype()));
  values_.emplace_back("given/" + input, value);
  return *this;
}

CaseWriter& CaseWriter::expect(const std::string& output, const Tensor& value) {
  model_.output(output);
  values_.emplace_back("expected/" + output, value);
  return *this;
}

FormCase CaseWriter::done() {
  for (const auto& [name, value] : values_) {
    auto& t = *model_.graph().add_initializer();
    t.set_name(name);
    t.set_data_type(onnx_type(value.dtype()));
    for (const int64_t extent : value.shape())
      t.add_dims(extent);
    t.set_raw_data(value.bytes().data(), value.bytes().size());
  }
  return {name_, model_.bytes()};
}

}  // namespace vta::testing
