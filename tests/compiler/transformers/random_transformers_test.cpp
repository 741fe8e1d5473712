// Whole transformers of random sizes: the accelerator computes what the integer interpreter does,
// and the RTL takes the cycles that csim says. VTA_TRANSFORMERS and VTA_RTL_TRANSFORMERS: how many.
#include <gmock/gmock.h>

#include <cstdlib>

#include "compiler/interp/interpreter.h"
#include "sim/factory/device_factory.h"
#include "tests/compiler/checked_run.h"
#include "tests/compiler/networks/network_fixture.h"
#include "tests/compiler/transformers/random_transformer.h"

namespace vta::testing {
namespace {

int64_t asked(const char* variable, int64_t usual) {
  const char* text = std::getenv(variable);
  return text != nullptr ? std::atoll(text) : usual;
}

Tensor random_rows(const TensorType& type, uint64_t seed) {
  std::mt19937_64 random(seed);
  std::normal_distribution<float> value;
  Tensor t = Tensor::zeros(DType::F32, type.shape);
  for (float& v : t.mutable_data<float>())
    v = value(random);
  return t;
}

struct Compiled {
  CompileResult result;
  Graph integers;  // as the pass `quantize` left it
  Tensor input;
};

Compiled compiled(const RandomTransformer& net, const VtaConfig& config) {
  const Graph graph = net.graph();
  const TensorType& type = graph.type(graph.inputs().front());
  Compiled made;
  CompileOptions options;
  options.config = config;
  options.recipe.set("all_int8", "true").set("quant", "max");
  options.calibration = {random_rows(type, net.seed + 1)};
  options.observe = [&](std::string_view pass, double, const Graph& after) {
    if (pass == "quantize")
      made.integers = after;
  };
  made.result = compile_graph(graph, options);
  made.input = random_rows(type, net.seed + 2);
  return made;
}

// A machine with the kernels of attention and norms; one in eight has not.
VtaConfig random_machine(std::mt19937_64& random) {
  constexpr const char* kNames[] = {"default", "default", "default", "1x8",
                                    "1x8",     "1x32",    "1x32",    "2x16"};
  VtaConfig config = named_config(kNames[random() % std::size(kNames)]);
  config.isa_ext = 1;
  config.acc_overlap = static_cast<int64_t>(random() % 2);
  return config;
}

// Of all networks, how many operators were the accelerator's.
struct Shares {
  int64_t networks = 0, attention = 0, norms = 0;

  void add(const Program& program) {
    ++networks;
    for (const ProgramKernel& kernel : program.kernels) {
      attention += kernel.kind == "attention" ? 1 : 0;
      norms += kernel.kind == "layer_norm" ? 1 : 0;
    }
  }
  std::string text() const {
    return fmt::format("{} transformers: {} of {} attentions and {} of {} norms on the accelerator",
                       networks, attention, networks, norms, 2 * networks);
  }
};

// Where the host computes in float between layers, the interpreter may round otherwise.
bool in_integers(const RandomTransformer& net, const Graph& graph) {
  for (NodeId id = 0; id < graph.size(); ++id)
    if (graph.node(id).op.starts_with("nn.") && graph.type(id).dtype == DType::F32)
      return false;
  return !net.rotary;
}

void expect_interpreters(const RandomTransformer& form, Compiled& net) {
  const VtaConfig config = net.result.program.config;
  Executor executor(std::move(net.result.program), make_device("fsim", config));
  executor.set_input(0, net.input);
  Oracle oracle(net.result.quantized, executor);
  run_checked(executor);
  expect_exact(oracle.compare());
  if (!in_integers(form, net.integers))
    return;
  const Tensor wanted = interpret(net.integers, std::vector{net.input}).front();
  ASSERT_EQ(wanted.shape(), executor.output(0).shape());
  EXPECT_TRUE(std::ranges::equal(wanted.bytes(), executor.output(0).bytes()));
}

TEST(RandomTransformers, EqualTheInterpreterElementByElement) {
  std::mt19937_64 random(1);
  Shares shares;
  for (int64_t i = asked("VTA_TRANSFORMERS", 60); i > 0 && !HasFailure(); --i) {
    const RandomTransformer net = random_transformer(random, i % 4 == 0 ? 300 : 60, 96);
    const VtaConfig config = random_machine(random);
    SCOPED_TRACE(fmt::format("{} left: {} on {} overlap {}", i, net.text(), config.name(),
                             config.acc_overlap));
    Compiled made = compiled(net, config);
    shares.add(made.result.program);
    expect_interpreters(net, made);
    if (std::getenv("VTA_PRINT") != nullptr)
      fmt::print("{} on {}\n{}\n", net.text(), config.name(), fmt::join(made.result.notes, "\n"));
  }
  fmt::print("{}\n", shares.text());
  // What cannot be there: masks of padding, machines of two rows.
  EXPECT_GE(10 * shares.attention, 7 * shares.networks);
  EXPECT_GE(10 * shares.norms, 8 * 2 * shares.networks);
}

TEST(RandomTransformers, TakeTheCyclesOfTheRtl) {
  ::setenv("VTA_CACHE_DIR", VTA_BINARY_DIR "/model_cache", 1);  // tsim's models, built once
  std::mt19937_64 random(2);
  Shares shares;
  for (int64_t i = asked("VTA_RTL_TRANSFORMERS", 20); i > 0 && !HasFailure(); --i) {
    const RandomTransformer net = random_transformer(random, 40, 40);
    VtaConfig config = named_config("default");
    config.isa_ext = 1;
    config.acc_overlap = i % 2;
    SCOPED_TRACE(fmt::format("{} left: {} overlap {}", i, net.text(), config.acc_overlap));
    const Compiled made = compiled(net, config);
    shares.add(made.result.program);
    std::vector<int64_t> cycles;
    std::vector<Tensor> outputs;
    for (const char* device : {"csim", "tsim"}) {
      Executor executor(made.result.program, make_device(device, config));
      executor.set_input(0, made.input);
      executor.run();
      cycles.push_back(executor.stats().timing->cycles);
      outputs.push_back(executor.output(0));
    }
    EXPECT_EQ(cycles[0], cycles[1]);
    EXPECT_TRUE(std::ranges::equal(outputs[0].bytes(), outputs[1].bytes()));
  }
  fmt::print("{}, csim as tsim\n", shares.text());
}

}  // namespace
}  // namespace vta::testing
