#include "runtime/executor.h"

#include <gmock/gmock.h>

#include <algorithm>
#include <cstring>
#include <numeric>

#include "hw/isa/codec.h"
#include "sim/factory/device_factory.h"
#include "tests/driver/test_link.h"
#include "tests/runtime/test_program.h"
#include "tests/sim/fake_timed_device.h"

namespace vta {
namespace {

using test::make_add_program;
using ::testing::AllOf;
using ::testing::HasSubstr;

std::unique_ptr<Device> small_device(const VtaConfig& config) {
  return make_device("fsim", config, {.memory_bytes = int64_t{1} << 24});
}

Tensor ramp() {
  Tensor t = Tensor::zeros(DType::I8, {1, 16, 1, 4});
  auto data = t.mutable_data<int8_t>();
  std::iota(data.begin(), data.end(), static_cast<int8_t>(-20));
  return t;
}

template <typename F>
std::string error_of(F f) {
  try {
    f();
  } catch (const Error& e) {
    return e.what();
  }
  return "no error";
}

class ExecutorTest : public ::testing::Test {
 protected:
  void start(Program program) {
    const VtaConfig config = program.config;
    executor_ =
        std::make_unique<Executor>(std::move(program), test::test_link(small_device(config)));
  }
  std::unique_ptr<Executor> executor_;
};

TEST_F(ExecutorTest, RunsHostAndDeviceSteps) {
  start(make_add_program(3, -5));
  executor_->set_input(0, ramp());
  executor_->run();
  const auto out = executor_->output(0).data<float>();
  const Tensor in = ramp();
  for (size_t i = 0; i < out.size(); ++i)
    EXPECT_EQ(out[i], 0.5f * static_cast<float>(in.data<int8_t>()[i] - 2));
}

TEST_F(ExecutorTest, ExecutorsShareOneProgram) {
  const auto program = std::make_shared<const Program>(make_add_program(3, -5));
  Executor first(program, test::test_link(small_device(program->config)));
  Executor second(program, test::test_link(small_device(program->config)));
  EXPECT_EQ(&first.program(), program.get());
  EXPECT_EQ(&second.program(), program.get());
  for (Executor* executor : {&first, &second}) {
    executor->set_input(executor->input_index("data"), ramp());
    executor->run();
  }
  EXPECT_TRUE(std::ranges::equal(first.output(0).bytes(), second.output(0).bytes()));
}

TEST_F(ExecutorTest, InputsAndOutputsHaveNames) {
  start(make_add_program(3, -5));
  EXPECT_EQ(executor_->input_index("data"), 0);
  EXPECT_EQ(executor_->output_index("result"), 0);
  EXPECT_THAT(error_of([&] { executor_->input_index("dat"); }),
              HasSubstr("there is no input 'dat': known are data"));
  EXPECT_THAT(error_of([&] { executor_->output_index("data"); }),
              HasSubstr("there is no output 'data': known are result"));
  EXPECT_FALSE(executor_->input(0).valid());
}

TEST_F(ExecutorTest, ADeviceWithoutValuesHasNoOutputs) {
  const Program program = make_add_program(3, -5);
  for (const bool timing_only : {true, false}) {
    Executor executor(program, test::test_link(make_device("csim", program.config,
                                                           {.memory_bytes = int64_t{1} << 24,
                                                            .timing_only = timing_only})));
    executor.set_input(0, ramp());
    executor.run();
    EXPECT_GT(executor.stats().timing->cycles, 0);
    EXPECT_THAT(error_of([&] { executor.output(0); }),
                timing_only ? HasSubstr("output 0 has no value: with timing_only=1 the device "
                                        "(csim) computes only cycles")
                            : HasSubstr("no error"));
  }
}

// A library's caller may have built the device of another circuit: the stream is what counts.
TEST_F(ExecutorTest, TakesADeviceThatRunsTheSameStreams) {
  const Program program = make_add_program(3, -5);
  VtaConfig machine = program.config;
  machine.log_bus_width = 9;
  machine.cmd_queue_depth = 2;
  machine.mem_gap = 7;
  machine.mem_burst_beats = 1;
  executor_ = std::make_unique<Executor>(program, test::test_link(small_device(machine)));
  executor_->set_input(0, ramp());
  executor_->run();
  EXPECT_EQ(executor_->output(0).data<float>()[0], 0.5f * (-20 - 2));
  EXPECT_EQ(executor_->program().config, machine);
}

TEST_F(ExecutorTest, RefusesADeviceForWhichTheInstructionsMeanSomethingElse) {
  const Program program = make_add_program(3, -5);
  VtaConfig machine = program.config;
  machine.log_batch += 1;
  machine.mem_gap = 7;
  EXPECT_THAT(error_of([&] { Executor(program, small_device(machine)); }),
              HasSubstr("LOG_BATCH (0, 1) differs"));
}

TEST_F(ExecutorTest, RunsAgainWithAnotherInput) {
  start(make_add_program(1, 1));
  for (int8_t fill : {int8_t{3}, int8_t{-7}}) {
    Tensor t = Tensor::zeros(DType::I8, {1, 16, 1, 4});
    std::ranges::fill(t.mutable_data<int8_t>(), fill);
    executor_->set_input(0, t);
    executor_->run();
    EXPECT_EQ(executor_->output(0).data<float>()[0], 0.5f * static_cast<float>(fill + 2));
  }
}

TEST_F(ExecutorTest, CountersAreOfTheLastRun) {
  start(make_add_program(1, 1));
  executor_->set_input(0, ramp());
  executor_->run();
  executor_->run();
  EXPECT_EQ(executor_->stats().launches, 1);
  EXPECT_EQ(executor_->stats().counters.alu_counter, 8);
  EXPECT_EQ(executor_->stats().counters.out_store_nbytes, 128);
}

TEST_F(ExecutorTest, KernelCountersAddUpToTheTotal) {
  start(make_add_program(1, 1));
  executor_->set_input(0, ramp());
  executor_->run();
  const RunStats& stats = executor_->stats();
  ASSERT_EQ(stats.kernels.size(), 2u);
  EXPECT_EQ(stats.kernels[0].alu_counter, 4);
  EXPECT_EQ(stats.kernels[1].alu_counter, 4);
  EXPECT_EQ(stats.kernels[0].out_store_nbytes, 64);
  EXPECT_EQ(stats.kernels[1].out_store_nbytes, 64);
  EXPECT_EQ(stats.kernels[0].acc_load_nbytes + stats.kernels[1].acc_load_nbytes,
            stats.counters.acc_load_nbytes);
}

// Every number of it its own: n, n + 1, ...
Timing counted_timing(int64_t n, size_t kernels) {
  Timing t;
  t.cycles = n++;
  t.bus_beats = n++;
  const auto fill = [&n](UnitCycles& units) {
    for (StateCycles& states : units)
      for (int64_t& cycles : states)
        cycles = n++;
  };
  fill(t.units);
  t.kernels.resize(kernels);
  for (KernelTiming& kernel : t.kernels) {
    kernel.cycles = n++;
    fill(kernel.units);
  }
  t.outside.cycles = n++;
  fill(t.outside.units);
  return t;
}

class TimedExecutorTest : public ExecutorTest {
 protected:
  const Timing& run(Program program, std::vector<Timing> timings, int runs = 1) {
    const VtaConfig config = program.config;
    executor_ = std::make_unique<Executor>(std::move(program),
                                           test::test_link(std::make_unique<test::FakeTimedDevice>(
                                               small_device(config), std::move(timings))));
    executor_->set_input(0, ramp());
    for (int i = 0; i < runs; ++i)
      executor_->run();
    return *executor_->stats().timing;
  }
};

TEST_F(ExecutorTest, ADeviceWithoutTimeGivesNoTiming) {
  start(make_add_program(1, 1));
  executor_->set_input(0, ramp());
  executor_->run();
  EXPECT_FALSE(executor_->stats().timing);
}

TEST_F(TimedExecutorTest, TimingOfOneLaunchIsTheDevices) {
  EXPECT_EQ(run(make_add_program(1, 1), {counted_timing(7, 2)}), counted_timing(7, 2));
}

TEST_F(TimedExecutorTest, TimingIsOfTheLastRun) {
  EXPECT_EQ(run(make_add_program(1, 1), {counted_timing(7, 2), counted_timing(1000, 2)}, 2),
            counted_timing(1000, 2));
}

TEST_F(TimedExecutorTest, LaunchesAddUpAndKernelsKeepTheirPlace) {
  // The same launch twice, each time with one of the two kernels to its name.
  Program p = make_add_program(1, 1);
  const auto at = std::ranges::find_if(
      p.steps, [](const Step& s) { return std::holds_alternative<LaunchStep>(s); });
  ASSERT_NE(at, p.steps.end());
  LaunchStep& first = std::get<LaunchStep>(*at);
  first.kernel_count = 1;
  LaunchStep second = first;
  second.first_kernel = 1;
  p.steps.insert(at + 1, second);
  const Timing a = counted_timing(10, 1), b = counted_timing(5000, 1);
  const Timing& sum = run(std::move(p), {a, b});
  EXPECT_EQ(executor_->stats().launches, 2);
  EXPECT_EQ(sum.cycles, a.cycles + b.cycles);
  EXPECT_EQ(sum.bus_beats, a.bus_beats + b.bus_beats);
  EXPECT_EQ(sum.outside.cycles, a.outside.cycles + b.outside.cycles);
  ASSERT_EQ(sum.kernels.size(), 2u);
  EXPECT_EQ(sum.kernels[0], a.kernels[0]);
  EXPECT_EQ(sum.kernels[1], b.kernels[0]);
  for (size_t u = 0; u < sum.units.size(); ++u)
    for (size_t s = 0; s < sum.units[u].size(); ++s) {
      EXPECT_EQ(sum.units[u][s], a.units[u][s] + b.units[u][s]);
      EXPECT_EQ(sum.outside.units[u][s], a.outside.units[u][s] + b.outside.units[u][s]);
    }
}

TEST_F(ExecutorTest, TimesAreMeasured) {
  start(make_add_program(1, 1));
  executor_->set_input(0, ramp());
  executor_->run();
  EXPECT_GT(executor_->stats().device_seconds, 0);
  EXPECT_GT(executor_->stats().host_seconds, 0);
}

TEST_F(ExecutorTest, EveryHostStepHasItsTimeAndALaunchHasNone) {
  const Program p = make_add_program(1, 1);
  start(p);
  executor_->set_input(0, ramp());
  executor_->run();
  executor_->run();  // not of both
  const RunStats& stats = executor_->stats();
  ASSERT_EQ(stats.host_step_seconds.size(), p.steps.size());
  double sum = 0;
  for (size_t i = 0; i < p.steps.size(); ++i) {
    sum += stats.host_step_seconds[i];
    EXPECT_EQ(stats.host_step_seconds[i] > 0, !std::holds_alternative<LaunchStep>(p.steps[i])) << i;
  }
  EXPECT_DOUBLE_EQ(stats.host_seconds, sum);
  executor_->run_launches_only();
  EXPECT_TRUE(executor_->stats().host_step_seconds.empty());
}

TEST_F(ExecutorTest, TheObserverSeesEveryKernelEvenWhereMemoryIsReused) {
  start(make_add_program(3, 4, true));
  executor_->set_input(0, ramp());
  std::vector<std::pair<int64_t, int>> seen;
  executor_->observe_kernels([&](int64_t kernel, int64_t, const Tensor& nchw) {
    EXPECT_EQ(nchw.shape(), (Shape{1, 16, 1, 4}));
    seen.emplace_back(kernel, nchw.data<int8_t>()[0]);
  });
  executor_->run();
  EXPECT_EQ(seen, (std::vector<std::pair<int64_t, int>>{{0, -17}, {1, -13}}));
  seen.clear();
  executor_->observe_kernels({});
  executor_->run();
  EXPECT_TRUE(seen.empty());
}

TEST_F(ExecutorTest, AnObserverThatThrowsLeavesTheDeviceUsable) {
  start(make_add_program(3, 4));
  executor_->set_input(0, ramp());
  executor_->observe_kernels(
      [](int64_t, int64_t, const Tensor&) { throw InputError("stop here"); });
  EXPECT_THROW(executor_->run(), InputError);
  executor_->observe_kernels({});
  executor_->run();
  EXPECT_EQ(executor_->output(0).data<float>()[0], 0.5f * (-20 + 7));
}

TEST_F(ExecutorTest, TheObserverSeesWhatCompletedBeforeAnError) {
  Program p = make_add_program(3, 4);
  p.insns[static_cast<size_t>(p.kernels[1].first_insn) * 16] |= std::byte{7};
  start(std::move(p));
  executor_->set_input(0, ramp());
  std::vector<int64_t> seen;
  executor_->observe_kernels(
      [&](int64_t kernel, int64_t, const Tensor&) { seen.push_back(kernel); });
  EXPECT_THAT(error_of([&] { executor_->run(); }), HasSubstr("OPCODE"));
  EXPECT_EQ(seen, std::vector<int64_t>{0});
}

TEST_F(ExecutorTest, AnInputOfAnotherShapeIsRefused) {
  start(make_add_program(1, 1));
  EXPECT_THAT(error_of([&] {
                executor_->set_input(0, Tensor::zeros(DType::I8, {1, 16, 4, 1}));
              }),
              AllOf(HasSubstr("input 0 (data) takes int8 (1, 16, 1, 4)"),
                    HasSubstr("was given int8 (1, 16, 4, 1)")));
}

TEST_F(ExecutorTest, AnInputOfAnotherTypeIsRefused) {
  start(make_add_program(1, 1));
  EXPECT_THAT(error_of([&] {
                executor_->set_input(0, Tensor::zeros(DType::F32, {1, 16, 1, 4}));
              }),
              HasSubstr("was given float32"));
  EXPECT_THAT(error_of([&] { executor_->set_input(0, Tensor()); }), HasSubstr("no value"));
}

TEST_F(ExecutorTest, MissingInputsAndOutputsAreNamed) {
  start(make_add_program(1, 1));
  EXPECT_THAT(error_of([&] { executor_->set_input(1, ramp()); }), HasSubstr("no input 1"));
  EXPECT_THAT(error_of([&] { (void)executor_->output(2); }), HasSubstr("no output 2"));
  EXPECT_THAT(error_of([&] { (void)executor_->output(0); }),
              HasSubstr("output 0 has no value: there was no run"));
  EXPECT_THAT(error_of([&] { executor_->run(); }), HasSubstr("input 0 (data) has not been set"));
}

TEST_F(ExecutorTest, LaunchesOnlyCountWhatARunCountsAndLeaveNoValues) {
  Program program = make_add_program(3, -5);
  start(program);
  executor_->set_input(0, ramp());
  executor_->run();
  const RunStats whole = executor_->stats();
  executor_->run_launches_only();
  EXPECT_EQ(executor_->stats().counters, whole.counters);
  EXPECT_EQ(executor_->stats().kernels, whole.kernels);
  EXPECT_EQ(executor_->stats().launches, whole.launches);
  EXPECT_EQ(executor_->stats().host_seconds, 0);
  EXPECT_THAT(error_of([&] { (void)executor_->output(0); }),
              HasSubstr("output 0 has no value: there was no run, the last run failed, or it ran "
                        "the launches only"));
  executor_->run();  // the input is still there
  EXPECT_TRUE(executor_->output(0).valid());
}

TEST_F(ExecutorTest, LaunchesOnlyRunNoHostOperatorAndNeedNoInput) {
  start(make_add_program(1, 1));
  executor_->run_launches_only();
  EXPECT_EQ(executor_->stats().launches, 1);
  EXPECT_FALSE(executor_->value(2).valid());  // what the first host operator would make
}

TEST_F(ExecutorTest, AnInvalidProgramIsRefused) {
  Program p = make_add_program(1, 1);
  p.outputs = {77};
  EXPECT_THAT(error_of([&] { start(p); }), HasSubstr("index 77"));
}

void change_insn(Program& p, int64_t index, void (*change)(Insn&)) {
  const InsnCodec codec(p.config);
  InsnBits bits;
  std::memcpy(&bits, p.insns.data() + index * 16, 16);
  Insn insn = codec.decode(bits);
  change(insn);
  bits = codec.encode(insn);
  std::memcpy(p.insns.data() + index * 16, &bits, 16);
}

TEST_F(ExecutorTest, ADeviceErrorNamesTheKernelAndTheInstruction) {
  Program p = make_add_program(1, 1);
  const int64_t index = p.kernels[1].first_insn;
  change_insn(p, index, [](Insn& i) { i.sram_base = 5000; });
  start(p);
  executor_->set_input(0, ramp());
  EXPECT_THAT(error_of([&] { executor_->run(); }),
              AllOf(HasSubstr("SRAM_RANGE"), HasSubstr(fmt::format("instruction {}", index)),
                    HasSubstr("kernel add_1")));
}

TEST_F(ExecutorTest, TokensLeftOverAreAnError) {
  Program p = make_add_program(1, 1);
  const int64_t finish = static_cast<int64_t>(p.insns.size()) / 16 - 1;
  change_insn(p, finish, [](Insn& i) { i.push_prev = 1; });
  start(p);
  executor_->set_input(0, ramp());
  EXPECT_THAT(error_of([&] { executor_->run(); }),
              AllOf(HasSubstr("tokens left over"), HasSubstr("compute->load 1")));
}

TEST_F(ExecutorTest, AnUnknownHostOperatorIsNamed) {
  Program p = make_add_program(1, 1);
  std::get<HostOpStep>(p.steps[3]).op = "nn.unheard_of";
  EXPECT_THAT(error_of([&] { start(p); }), AllOf(HasSubstr("step 3"), HasSubstr("nn.unheard_of")));
}

TEST_F(ExecutorTest, AHostResultOfAnotherTypeThanDeclaredIsRefused) {
  Program p = make_add_program(1, 1);
  std::get<HostOpStep>(p.steps[3]).attrs.set("dtype", std::string("int32"));
  EXPECT_THAT(error_of([&] { start(p); }),
              AllOf(HasSubstr("step 3: result 0 of cast is"), HasSubstr("int32"),
                    HasSubstr("the program says"), HasSubstr("float32")));
}

// A program of host steps only that converts its input on the device side and brings it back.
Program convert_program(const PackedLayout& from, const PackedLayout& to) {
  Program p;
  const Shape shape = {from.n, from.c, from.h, from.w};
  p.values = {{"data", from.dtype, shape, {}}, {"out", to.dtype, shape, {}}};
  p.inputs = {0};
  p.outputs = {1};
  p.device_tensors = {{"from", 0, from}, {"to", 65536, to}};
  p.arena_bytes = 65536 + to.size_bytes();
  p.steps = {ToDeviceStep{0, 0}, ConvertStep{0, 1}, FromDeviceStep{1, 1}};
  return p;
}

TEST_F(ExecutorTest, ConversionWidensInPlaceOrderAndCountsIt) {
  PackedLayout from{1, 20, 2, 3, 1, 16, 1, DType::I8}, to = from;
  to.dtype = DType::I32;
  start(convert_program(from, to));
  Tensor t = Tensor::zeros(DType::I8, {1, 20, 2, 3});
  std::iota(t.mutable_data<int8_t>().begin(), t.mutable_data<int8_t>().end(),
            static_cast<int8_t>(-60));
  executor_->set_input(0, t);
  executor_->run();
  EXPECT_TRUE(std::ranges::equal(executor_->output(0).data<int32_t>(), t.data<int8_t>()));
  EXPECT_EQ(executor_->stats().widened_bytes, to.size_bytes());
  executor_->run_launches_only();
  EXPECT_EQ(executor_->stats().widened_bytes, to.size_bytes());
}

// A value under two names, the input and a constant, in a second run and after parameters too.
TEST_F(ExecutorTest, OutputsAreFoundByTheirOwnNames) {
  Program p = make_add_program(1, 2);
  p.outputs = {4, 4, 0, 3};
  p.output_names = {"scores", "again", "same", "scale of it"};
  start(std::move(p));
  for (int run = 0; run < 2; ++run) {
    executor_->set_input(0, ramp());
    executor_->run();
    EXPECT_EQ(executor_->output_index("again"), 1);
    EXPECT_TRUE(std::ranges::equal(executor_->output(0).bytes(), executor_->output(1).bytes()));
    EXPECT_TRUE(std::ranges::equal(executor_->output(2).bytes(), ramp().bytes()));
    EXPECT_EQ(executor_->output(3).data<float>()[0], 0.5f);
  }
  EXPECT_THAT(error_of([&] { executor_->output_index("result"); }),
              AllOf(HasSubstr("there is no output 'result'"), HasSubstr("scores")));
}

// Two parts of one tensor of two batches: neither writes what lies between its own.
TEST_F(ExecutorTest, PartsAreWrittenBesideEachOther) {
  Program p;
  const Shape shape = {2, 2, 1, 2}, all = {2, 4, 1, 2};
  p.values = {{"a", DType::I8, shape, {}},
              {"b", DType::I8, shape, {}},
              {"joined", DType::I8, all, {}},
              {"back", DType::I8, shape, {}}};
  p.inputs = {0, 1};
  p.outputs = {2, 3};
  PackedLayout part{2, 2, 1, 2, 1, 2, 1, DType::I8};
  part.image_groups = 2;
  const PackedLayout whole{2, 4, 1, 2, 1, 2, 1, DType::I8};
  p.device_tensors = {{"whole", 0, whole}, {"a", 0, part, 0}, {"b", 4, part, 0}};
  p.arena_bytes = p.constants_offset = p.uops_offset = p.insns_offset = 64;
  p.steps = {ToDeviceStep{1, 2}, ToDeviceStep{0, 1}, FromDeviceStep{0, 2}, FromDeviceStep{2, 3}};
  start(p);
  const int8_t a[] = {1, 2, 3, 4, 5, 6, 7, 8}, b[] = {11, 12, 13, 14, 15, 16, 17, 18};
  executor_->set_input(0, Tensor::from_span<int8_t>(shape, a));
  executor_->set_input(1, Tensor::from_span<int8_t>(shape, b));
  executor_->run();
  EXPECT_THAT(executor_->output(0).data<int8_t>(),
              ::testing::ElementsAre(1, 2, 3, 4, 11, 12, 13, 14, 5, 6, 7, 8, 15, 16, 17, 18));
  EXPECT_TRUE(std::ranges::equal(executor_->output(1).data<int8_t>(), b));
}

TEST_F(ExecutorTest, ConversionChangesTheLayout) {
  const PackedLayout from{3, 20, 2, 3, 2, 16, 2, DType::I8}, to{3, 20, 2, 3, 1, 8, 1, DType::I8};
  start(convert_program(from, to));
  Tensor t = Tensor::zeros(DType::I8, {3, 20, 2, 3});
  for (size_t i = 0; i < 360; ++i)
    t.mutable_data<int8_t>()[i] = static_cast<int8_t>(i * 7);
  executor_->set_input(0, t);
  executor_->run();
  EXPECT_TRUE(std::ranges::equal(executor_->output(0).bytes(), t.bytes()));
  EXPECT_EQ(executor_->stats().widened_bytes, 0);
}

TEST_F(ExecutorTest, ConversionWidensAcrossLayouts) {
  const PackedLayout from{1, 20, 2, 3, 1, 16, 2, DType::I8}, to{1, 20, 2, 3, 1, 8, 1, DType::I32};
  start(convert_program(from, to));
  Tensor t = Tensor::zeros(DType::I8, {1, 20, 2, 3});
  for (size_t i = 0; i < 120; ++i)
    t.mutable_data<int8_t>()[i] = static_cast<int8_t>(i * 5);
  executor_->set_input(0, t);
  executor_->run();
  EXPECT_TRUE(std::ranges::equal(executor_->output(0).data<int32_t>(), t.data<int8_t>()));
  EXPECT_EQ(executor_->stats().launches, 0);
}

TEST_F(ExecutorTest, AnArenaLargerThanTheDeviceIsRefused) {
  Program p = make_add_program(1, 1);
  p.arena_bytes = int64_t{1} << 30;
  EXPECT_THROW(start(p), DeviceError);
}

TEST_F(ExecutorTest, ASavedProgramRunsLikeTheOriginal) {
  const test::ScratchFile file("executor");
  save_program(make_add_program(9, -4), file.path());
  start(load_program(file.path()));
  executor_->set_input(0, ramp());
  executor_->run();
  EXPECT_EQ(executor_->output(0).data<float>()[0], 0.5f * (-20 + 5));
}

}  // namespace
}  // namespace vta
