// vta graph, run as a user would: boxes and arrows, as JSON and as a picture.
#include <set>

#include "tests/cli/run_fixture.h"

namespace vta {
namespace {

using testing::HasSubstr;

using VtaGraph = NetworkCommand;

// How often `part` is in `text`.
size_t count_of(const std::string& text, const std::string& part) {
  size_t count = 0;
  for (size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1))
    ++count;
  return count;
}

TEST_F(VtaGraph, DrawsABoxForEveryStepAndAnArrowForEveryValue) {
  const ApartResult run = run_vta_apart("graph " + model() + " -o " + path("g.svg"));
  ASSERT_EQ(run.exit_code, 0) << run.err;
  EXPECT_THAT(run.out, HasSubstr("8 kernels on the accelerator, 15 steps on the host"));
  const boost::json::object json = json_of("graph " + model());
  const boost::json::array& boxes = json.at("boxes").as_array();
  const boost::json::array& arrows = json.at("arrows").as_array();
  EXPECT_EQ(boxes.size(), 8u + 15 + 2);  // an input and an output
  const std::string svg = read_text_file(path("g.svg"));
  EXPECT_TRUE(svg.starts_with("<svg ") && svg.ends_with("</svg>\n"));
  EXPECT_EQ(count_of(svg, "marker-end="), arrows.size());
  EXPECT_EQ(count_of(svg, "<g><title>"), boxes.size());
  for (const char* text :
       {">conv2d  conv2d_0<", ">nn.conv2d  host_0<", ">host<", ">accelerator<",
        ">3x3/1 8x32x32 -&gt; 8x32x32<", "1x8x32x32 int8", "prefers-color-scheme: dark"})
    EXPECT_THAT(svg, HasSubstr(text));
}

TEST_F(VtaGraph, ABoxSaysWhichNodesOfTheModelItComputes) {
  ASSERT_EQ(run_vta("graph " + model() + " -o " + path("g.svg")).exit_code, 0);
  const std::string svg = read_text_file(path("g.svg"));
  const boost::json::object json = json_of("graph " + model());
  for (const auto& box : json.at("boxes").as_array()) {
    const auto& nodes = box.at("onnx_nodes").as_array();
    if (!nodes.empty()) {
      EXPECT_THAT(svg, HasSubstr(">" + std::string(nodes.front().as_string())));
    }
  }
}

TEST_F(VtaGraph, EveryBoxButTheFirstReadsWhatCameBefore) {
  for (const char* options : {"", " --config 2x16 --batch 3", " --host-only", " --all-int8",
                              " --region conv2d:2..conv2d:6"}) {
    const boost::json::object json = json_of("graph " + model() + options);
    const auto boxes = json.at("boxes").as_array().size();
    std::set<int64_t> read, used;
    for (const auto& arrow : json.at("arrows").as_array()) {
      EXPECT_LT(arrow.at("from").as_int64(), arrow.at("to").as_int64()) << options;
      used.insert(arrow.at("from").as_int64());
      read.insert(arrow.at("to").as_int64());
    }
    EXPECT_EQ(read.size(), boxes - 1) << options;
    EXPECT_EQ(used.size(), boxes - 1) << options;
  }
}

TEST_F(VtaGraph, ACompiledProgramHasTheSamePicture) {
  ASSERT_EQ(run_vta("compile " + model() + " -o " + path("net.vta")).exit_code, 0);
  EXPECT_EQ(json_of("graph " + path("net.vta")).at("boxes"),
            json_of("graph " + model()).at("boxes"));
  EXPECT_EQ(run_vta("graph " + path("net.vta") + " -o " + path("g.svg")).exit_code, 0);
  EXPECT_THAT(read_text_file(path("g.svg")), HasSubstr("conv2d_7"));
  expect_failure("graph " + path("net.vta") + " --all-int8 -o " + path("g.svg"), 2,
                 "--all-int8 has no effect on");
}

TEST_F(VtaGraph, NamesOfStrangersAreEscaped) {
  write_text_file(path("a<b&c.ir"), R"(def @main(%x: Tensor[(4), float32]) {
  nn.relu(%x)
})");
  const ApartResult run = run_vta_apart("graph '" + path("a<b&c.ir") + "' -o " + path("g.svg"));
  ASSERT_EQ(run.exit_code, 0) << run.err;
  const std::string svg = read_text_file(path("g.svg"));
  EXPECT_THAT(svg, HasSubstr("a&lt;b&amp;c.ir"));
  EXPECT_THAT(svg, HasSubstr("nn.relu"));
}

TEST_F(VtaGraph, MistakesHaveTheirExitCodes) {
  expect_failure("graph " + model(), 2, "--output FILE.svg is needed");
  expect_failure("graph " + model() + " -o " + path("g.png"), 2, "the picture is written as .svg");
  expect_failure("graph " + model() + " -o /nowhere/g.svg", 9, "/nowhere/g.svg");
  expect_failure("graph " + path("no.onnx") + " -o " + path("g.svg"), 3, "no.onnx");
  expect_failure("graph " + model() + " -o " + path("g.svg") + " --stop-after quantize", 2,
                 "vta graph needs one");
}

}  // namespace
}  // namespace vta
