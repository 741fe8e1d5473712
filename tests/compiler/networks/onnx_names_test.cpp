// The names of a network's ONNX nodes reach the program through every pass: nothing runs whose
// origin cannot be told.
#include <gmock/gmock.h>

#include <filesystem>
#include <set>

#include "compiler/compiler.h"
#include "compiler/onnx/import.h"
#include "compiler/onnx/model_zoo.h"

namespace vta {
namespace {

using ::testing::ElementsAre;

using Names = std::set<std::string>;

Names names_in(const Graph& graph) {
  Names names;
  for (NodeId id = 0; id < graph.size(); ++id)
    names.insert(graph.node(id).onnx_nodes.begin(), graph.node(id).onnx_nodes.end());
  return names;
}

Names names_in(const Program& program) {
  Names names;
  for (const ProgramKernel& kernel : program.kernels)
    names.insert(kernel.onnx_nodes.begin(), kernel.onnx_nodes.end());
  for (const Step& step : program.steps)
    if (const auto* host = std::get_if<HostOpStep>(&step))
      names.insert(host->onnx_nodes.begin(), host->onnx_nodes.end());
  return names;
}

void expect_names_survive(const std::string& path, const CompileOptions& options) {
  const Names given = names_in(import_onnx(path, {.batch = model_settings(options.recipe).batch}));
  const Program program = compile_model(path, options).program;
  EXPECT_EQ(names_in(program), given);
  Names main_nodes;
  for (const ProgramKernel& kernel : program.kernels) {
    ASSERT_FALSE(kernel.onnx_nodes.empty()) << kernel.name;
    EXPECT_TRUE(main_nodes.insert(kernel.onnx_nodes.front()).second) << kernel.onnx_nodes.front();
  }
}

TEST(OnnxNames, OfATrainedNetworkSurviveInEveryConfiguration) {
  const std::string path = VTA_SOURCE_DIR "/tests/data/digits_resnet8.onnx";
  for (const char* config : {"default", "1x32.16", "2x16"}) {
    CompileOptions options;
    options.config = named_config(config);
    options.recipe.set("batch", std::to_string(options.config.batch()));
    options.recipe.set("dense_on_device", "true");
    options.recipe.set_list("skip_conv", {});
    expect_names_survive(path, options);
  }
}

// Batch norms are folded into the convolution before them, relus fused into it.
TEST(OnnxNames, WhatIsFoldedAndFusedIsToldInOrder) {
  const std::string path =
      (std::filesystem::temp_directory_path() / fmt::format("vta_names_{}.onnx", ::getpid()))
          .string();
  write_model("resnet18_v1", 1, path);
  CompileOptions options;
  expect_names_survive(path, options);
  const Program program = compile_model(path, options).program;
  std::filesystem::remove(path);
  const auto first = program.kernels.front();
  EXPECT_THAT(first.onnx_nodes, ElementsAre("stage1.block0.conv1", "stage1.block0.conv1.bn",
                                            "stage1.block0.conv1.relu"));
}

}  // namespace
}  // namespace vta
