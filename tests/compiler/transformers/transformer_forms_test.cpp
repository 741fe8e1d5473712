// Every form of a transformer's block: its products with constants are on the accelerator, bit for
// bit what the integer interpreter has.
#include <fmt/format.h>

#include <cstdlib>
#include <set>

#include "base/file.h"
#include "base/number_text.h"
#include "compiler/interp/interpreter.h"
#include "compiler/passes/pass.h"
#include "runtime/work_share.h"
#include "tests/compiler/networks/network_fixture.h"
#include "tests/compiler/onnx/onnx_test_util.h"
#include "tests/compiler/transformers/transformer_net.h"

namespace vta::testing {
namespace {

Graph imported(const onnx::ModelProto& model) {
  const TempFile file;
  file.write(model.SerializeAsString());
  return import_onnx(file.path(), {});
}

CompileOptions in_int8(const std::string& config) {
  CompileOptions options = all_on_device(named_config(config));
  options.recipe.set("all_int8", "true");
  return options;
}

// Operators of the host that multiply matrices.
std::vector<std::string> products_on_the_host(const Program& program) {
  std::vector<std::string> ops;
  for (const HostOperator& host : work_share(program).host)
    if (host.macs > 0)
      ops.push_back(host.op);
  return ops;
}

// All layers are the accelerator's; attention is where its kernel takes it.
void expect_only_attention(const std::vector<std::string>& products) {
  EXPECT_FALSE(products.empty());
  for (const std::string& op : products)
    EXPECT_EQ(op, "qnn.attention");
}

Program compiled(const Graph& graph, CompileOptions options, std::set<std::string> without) {
  options.recipe.set_list("skip", {without.begin(), without.end()});
  return compile_graph(graph, options).program;
}

TEST(TransformerForms, ProductsWithConstantsAreExactOnTheAccelerator) {
  for (const BlockForm& form : block_forms()) {
    SCOPED_TRACE(form.name);
    const Graph graph = imported(transformer_block(form, {}));
    const CompileOptions options = in_int8("1x32");
    expect_only_attention(products_on_the_host(compiled(graph, options, {})));
    expect_exact(run_network(graph, options).report, form.fused_qkv ? 4 : 6);
  }
}

// Tokens, channels and heads that fill nothing; blocks of rows; blocks that differ.
TEST(TransformerForms, OddSizesAreExact) {
  for (const std::string config : {"default", "2x16", "4x16", "1x16.32", "1x32.16"})
    for (const size_t form : {size_t{0}, size_t{1}, size_t{5}, size_t{9}, size_t{24}}) {
      SCOPED_TRACE(fmt::format("{} on {}", block_forms()[form].name, config));
      const BlockSize size = {.tokens = 17, .width = 34, .heads = 2, .hidden = 51};
      expect_exact(
          run_network(imported(transformer_block(block_forms()[form], size)), in_int8(config))
              .report);
    }
}

std::vector<Tensor> random_data(const Graph& graph) {
  return {random_tensor(graph.type(graph.inputs().front()))};
}

// Calls of the float graph that are no moves, layers or sums, in order.
std::vector<std::string> typed_operators(const Graph& graph) {
  static const std::set<std::string> kOthers = {"nn.dense", "add",       "multiply",
                                                "reshape",  "transpose", "nn.conv2d"};
  std::vector<std::string> ops;
  for (NodeId id = 0; id < graph.size(); ++id)
    if (const Node& n = graph.node(id); n.kind == NodeKind::Call && !kOthers.contains(n.op))
      ops.push_back(n.op);
  return ops;
}

std::string_view activation_of(const BlockForm& form) {
  switch (form.activation) {
    case Activation::GeluTanh:
      return "nn.gelu_tanh";
    case Activation::QuickGelu:
    case Activation::Silu:
      return "nn.silu";
    case Activation::Relu:
      return "nn.relu";
    case Activation::GeluErf:
    case Activation::GeluOperator:
      break;
  }
  return "nn.gelu";
}

TEST(TransformerForms, AreTypedOperators) {
  for (const BlockForm& form : block_forms()) {
    if (form.quantized || form.dynamic)
      continue;  // clips stand between
    SCOPED_TRACE(form.name);
    PassContext context;
    const Graph passed = run_passes(imported(transformer_block(form, {})),
                                    passes_of(Stage::Float, Stage::Float), context);
    const bool rms = form.norm == NormForm::Rms || form.norm == NormForm::RmsDecomposed;
    const std::string norm = rms ? "nn.rms_norm" : "nn.layer_norm";
    std::vector<std::string> wanted = {norm, "nn.attention", norm,
                                       std::string(activation_of(form))};
    if (form.norm == NormForm::None)
      wanted = {"nn.attention", "nn.relu"};
    EXPECT_EQ(typed_operators(passed), wanted);
  }
}

TEST(TransformerForms, FloatPassesKeepTheValues) {
  for (const BlockForm& form : block_forms()) {
    if (form.quantized || form.dynamic)
      continue;  // their values are those of integers
    SCOPED_TRACE(form.name);
    const Graph graph = imported(transformer_block(form, {}));
    PassContext context;
    const Graph passed = run_passes(graph, passes_of(Stage::Float, Stage::Float), context);
    const auto before = interpret(graph, random_data(graph)).front();
    const auto after = interpret(passed, random_data(graph)).front();
    ASSERT_EQ(before.shape(), after.shape());
    for (int64_t i = 0; i < before.size(); ++i)
      ASSERT_NEAR(before.data<float>()[static_cast<size_t>(i)],
                  after.data<float>()[static_cast<size_t>(i)], 2e-4)
          << i;
  }
}

std::string row(std::string_view name, const Graph& graph, const CompileOptions& options) {
  const Program before = compiled(graph, options, {"constant_products", "hoist_elements"});
  const Program after = compiled(graph, options, {});
  const WorkShare with = work_share(after);
  return fmt::format("| {} | {} | {:.1f} % | {:.1f} % |\n", name, thousands(with.network_macs),
                     device_percent(work_share(before)), device_percent(with));
}

TEST(TransformerForms, SharesAreThoseOfTheTable) {
  std::string text =
      "# Forms of a transformer's block: its MACs, and their share on the accelerator\n\n"
      "`transformer_forms_test.cpp` makes this page (VTA_RENEW=1) and holds it: 20 tokens, 32 "
      "wide, "
      "4 heads, `--all-int8\n--quant global --config 1x32`. What is left to the host are products "
      "of activations with each other.\n\n"
      "| form | MACs | without `constant_products` and `hoist_elements` | with them |\n"
      "|---|---|---|---|\n";
  for (const BlockForm& form : block_forms())
    text += row(form.name, imported(transformer_block(form, {})), in_int8("1x32"));
  text += row("a vision transformer of 2 layers",
              imported(vision_transformer(
                  {.image = 32, .patch = 8, .width = 32, .heads = 2, .layers = 2, .classes = 10})),
              in_int8("1x32"));
  const std::string path = VTA_SOURCE_DIR "/tests/compiler/transformers/shares.md";
  if (std::getenv("VTA_RENEW") != nullptr)
    write_text_file(path, text);
  EXPECT_EQ(read_text_file(path, 1 << 20), text)
      << "shares.md is stale: run this test with VTA_RENEW=1";
}

TEST(VisionTransformer, ProductsWithConstantsAreExactOnTheAccelerator) {
  const Graph graph = imported(vision_transformer(
      {.image = 32, .patch = 8, .width = 48, .heads = 3, .layers = 2, .classes = 10}));
  for (const std::string config : {"default", "1x32", "2x16"}) {
    SCOPED_TRACE(config);
    const CompileOptions options = in_int8(config);
    expect_only_attention(products_on_the_host(compiled(graph, options, {})));
    expect_exact(run_network(graph, options).report, 10);
  }
}

// With the operations of round attention, its norms and its activations are the accelerator's.
TEST(VisionTransformer, KernelsOfRoundAreExact) {
  const Graph graph = imported(vision_transformer(
      {.image = 32, .patch = 8, .width = 48, .heads = 3, .layers = 2, .classes = 10}));
  CompileOptions options = in_int8("default");
  options.config.isa_ext = 1;
  EXPECT_EQ(products_on_the_host(compiled(graph, options, {})), std::vector<std::string>{});
  expect_exact(run_network(graph, options).report, 17);
}

// DeiT-Tiny's shape; VTA_VIT_FILE=PATH keeps the file for measurements.
TEST(VisionTransformer, OfFullSizeHasItsConstantsOnTheAccelerator) {
  const onnx::ModelProto model = vision_transformer({});
  if (const char* path = std::getenv("VTA_VIT_FILE"))
    write_text_file(path, model.SerializeAsString());
  const Graph graph = imported(model);
  CompileOptions options = in_int8("1x32");
  const Program program = compiled(graph, options, {});
  expect_only_attention(products_on_the_host(program));
  // A class token's row of zeros is multiplied, too: 192 x 768 more than the file's layers have.
  EXPECT_EQ(program.device_macs, 1'074'998'784);
  EXPECT_EQ(program.host_macs, 178'831'872);
  options.config.isa_ext = 1;
  const Program with_round = compiled(graph, options, {});
  EXPECT_EQ(with_round.device_macs, 1'074'998'784 + 178'831'872);
  EXPECT_EQ(with_round.host_macs, 0);
}

}  // namespace
}  // namespace vta::testing
