#include <gmock/gmock.h>

#include "tests/compiler/onnx/onnx_test_util.h"

namespace vta {
namespace {

using testing::ElementsAre;
using testing::FloatNear;
using testing::HasSubstr;

Shape output_shape(const Graph& g) {
  return g.type(g.outputs()[0]).shape;
}

TestModel conv_model(const std::vector<int64_t>& data, const std::vector<int64_t>& kernel) {
  TestModel m;
  m.input("x", data).floats(
      "w", kernel,
      std::vector<float>(static_cast<size_t>(kernel[0] * kernel[1] * kernel[2] * kernel[3]), 1));
  m.node("Conv", {"x", "w"}, "y").output("y");
  return m;
}

TEST(OnnxConv, BiasBecomesAnAddOfRankThree) {
  TestModel m;
  m.input("x", {1, 1, 2, 2}).floats("w", {2, 1, 1, 1}, {1, 2}).floats("b", {2}, {10, 20});
  m.node("Conv", {"x", "w", "b"}, "y").output("y");
  const Graph g = m.import();
  EXPECT_THAT(ops_of(g), ElementsAre("nn.conv2d", "add"));
  const Node& add = g.node(g.outputs()[0]);
  EXPECT_EQ(g.type(add.inputs[1]).shape, (Shape{2, 1, 1}));
  EXPECT_EQ(add.name, "y_node.bias");
  EXPECT_EQ(g.node(add.inputs[0]).name, "y_node");
  EXPECT_THAT(floats_of(m.run({1, 1, 2, 2}, {1, 2, 3, 4})),
              ElementsAre(11, 12, 13, 14, 22, 24, 26, 28));
}

TEST(OnnxConv, PadsAreTopLeftBottomRight) {
  TestModel m = conv_model({1, 1, 4, 4}, {1, 1, 3, 3});
  m.attr_ints("pads", {0, 0, 1, 2});
  EXPECT_EQ(output_shape(m.import()), (Shape{1, 1, 3, 4}));
}

TEST(OnnxConv, SameUpperPutsTheOddPadLast) {
  TestModel m = conv_model({1, 1, 4, 4}, {1, 1, 2, 2});
  m.attr_text("auto_pad", "SAME_UPPER");
  const Graph g = m.import();
  EXPECT_EQ(g.node(g.outputs()[0]).attrs.get_ints("padding", {}), (IntList{0, 0, 1, 1}));
}

TEST(OnnxConv, SameLowerPutsTheOddPadFirst) {
  TestModel m = conv_model({1, 1, 4, 4}, {1, 1, 2, 2});
  m.attr_text("auto_pad", "SAME_LOWER");
  const Graph g = m.import();
  EXPECT_EQ(g.node(g.outputs()[0]).attrs.get_ints("padding", {}), (IntList{1, 1, 0, 0}));
}

TEST(OnnxConv, SameCountsStrideAndDilation) {
  TestModel m = conv_model({1, 1, 7, 7}, {1, 1, 3, 3});
  m.attr_text("auto_pad", "SAME_UPPER").attr_ints("strides", {2, 2}).attr_ints("dilations", {2, 2});
  EXPECT_EQ(output_shape(m.import()), (Shape{1, 1, 4, 4}));
}

TEST(OnnxConv, ValidHasNoPads) {
  TestModel m = conv_model({1, 1, 4, 4}, {1, 1, 3, 3});
  m.attr_text("auto_pad", "VALID");
  EXPECT_EQ(output_shape(m.import()), (Shape{1, 1, 2, 2}));
}

TEST(OnnxConv, PadsBesideAnAutoPadMustBeItsOwn) {
  const auto model = [](const std::string& mode, const std::vector<int64_t>& pads) {
    TestModel m = conv_model({1, 1, 4, 4}, {1, 1, 3, 3});
    m.attr_text("auto_pad", mode).attr_ints("pads", pads);
    return m;
  };
  EXPECT_EQ(output_shape(model("VALID", {0, 0, 0, 0}).import()), (Shape{1, 1, 2, 2}));
  EXPECT_EQ(output_shape(model("SAME_UPPER", {0, 0, 0, 0}).import()), (Shape{1, 1, 4, 4}));
  EXPECT_EQ(output_shape(model("SAME_UPPER", {1, 1, 1, 1}).import()), (Shape{1, 1, 4, 4}));
  EXPECT_THAT(model("VALID", {0, 1, 0, 0}).error(),
              HasSubstr("auto_pad VALID means pads=[0, 0, 0, 0] here, and pads=[0, 1, 0, 0]"));
  EXPECT_THAT(model("SAME_LOWER", {2, 2, 0, 0}).error(),
              HasSubstr("auto_pad SAME_LOWER means pads=[1, 1, 1, 1] here"));
}

TEST(OnnxConv, ABiasIsOneNumberForEachOutputChannel) {
  for (const std::vector<int64_t>& shape : {std::vector<int64_t>{4}, {1, 1}, {}}) {
    TestModel m;
    m.input("x", {1, 1, 2, 2}).floats("w", {1, 1, 1, 1}, {1});
    m.floats("b", shape, std::vector<float>(shape.size() == 1 ? 4 : 1, 1.0f));
    m.node("Conv", {"x", "w", "b"}, "y").output("y");
    EXPECT_THAT(m.error(), HasSubstr("expected (1): one for each output channel"));
  }
}

TEST(OnnxGemm, CIsBroadcastToTheProductAndNotTheOtherWay) {
  const auto model = [](const std::vector<int64_t>& c) {
    TestModel m;
    m.input("x", {3, 2}).floats("w", {2, 1}, {1, 1});
    m.floats("c", c, std::vector<float>(static_cast<size_t>(num_elements(Shape(c))), 1.0f));
    m.node("Gemm", {"x", "w", "c"}, "y").output("y");
    return m;
  };
  for (const std::vector<int64_t>& c : {std::vector<int64_t>{}, {1}, {1, 1}, {3, 1}})
    EXPECT_EQ(output_shape(model(c).import(3)), (Shape{3, 1}));
  for (const std::vector<int64_t>& c : {std::vector<int64_t>{4}, {1, 4}, {2, 1}, {1, 3, 1}}) {
    TestModel m = model(c);
    EXPECT_THAT([&] { m.import(3); },
                testing::ThrowsMessage<CompileError>(HasSubstr(
                    fmt::format("C {} does not fit the product (3, 1)", shape_text(Shape(c))))));
  }
}

TEST(OnnxSplit, PartsMayBeEmpty) {
  TestModel m;
  m.input("x", {2, 3}).ints("parts", {0, 3, 0}).node("Split", {"x", "parts"}, "a").attr("axis", 1);
  for (const char* name : {"b", "c"})
    m.graph().mutable_node(0)->add_output(name);
  m.node("Concat", {"a", "b", "c"}, "all").attr("axis", 1);
  m.output("a").output("all");
  const std::vector<Tensor> got = interpret(
      m.import(2), {{Tensor::from_span<float>({2, 3}, std::vector<float>{1, 2, 3, 4, 5, 6})}});
  EXPECT_EQ(got[0].shape(), (Shape{2, 0}));
  EXPECT_THAT(floats_of(got[1]), ElementsAre(1, 2, 3, 4, 5, 6));
}

TEST(OnnxSlice, OfAValueMayBeEmpty) {
  TestModel m;
  m.input("x", {2, 3}).ints("from", {2}).ints("to", {2}).ints("axes", {1});
  m.node("Slice", {"x", "from", "to", "axes"}, "y").output("y");
  EXPECT_EQ(output_shape(m.import(2)), (Shape{2, 0}));
}

TEST(OnnxPad, MayLeaveNothingOfTheData) {
  const auto model = [](const std::vector<int64_t>& pads) {
    TestModel m;
    m.input("x", {2, 3}).ints("pads", pads).floats("value", {}, {7});
    m.node("Pad", {"x", "pads", "value"}, "y").output("y");
    return m;
  };
  EXPECT_EQ(output_shape(model({0, -3, 0, 0}).import(2)), (Shape{2, 0}));
  EXPECT_EQ(output_shape(model({0, -1, 0, -2}).import(2)), (Shape{2, 0}));
  const TestModel pads_alone = model({0, -3, 0, 2});
  EXPECT_THAT(floats_of(pads_alone.run({2, 3}, {1, 2, 3, 4, 5, 6})), ElementsAre(7, 7, 7, 7));
  EXPECT_THAT(
      [&] {
        model({0, -3, 0, -1}).import(2);
      },
      testing::ThrowsMessage<CompileError>(
          HasSubstr("pads of -3 and -1 remove more than the extent of axis 1 (3)")));
}

TEST(OnnxConv, UnknownAutoPadIsRefused) {
  TestModel m = conv_model({1, 1, 4, 4}, {1, 1, 3, 3});
  m.attr_text("auto_pad", "SOMETIMES");
  EXPECT_THAT(m.error(), HasSubstr("NOTSET, VALID, SAME_UPPER or SAME_LOWER"));
}

TEST(OnnxConv, GroupsAreKept) {
  TestModel m = conv_model({1, 4, 3, 3}, {4, 1, 3, 3});
  m.attr("group", 4);
  const Graph g = m.import();
  EXPECT_EQ(g.node(g.outputs()[0]).attrs.get_int("groups", 1), 4);
}

TEST(OnnxConv, OneDimensionIsARowOfTwo) {
  TestModel m;
  m.input("x", {1, 1, 4}).floats("w", {1, 1, 3}, {1, 2, 3}).floats("b", {1}, {100});
  m.node("Conv", {"x", "w", "b"}, "y").attr_ints("pads", {1, 0}).output("y");
  EXPECT_THAT(ops_of(m.import()), ElementsAre("reshape", "nn.conv2d", "add", "reshape"));
  EXPECT_THAT(floats_of(m.run({1, 1, 4}, {1, 2, 3, 4})), ElementsAre(108, 114, 120));
}

TEST(OnnxConv, ThreeDimensionsAreASumOverThePlanesOfTheKernel) {
  TestModel m;
  m.input("x", {1, 1, 3, 1, 1}).floats("w", {1, 1, 2, 1, 1}, {1, 10});
  m.node("Conv", {"x", "w"}, "y").attr_ints("pads", {1, 0, 0, 0, 0, 0}).output("y");
  EXPECT_THAT(floats_of(m.run({1, 1, 3, 1, 1}, {1, 2, 3})), ElementsAre(10, 21, 32));
}

TEST(OnnxConv, FourDimensionsAreRefused) {
  TestModel m;
  m.input("x", {1, 1, 1, 1, 1, 1}).floats("w", {1, 1, 1, 1, 1, 1}, {1});
  m.node("Conv", {"x", "w"}, "y").output("y");
  EXPECT_THAT(m.error(), HasSubstr("one- to three-dimensional"));
}

// y[2i + k] += x[i] w[k], counted from the pad on.
TEST(OnnxConvTranspose, EveryValuePaintsTheKernel) {
  TestModel m;
  m.input("x", {1, 1, 3})
      .floats("w", {1, 1, 3}, {1, 10, 100})
      .node("ConvTranspose", {"x", "w"}, "y");
  m.attr_ints("strides", {2})
      .attr_ints("pads", {1, 0})
      .attr_ints("output_padding", {1})
      .output("y");
  EXPECT_THAT(floats_of(m.run({1, 1, 3}, {1, 2, 3})), ElementsAre(10, 102, 20, 203, 30, 300, 0));
}

TEST(OnnxConvTranspose, GroupsAndWidePadsCutTheCanvas) {
  TestModel m;
  m.input("x", {1, 2, 1, 3}).floats("w", {2, 1, 1, 2}, {1, 10, 2, 20});
  m.node("ConvTranspose", {"x", "w"}, "y").attr("group", 2).attr_ints("pads", {0, 2, 0, 0});
  m.output("y");
  EXPECT_THAT(floats_of(m.run({1, 2, 1, 3}, {1, 2, 3, 1, 2, 3})), ElementsAre(23, 30, 46, 60));
}

TEST(OnnxConvTranspose, ResultWithoutExtentIsRefused) {
  TestModel m;
  m.input("x", {1, 1, 1}).floats("w", {1, 1, 2}, {1, 1}).node("ConvTranspose", {"x", "w"}, "y");
  m.attr_ints("pads", {1, 1}).output("y");
  EXPECT_THAT(m.error(), HasSubstr("leave no extent"));
}

TEST(OnnxPool, CeilModeAndCountIncludePadAreKept) {
  TestModel m;
  m.input("x", {1, 1, 3, 3}).node("AveragePool", {"x"}, "y").attr_ints("kernel_shape", {2, 2});
  m.attr_ints("strides", {2, 2}).attr("ceil_mode", 1).attr("count_include_pad", 1).output("y");
  EXPECT_THAT(floats_of(m.run({1, 1, 3, 3}, {1, 2, 3, 4, 5, 6, 7, 8, 9})),
              ElementsAre(3, 4.5f, 7.5f, 9));
}

TEST(OnnxPool, IndicesAreRefused) {
  TestModel m;
  m.input("x", {1, 1, 4, 4}).node("MaxPool", {"x"}, "y").attr_ints("kernel_shape", {2, 2});
  m.graph().mutable_node(0)->add_output("indices");
  m.output("y").output("indices");
  EXPECT_THAT(m.error(), HasSubstr("Indices"));
}

TEST(OnnxPool, GlobalPoolsReducePlanes) {
  TestModel mean, max;
  mean.input("x", {1, 1, 2, 2}).node("GlobalAveragePool", {"x"}, "y").output("y");
  max.input("x", {1, 1, 2, 2}).node("GlobalMaxPool", {"x"}, "y").output("y");
  EXPECT_THAT(floats_of(mean.run({1, 1, 2, 2}, {1, 2, 3, 6})), ElementsAre(3));
  EXPECT_THAT(floats_of(max.run({1, 1, 2, 2}, {1, 2, 3, 6})), ElementsAre(6));
}

TEST(OnnxBatchNorm, IsATupleWhoseFirstFieldIsRead) {
  TestModel m;
  m.input("x", {1, 1, 1, 2}).floats("g", {1}, {2}).floats("b", {1}, {1}).floats("m", {1}, {3});
  m.floats("v", {1}, {4}).node("BatchNormalization", {"x", "g", "b", "m", "v"}, "y");
  m.attr_float("epsilon", 0.0f).output("y");
  EXPECT_THAT(floats_of(m.run({1, 1, 1, 2}, {3, 5})), ElementsAre(1, 3));
}

TEST(OnnxBatchNorm, TrainingModeIsRefused) {
  TestModel m(14);
  m.input("x", {1, 1, 1, 2}).floats("g", {1}, {2});
  m.node("BatchNormalization", {"x", "g", "g", "g", "g"}, "y").attr("training_mode", 1);
  m.output("y");
  EXPECT_THAT(m.error(), HasSubstr("training_mode=1"));
}

TEST(OnnxGemm, TransposesScalesAndAdds) {
  TestModel m;
  m.input("x", {1, 2}).floats("w", {2, 3}, {1, 2, 3, 4, 5, 6}).floats("c", {1, 3}, {1, 1, 1});
  m.node("Gemm", {"x", "w", "c"}, "y").attr_float("alpha", 2).attr_float("beta", 10).output("y");
  EXPECT_THAT(ops_of(m.import()), ElementsAre("nn.dense", "add"));
  EXPECT_THAT(floats_of(m.run({1, 2}, {1, 1})), ElementsAre(20, 24, 28));
}

TEST(OnnxGemm, TransBNeedsNoTranspose) {
  TestModel m;
  m.input("x", {1, 2}).floats("w", {3, 2}, {1, 4, 2, 5, 3, 6});
  m.node("Gemm", {"x", "w"}, "y").attr("transB", 1).output("y");
  EXPECT_THAT(floats_of(m.run({1, 2}, {1, 1})), ElementsAre(5, 7, 9));
}

TEST(OnnxMatMul, TakesAWeightOfRankTwo) {
  TestModel m;
  m.input("x", {1, 2}).floats("w", {2, 2}, {1, 2, 3, 4}).node("MatMul", {"x", "w"}, "y");
  m.output("y");
  EXPECT_THAT(floats_of(m.run({1, 2}, {1, 10})), ElementsAre(31, 42));
}

TEST(OnnxClip, AttributesBeforeOpset11) {
  TestModel m(9);
  m.input("x", {1, 3}).node("Clip", {"x"}, "y").attr_float("min", 0).attr_float("max", 6);
  m.output("y");
  EXPECT_THAT(floats_of(m.run({1, 3}, {-1, 3, 9})), ElementsAre(0, 3, 6));
}

TEST(OnnxClip, OperandsFromOpset11) {
  TestModel m(11);
  m.input("x", {1, 3}).floats("low", {}, {-1}).floats("high", {}, {1});
  m.node("Clip", {"x", "low", "high"}, "y").output("y");
  EXPECT_THAT(floats_of(m.run({1, 3}, {-9, 0.5f, 9})), ElementsAre(-1, 0.5f, 1));
}

TEST(OnnxClip, BoundsThatCrossMeanTheUpperOne) {
  TestModel m(13);
  m.input("x", {1, 2}).floats("low", {}, {2}).floats("high", {}, {1});
  m.node("Clip", {"x", "low", "high"}, "y").output("y");
  EXPECT_THAT(floats_of(m.run({1, 2}, {-9, 9})), ElementsAre(1, 1));
}

TEST(OnnxClip, BoundsMayBeComputed) {
  TestModel m(13);
  m.input("x", {1, 2}).floats("high", {}, {1}).node("ReduceMean", {"x"}, "low");
  m.node("Clip", {"x", "low", "high"}, "y").output("y");
  EXPECT_THAT(floats_of(m.run({1, 2}, {-9, 9})), ElementsAre(0, 1));
}

// As training with 7 bits writes it, with a Cast to the type that the value has.
TEST(OnnxClip, OfBytes) {
  TestModel m(13);
  m.input("x", {1, 4}).floats("s", {}, {0.5F}).u8("z", {}, {10}).u8("most", {}, {127});
  m.node("QuantizeLinear", {"x", "s", "z"}, "q").node("Clip", {"q", "", "most"}, "c");
  m.node("Cast", {"c"}, "same").attr("to", onnx::TensorProto::UINT8);
  m.node("DequantizeLinear", {"same", "s", "z"}, "y").output("y");
  EXPECT_THAT(ops_of(m.import()), ElementsAre("qnn.quantize", "clip", "qnn.dequantize"));
  EXPECT_THAT(floats_of(m.run({1, 4}, {-9, 3, 58.5F, 99})), ElementsAre(-5, 3, 58.5F, 58.5F));
}

TEST(OnnxClip, WithoutUpperBoundAtZeroIsRelu) {
  TestModel m(11);
  m.input("x", {1, 3}).floats("low", {}, {0}).node("Clip", {"x", "low"}, "y").output("y");
  EXPECT_THAT(ops_of(m.import()), ElementsAre("nn.relu"));
}

TEST(OnnxSoftmax, Opset11FlattensTrailingAxes) {
  TestModel m(11);
  m.input("x", {1, 2, 2}).node("Softmax", {"x"}, "y").output("y");
  EXPECT_THAT(floats_of(m.run({1, 2, 2}, {0, 0, 0, 0})), ElementsAre(0.25f, 0.25f, 0.25f, 0.25f));
}

TEST(OnnxSoftmax, Opset13TakesOneAxis) {
  TestModel m(13);
  m.input("x", {1, 2, 2}).node("Softmax", {"x"}, "y").output("y");
  EXPECT_THAT(floats_of(m.run({1, 2, 2}, {0, 0, 0, 0})), ElementsAre(0.5f, 0.5f, 0.5f, 0.5f));
}

TEST(OnnxElementwise, UnaryOperatorsMap) {
  for (const char* op : {"Relu", "Sigmoid", "Tanh", "Exp", "Sqrt", "Neg", "Abs", "LeakyRelu"}) {
    TestModel m;
    m.input("x", {1, 2}).node(op, {"x"}, "y").output("y");
    EXPECT_EQ(ops_of(m.import()).size(), 1u) << op;
  }
}

TEST(OnnxElementwise, SumTakesAnyNumber) {
  TestModel m;
  m.input("x", {1, 1}).floats("a", {1}, {10}).node("Sum", {"x", "a", "x"}, "y").output("y");
  EXPECT_THAT(floats_of(m.run({1, 1}, {1})), ElementsAre(12));
}

TEST(OnnxElementwise, ArithmeticBroadcasts) {
  TestModel m;
  m.input("x", {1, 2}).floats("a", {}, {4});
  m.node("Sub", {"x", "a"}, "s").node("Mul", {"s", "a"}, "p").node("Div", {"p", "x"}, "y");
  m.output("y");
  EXPECT_THAT(floats_of(m.run({1, 2}, {2, 8})), ElementsAre(-4, 2));
}

TEST(OnnxDropout, DisappearsAtInference) {
  TestModel m(9);
  m.input("x", {1, 2}).node("Dropout", {"x"}, "d").attr_float("ratio", 0.5f);
  m.graph().mutable_node(0)->add_output("mask");
  m.node("Identity", {"d"}, "i").node("Relu", {"i"}, "y").output("y");
  EXPECT_THAT(ops_of(m.import()), ElementsAre("nn.relu"));
}

TEST(OnnxLrn, UsesItsDefaults) {
  TestModel m;
  m.input("x", {1, 1, 1, 1}).node("LRN", {"x"}, "y").attr("size", 1).attr_float("alpha", 1.0f);
  m.attr_float("beta", 1.0f).output("y");
  EXPECT_THAT(floats_of(m.run({1, 1, 1, 1}, {3})), ElementsAre(FloatNear(0.3f, 1e-6f)));
}

TEST(OnnxReduceMean, KeepsDimensionsByDefault) {
  TestModel m;
  m.input("x", {1, 1, 2, 2}).node("ReduceMean", {"x"}, "y").attr_ints("axes", {2, 3}).output("y");
  EXPECT_EQ(output_shape(m.import()), (Shape{1, 1, 1, 1}));
}

// ---- Shapes -------------------------------------------------------------------------------------
TEST(OnnxShape, ShapeArithmeticFolds) {
  TestModel m;
  m.input("x", {-1, 2, 3}).node("Shape", {"x"}, "s").scalar_int("zero", 0).ints("axes0", {0});
  m.node("Gather", {"s", "zero"}, "n").node("Unsqueeze", {"n", "axes0"}, "n1").ints("rest", {-1});
  m.node("Concat", {"n1", "rest"}, "shape").attr("axis", 0);
  m.node("Reshape", {"x", "shape"}, "y").output("y");
  const Graph g = m.import(4);
  EXPECT_THAT(ops_of(g), ElementsAre("reshape"));
  EXPECT_EQ(output_shape(g), (Shape{4, 6}));
}

TEST(OnnxShape, SliceAndCastOfAShapeFold) {
  TestModel m;
  m.input("x", {1, 2, 3}).node("Shape", {"x"}, "s").ints("b", {1}).ints("e", {INT64_MAX});
  m.node("Slice", {"s", "b", "e"}, "tail").node("Cast", {"tail"}, "t32").attr("to", 6);
  m.node("Cast", {"t32"}, "shape").attr("to", 7).node("Reshape", {"x", "shape"}, "y").output("y");
  EXPECT_EQ(output_shape(m.import()), (Shape{2, 3}));
}

TEST(OnnxShape, FlattenMakesAMatrix) {
  TestModel m;
  m.input("x", {2, 3, 4}).node("Flatten", {"x"}, "y").output("y");
  EXPECT_EQ(output_shape(m.import()), (Shape{2, 12}));
  TestModel at2;
  at2.input("x", {2, 3, 4}).node("Flatten", {"x"}, "y").attr("axis", 2).output("y");
  EXPECT_EQ(output_shape(at2.import()), (Shape{6, 4}));
}

TEST(OnnxShape, SqueezeAndUnsqueezeInBothForms) {
  TestModel old(11);
  old.input("x", {1, 2, 1}).node("Squeeze", {"x"}, "s").attr_ints("axes", {2});
  old.node("Unsqueeze", {"s"}, "y").attr_ints("axes", {0, 3}).output("y");
  EXPECT_EQ(output_shape(old.import()), (Shape{1, 1, 2, 1}));
  TestModel now(13);
  now.input("x", {1, 2, 1}).ints("two", {-1}).node("Squeeze", {"x", "two"}, "y").output("y");
  EXPECT_EQ(output_shape(now.import()), (Shape{1, 2}));
}

TEST(OnnxShape, ReshapeThatDoesNotFitIsRefused) {
  TestModel m;
  m.input("x", {1, 6}).ints("shape", {4, -1}).node("Reshape", {"x", "shape"}, "y").output("y");
  EXPECT_THAT(m.error(), HasSubstr("does not hold the 6 elements"));
}

TEST(OnnxShape, ReshapeToAComputedShapeIsRefused) {
  TestModel m;
  m.input("x", {1, 6}).node("Relu", {"x"}, "s").node("Reshape", {"x", "s"}, "y").output("y");
  EXPECT_THAT(m.error(), HasSubstr("must be a constant"));
}

TEST(OnnxShape, TransposeAndConcat) {
  TestModel m;
  m.input("x", {1, 2}).node("Concat", {"x", "x"}, "c").attr("axis", -1);
  m.node("Transpose", {"c"}, "y").output("y");
  EXPECT_EQ(output_shape(m.import()), (Shape{4, 1}));
}

TEST(OnnxShape, PadInBothForms) {
  TestModel old(10);
  old.input("x", {1, 2}).node("Pad", {"x"}, "y").attr_ints("pads", {0, 1, 0, 0});
  old.attr_float("value", 7).output("y");
  EXPECT_THAT(floats_of(old.run({1, 2}, {1, 2})), ElementsAre(7, 1, 2));
  TestModel now(13);
  now.input("x", {1, 2}).ints("p", {0, 0, 0, 1}).node("Pad", {"x", "p"}, "y").output("y");
  EXPECT_THAT(floats_of(now.run({1, 2}, {1, 2})), ElementsAre(1, 2, 0));
}

TEST(OnnxShape, SliceGoesBackwards) {
  TestModel m;
  m.input("x", {1, 5}).ints("b", {-1}).ints("e", {INT64_MIN}).ints("a", {1}).ints("s", {-2});
  m.node("Slice", {"x", "b", "e", "a", "s"}, "y").output("y");
  EXPECT_THAT(floats_of(m.run({1, 5}, {0, 1, 2, 3, 4})), ElementsAre(4, 2, 0));
}

TEST(OnnxShape, SliceOfStepZeroIsRefused) {
  TestModel m;
  m.input("x", {1, 4}).ints("b", {3}).ints("e", {0}).ints("a", {1}).ints("s", {0});
  m.node("Slice", {"x", "b", "e", "a", "s"}, "y").output("y");
  EXPECT_THAT(m.error(), HasSubstr("strides has 0: must be at least 1, or at most -1"));
}

// What PyTorch writes for padding: pairs turned round by a reshape, a slice of step -1, a
// transpose.
TEST(OnnxShape, PadsThatAreComputedFold) {
  TestModel m(11);
  m.input("x", {1, 2}).ints("given", {1, 0, 0, 0}).ints("pairs", {-1, 2}).ints("b", {-1});
  m.ints("e", {INT64_MIN}).ints("a", {0}).ints("s", {-1}).ints("flat", {-1});
  m.node("Reshape", {"given", "pairs"}, "r").node("Slice", {"r", "b", "e", "a", "s"}, "t");
  m.node("Transpose", {"t"}, "u").node("Reshape", {"u", "flat"}, "pads");
  m.node("Pad", {"x", "pads"}, "y").output("y");
  EXPECT_THAT(floats_of(m.run({1, 2}, {3, 4})), ElementsAre(0, 3, 4));
}

TEST(OnnxShape, GatherTakesSlicesOfData) {
  TestModel m;
  m.input("x", {2, 2}).ints("i", {1, -2}).node("Gather", {"x", "i"}, "y").output("y");
  EXPECT_THAT(floats_of(m.run({2, 2}, {1, 2, 3, 4})), ElementsAre(3, 4, 1, 2));
}

TEST(OnnxShape, GatherOutsideIsRefused) {
  TestModel m;
  m.input("x", {1, 2}).ints("v", {1, 2}).ints("i", {2}).node("Gather", {"v", "i"}, "g");
  m.node("Reshape", {"x", "g"}, "y").output("y");
  EXPECT_THAT(m.error(), HasSubstr("index 2 is outside an extent of 2: must be -2 to 1"));
}

TEST(OnnxSplit, PartsAreGivenOrEqual) {
  TestModel m(13);
  m.input("x", {1, 5}).ints("sizes", {2, 3}).node("Split", {"x", "sizes"}, "a").attr("axis", 1);
  m.graph().mutable_node(0)->add_output("b");
  m.output("b");
  EXPECT_THAT(floats_of(m.run({1, 5}, {1, 2, 3, 4, 5})), ElementsAre(3, 4, 5));
  TestModel wrong(13);
  wrong.input("x", {1, 5}).node("Split", {"x"}, "a").attr("axis", 1);
  wrong.graph().mutable_node(0)->add_output("b");
  wrong.output("b");
  EXPECT_THAT(wrong.error(), HasSubstr("2 results do not divide the extent 5"));
}

TEST(OnnxPad, NegativeWidthsTakeAway) {
  TestModel m(13);
  m.input("x", {1, 3}).ints("p", {0, -1, 0, 2}).node("Pad", {"x", "p"}, "y");
  m.attr_text("mode", "edge").output("y");
  EXPECT_THAT(floats_of(m.run({1, 3}, {1, 2, 3})), ElementsAre(2, 3, 3, 3));
}

TEST(OnnxResize, NeedsScalesOrSizes) {
  TestModel m(13);
  m.input("x", {1, 1, 2, 2}).node("Resize", {"x"}, "y").output("y");
  EXPECT_THAT(m.error(), HasSubstr("needs scales or sizes"));
}

TEST(OnnxResize, UnknownModesAreNamed) {
  TestModel m(13);
  m.input("x", {1, 1, 2, 2}).floats("s", {4}, {1, 1, 2, 2}).node("Resize", {"x", "", "s"}, "y");
  m.attr_text("coordinate_transformation_mode", "sideways").output("y");
  EXPECT_THAT(m.error(), HasSubstr("coordinates 'sideways' is unknown: half_pixel"));
}

TEST(OnnxUpsample, IsGoneFromOpset10On) {
  TestModel m(10);
  m.input("x", {1, 1, 2, 2}).floats("s", {4}, {1, 1, 2, 2}).node("Upsample", {"x", "s"}, "y");
  m.output("y");
  EXPECT_THAT(m.error(), HasSubstr("the operator was removed in opset 10"));
}

TEST(OnnxGelu, IsThereFromOpset20On) {
  TestModel m(19);
  m.input("x", {1, 2}).node("Gelu", {"x"}, "y").output("y");
  EXPECT_THAT(m.error(),
              HasSubstr("this form of the operator exists from opset 20 on, the model uses 19"));
}

TEST(OnnxConstant, ConstantOfShapeFills) {
  TestModel m;
  m.input("x", {1, 2}).ints("shape", {2}).node("ConstantOfShape", {"shape"}, "c");
  m.node("Add", {"x", "c"}, "y").output("y");
  EXPECT_THAT(floats_of(m.run({1, 2}, {3, 4})), ElementsAre(3, 4));
}

// Elements, then rows, the last one counted from the end.
TEST(OnnxConstant, ScatterNdFillsMasks) {
  TestModel m;
  m.input("x", {3, 2}).floats("zeros", {3, 2}, {0, 0, 0, 0, 0, 0});
  m.ints("places", {2, 2}, {0, 1, 2, 0}).floats("values", {2}, {7, 8});
  m.node("ScatterND", {"zeros", "places", "values"}, "mask");
  m.ints("rows", {1, 1}, {-2}).floats("row", {1, 2}, {5, 6});
  m.node("ScatterND", {"mask", "rows", "row"}, "filled")
      .node("Add", {"x", "filled"}, "y")
      .output("y");
  EXPECT_THAT(floats_of(m.run({3, 2}, {0, 0, 0, 0, 0, 1})), ElementsAre(0, 7, 5, 6, 8, 1));
}

TEST(OnnxConstant, ScatterNdSaysWhatItCannot) {
  const auto error = [](std::vector<int64_t> shape, std::vector<int64_t> places, int64_t values,
                        const std::string& reduction = "none") {
    TestModel m(16);
    m.input("x", {2, 2}).floats("zeros", {2, 2}, {0, 0, 0, 0}).ints("places", shape, places);
    m.floats("values", {values}, std::vector<float>(static_cast<size_t>(values), 1));
    m.node("ScatterND", {"zeros", "places", "values"}, "filled").attr_text("reduction", reduction);
    m.node("Add", {"x", "filled"}, "y").output("y");
    return m.error();
  };
  EXPECT_THAT(error({1, 2}, {0, 2}, 1),
              AllOf(HasSubstr("node 'filled_node' (ScatterND"),
                    HasSubstr("index 2 of axis 1 of data (2, 2): legal are -2 to 1")));
  EXPECT_THAT(error({1, 2}, {-3, 0}, 1), HasSubstr("index -3 of axis 0"));
  EXPECT_THAT(error({1, 3}, {0, 0, 0}, 1), HasSubstr("name more axes than data (2, 2) has"));
  EXPECT_THAT(error({1, 2}, {0, 0}, 2), HasSubstr("updates (2) must be (1)"));
  EXPECT_THAT(error({1, 2}, {0, 0}, 1, "sub"),
              HasSubstr("reduction 'sub' is unknown: none, add, mul, max or min"));
  EXPECT_THAT(error({1, 2}, {0, 0}, 1, "max"),
              HasSubstr("reduction 'max' is legal from opset 18 on"));
  EXPECT_THAT(error({257, 2}, std::vector<int64_t>(514, 0), 257, "add"),
              HasSubstr("a place gets more than 256 updates"));
}

// The first place is written once, the second three times, the third not at all.
TEST(OnnxConstant, ScattersReduceEveryUpdateOfAPlace) {
  const auto reduced = [](const std::string& op, const std::string& reduction) {
    TestModel m(18);
    m.input("x", {1, 3}).floats("u", {1, 4}, {2, -3, 5, 4});
    const bool elements = op == "ScatterElements";
    m.ints("places", elements ? std::vector<int64_t>{1, 4} : std::vector<int64_t>{1, 4, 2},
           elements ? std::vector<int64_t>{1, 0, 1, -2}
                    : std::vector<int64_t>{0, 1, 0, 0, 0, 1, 0, -2});
    m.node(op, {"x", "places", "u"}, "y").attr_text("reduction", reduction).output("y");
    if (elements)
      m.attr("axis", 1);
    return floats_of(m.run({1, 3}, {1, 3, 7}));
  };
  for (const char* op : {"ScatterElements", "ScatterND"}) {
    EXPECT_THAT(reduced(op, "add"), ElementsAre(-2, 14, 7)) << op;
    EXPECT_THAT(reduced(op, "mul"), ElementsAre(-3, 120, 7)) << op;
    EXPECT_THAT(reduced(op, "max"), ElementsAre(1, 5, 7)) << op;
    EXPECT_THAT(reduced(op, "min"), ElementsAre(-3, 2, 7)) << op;
    EXPECT_THAT(reduced(op, "none"), ElementsAre(-3, 4, 7)) << op;
  }
}

}  // namespace
}  // namespace vta
