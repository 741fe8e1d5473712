#include <random>

#include "tests/compiler/passes/pass_text.h"

namespace vta {
namespace {

const std::string kWeight = "meta[relay.Constant][0] /* ty=Tensor[(6, 4), float32] */";

Graph rewritten(const std::string& text, int64_t seed = -1) {
  PassContext context;
  return run_on_text(text, {"constant_products"}, context, seed);
}

TEST(ConstantProducts, LeadingDimensionsAreRows) {
  expect_listing(rewritten("def @main(%x: Tensor[(2, 3, 4), float32]) {\n"
                           "  nn.dense(%x, " +
                           kWeight + ", units=6)\n}"),
                 "def @main(%x: Tensor[(2, 3, 4), float32]) {\n"
                 "  %0 = reshape(%x, newshape=[6, 4]);\n"
                 "  %1 = nn.dense(%0, " +
                     kWeight +
                     ", units=6);\n"
                     "  reshape(%1, newshape=[2, 3, 6])\n}");
}

TEST(ConstantProducts, RowsStayAsTheyAre) {
  const std::string text =
      "def @main(%x: Tensor[(3, 4), float32]) {\n  nn.dense(%x, " + kWeight + ", units=6)\n}";
  expect_listing(rewritten(text), text);
}

TEST(ConstantProducts, ProductsOfActivationsStay) {
  const std::string text =
      "def @main(%x: Tensor[(2, 3, 4), float32], %y: Tensor[(2, 4, 5), float32]) {\n"
      "  nn.batch_matmul(%x, %y)\n}";
  expect_listing(rewritten(text), text);
}

// Of a product in every form: operators are those that are named, values stay.
struct ProductCase {
  std::string name, text;
  int64_t layers;
};

TEST(ConstantProducts, EveryFormKeepsItsValues) {
  const auto constant = [](const std::string& shape) {
    return "meta[relay.Constant][0] /* ty=Tensor[" + shape + ", float32] */";
  };
  const std::string x = "def @main(%x: Tensor[(2, 3, 4), float32]) {\n  ";
  const std::string one = "def @main(%x: Tensor[(1, 3, 4), float32]) {\n  ";
  const ProductCase cases[] = {
      {"right", x + "nn.batch_matmul(%x, " + constant("(1, 4, 5)") + ")\n}", 1},
      {"right, turned",
       x + "nn.batch_matmul(%x, " + constant("(1, 5, 4)") + ", transpose_b=True)\n}", 1},
      {"right, of a batch", x + "nn.batch_matmul(%x, " + constant("(2, 4, 5)") + ")\n}", 2},
      {"right, one value", one + "nn.batch_matmul(%x, " + constant("(6, 4, 5)") + ")\n}", 1},
      {"right, repeated",
       x + "%0 = broadcast_to(" + constant("(1, 4, 5)") + ", shape=[2, 4, 5]);\n" +
           "  nn.batch_matmul(%x, %0)\n}",
       1},
      {"left", x + "nn.batch_matmul(" + constant("(1, 7, 3)") + ", %x)\n}", 1},
      {"left, turned",
       x + "nn.batch_matmul(" + constant("(1, 7, 4)") + ", %x, transpose_b=True)\n}", 1},
      {"left, of a batch", x + "nn.batch_matmul(" + constant("(2, 7, 3)") + ", %x)\n}", 2},
      {"left, one value", one + "nn.batch_matmul(" + constant("(6, 7, 3)") + ", %x)\n}", 1},
      {"left of a matrix",
       "def @main(%x: Tensor[(3, 4), float32]) {\n  nn.dense(" + constant("(7, 4)") +
           ", %x, units=3)\n}",
       1},
      {"rows", x + "nn.dense(%x, " + constant("(5, 4)") + ", units=5)\n}", 1},
  };
  for (const ProductCase& c : cases) {
    SCOPED_TRACE(c.name);
    PassContext context;
    const Graph before = run_on_text(c.text, {}, context, 3);
    const Graph after = run_named(before, {"constant_products"}, context);
    int64_t layers = 0;
    for (NodeId id = 0; id < after.size(); ++id) {
      EXPECT_NE(after.node(id).op, "nn.batch_matmul");
      if (after.node(id).op == "nn.dense") {
        ++layers;
        EXPECT_EQ(after.type(after.node(id).inputs[0]).shape.size(), 2);
        EXPECT_TRUE(after.node(after.node(id).inputs[1]).constant_expr);
      }
    }
    EXPECT_EQ(layers, c.layers);
    expect_same_values(before, after, 1e-6);
  }
}

// More matrices than one may have layers for stay a product of the host.
TEST(ConstantProducts, ManyDifferentMatricesStay) {
  PassContext context;
  const Graph before = run_on_text(
      "def @main(%x: Tensor[(65, 2, 3), float32]) {\n"
      "  nn.batch_matmul(%x, meta[relay.Constant][0] /* ty=Tensor[(65, 3, 2), float32] */)\n}",
      {}, context, 1);
  const Graph after = run_named(before, {"constant_products"}, context);
  EXPECT_EQ(after.node(after.outputs().front()).op, "nn.batch_matmul");
}

}  // namespace
}  // namespace vta
