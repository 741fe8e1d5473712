#include "compiler/onnx/model_file.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>

namespace vta::onnx_import {
namespace {

using onnx::TensorProto;

TensorProto raw_tensor(TensorProto::DataType type, size_t elements, size_t each) {
  TensorProto proto;
  proto.set_name("t");
  proto.set_data_type(type);
  proto.add_dims(static_cast<int64_t>(elements));
  std::string raw(elements * each, '\0');
  for (size_t i = 0; i < raw.size(); ++i)
    raw[i] = static_cast<char>(i * 7 % 61);
  proto.set_raw_data(raw);
  return proto;
}

// As to_tensor() reads them; the file's image has none of it left.
void expect_taken(TensorProto proto) {
  const Tensor read = to_tensor(proto);
  const Tensor taken = take_tensor(proto);
  EXPECT_EQ(taken.dtype(), read.dtype()) << proto.data_type();
  EXPECT_EQ(taken.shape(), read.shape()) << proto.data_type();
  EXPECT_TRUE(std::ranges::equal(taken.bytes(), read.bytes())) << proto.data_type();
  EXPECT_FALSE(proto.has_raw_data()) << proto.data_type();
  EXPECT_EQ(reinterpret_cast<uintptr_t>(taken.bytes().data()) % 8, 0U) << proto.data_type();
}

TEST(OnnxTensor, TakenOnesHaveTheValuesOfThoseThatAreRead) {
  for (const size_t elements :
       {0, 1, 2, 3, 15, 16, 4096})  // short strings lie in the string itself
    for (const auto& [type, each] : {std::pair{TensorProto::FLOAT, 4},
                                     {TensorProto::INT8, 1},
                                     {TensorProto::UINT8, 1},
                                     {TensorProto::INT32, 4},
                                     {TensorProto::INT64, 8},
                                     {TensorProto::BOOL, 1},
                                     {TensorProto::DOUBLE, 8},
                                     {TensorProto::FLOAT16, 2},
                                     {TensorProto::BFLOAT16, 2}})
      expect_taken(raw_tensor(type, elements, static_cast<size_t>(each)));
}

TEST(OnnxTensor, ListedValuesAreTakenToo) {
  TensorProto proto;
  proto.set_data_type(TensorProto::FLOAT);
  proto.add_dims(2);
  proto.add_float_data(1.5f);
  proto.add_float_data(-2);
  expect_taken(proto);
}

TEST(OnnxTensor, TakenOnesOutliveTheFile) {
  Tensor taken;
  {
    TensorProto proto = raw_tensor(TensorProto::FLOAT, 1000, 4);
    const void* const before = proto.raw_data().data();
    taken = take_tensor(proto);
    EXPECT_EQ(taken.bytes().data(), before);  // moved, not copied
  }
  float second = 0;
  const std::string raw = raw_tensor(TensorProto::FLOAT, 1000, 4).raw_data();
  std::memcpy(&second, raw.data() + 4, 4);
  EXPECT_EQ(taken.data<float>()[1], second);
}

TEST(OnnxTensor, OfTheWrongSizeNothingIsTaken) {
  TensorProto proto = raw_tensor(TensorProto::FLOAT, 4, 4);
  proto.set_dims(0, 5);
  EXPECT_THROW(take_tensor(proto), InputError);
  EXPECT_EQ(proto.raw_data().size(), 16U);
}

}  // namespace
}  // namespace vta::onnx_import
