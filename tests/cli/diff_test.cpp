// vta diff, run as a user would: of every pair of sides, with faults that it must find.
#include "explore/diff/difference.h"

#include <cmath>

#include "base/npy.h"
#include "compiler/interp/interpreter.h"
#include "compiler/tflite/import.h"
#include "tests/cli/run_fixture.h"
#include "tests/compiler/listing_files.h"
#include "tests/compiler/quantized/quantized_net.h"
#include "tests/explore/diff/layered_network.h"

namespace vta {
namespace {

using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;
using tflite_test::kFaults;
using tflite_test::LayeredNetwork;
using tflite_test::random_steps;

class VtaDiff : public NetworkCommand {
 protected:
  std::string tflite(int fault = 0) const {
    const std::string file = path(fmt::format("net{}.tflite", fault));
    write_file(file, LayeredNetwork(fault).bytes());
    return file;
  }
  // Every tensor of the right network by TFLite's number, and its input, as interpret() has them.
  std::string tensors() const {
    const std::string folder = path("right");
    std::filesystem::create_directories(folder);
    const Graph graph = import_tflite(LayeredNetwork(0).bytes(), "net", {});
    const Tensor input = random_steps({1, 8, 8, 3}, 5);
    interpret(graph, std::array{input}, {.observe = [&](NodeId id, const Tensor& value) {
                const std::string& name = graph.node(id).name;
                if (name.starts_with("t") && value.dtype() == DType::I8)
                  write_npy(folder + "/" + name + ".npy", in_file_order(value));
              }});
    write_npy(folder + "/t0.npy", input);
    return folder;
  }
  static Tensor in_file_order(const Tensor& t) {
    return t.rank() == 4 ? evaluate_op("transpose", {{"axes", IntList{0, 2, 3, 1}}}, {{t}})[0] : t;
  }

  static boost::json::object diff_of(const std::string& arguments, int exit_code) {
    const ApartResult run = run_vta_apart("diff " + arguments + " --json");
    EXPECT_EQ(run.exit_code, exit_code) << run.err;
    return boost::json::parse(run.out).as_object();
  }
  static std::string first_of(const boost::json::object& json) {
    return json.at("first").is_null() ? "" : std::string(json.at("first").at("name").as_string());
  }
};

// NaN in place of every real value of a tensor.
TEST_F(VtaDiff, WithoutNumbersNothingIsEqual) {
  const std::string folder = tensors();
  std::string file;
  for (const auto& entry : std::filesystem::directory_iterator(folder))
    if (entry.path().filename() != "t0.npy")
      file = std::max(file, entry.path().string());
  Tensor none = Tensor::zeros(DType::F32, read_npy(file).shape());
  std::ranges::fill(none.mutable_data<float>(), NAN);
  write_npy(file, none);
  const ApartResult run = run_vta_apart("diff int8 " + folder + " --model " + tflite());
  EXPECT_EQ(run.exit_code, 1) << run.err;
  EXPECT_THAT(run.out, HasSubstr("  SQNR       none\n"));
}

// Each of ten layers with a scale that is wrong, against tensors of the right network.
TEST_F(VtaDiff, NamesTheLayerOfEveryWrongScale) {
  const std::string right = tensors();
  for (int fault = 1; fault <= kFaults; ++fault) {
    const std::string layer = LayeredNetwork(0).layer(fault);
    const boost::json::object json =
        diff_of(fmt::format("int8 {} --model {}", right, tflite(fault)), 1);
    EXPECT_EQ(first_of(json), layer) << "layer " << fault;
    for (const auto& operand : json.at("first").at("operands").as_array())
      EXPECT_TRUE(operand.at("equal").as_bool()) << "layer " << fault;
    EXPECT_THAT(std::string(json.at("first").at("file_op").as_string()),
                ::testing::EndsWith("value" + layer.substr(1)));
  }
  EXPECT_EQ(first_of(diff_of(fmt::format("int8 {} --model {}", right, tflite()), 0)), "");
}

// The same of a device's kernels, and of the host's operators where there are none.
TEST_F(VtaDiff, NamesTheLayerInRunsOfADevice) {
  const std::string right = tensors();
  for (const char* device : {"fsim --config pynq", "csim --config 1x8", "fsim --host-only"})
    for (const int fault : {1, 4, 10}) {
      const std::string device_name = std::string(device).substr(0, 4),
                        rest = std::string(device).substr(4);
      EXPECT_EQ(first_of(diff_of(
                    fmt::format("{} {} --model {}{}", device_name, right, tflite(fault), rest), 1)),
                LayeredNetwork(0).layer(fault))
          << device << ", layer " << fault;
    }
}

// A QDQ network of eleven layers, the scale of one of them wrong: of its weights or its result.
testing::QuantizedNet qdq_network(int fault, bool is_signed) {
  using testing::Layer;
  const int zero = is_signed ? 0 : 128;
  testing::QuantizedNet net{{1, 3, 8, 8}, {0.05F, zero + 3, is_signed}, {}};
  const auto add = [&](Layer kind, std::vector<size_t> inputs, const Shape& shape, float scale,
                       int64_t groups = 1) {
    const int number = static_cast<int>(std::ssize(net.layers)) + 1;
    testing::QuantizedLayer l{.kind = kind, .inputs = std::move(inputs), .shape = shape};
    l.groups = groups;
    l.out = {number == fault && fault % 2 == 0 ? scale * 1.25F : scale, zero - 5 + number,
             is_signed};
    if (!shape.empty()) {
      const Tensor steps = random_steps({num_elements(shape)}, 100 + static_cast<uint64_t>(number));
      l.weight.assign(steps.data<int8_t>().begin(), steps.data<int8_t>().end());
      const auto fan = static_cast<double>(num_elements(shape) / shape[0]);
      for (int64_t c = 0; c < shape[0]; ++c) {
        l.weight_scale.push_back(
            static_cast<float>((1 + 0.01 * static_cast<double>(c)) / 73 / std::sqrt(fan)));
        l.bias.push_back(static_cast<int32_t>(100 * c - 300));
      }
      if (number == fault && fault % 2 == 1)
        l.weight_scale.back() *= 1.2F;
      if (shape.size() == 4 && shape[2] == 3)
        l.pads = {1, 1, 1, 1};
    }
    net.layers.push_back(l);
  };
  add(Layer::Conv, {0}, {8, 3, 3, 3}, 0.06F);
  add(Layer::Conv, {1}, {8, 1, 3, 3}, 0.055F, 8);
  add(Layer::Conv, {2}, {8, 8, 1, 1}, 0.06F);
  add(Layer::Add, {1, 3}, {}, 0.08F);
  add(Layer::Conv, {4}, {16, 8, 3, 3}, 0.06F);
  add(Layer::Conv, {5}, {16, 1, 3, 3}, 0.055F, 16);
  add(Layer::Conv, {6}, {16, 16, 1, 1}, 0.06F);
  add(Layer::Multiply, {5, 7}, {}, 0.09F);
  add(Layer::Conv, {8}, {8, 16, 1, 1}, 0.06F);
  add(Layer::GlobalAverage, {9}, {}, 0.02F);
  add(Layer::Dense, {10}, {10, 8}, 0.02F);
  return net;
}

// In its own integers, on the host and on a device, beside the tensors of the right one.
TEST_F(VtaDiff, NamesTheLayerOfEveryWrongScaleOfAQdqModel) {
  for (const char* quant : {"keep", "model"})
    for (const bool is_signed : {true, false}) {
      const auto model = [&](int fault) {
        const std::string file = path(fmt::format("q{}.onnx", fault));
        const std::string bytes =
            written(qdq_network(fault, is_signed), testing::Form::Qdq).SerializeAsString();
        write_file(file, std::as_bytes(std::span(bytes)));
        return fmt::format("{} --quant {}", file, quant);
      };
      const std::string right = path(fmt::format("{}{}", quant, is_signed ? "signed" : ""));
      diff_of(fmt::format("int8 float --save-tensors {} --model {}", right, model(0)), 0);
      for (int fault = 1; fault <= kFaults; ++fault)
        for (const std::string side : {"int8", "fsim"}) {
          if (side == "fsim" && fault % 3 != 1)
            continue;
          const boost::json::object json =
              diff_of(fmt::format("{} {} --model {}", side, right, model(fault)), 1);
          EXPECT_THAT(first_of(json), ::testing::StartsWith(fmt::format("v{}_", fault)))
              << quant << ", layer " << fault;
          for (const auto& operand : json.at("first").at("operands").as_array())
            EXPECT_TRUE(operand.at("equal").as_bool()) << quant << ", layer " << fault;
        }
    }
}

TEST_F(VtaDiff, SaysWhereByHowMuchAndWhatMadeIt) {
  const std::string right = tensors();
  Tensor changed = read_npy(right + "/" + LayeredNetwork(0).layer(5) + ".npy");
  const int8_t was = changed.data<int8_t>()[16 * (4 * 2 + 1) + 3];
  changed.mutable_data<int8_t>()[16 * (4 * 2 + 1) + 3] = static_cast<int8_t>(was ^ 1);
  write_npy(right + "/" + LayeredNetwork(0).layer(5) + ".npy", changed);
  std::filesystem::remove(right + "/" + LayeredNetwork(0).layer(7) + ".npy");
  write_npy(right + "/other.npy", changed);
  const ApartResult run = run_vta_apart(
      fmt::format("diff int8 {} --model {} --all --svg {}", right, tflite(), path("d.svg")));
  EXPECT_EQ(run.exit_code, 1);
  const std::string name = LayeredNetwork(0).layer(5), value = "value" + name.substr(1);
  EXPECT_THAT(run.out, HasSubstr(fmt::format(
                           "differ, in 1 of 11 tensors; first in {} (CONV_2D {})\n", name, value)));
  EXPECT_THAT(run.out, HasSubstr(fmt::format(
                           "1 of 256 elements, first at (0, 2, 1, 3): {} and {}\n", was, was ^ 1)));
  EXPECT_THAT(run.out, HasSubstr("  by         1 at most, at (0, 2, 1, 3)"));
  EXPECT_THAT(run.out, HasSubstr(fmt::format("made by    CONV_2D {} (", value)));
  EXPECT_THAT(run.out, HasSubstr(fmt::format("  of         {} (ADD value{}): equal\n",
                                             LayeredNetwork(0).layer(4),
                                             LayeredNetwork(0).layer(4).substr(1))));
  EXPECT_THAT(run.out,
              HasSubstr(fmt::format("not in {}: {}\n", right, LayeredNetwork(0).layer(7))));
  EXPECT_THAT(run.out,
              HasSubstr(fmt::format("in {}, but no tensor of the network: other\n", right)));
  EXPECT_THAT(run.out, HasSubstr("input value0: as in the files\n"));
  EXPECT_THAT(run.out, HasSubstr("* " + name));
  const std::string svg = read_text_file(path("d.svg"));
  EXPECT_TRUE(svg.starts_with("<svg ") && svg.ends_with("</svg>\n"));
  EXPECT_THAT(svg, HasSubstr(">net0.tflite: int8 and ")) << "without the folders of the model";
  EXPECT_THAT(svg, HasSubstr("differ; the first is " + name + "<"));
  EXPECT_THAT(svg, HasSubstr(">made by CONV_2D " + value + "<"));
  EXPECT_THAT(svg, HasSubstr("prefers-color-scheme: dark"));
}

TEST_F(VtaDiff, TheTableHasTheFirstTensorsOrAll) {
  const std::string model = tflite();
  const std::string ten = run_vta("diff int8 int8 --model " + model).text;
  EXPECT_THAT(ten, HasSubstr("int8 and int8 are equal in 12 tensors\n"));
  EXPECT_THAT(ten, HasSubstr("2 tensors more: --all\n"));
  EXPECT_THAT(run_vta("diff int8 int8 --all --model " + model).text, Not(HasSubstr("more: --all")));
  EXPECT_THAT(run_vta("diff int8 int8 --first 11 --model " + model).text,
              HasSubstr("1 tensor more: --all"));
}

TEST_F(VtaDiff, SimulatorsAndTheInterpreterAreEqual) {
  for (const char* sides : {"int8 fsim", "fsim csim", "integers csim,kernels=portable"})
    for (const std::string& network :
         {tflite() + " --config 1x8 --batch 2", model() + " --config 1x32",
          model() + " --config 1x16.32 --all-int8", model() + " --host-only"}) {
      const boost::json::object json = diff_of(fmt::format("{} --model {}", sides, network), 0);
      EXPECT_TRUE(json.at("equal").as_bool()) << network;
      EXPECT_GT(json.at("tensors").as_array().size(), 5u) << network;
    }
}

TEST_F(VtaDiff, FloatIsNearAndHasALimit) {
  for (const std::string& network :
       {tflite(), data("digits_resnet8.onnx") + " --quant max --calib " +
                      data("digits_calib_64_u8.npy") + " --input " + data("digit.png")}) {
    const boost::json::object near = diff_of("float int8 --model " + network, 0);
    const boost::json::array& tensors = near.at("tensors").as_array();
    EXPECT_GT(tensors.size(), 8u) << network;
    int noisy = 0;
    for (const auto& t : tensors)
      if (t.at("comparison").as_string() == "noise") {
        ++noisy;
        EXPECT_TRUE(t.at("sqnr_db").is_null() || t.at("sqnr_db").to_number<double>() > 15)
            << network;
      }
    EXPECT_GT(noisy, 7) << network;
    const boost::json::object far = diff_of("float int8 --min-sqnr 70 --model " + network, 1);
    EXPECT_FALSE(far.at("equal").as_bool()) << network;
    EXPECT_NE(first_of(far), "") << network;
  }
}

// What --save-tensors writes is a side of its own, of this network and of changed ones.
TEST_F(VtaDiff, TensorsThatWereSavedAreASide) {
  const std::string folder = path("kept");
  ASSERT_EQ(run_vta(fmt::format("diff int8 int8 --model {} --input random:3 --save-tensors {}",
                                model(), folder))
                .exit_code,
            0);
  const boost::json::object json = diff_of(fmt::format("fsim {} --model {}", folder, model()), 0);
  EXPECT_THAT(json.at("unknown").at("b").as_array(), IsEmpty());
  EXPECT_EQ(json.at("inputs").at(0).at("source").as_string(), "as in the files");
  const boost::json::object other =
      diff_of(fmt::format("int8 {} --model {} --input random:4", folder, model()), 1);
  EXPECT_TRUE(other.at("first").at("op").is_null()) << "the input is the first that differs";
}

TEST_F(VtaDiff, ASampleIsOneOfMany) {
  Tensor many = Tensor::zeros(DType::I8, {3, 8, 8, 3});
  const Tensor one = random_steps({1, 8, 8, 3}, 5);
  std::ranges::copy(one.bytes(), many.mutable_bytes().begin() + 2 * one.size_bytes());
  write_npy(path("many.npy"), many);
  const std::string line =
      fmt::format("int8 {} --model {} --input {} --sample ", tensors(), tflite(), path("many.npy"));
  EXPECT_EQ(first_of(diff_of(line + "2", 0)), "");
  diff_of(line + "1", 1);
  expect_failure("diff " + line + "3", 2, "holds 3 samples, counted from 0");
}

TEST_F(VtaDiff, MistakesHaveTheirExitCodes) {
  const std::string net = " --model " + tflite();
  expect_failure(
      "diff int8 nonsense" + net, 2,
      "'nonsense' is nothing to compare: legal are float, int8, a device (fsim, csim, tsim");
  expect_failure("diff int8" + net, 2, "runs");
  expect_failure("diff int8 fsim", 2, "--model");
  expect_failure("diff int8 fsim,colour=red" + net, 2, "colour");
  expect_failure("diff int8 csim,timing_only=1" + net, 2,
                 "'csim,timing_only=1' computes no values: there is nothing to compare");
  ASSERT_EQ(run_vta("compile " + model() + " -o " + path("net.vta")).exit_code, 0);
  expect_failure("diff int8 fsim --model " + path("net.vta"), 2,
                 "is a program, which does not hold the graph to compare with");
  expect_failure("diff int8 fsim --svg a.png" + net, 2,
                 "--svg 'a.png': the picture is written as .svg");
  expect_failure("diff int8 fsim --sample 1" + net, 2, "--sample 1 needs --input");
  expect_failure("diff int8 fsim --min-sqnr nan" + net, 2,
                 "--min-sqnr 'nan': legal are -400 to 400 dB");
  expect_failure("diff int8 fsim --min-sqnr 401" + net, 2,
                 "--min-sqnr '401': legal are -400 to 400 dB");
  expect_failure("diff int8 fsim --sample 1 --input random:1" + net, 2,
                 "--sample 1 takes one of many from .npy files: input value0 is 'random:1'");
  expect_failure("diff int8 fsim --stop-after im2col" + net, 2, "vta diff needs one");
  expect_failure("diff float int8 --model " + data("packed_int8_small.ir"), 2,
                 "has no float network to compare with: it was quantized before");
  expect_failure("diff int8 " + path("none.npz") + net, 3, "none.npz");
  expect_failure("diff int8 " + path("none/") + net, 3, "none/");
  std::filesystem::create_directories(path("empty"));
  expect_failure("diff int8 " + path("empty") + net, 3, "empty' has no .npy files");
  write_npy(path("t1.npy"), Tensor::zeros(DType::I8, {1, 8, 3, 8}));
  expect_failure("diff int8 " + path("t1.npy") + net, 3, "none of its 1 array is a tensor of");
  const std::string layer = LayeredNetwork(0).layer(1);
  write_npy(path(layer + ".npy"), Tensor::zeros(DType::I8, {1, 8, 3, 8}));
  expect_failure(
      "diff int8 " + path(layer + ".npy") + net, 3,
      fmt::format(
          "{}.npy holds Tensor[(1, 8, 3, 8), int8]: tensor {} is Tensor[(1, 8, 8, 8), int8], or "
          "float32",
          layer, layer));
  write_npy(path("0.npy"), random_steps({1, 8, 8, 3}, 1));
  expect_failure(fmt::format("diff {} {} {}", path("0.npy"), tensors() + "/" + layer + ".npy", net),
                 3, "in common");
}

// A real network where it is, every tensor by the numbers that TensorFlow Lite gives.
TEST_F(VtaDiff, PublishedTensorsAreEqual) {
  const std::filesystem::path golden = golden_path("tflite");
  const std::string network =
      (golden.parent_path().parent_path() / "models/mlperf_tiny/kws01_int8.tflite").string();
  if (!std::filesystem::exists(golden) || !std::filesystem::exists(network))
    GTEST_SKIP() << golden << " or " << network << " is not here: set VTA_SHARED";
  const auto line = [&](const char* side, const char* layers) {
    return fmt::format("{0} {1}/kws/{2} --model {3} --input {1}/kws/inputs.npy --sample 0", side,
                       golden.string(), layers, network);
  };
  for (const char* side : {"int8", "fsim"}) {
    const boost::json::object json = diff_of(line(side, "layers_double.npz"), 0);
    EXPECT_EQ(json.at("tensors").as_array().size(), 13u) << side;
    EXPECT_THAT(json.at("missing").at("b").as_array(), IsEmpty()) << side;
  }
  // The other rounding differs, first in a convolution.
  const boost::json::object other = diff_of(line("int8", "layers_single.npz"), 1);
  EXPECT_EQ(other.at("first").at("largest_difference").to_number<double>(), 1);
}

}  // namespace
}  // namespace vta
