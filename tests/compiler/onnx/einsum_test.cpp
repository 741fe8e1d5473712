// Einsum against its definition: for every value of every name, the product of what the operands
// have there is added to what the result has there.
#include <gmock/gmock.h>

#include <map>

#include "tests/compiler/onnx/onnx_test_util.h"

namespace vta {
namespace {

using testing::HasSubstr;

// Whole numbers, which sums in any order keep.
Tensor whole_numbers(const Shape& shape, int seed) {
  Tensor t = Tensor::zeros(DType::F32, shape);
  int n = seed;
  for (float& v : t.mutable_data<float>())
    v = static_cast<float>(n++ * 7 % 11 - 5);
  return t;
}

struct Equation {
  std::string text;
  std::vector<std::string> plain;  // the same without "...", operands first
  std::vector<Shape> shapes;
};

int64_t place_in(const std::string& names, const Shape& shape,
                 const std::map<char, int64_t>& value) {
  int64_t place = 0;
  for (size_t d = 0; d < names.size(); ++d)
    place = place * shape[d] + (shape[d] == 1 ? 0 : value.at(names[d]));
  return place;
}

Tensor by_definition(const Equation& e, const std::vector<Tensor>& operands) {
  std::map<char, int64_t> extent, value;
  for (size_t i = 0; i < operands.size(); ++i)
    for (size_t d = 0; d < e.plain[i].size(); ++d)
      extent[e.plain[i][d]] = std::max(extent[e.plain[i][d]], e.shapes[i][d]);
  Shape shape;
  for (const char name : e.plain.back())
    shape.push_back(extent[name]);
  Tensor result = Tensor::zeros(DType::F32, shape);
  for (const auto& [name, of] : extent)
    value[name] = 0;
  while (true) {
    float product = 1;
    for (size_t i = 0; i < operands.size(); ++i)
      product *=
          operands[i].data<float>()[static_cast<size_t>(place_in(e.plain[i], e.shapes[i], value))];
    result.mutable_data<float>()[static_cast<size_t>(place_in(e.plain.back(), shape, value))] +=
        product;
    auto next = value.begin();
    while (next != value.end() && ++next->second == extent[next->first])
      (next++)->second = 0;
    if (next == value.end())
      return result;
  }
}

TestModel model_of(const std::string& equation, const std::vector<Shape>& shapes,
                   bool constant_last = false, const std::vector<Tensor>& values = {}) {
  TestModel m;
  std::vector<std::string> names;
  for (size_t i = 0; i < shapes.size(); ++i) {
    names.push_back(fmt::format("x{}", i));
    if (constant_last && i + 1 == shapes.size()) {
      const auto data = values[i].data<float>();
      m.floats(names.back(), shapes[i], {data.begin(), data.end()});
    } else {
      m.input(names.back(), shapes[i]);
    }
  }
  m.node("Einsum", names, "y").attr_text("equation", equation).output("y");
  return m;
}

TEST(OnnxEinsum, IsWhatItsDefinitionSays) {
  const std::vector<Equation> equations = {
      {"ij->ji", {"ij", "ji"}, {{2, 3}}},
      {"ij", {"ij", "ij"}, {{2, 3}}},
      {"ba", {"ba", "ab"}, {{2, 3}}},
      {"ij->i", {"ij", "i"}, {{2, 3}}},
      {"ij->", {"ij", ""}, {{2, 3}}},
      {"ii->i", {"ii", "i"}, {{3, 3}}},
      {"ii", {"ii", ""}, {{3, 3}}},
      {"...ii->...i", {"abii", "abi"}, {{2, 1, 3, 3}}},
      {"iji->j", {"iji", "j"}, {{3, 2, 3}}},
      {"iiji->ij", {"iiji", "ij"}, {{2, 2, 3, 2}}},
      {"i,i->", {"i", "i", ""}, {{4}, {4}}},
      {"i,j->ij", {"i", "j", "ij"}, {{2}, {3}}},
      {"i,j->ji", {"i", "j", "ji"}, {{2}, {3}}},
      {"i,i->i", {"i", "i", "i"}, {{3}, {3}}},
      {"ij,jk", {"ij", "jk", "ik"}, {{2, 3}, {3, 4}}},
      {"ij , kj -> ki", {"ij", "kj", "ki"}, {{2, 3}, {4, 3}}},
      {"bij,bjk->bik", {"bij", "bjk", "bik"}, {{2, 2, 3}, {2, 3, 2}}},
      {"bij,bjk->kbi", {"bij", "bjk", "kbi"}, {{2, 2, 3}, {2, 3, 2}}},
      {"bhid,bhjd->bhij", {"bhid", "bhjd", "bhij"}, {{1, 2, 3, 4}, {1, 2, 5, 4}}},
      {"nchw,dc->ndhw", {"nchw", "dc", "ndhw"}, {{2, 3, 2, 2}, {4, 3}}},
      {"BHWGDijK,BHWGDKijJ->BHWGDiJj",
       {"abcdeijk", "abcdekijl", "abcdeilj"},
       {{1, 2, 1, 1, 1, 2, 3, 2}, {1, 2, 1, 1, 1, 2, 2, 3, 2}}},
      {"ij,kl->il", {"ij", "kl", "il"}, {{2, 3}, {4, 2}}},
      {"ii,ij->j", {"ii", "ij", "j"}, {{3, 3}, {3, 2}}},
      {"...ij,...jk->...ik", {"abij", "bjk", "abik"}, {{2, 3, 2, 2}, {3, 2, 2}}},
      {"...ij,...jk->...ik", {"abij", "abjk", "abik"}, {{2, 1, 2, 2}, {1, 3, 2, 2}}},
      {"...i,i", {"abi", "i", "ab"}, {{2, 3, 2}, {2}}},
      {"i...->...", {"iab", "ab"}, {{2, 3, 2}}},
      {"ab,bc,cd->ad", {"ab", "bc", "cd", "ad"}, {{2, 3}, {3, 4}, {4, 2}}},
      {"a,ab,b->", {"a", "ab", "b", ""}, {{2}, {2, 3}, {3}}},
      {"a,b,a->b", {"a", "b", "a", "b"}, {{2}, {3}, {2}}},
  };
  for (const Equation& e : equations) {
    SCOPED_TRACE(e.text);
    std::vector<Tensor> operands;
    for (size_t i = 0; i < e.shapes.size(); ++i)
      operands.push_back(whole_numbers(e.shapes[i], static_cast<int>(3 * i + 1)));
    const Tensor expected = by_definition(e, operands);
    const Graph graph = model_of(e.text, e.shapes).import();
    const Tensor result = interpret(graph, operands).at(0);
    EXPECT_EQ(result.shape(), expected.shape());
    EXPECT_EQ(floats_of(result), floats_of(expected));
    if (e.shapes.size() == 1)
      continue;
    const std::vector<Tensor> given(operands.begin(), operands.end() - 1);
    const Graph folded = model_of(e.text, e.shapes, true, operands).import();
    EXPECT_EQ(floats_of(interpret(folded, given).at(0)), floats_of(expected));
  }
}

TEST(OnnxEinsum, AMatrixProductIsADenseLayer) {
  const std::vector<Tensor> operands = {whole_numbers({2, 3}, 1), whole_numbers({3, 4}, 1)};
  EXPECT_THAT(ops_of(model_of("ij,jk->ik", {{2, 3}, {3, 4}}, true, operands).import(2)),
              testing::ElementsAre("nn.dense"));
}

TEST(OnnxEinsum, WhatMeansNothingIsRefused) {
  const auto error = [](const std::string& equation, const std::vector<Shape>& shapes) {
    return model_of(equation, shapes).error();
  };
  EXPECT_THAT(error("ij->ji", {{2, 3}, {3, 2}}), HasSubstr("names 1 operand, the node has 2"));
  EXPECT_THAT(error("ijk->i", {{1, 3}}), HasSubstr("gives operand 0 3 axes, it has shape (1, 3)"));
  EXPECT_THAT(error("ij,jk->ik", {{1, 3}, {2, 2}}), HasSubstr("axis 'j' has extents 3 and 2"));
  EXPECT_THAT(error("...i,...i->i", {{2, 3}, {4, 3}}), HasSubstr("axis ... has extents 2 and 4"));
  EXPECT_THAT(error("ij->ik", {{1, 3}}), HasSubstr("'k' in its result and in no operand"));
  EXPECT_THAT(error("ij->ii", {{1, 3}}), HasSubstr("'i' twice in its result"));
  EXPECT_THAT(error("i1->i", {{1, 3}}), HasSubstr("equation has 'i1': legal are letters"));
  EXPECT_THAT(error("i....->i", {{1, 3}}), HasSubstr("legal are letters"));
  TestModel m;
  m.input("x", {1, 2}).node("Einsum", {"x"}, "y").output("y");
  EXPECT_THAT(m.error(), HasSubstr("attribute equation is missing"));
}

}  // namespace
}  // namespace vta
