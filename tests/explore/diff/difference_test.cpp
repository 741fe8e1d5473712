#include "explore/diff/difference.h"

#include <gmock/gmock.h>

#include <cmath>
#include <limits>

#include "compiler/text/text.h"
#include "tests/compiler/error_text.h"

namespace vta::explore {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

// x -> a -> (sums) -> b, and a -> d; c = b + d.
NetworkTensors branches() {
  NetworkTensors tensors = network_tensors(parse_graph(R"(
def @main(%x: Tensor[(1, 2, 2, 2), int8]) {
  %0 = nn.relu(%x) /* a */;
  %1 = cast(%0, dtype="int32");
  %2 = cast(%1, dtype="int8") /* b */;
  %3 = nn.relu(%0) /* d */;
  add(%2, %3) /* c */
})",
                                                       "net.ir"),
                                           "net.ir", {});
  for (NetworkTensor& t : tensors.tensors)
    t.unit = RealUnit{{0.5}, {1}};
  return tensors;
}

RunTensors run_of(const NetworkTensors& tensors, const std::string& name) {
  RunTensors run{.name = name, .values = {}};
  for (const NetworkTensor& t : tensors.tensors)
    run.values.push_back(t.compared ? Tensor::zeros(t.type.dtype, t.type.shape) : Tensor());
  return run;
}

template <typename T>
void put(const NetworkTensors& tensors, RunTensors& run, const std::string& name,
         const std::vector<T>& values) {
  const size_t at = tensors.by_name.at(name);
  run.values[at] = Tensor::from_span<T>(tensors.tensors[at].type.shape, values);
}

const TensorDifference& of(const NetworkTensors& tensors, const NetworkDifference& d,
                           const std::string& name) {
  return *std::ranges::find(d.tensors, tensors.by_name.at(name), &TensorDifference::tensor);
}

std::vector<std::string> names(const NetworkTensors& tensors, const std::vector<size_t>& places) {
  std::vector<std::string> out;
  for (const size_t i : places)
    out.push_back(tensors.tensors[i].name + ":" + tensors.tensors[i].op);
  return out;
}

TEST(Difference, TheFirstTensorIsNamedWithItsPlaceItsValuesAndWhatMadeIt) {
  const NetworkTensors tensors = branches();
  RunTensors a = run_of(tensors, "A"), b = run_of(tensors, "B");
  EXPECT_FALSE(difference(tensors, a, b).first);
  put<int8_t>(tensors, a, "b", {0, 0, 0, 5, 0, 100, 0, 0});
  put<int8_t>(tensors, b, "b", {0, 0, 0, 6, 0, -90, 0, 0});
  put<int8_t>(tensors, b, "c", {1, 1, 1, 1, 1, 1, 1, 1});
  const NetworkDifference d = difference(tensors, a, b);
  EXPECT_EQ(of(tensors, d, "c").largest.element, 0) << "the first of equals";
  EXPECT_EQ(d.tensors.size(), 5u);
  EXPECT_EQ(d.differing(), 2);
  ASSERT_TRUE(d.first);
  const TensorDifference& first = d.tensors[*d.first];
  EXPECT_EQ(first.tensor, tensors.by_name.at("b"));
  EXPECT_EQ(first.comparison, Comparison::Exact);
  EXPECT_EQ(first.elements, 8);
  EXPECT_EQ(first.differing, 2);
  EXPECT_EQ(place_text(first.first.element, {1, 2, 2, 2}), "(0, 0, 1, 1)");
  EXPECT_EQ(first.first.a, 5);
  EXPECT_EQ(first.first.b, 6);
  EXPECT_EQ(place_text(first.largest.element, {1, 2, 2, 2}), "(0, 1, 0, 1)");
  EXPECT_EQ(first.largest_difference, 190);
  // (5 0.5 + 1)^2 + (100 0.5 + 1)^2 + 6 over (0.5^2 + 95^2)
  EXPECT_NEAR(first.sqnr_db, 10 * std::log10((12.25 + 2601 + 6) / (0.25 + 9025)), 1e-9);
  EXPECT_THAT(names(tensors, d.makers), ElementsAre(":cast", "b:cast"));
  ASSERT_EQ(d.operands.size(), 1u);
  EXPECT_EQ(tensors.tensors[d.operands[0].tensor].name, "a");
  EXPECT_TRUE(d.operands[0].equal);
}

// c has two operands, one of which A does not have: its own are looked at instead.
TEST(Difference, WhatWasNotComparedIsPartOfWhatMadeIt) {
  const NetworkTensors tensors = branches();
  RunTensors a = run_of(tensors, "A"), b = run_of(tensors, "B");
  put<int8_t>(tensors, b, "c", {1, 0, 0, 0, 0, 0, 0, 0});
  a.values[tensors.by_name.at("d")] = Tensor();
  const NetworkDifference d = difference(tensors, a, b);
  EXPECT_THAT(names(tensors, d.makers), ElementsAre("d:nn.relu", "c:add"));
  std::vector<size_t> operands;
  for (const Operand& o : d.operands)
    operands.push_back(o.tensor);
  EXPECT_THAT(names(tensors, operands), ElementsAre("a:nn.relu", "b:cast"));
  EXPECT_THAT(d.missing_a, testing::IsEmpty()) << "of a run, it is inside of a kernel";
  a.is_set = true;
  EXPECT_THAT(names(tensors, difference(tensors, a, b).missing_a), ElementsAre("d:nn.relu"));
}

TEST(Difference, FloatIsComparedWithIntegersBySqnr) {
  const NetworkTensors tensors = branches();
  RunTensors a = run_of(tensors, "float"), b = run_of(tensors, "int8");
  a.in_float = true;
  for (const char* name : {"x", "a", "b", "c", "d"})
    a.values[tensors.by_name.at(name)] = Tensor();
  put<float>(tensors, a, "b", {1, 1, 1, 1, 1, 1, 1, 4.1F});  // stored 0 is 1
  put<int8_t>(tensors, b, "b", {0, 0, 0, 0, 0, 0, 0, 6});
  const double db = 10 * std::log10((7 + 4.1 * 4.1) / 0.01);
  const NetworkDifference d = difference(tensors, a, b, db - 0.01);
  ASSERT_EQ(d.tensors.size(), 1u);
  EXPECT_EQ(d.tensors[0].comparison, Comparison::Noise);
  EXPECT_NEAR(d.tensors[0].sqnr_db, db, 1e-4);
  EXPECT_EQ(d.tensors[0].differing, 0) << "a fifth of a step";
  EXPECT_FALSE(d.first);
  EXPECT_TRUE(difference(tensors, a, b, db + 0.01).first);
  put<int8_t>(tensors, b, "b", {0, 0, 0, 0, 0, 0, 0, 3});
  EXPECT_EQ(difference(tensors, a, b).tensors[0].differing, 1);
}

TEST(Difference, WithoutAScaleFloatAndIntegersAreNotCompared) {
  NetworkTensors tensors = branches();
  for (NetworkTensor& t : tensors.tensors)
    t.unit.reset();
  RunTensors a = run_of(tensors, "float"), b = run_of(tensors, "int8");
  put<float>(tensors, a, "b", {1, 1, 1, 1, 1, 1, 1, 1});
  const NetworkDifference d = difference(tensors, a, b);
  EXPECT_THAT(names(tensors, d.no_unit), ElementsAre("b:cast"));
  EXPECT_EQ(d.tensors.size(), 4u);
  for (const char* name : {"x", "a", "c", "d"})
    a.values[tensors.by_name.at(name)] = Tensor();
  EXPECT_THAT(
      error_text<InputError>([&] { difference(tensors, a, b); }),
      HasSubstr("float and int8 have no tensor of net.ir in common but 1 whose scale is not "
                "known"));
  a.values[tensors.by_name.at("b")] = Tensor();
  EXPECT_THAT(error_text<InputError>([&] { difference(tensors, a, b); }),
              testing::EndsWith("have no tensor of net.ir in common"));
}

// Scales and offsets by channel: those of elements 0 to 3, and of 4 to 7.
TEST(Difference, UnitsAreOfChannels) {
  NetworkTensors tensors = branches();
  tensors.tensors[tensors.by_name.at("b")].unit = RealUnit{{1, 2}, {0, 10}};
  RunTensors a = run_of(tensors, "float"), b = run_of(tensors, "int8");
  put<float>(tensors, a, "b", {1, 2, 3, 4, 12, 14, 16, 18});
  put<int8_t>(tensors, b, "b", {1, 2, 3, 4, 1, 2, 3, 4});
  EXPECT_EQ(of(tensors, difference(tensors, a, b), "b").sqnr_db,
            std::numeric_limits<double>::infinity());
}

// Of float32 on both sides: another order of sums is no difference, more is one.
TEST(Difference, Float32IsEqualUpToRounding) {
  NetworkTensors tensors = branches();
  tensors.tensors[tensors.by_name.at("b")].type.dtype = DType::F32;
  RunTensors a = run_of(tensors, "A"), b = run_of(tensors, "B");
  put<float>(tensors, a, "b", {100, 1, 1, 1, 1, 1, 1, 1});
  put<float>(tensors, b, "b", {100.0005F, 1.0005F, 1, 1, 1, 1, 1, 1});
  EXPECT_FALSE(difference(tensors, a, b).first);
  EXPECT_EQ(of(tensors, difference(tensors, a, b), "b").comparison, Comparison::Rounded);
  put<float>(tensors, b, "b", {100, 1.01F, 1, 1, 1, 1, 1, 1});
  EXPECT_TRUE(difference(tensors, a, b).first);
  // Where only one side computes in float, all of it is noise.
  a.in_float = true;
  EXPECT_EQ(of(tensors, difference(tensors, a, b), "b").comparison, Comparison::Noise);
  EXPECT_FALSE(difference(tensors, a, b).first);
}

TEST(Difference, NoNumbersAreEqualToEachOtherAlone) {
  constexpr float kNan = std::numeric_limits<float>::quiet_NaN(), kInf = HUGE_VALF;
  NetworkTensors tensors = branches();
  tensors.tensors[tensors.by_name.at("b")].type.dtype = DType::F32;
  RunTensors a = run_of(tensors, "A"), b = run_of(tensors, "B");
  put<float>(tensors, a, "b", {kNan, kInf, -kInf, 1, 1, 1, 1, 1});
  put<float>(tensors, b, "b", {kNan, kInf, -kInf, 1, 1, 1, 1, 1});
  EXPECT_FALSE(difference(tensors, a, b).first);
  put<float>(tensors, b, "b", {1, kInf, kInf, 1, 1, 1, 1, kNan});
  for (const bool in_float : {false, true}) {
    a.in_float = in_float;
    const NetworkDifference d = difference(tensors, a, b);
    ASSERT_TRUE(d.first);
    EXPECT_EQ(of(tensors, d, "b").not_numbers, 3);
    EXPECT_EQ(of(tensors, d, "b").differing, 3);
    EXPECT_EQ(of(tensors, d, "b").first.element, 0);
    EXPECT_EQ(of(tensors, d, "b").largest.element, -1);
  }
}

// uint8 values are int8 ones 128 less in one of the graphs.
TEST(NetworkTensors, HaveTheUnitsOfTheModelByName) {
  const Graph model = parse_graph(R"(
def @main(%x: Tensor[(1, 2, 2, 2), float32]) {
  qnn.quantize(%x, 0.5f /* ty=float32 */, 130 /* ty=uint8 */) /* a */
})",
                                  "model.ir");
  const auto unit = [&](const char* type) {
    NetworkTensors tensors = network_tensors(
        parse_graph(fmt::format("def @main(%x: Tensor[(1, 2, 2, 2), {}]) {{\n  nn.relu(%x) /* a "
                                "*/\n}}",
                                type),
                    "net.ir"),
        "net.ir", {});
    add_units_of_model(tensors, model);
    return tensors.tensors[tensors.by_name.at("a")].unit;
  };
  EXPECT_EQ(unit("uint8")->offset.front(), -130 * 0.5);
  EXPECT_EQ(unit("int8")->offset.front(), -2 * 0.5);
  EXPECT_EQ(unit("int8")->scale.front(), 0.5);
  EXPECT_FALSE(unit("float32"));
}

TEST(NetworkTensors, HaveTheOperatorsOfTheFile) {
  const NetworkTensors tensors = network_tensors(parse_graph(R"(
def @main(%x: Tensor[(1, 2, 2, 2), int8]) {
  nn.relu(%x) /* a */
})",
                                                             "net.ir"),
                                                 "net.ir", {{"Relu", "conv/Relu"}});
  EXPECT_EQ(tensors.text(0), "x (an input of the network)");
  EXPECT_EQ(tensors.text(1), "a (nn.relu)");
  NetworkTensors named = tensors;
  named.tensors[1].file_nodes = {"conv/Relu", "other"};
  EXPECT_EQ(named.text(1), "a (Relu conv/Relu)");
  named.tensors[1].file_nodes = {"other"};
  EXPECT_EQ(named.text(1), "a (nn.relu other)");
  EXPECT_EQ(file_name_of("/a/b.0:1"), "a_b.0_1");
}

}  // namespace
}  // namespace vta::explore
