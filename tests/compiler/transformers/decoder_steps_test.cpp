// Decoders of random sizes, position by position: every position has the logits that the integer
// interpreter has for its row of the whole context, and the RTL takes the cycles that csim says.
// VTA_DECODERS: how many.
#include <gmock/gmock.h>

#include <cstdlib>
#include <fstream>

#include "base/file.h"
#include "compiler/interp/interpreter.h"
#include "link/local_link.h"
#include "runtime/executor.h"
#include "runtime/parameters.h"
#include "sim/factory/device_factory.h"
#include "tests/compiler/checked_run.h"
#include "tests/compiler/error_text.h"
#include "tests/compiler/networks/network_fixture.h"
#include "tests/compiler/transformers/random_transformer.h"

namespace vta::testing {
namespace {

Tensor random_tokens(const RandomTransformer& net, uint64_t seed) {
  std::mt19937_64 random(seed);
  Tensor t = Tensor::zeros(DType::I64, {1, net.tokens});
  for (int64_t& token : t.mutable_data<int64_t>())
    token = static_cast<int64_t>(random() % static_cast<uint64_t>(net.vocabulary));
  return t;
}

// Where it can, with other numbers of heads in a tile than the schedule would take.
CompileResult with_other_tiles(const Graph& graph, CompileOptions options, CompileResult made,
                               std::mt19937_64& random) {
  NetworkSchedule schedule = made.schedule;
  for (KernelSchedule& s : schedule.kernels)
    if (s.layer.kind == Kernel::Kind::AttentionStep) {
      const int64_t heads = s.layer.attention->heads;
      const AttentionStepTiles other{1 +
                                     static_cast<int64_t>(random() % static_cast<uint64_t>(heads))};
      if (tiles_problem(s.layer, other, options.config).empty())
        s.tiles = other;
    }
  const std::string path = ::testing::TempDir() + "decoder_steps.json";
  std::ofstream(path) << schedule.text();
  options.recipe.set("schedule", path);
  return compile_graph(graph, options);
}

CompileResult steps_of(const RandomTransformer& net, const Graph& graph, const VtaConfig& config,
                       std::mt19937_64* other_tiles = nullptr) {
  CompileOptions options;
  options.config = config;
  options.recipe.set("all_int8", "true").set("quant", "max").set("decode", "steps");
  options.calibration = {random_tokens(net, net.seed + 1)};
  CompileResult made = compile_graph(graph, options);
  return other_tiles == nullptr ? made
                                : with_other_tiles(graph, options, std::move(made), *other_tiles);
}

CompileResult steps_of(const RandomTransformer& net, const VtaConfig& config) {
  return steps_of(net, net.graph(), config);
}

std::vector<std::vector<Tensor>> inputs_of(std::span<const int64_t> tokens) {
  std::vector<std::vector<Tensor>> inputs;
  for (const int64_t token : tokens) {
    Tensor one = Tensor::zeros(DType::I64, {1, 1});
    one.mutable_data<int64_t>()[0] = token;
    inputs.push_back({one});
  }
  return inputs;
}

VtaConfig machine_of_steps(std::mt19937_64& random) {
  constexpr const char* kNames[] = {"default", "default", "1x8", "1x32"};
  VtaConfig config = named_config(kNames[random() % std::size(kNames)]);
  config.isa_ext = random() % 3 == 0 ? 3 : 1;  // round, and exp2
  config.acc_overlap = static_cast<int64_t>(random() % 2);
  return config;
}

// A prompt in one launch, then token by token to the end of the context.
void expect_rows(Executor& executor, const CompileResult& made, const RandomTransformer& net,
                 int64_t prompt, uint64_t seed) {
  const Tensor tokens = random_tokens(net, seed);
  const Tensor whole = interpret(made.quantized, std::vector{tokens}).front();
  const auto inputs = inputs_of(tokens.data<int64_t>());
  const auto classes = static_cast<size_t>(net.vocabulary);
  RaceCheck races(executor.program().config);
  executor.check_races(&races);
  executor.reset_state();
  for (size_t at = 0, count = static_cast<size_t>(prompt); at < inputs.size(); count = 1) {
    executor.run_positions(std::span(inputs).subspan(at, count));
    at += count;
    ASSERT_EQ(executor.position(), static_cast<int64_t>(at));
    EXPECT_EQ(executor.stats().launches, 1);
    const auto row = whole.data<float>().subspan((at - 1) * classes, classes);
    ASSERT_TRUE(std::ranges::equal(row, executor.output(0).data<float>())) << "position " << at - 1;
  }
  executor.check_races(nullptr);
  expect_no_races(races);
  EXPECT_THAT(error_text<InputError>([&] { executor.run(); }),
              ::testing::HasSubstr(fmt::format("1 position from position {} on, and the context "
                                               "ends at {}: reset_state() begins again at 0",
                                               net.tokens, net.tokens)));
}

TEST(DecoderSteps, HaveTheLogitsOfTheWholeContext) {
  std::mt19937_64 random(3);
  const char* const asked = std::getenv("VTA_DECODERS");
  for (int64_t i = asked != nullptr ? std::atoll(asked) : 40; i > 0 && !HasFailure(); --i) {
    const RandomTransformer net = random_decoder(random, i % 8 == 0 ? 150 : 50, 64);
    const VtaConfig config = machine_of_steps(random);
    SCOPED_TRACE(fmt::format("{} left: {} on {}, extensions {}, overlap {}", i, net.text(),
                             config.name(), config.isa_ext, config.acc_overlap));
    const CompileResult made = steps_of(net, net.graph(), config, i % 2 == 0 ? &random : nullptr);
    ASSERT_TRUE(made.program.positions);
    EXPECT_EQ(made.program.positions->context, net.tokens);
    Executor executor(made.program, make_device("fsim", config));
    const auto prompt = 1 + static_cast<int64_t>(random() % static_cast<uint64_t>(net.tokens));
    expect_rows(executor, made, net, prompt, net.seed + 2);
    expect_rows(executor, made, net, 1, net.seed + 3);  // what was kept is not seen
  }
}

// Where a query sees so many keys almost alike, the sum of its weights has more than 16 bits.
TEST(DecoderSteps, OfALongContextHaveSumsOfManyEqualWeights) {
  const RandomTransformer net{.tokens = 700,
                              .data = 8,
                              .width = 16,
                              .hidden = 16,
                              .heads = 1,
                              .kv_heads = 1,
                              .depth = 16,
                              .mask = RandomMask::Causal,
                              .vocabulary = 9,
                              .seed = 10};
  Graph graph = net.graph();
  for (NodeId id = 0; id < graph.size(); ++id)
    if (Node& n = graph.node(id); n.op == "nn.attention")
      n.attrs.set("scale", 0.001);
  VtaConfig config = named_config("default");
  config.isa_ext = 1;
  const CompileResult made = steps_of(net, graph, config);
  Executor executor(made.program, make_device("fsim", config));
  expect_rows(executor, made, net, 600, 11);
}

TEST(DecoderSteps, TakeTheCyclesOfTheRtl) {
  ::setenv("VTA_CACHE_DIR", VTA_BINARY_DIR "/model_cache", 1);  // tsim's models, built once
  std::mt19937_64 random(4);
  for (int i = 0; i < 6 && !HasFailure(); ++i) {
    const RandomTransformer net = random_decoder(random, 40, 40);
    VtaConfig config = named_config("default");
    config.isa_ext = i % 3 == 0 ? 3 : 1;
    config.acc_overlap = i % 2;
    SCOPED_TRACE(fmt::format("{}, overlap {}", net.text(), config.acc_overlap));
    const CompileResult made = steps_of(net, config);
    const auto inputs = inputs_of(random_tokens(net, net.seed).data<int64_t>());
    const size_t prompt = std::min<size_t>(inputs.size() - 1, 20);
    std::vector<std::vector<int64_t>> cycles;
    std::vector<Tensor> outputs;
    for (const char* device : {"csim", "tsim"}) {
      Executor executor(made.program, make_device(device, config));
      executor.run_positions(std::span(inputs).first(prompt));
      cycles.push_back({executor.stats().timing->cycles});
      executor.run_positions(std::span(inputs).subspan(prompt, 1));
      cycles.back().push_back(executor.stats().timing->cycles);
      outputs.push_back(executor.output(0));
    }
    EXPECT_EQ(cycles[0], cycles[1]);
    EXPECT_TRUE(std::ranges::equal(outputs[0].bytes(), outputs[1].bytes()));
  }
}

struct SmallDecoder {
  RandomTransformer net;
  VtaConfig config;
  CompileResult made;
};

SmallDecoder small_decoder(uint64_t seed, int64_t most_tokens) {
  std::mt19937_64 random(seed);
  SmallDecoder d{random_decoder(random, most_tokens, 40), named_config("default"), {}};
  d.config.isa_ext = 1;
  d.made = steps_of(d.net, d.config);
  return d;
}

// All but the numbers of instructions: there is no FINISH between positions.
void expect_same_work(const Counters& a, const Counters& b) {
  EXPECT_GT(a.gemm_counter + a.alu_counter, 0);
  EXPECT_EQ(a.gemm_counter, b.gemm_counter);
  EXPECT_EQ(a.alu_counter, b.alu_counter);
  EXPECT_EQ(a.inp_load_nbytes, b.inp_load_nbytes);
  EXPECT_EQ(a.wgt_load_nbytes, b.wgt_load_nbytes);
  EXPECT_EQ(a.acc_load_nbytes, b.acc_load_nbytes);
  EXPECT_EQ(a.out_store_nbytes, b.out_store_nbytes);
}

// A launch of several positions counts what the kernels of each do.
TEST(DecoderSteps, APromptsCountersAreTheSumOfItsPositions) {
  const auto [net, config, made] = small_decoder(5, 40);
  const auto inputs = inputs_of(random_tokens(net, net.seed).data<int64_t>());
  Executor executor(made.program, make_device("fsim", config));
  executor.run_positions(inputs);
  const RunStats together = executor.stats();
  executor.reset_state();
  Counters all;
  std::vector<Counters> kernels(made.program.kernels.size());
  for (const auto& one : inputs) {
    executor.run_positions({&one, 1});
    all += executor.stats().counters;
    for (size_t k = 0; k < kernels.size(); ++k)
      kernels[k] += executor.stats().kernels[k];
  }
  EXPECT_EQ(together.launches, 1);
  expect_same_work(together.counters, all);
  for (size_t k = 0; k < kernels.size(); ++k)
    expect_same_work(together.kernels[k], kernels[k]);
}

// Two executors of one program keep apart what they have seen, and a program that was saved and
// loaded does the same.
TEST(DecoderSteps, EveryExecutorHasItsOwnState) {
  const auto [net, config, made] = small_decoder(6, 30);
  const std::string path = ::testing::TempDir() + "decoder_steps.vta";
  save_program(made.program, path);
  const auto program = std::make_shared<const Program>(load_program(path));
  EXPECT_EQ(program->positions, made.program.positions);
  const auto link = [&] { return std::make_unique<LocalLink>(make_device("fsim", config)); };
  Executor a(program, link()), b(program, link());
  const Tensor of_a = random_tokens(net, 1), of_b = random_tokens(net, 2);
  const Tensor wanted_a = interpret(made.quantized, std::vector{of_a}).front(),
               wanted_b = interpret(made.quantized, std::vector{of_b}).front();
  const auto classes = static_cast<size_t>(net.vocabulary);
  const auto row = [&](const Tensor& whole, size_t at) {
    return whole.data<float>().subspan(at * classes, classes);
  };
  for (size_t i = 0; i < static_cast<size_t>(net.tokens); ++i) {
    a.run_positions(inputs_of(of_a.data<int64_t>().subspan(i, 1)));
    b.run_positions(inputs_of(of_b.data<int64_t>().subspan(i, 1)));
    ASSERT_TRUE(std::ranges::equal(row(wanted_a, i), a.output(0).data<float>())) << i;
    ASSERT_TRUE(std::ranges::equal(row(wanted_b, i), b.output(0).data<float>())) << i;
  }
}

// An older reader takes version 3, and would run position 0 alone.
TEST(DecoderSteps, AFileWithoutItsParametersSaysThatItHasPositions) {
  const auto [net, config, made] = small_decoder(6, 30);
  const std::string path = ::testing::TempDir() + "decoder_steps_bare.vta";
  save_program_without_parameters(made.program, path);
  EXPECT_EQ(read_text_file(path, kMostTextBytes).at(8), 5);
  const Program loaded = load_program(path, parameters_of(made.program));
  EXPECT_EQ(loaded.positions, made.program.positions);
  Executor executor(loaded, make_device("fsim", config));
  expect_rows(executor, made, net, 3, 9);
}

TEST(DecoderSteps, NothingIsRunWherePositionsLackAnInputOrAreTooMany) {
  const auto [net, config, made] = small_decoder(7, 12);
  Executor executor(made.program, make_device("fsim", config));
  const Tensor tokens = random_tokens(net, 1);
  auto inputs = inputs_of(tokens.data<int64_t>());
  inputs.push_back(inputs.front());
  EXPECT_THAT(error_text<InputError>([&] { executor.run_positions(inputs); }),
              ::testing::HasSubstr(fmt::format("{} positions from position 0 on, and the context "
                                               "ends at {}",
                                               net.tokens + 1, net.tokens)));
  inputs = inputs_of(tokens.data<int64_t>().first(2));
  inputs[1].clear();
  EXPECT_EQ(error_text<InputError>([&] { executor.run_positions(inputs); }),
            "0 inputs for a position, the program has 1");
  inputs[1] = {Tensor::zeros(DType::I64, {1, 2})};
  EXPECT_THAT(error_text<InputError>([&] { executor.run_positions(inputs); }),
              ::testing::HasSubstr("was given int64 (1, 2)"));
  EXPECT_EQ(executor.position(), 0);
  executor.run_positions({});
  EXPECT_EQ(executor.position(), 0);
}

// What cannot run by steps is refused by name where they are asked for, and noted where they are
// only preferred.
TEST(DecoderSteps, AreRefusedWhereTheMachineHasNotAllOfTheAttention) {
  std::mt19937_64 random(8);
  const RandomTransformer net = random_decoder(random, 12, 40);
  EXPECT_THAT(error_text<CompileError>([&] { steps_of(net, named_config("default")); }),
              ::testing::AllOf(::testing::HasSubstr("no steps of a decoder: not all of its "
                                                    "attention runs on the accelerator: "),
                               ::testing::HasSubstr("needs the extension round of ISA_EXT")));
  CompileOptions options;
  options.config = named_config("default");
  options.recipe.set("all_int8", "true").set("quant", "max");
  options.calibration = {random_tokens(net, 1)};
  options.prefer_steps = true;
  const CompileResult whole = compile_graph(net.graph(), options);
  EXPECT_FALSE(whole.program.positions);
  EXPECT_THAT(whole.notes, ::testing::Contains(::testing::HasSubstr("no steps of a decoder: ")));
}

TEST(DecoderSteps, AProgramWithoutPositionsHasNone) {
  std::mt19937_64 random(9);
  const RandomTransformer net = random_decoder(random, 6, 40);
  CompileOptions options;
  options.config = named_config("default");
  const CompileResult whole = compile_graph(net.graph(), options);
  Executor executor(whole.program, make_device("fsim", options.config));
  EXPECT_EQ(error_text<InputError>([&] { executor.run_positions({}); }),
            "the program has no positions: it keeps nothing from one run to the next");
}

}  // namespace
}  // namespace vta::testing
