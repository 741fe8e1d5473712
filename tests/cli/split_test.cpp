// vta split, run as a user would: parts that are programs, and how they are connected.
#include "base/npy.h"
#include "runtime/program.h"
#include "tests/cli/run_fixture.h"

namespace vta {
namespace {

using testing::HasSubstr;

using VtaSplit = NetworkCommand;

TEST_F(VtaSplit, PartsComputeWhatTheWholeDoes) {
  ASSERT_EQ(run_vta("split " + model() + " --parts 2 -o " + path("parts")).exit_code, 0);
  const boost::json::object split =
      boost::json::parse(read_text_file(path("parts/split.json"))).as_object();
  const boost::json::object& link = split.at("connections").at(0).as_object();
  EXPECT_EQ(split.at("connections").as_array().size(), 1u);
  EXPECT_EQ(link.at("dtype"), "int8");
  EXPECT_EQ(link.at("scale_exponent"), -4);
  EXPECT_EQ(split.at("provenance").at("schema"), "vta.split");
  EXPECT_EQ(split.at("provenance").at("schema_version"), 2);
  write_npy(path("x.npy"), Tensor::zeros(DType::F32, {1, 3, 32, 32}));
  const auto run = [&](const std::string& program, const std::string& in, const std::string& out) {
    const CommandResult result =
        run_vta("run " + path(program) + " --input " + path(in) + " --top 0 --output " + path(out));
    EXPECT_EQ(result.exit_code, 0) << result.text;
  };
  run("net.onnx", "x.npy", "whole.npy");
  run("parts/part0.vta", "x.npy", "between.npy");
  run("parts/part1.vta", "between.npy", "together.npy");
  EXPECT_EQ(read_text_file(path("together.npy")), read_text_file(path("whole.npy")));
  const std::string svg = read_text_file(path("parts/split.svg"));
  for (const std::string& word :
       {std::string(">part 0  part0.vta<"), std::string(">part 1  part1.vta<"),
        std::string(link.at("value").as_string()) + ": "})
    EXPECT_THAT(svg, HasSubstr(word));
}

TEST_F(VtaSplit, EveryCutOfTheListCanBeNamed) {
  const boost::json::object list = json_of("split " + model() + " --list");
  const boost::json::array& cuts = list.at("cuts").as_array();
  EXPECT_GE(cuts.size(), 8u);
  for (const auto& cut : cuts) {
    std::string at;
    for (const auto& value : cut.at("values").as_array())
      at += (at.empty() ? "" : "+") + std::string(value.as_string());
    const boost::json::object split = json_of("split " + model() + " --at " + at);
    EXPECT_EQ(split.at("parts").as_array().size(), 2u) << at;
    std::string crossing;
    for (const auto& link : split.at("connections").as_array())
      crossing += (crossing.empty() ? "" : "+") + std::string(link.at("value").as_string());
    EXPECT_EQ(crossing, at);
  }
}

TEST_F(VtaSplit, PartsSayTheQuantizationThatACompilationSays) {
  const std::string digits = kTestData + "digits_resnet8.onnx",
                    calibration = " --calib " + kTestData + "digits_calib_64_u8.npy";
  ASSERT_EQ(run_vta("split " + digits + calibration + " --parts 2 -o " + path("parts")).exit_code,
            0);
  ASSERT_EQ(run_vta("compile " + digits + calibration + " -o " + path("whole.vta")).exit_code, 0);
  const auto quantization = [&](const std::string& program) {
    return load_program(path(program)).provenance.quantization;
  };
  EXPECT_THAT(quantization("whole.vta"), HasSubstr("auto"));
  EXPECT_EQ(quantization("parts/part0.vta"), quantization("whole.vta"));
}

TEST_F(VtaSplit, PrintsConnectionsWithTypesAndScales) {
  const ApartResult run = run_vta_apart("split " + model() + " --at conv2d_1");
  ASSERT_EQ(run.exit_code, 0) << run.err;
  EXPECT_THAT(run.out, HasSubstr("in 2 parts"));
  EXPECT_THAT(run.out, HasSubstr("input 'data'"));
  EXPECT_THAT(run.out, HasSubstr("int8]"));
  EXPECT_THAT(run.out, HasSubstr("2^-4"));
}

TEST_F(VtaSplit, BytesBalanceTheMemoryOfDevices) {
  const boost::json::object split =
      json_of("split " + model() + " --parts 3 --balance bytes --config 2x16 --batch 2");
  EXPECT_EQ(split.at("parts").as_array().size(), 3u);
}

// Of a listing that is packed already, whose values are packed on their way.
TEST_F(VtaSplit, PortsOfProgramsAreCalledAsSplitJsonSays) {
  const boost::json::object list = json_of("split " + data("packed_int8_small.ir") + " --list");
  EXPECT_GE(list.at("cuts").as_array().size(), 5u);
  for (const auto& cut : list.at("cuts").as_array()) {
    std::string at;
    for (const auto& value : cut.at("values").as_array())
      at += (at.empty() ? "" : "+") + std::string(value.as_string());
    const boost::json::object split =
        json_of("split " + data("packed_int8_small.ir") + " --at " + at + " -o " + path("packed"));
    for (const auto& part : split.at("parts").as_array()) {
      const Program program =
          load_program(path("packed/" + std::string(part.at("file").as_string())));
      const boost::json::array& outputs = part.at("outputs").as_array();
      ASSERT_EQ(outputs.size(), program.outputs.size()) << at;
      for (size_t i = 0; i < outputs.size(); ++i) {
        const ProgramValue& value = program.values[static_cast<size_t>(program.outputs[i])];
        EXPECT_EQ(outputs[i].at("name").as_string(), output_name(program, i)) << at;
        EXPECT_EQ(boost::json::value_to<Shape>(outputs[i].at("shape")), value.shape) << at;
      }
    }
  }
}

TEST_F(VtaSplit, NumbersCountOperatorsOfTheFile) {
  const boost::json::object list = json_of("split " + data("digits_resnet8.onnx") + " --list");
  std::string numbered;
  for (const auto& cut : list.at("cuts").as_array())
    for (const auto& one : cut.at("operators").as_array())
      numbered += std::string(one.as_string()) + " ";
  EXPECT_THAT(numbered, HasSubstr("Relu:2 "));
  EXPECT_THAT(numbered, HasSubstr("Add:2 "));
  const auto cut_at = [&](const std::string& at) {
    const auto split = json_of("split " + data("digits_resnet8.onnx") + " --at " + at);
    return std::string(split.at("connections").at(0).at("value").as_string());
  };
  EXPECT_EQ(cut_at("add:0"), cut_at("Add:0"));
  expect_failure("split " + data("digits_resnet8.onnx") + " --at add:99", 2,
                 "the network's file has 3 of add, add:0 to add:2");
}

TEST_F(VtaSplit, APartWithoutKernelsIsSaid) {
  const boost::json::object split = json_of("split " + model() + " --at relu:0 --host-only");
  std::string notes;
  for (const auto& note : split.at("notes").as_array())
    notes += std::string(note.as_string()) + "\n";
  EXPECT_THAT(notes, HasSubstr("part 0 has no kernel: all of it runs on the host"));
}

TEST_F(VtaSplit, OnePartIsTheWhole) {
  EXPECT_EQ(json_of("split " + model() + " --parts 1").at("connections").as_array().size(), 0u);
}

TEST_F(VtaSplit, MistakesHaveTheirExitCodes) {
  expect_failure("split " + model(), 2, "needs one of --at NAME[,NAME...], --parts N and --list");
  expect_failure("split " + model() + " --parts 2 --list", 2, "needs one of --at");
  expect_failure("split " + model() + " --parts 0", 2, "--parts");
  expect_failure("split " + model() + " --parts 64", 2, "--parts is 64: this network has");
  expect_failure("split " + model() + " --parts 2 --host-only", 2,
                 "--parts 2 shares out what the accelerator does, and nothing of");
  expect_failure("split " + model() + " --at nowhere", 2, "the network has no such value");
  expect_failure("split " + model() + " --at data", 2, "an input of the network");
  expect_failure("split " + model() + " --list -o " + path("d"), 2, "--list makes none");
  expect_failure("split " + model() + " --parts 2 --region conv2d:2..conv2d:6", 2,
                 "--region counts operators of a whole network");
  expect_failure("split " + path("a.vta") + " --parts 2", 2, "is compiled already");
  expect_failure("split " + model() + " --parts 2 --stop-after quantize", 2, "vta split needs one");
  expect_failure("split " + path("no.onnx") + " --parts 2", 3, "no.onnx");
  expect_failure("split " + model() + " --parts 2 -o " + model(), 9, "net.onnx");
  expect_failure("split " + model() + " --parts 2 -o /proc/parts", 9, "/proc");
}

}  // namespace
}  // namespace vta
