// The six int8 models of MLPerf Tiny against the values of the runtimes that they are made for:
// every input bit for bit in both integer roundings, every operator's tensor of one input, and as
// programs whose host operators are other code. They are not part of the project.
#include <gmock/gmock.h>

#include <cstring>

#include "base/npy.h"
#include "compiler/compiler.h"
#include "compiler/interp/interpreter.h"
#include "compiler/tflite/import.h"
#include "explore/diff/npz.h"
#include "runtime/executor.h"
#include "sim/factory/device_factory.h"
#include "tests/compiler/listing_files.h"

namespace vta {
namespace {

using tflite_import::Requant;

struct Trained {
  const char* folder;
  const char* model;
  int64_t layers_of;  // the input whose operators' tensors there are
};

constexpr Trained kTrained[] = {
    {"ic", "ic01_int8", 5},   {"ic_large", "ic01_large_int8", 5},
    {"kws", "kws01_int8", 0}, {"vww", "vww01_int8", 0},
    {"ad", "ad01_int8", 3},   {"sww", "sww01_int8", 1},
};

std::string model_of(const Trained& t) {
  return (golden_path("").parent_path().parent_path() / "models/mlperf_tiny" /
          (std::string(t.model) + ".tflite"))
      .string();
}

Tensor array_of(const Trained& t, const std::string& name) {
  return read_npy(golden_path(std::string("tflite/") + t.folder + "/" + name).string());
}

// Row i of an array of rows, in another shape.
Tensor row(const Tensor& rows, int64_t i, const Shape& shape) {
  const auto size = static_cast<size_t>(rows.size() / rows.shape().front());
  return Tensor::from_span<int8_t>(
      shape, rows.data<int8_t>().subspan(static_cast<size_t>(i) * size, size));
}

int64_t differences(const Tensor& a, const Tensor& b) {
  EXPECT_EQ(a.size(), b.size());
  int64_t n = 0;
  for (size_t i = 0; i < static_cast<size_t>(std::min(a.size(), b.size())); ++i)
    n += a.data<int8_t>()[i] != b.data<int8_t>()[i] ? 1 : 0;
  return n;
}

// Elements that differ from those of the array, over every input.
int64_t outputs_that_differ(const Trained& t, Requant requant, const std::string& outputs) {
  const Graph graph = import_tflite(model_of(t), {.requant = requant});
  const Tensor in = array_of(t, "inputs.npy"), out = array_of(t, outputs);
  const Shape& shape = graph.type(graph.inputs().front()).shape;
  const Shape& result = graph.type(graph.outputs().front()).shape;
  int64_t n = 0;
  for (int64_t i = 0; i < in.shape().front(); ++i)
    n += differences(interpret(graph, std::array{row(in, i, shape)}).front(), row(out, i, result));
  return n;
}

// The file's order of axes.
Tensor in_file_order(const Tensor& t) {
  return t.rank() == 4 ? evaluate_op("transpose", {{"axes", IntList{0, 2, 3, 1}}}, std::array{t})[0]
                       : t;
}

// Tensors by TFLite's numbers that differ from those of the archive.
std::vector<std::string> layers_that_differ(const Trained& t, Requant requant,
                                            const std::string& archive) {
  const Graph graph = import_tflite(model_of(t), {.requant = requant});
  auto wanted =
      explore::read_npz(golden_path(std::string("tflite/") + t.folder + "/" + archive).string());
  std::vector<std::string> wrong;
  const Shape& shape = graph.type(graph.inputs().front()).shape;
  const Tensor input = row(array_of(t, "inputs.npy"), t.layers_of, shape);
  interpret(graph, std::array{input}, {.observe = [&](NodeId id, const Tensor& value) {
              const auto found = wanted.find(graph.node(id).name);
              if (found == wanted.end())
                return;
              if (differences(in_file_order(value), found->second) != 0)
                wrong.push_back(found->first);
              wanted.erase(found);
            }});
  for (const auto& [name, value] : wanted)
    wrong.push_back(name + " is missing");
  return wrong;
}

class TrainedNetworks : public testing::TestWithParam<Trained> {
 protected:
  void SetUp() override {
    if (!std::filesystem::exists(model_of(GetParam())) ||
        !std::filesystem::exists(golden_path("tflite")))
      GTEST_SKIP() << model_of(GetParam()) << " or its values are not here: set VTA_SHARED";
  }
};

TEST_P(TrainedNetworks, HaveTheValuesOfBothIntegerRoundings) {
  EXPECT_EQ(outputs_that_differ(GetParam(), Requant::Double, "outputs.npy"), 0);
  EXPECT_EQ(outputs_that_differ(GetParam(), Requant::Single, "outputs_single.npy"), 0);
  // The runtime in float32 is counted: its sums and softmax are not defined to the last bit.
  std::printf(
      "%s, float32: %ld elements differ\n", GetParam().folder,
      static_cast<long>(outputs_that_differ(GetParam(), Requant::Float, "outputs_fp32.npy")));
}

TEST_P(TrainedNetworks, HaveEveryOperatorsTensor) {
  EXPECT_THAT(layers_that_differ(GetParam(), Requant::Double, "layers_double.npz"),
              testing::IsEmpty());
  EXPECT_THAT(layers_that_differ(GetParam(), Requant::Single, "layers_single.npz"),
              testing::IsEmpty());
}

// Two images at a time, on the host.
TEST_P(TrainedNetworks, AreTheSameAsPrograms) {
  CompileOptions options;
  options.recipe.set("host_only", "true").set("batch", "2").set("requant", "single");
  const Program program = compile_model(model_of(GetParam()), options).program;
  Executor executor(program, make_device("fsim", program.config));
  const Tensor in = array_of(GetParam(), "inputs.npy"),
               out = array_of(GetParam(), "outputs_single.npy");
  const Shape& shape = program.values[static_cast<size_t>(program.inputs[0])].shape;
  for (int64_t i = 0; i + 1 < in.shape().front(); i += 2) {
    const int64_t n = in.size() / in.shape().front(), m = out.size() / out.shape().front();
    executor.set_input(
        0, Tensor::from_span<int8_t>(shape, in.data<int8_t>().subspan(static_cast<size_t>(i * n),
                                                                      static_cast<size_t>(2 * n))));
    executor.run();
    const Tensor wanted = Tensor::from_span<int8_t>(
        {2 * m},
        out.data<int8_t>().subspan(static_cast<size_t>(i * m), static_cast<size_t>(2 * m)));
    EXPECT_EQ(differences(executor.output(0), wanted), 0) << "inputs " << i << " and " << i + 1;
  }
}

// A machine with RQ or without, the backend that stands for it, and images at a time.
struct Machine {
  const char* config;
  int64_t isa_ext, ports, batch;
  const char* backend;
  const char* requant;
};
constexpr Machine kMachines[] = {
    {"default", 2, 2, 1, "fsim", "double"}, {"default", 2, 2, 1, "fsim", "single"},
    {"1x8", 3, 2, 1, "csim", "double"},     {"pynq", 2, 1, 1, "csim", "single"},
    {"1x16.32", 3, 2, 1, "fsim", "double"}, {"1x32.16", 2, 1, 1, "fsim", "double"},
    {"2x16", 2, 2, 2, "fsim", "double"},    {"1x8", 0, 2, 1, "csim", "double"},
    {"pynq", 0, 1, 1, "fsim", "single"},    {"1x32.16", 1, 2, 1, "fsim", "double"},
    {"2x16", 0, 2, 2, "fsim", "single"},
};

// Every input, and nearly all of the work.
TEST_P(TrainedNetworks, AreTheSameOnTheAccelerator) {
  const Tensor in = array_of(GetParam(), "inputs.npy");
  const int64_t inputs = in.shape().front(), n = in.size() / inputs;
  for (const Machine& machine : kMachines) {
    SCOPED_TRACE(std::string(machine.config) + " " + machine.backend + " " + machine.requant);
    CompileOptions options;
    options.config = named_config(machine.config);
    options.config.isa_ext = machine.isa_ext;
    options.config.acc_read_ports = machine.ports;
    options.recipe.set("batch", std::to_string(machine.batch)).set("requant", machine.requant);
    const Program program = compile_model(model_of(GetParam()), options).program;
    EXPECT_GE(program.device_macs * 100, 99 * (program.device_macs + program.host_macs));
    Executor executor(program, make_device(machine.backend, program.config));
    const Tensor out =
        array_of(GetParam(), machine.requant == std::string_view("single") ? "outputs_single.npy"
                                                                           : "outputs.npy");
    const int64_t m = out.size() / inputs;
    const Shape& shape = program.values[static_cast<size_t>(program.inputs[0])].shape;
    const auto part = [&](const Tensor& all, int64_t first, int64_t size, const Shape& as) {
      return Tensor::from_span<int8_t>(
          as, all.data<int8_t>().subspan(static_cast<size_t>(first * size),
                                         static_cast<size_t>(machine.batch * size)));
    };
    for (int64_t i = 0; i + machine.batch <= inputs; i += machine.batch) {
      executor.set_input(0, part(in, i, n, shape));
      executor.run();
      EXPECT_EQ(differences(executor.output(0), part(out, i, m, {machine.batch * m})), 0)
          << "input " << i;
    }
  }
}

INSTANTIATE_TEST_SUITE_P(MlperfTiny, TrainedNetworks, testing::ValuesIn(kTrained),
                         [](const auto& each) { return std::string(each.param.folder); });

}  // namespace
}  // namespace vta
