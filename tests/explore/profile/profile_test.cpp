// What a profile claims, against the instructions byte by byte and against what csim reports.
#include "explore/profile/profile.h"

#include <gmock/gmock.h>

#include <algorithm>
#include <cstring>
#include <map>

#include "explore/profile/profile_report.h"
#include "hw/isa/codec.h"
#include "tests/explore/small_run.h"

namespace vta::explore {
namespace {

using testing::HasSubstr;

// Completions as they are reported to a sink that keeps nothing else.
struct Completions : TraceSink {
  std::vector<std::vector<int64_t>> launches;  // cycle by instruction
  void on_launch(std::span<const Insn> insns) override { launches.emplace_back(insns.size(), -1); }
  void on_retire(Unit, int64_t index, const Insn&, int64_t cycle) override {
    launches.back()[static_cast<size_t>(index)] = cycle;
  }
};

struct Case {
  std::string name;
  test::SmallRunOptions options;
};

// Default; another shape of the accelerator; cut into launches by float convolutions; two images.
std::vector<Case> cases() {
  return {{"Default", {}},
          {"Wide", {.config = "1x32", .memory = "ddr,bus=16"}},
          {"Launches", {.skip_conv = {0, 3, 6}}},
          {"Images", {.images = 2}}};
}

class ProfileOf : public ::testing::TestWithParam<Case> {
 protected:
  ProfileOf() {
    Program program = test::small_program(GetParam().options);
    TimedRun run = timed_run(program, "csim", &log_);
    program_ = std::move(run.program);
    stats_ = std::move(run.stats);
    timed_run(program_, "csim", &completions_);
    profile_ = make_profile(program_, stats_, log_);
  }

  Insn insn(int64_t index) const {
    InsnBits bits;
    std::memcpy(&bits, program_.insns.data() + index * 16, sizeof(bits));
    return codec().decode(bits);
  }
  InsnCodec codec() const { return InsnCodec(program_.config); }

  // Every byte of the section of activations that a kernel's instructions read or write.
  template <typename Use>
  void each_byte(const OperatorProfile& op, Opcode opcode, const Use& use) const {
    for (int64_t i = op.first_insn; i < op.first_insn + op.insns; ++i) {
      const Insn one = insn(i);
      if (one.op() != opcode || one.memory() == MemoryType::Uop)
        continue;
      const int64_t size = program_.config.element_bytes(one.memory());
      for (int64_t y = 0; y < one.y_size; ++y)
        for (int64_t x = 0; x < one.x_size; ++x)
          for (int64_t byte = 0; byte < size; ++byte)
            if (const int64_t at = (one.dram_base + y * one.x_stride + x) * size + byte;
                at < program_.constants_offset)
              use(at);
    }
  }

  const MemoryChunk& chunk(const std::string& owner) const {
    const auto found = std::ranges::find(profile_.memory.chunks, owner, &MemoryChunk::owner);
    EXPECT_NE(found, profile_.memory.chunks.end()) << owner;
    return *found;
  }

  IntervalLog log_;
  Completions completions_;
  Program program_;
  RunStats stats_;
  Profile profile_;
};

TEST_P(ProfileOf, ChunksThatAreAliveTogetherNeverOverlap) {
  const auto positions = static_cast<int64_t>(profile_.operators.size());
  std::vector<std::string> owner(static_cast<size_t>(program_.arena_bytes));
  for (int64_t p = 0; p < positions; ++p) {
    std::ranges::fill(owner, std::string());
    for (const MemoryChunk& c : profile_.memory.chunks) {
      if (p < c.first || p > c.last)
        continue;
      for (int64_t at = c.offset; at < c.offset + c.bytes; ++at) {
        ASSERT_EQ(owner[static_cast<size_t>(at)], "") << c.owner << " at " << p;
        owner[static_cast<size_t>(at)] = c.owner;
      }
    }
  }
}

// Byte by byte: who wrote last is who is read. Host steps write whole tensors.
TEST_P(ProfileOf, EveryByteThatAKernelLoadsIsOfALivingInput) {
  std::vector<int64_t> writer(static_cast<size_t>(program_.constants_offset), -1);
  for (const OperatorProfile& op : profile_.operators) {
    if (op.kernel < 0) {
      for (const ProfileTensor& out : op.outputs)
        if (out.place == "device")
          std::fill_n(writer.begin() + chunk(out.name).offset, out.bytes, op.position);
      continue;
    }
    std::map<int64_t, int64_t> read;  // bytes by the position that wrote them
    each_byte(op, Opcode::Load, [&](int64_t at) { ++read[writer[static_cast<size_t>(at)]]; });
    for (const auto& [position, bytes] : read) {
      ASSERT_GE(position, 0) << op.name << " loads bytes that nobody wrote";
      const std::string& tensor =
          profile_.operators[static_cast<size_t>(position)].outputs.at(0).name;
      EXPECT_THAT(op.inputs, testing::Contains(testing::Field(&ProfileTensor::name, tensor)));
      EXPECT_LE(chunk(tensor).first, position);
      EXPECT_GE(chunk(tensor).last, op.position);
    }
    each_byte(op, Opcode::Store, [&](int64_t at) {
      const MemoryChunk& out = chunk(op.outputs.at(0).name);
      ASSERT_TRUE(out.offset <= at && at < out.offset + out.bytes) << op.name;
      writer[static_cast<size_t>(at)] = op.position;
    });
  }
}

TEST_P(ProfileOf, ThePeakIsTheArena) {
  const MemoryProfile& memory = profile_.memory;
  EXPECT_EQ(memory.peak_bytes, program_.arena_bytes);
  EXPECT_LE(memory.live_bytes, memory.activation_bytes);
  EXPECT_LE(memory.live_bytes, memory.unshared_bytes);
  // Each kernel's constants are chunks of their own, and together all that there are.
  int64_t constants = 0;
  for (const MemoryChunk& chunk : profile_.memory.chunks) {
    if (chunk.section != "constants")
      continue;
    constants += chunk.bytes;
    if (chunk.owner == "padding") {
      EXPECT_LT(chunk.bytes, 4096);
      continue;
    }
    const OperatorProfile& user = profile_.operators[static_cast<size_t>(chunk.first)];
    EXPECT_EQ(chunk.owner, user.name + ".constants");
    EXPECT_EQ(chunk.last, chunk.first);
    EXPECT_THAT(chunk.shares_with, testing::IsEmpty());
  }
  EXPECT_EQ(constants, static_cast<int64_t>(program_.constants.size()));
  EXPECT_EQ(chunk("instructions").offset, program_.insns_offset);
}

TEST_P(ProfileOf, SharingIsMutualAndOfBytesAtOtherTimes) {
  for (const MemoryChunk& c : profile_.memory.chunks)
    for (const std::string& other : c.shares_with) {
      EXPECT_THAT(chunk(other).shares_with, testing::Contains(c.owner));
      EXPECT_TRUE(chunk(other).last < c.first || c.last < chunk(other).first);
    }
}

TEST_P(ProfileOf, MacsOfTheOperatorsAreTheProgramsOnBothSides) {
  int64_t host = 0, device = 0;
  for (const OperatorProfile& op : profile_.operators)
    (op.kernel < 0 ? host : device) += op.macs;
  EXPECT_EQ(device, program_.device_macs);
  EXPECT_EQ(host, program_.host_macs);
  EXPECT_GT(host, 0);
}

TEST_P(ProfileOf, AluOperationsAreLanesOfSteps) {
  int64_t sum = 0;
  for (const OperatorProfile& op : profile_.operators)
    sum += op.alu_ops;
  EXPECT_EQ(sum,
            stats_.counters.alu_counter * program_.config.batch() * program_.config.block_out());
}

TEST_P(ProfileOf, EveryInstructionEndsWhenItIsReportedToRetire) {
  EXPECT_EQ(profile_.insns.size() * 16, program_.insns.size());
  std::vector<int64_t> expected(profile_.insns.size()), found(profile_.insns.size());
  int64_t origin = 0;
  size_t launch = 0;
  for (const Step& step : program_.steps)
    if (const auto* l = std::get_if<LaunchStep>(&step); l != nullptr && l->insn_count > 0) {
      for (int64_t i = 0; i < l->insn_count; ++i)
        expected[static_cast<size_t>(l->first_insn + i)] =
            origin + completions_.launches[launch][static_cast<size_t>(i)];
      origin += log_.launches()[launch++].cycles;
    }
  EXPECT_EQ(origin, profile_.cycles);
  for (const InsnProfile& one : profile_.insns) {
    EXPECT_LT(0, one.dispatched);
    EXPECT_LE(one.dispatched, one.start);
    EXPECT_LE(one.start, one.end);
    found[static_cast<size_t>(one.index)] = one.end;
  }
  EXPECT_EQ(found, expected);
}

// A kernel's interval is the hull of its units'; each unit does the kernels one after the other.
TEST_P(ProfileOf, KernelsLieInTheRunAndFollowEachOther) {
  std::array<int64_t, 3> ended{};
  int64_t last_end = 0;
  for (const OperatorProfile& op : profile_.operators) {
    EXPECT_EQ(op.run.has_value(), op.kernel >= 0);
    if (!op.run)
      continue;
    int64_t start = profile_.cycles, end = 0;
    for (size_t u = 0; u < 3; ++u) {
      if (!op.units[u])
        continue;
      EXPECT_GT(op.units[u]->start, ended[u]) << op.name;
      ended[u] = op.units[u]->end;
      start = std::min(start, op.units[u]->start);
      end = std::max(end, op.units[u]->end);
    }
    EXPECT_EQ(op.run->start, start);
    EXPECT_EQ(op.run->end, end);
    EXPECT_GT(start, 0);
    EXPECT_LE(end, profile_.cycles);
    EXPECT_GT(end, last_end) << op.name;
    last_end = end;
  }
}

// The cycles that csim charges to a kernel are its end less the end before, within one launch.
TEST_P(ProfileOf, CyclesOfAKernelAreItsEndLessTheOneBefore) {
  std::map<int64_t, int64_t> origin;
  int64_t sum = 0;
  for (size_t l = 0; l < log_.launches().size(); ++l) {
    origin[static_cast<int64_t>(l)] = sum;
    sum += log_.launches()[l].cycles;
  }
  int64_t launch = -1, before = 0;
  for (const OperatorProfile& op : profile_.operators) {
    if (!op.run)
      continue;
    if (op.launch != launch)
      before = origin.at(op.launch);
    launch = op.launch;
    EXPECT_EQ(op.cycles, op.run->end - before) << op.name;
    before = op.run->end;
  }
}

TEST_P(ProfileOf, JsonHasEverything) {
  const boost::json::object json = profile_json(profile_, program_, true);
  EXPECT_EQ(json.at("provenance").at("schema"), "vta.profile");
  EXPECT_EQ(json.at("cycles"), profile_.cycles);
  EXPECT_EQ(json.at("memory").at("peak_bytes"), program_.arena_bytes);
  EXPECT_EQ(json.at("operators").as_array().size(), profile_.operators.size());
  EXPECT_EQ(json.at("instructions").at("end").as_array().size(), profile_.insns.size());
  for (size_t p = 0; p < profile_.operators.size(); ++p) {
    const OperatorProfile& op = profile_.operators[p];
    const auto& row = json.at("operators").at(p);
    EXPECT_EQ(row.at("name"), boost::json::value(op.name));
    EXPECT_EQ(row.at("macs"), op.macs);
    EXPECT_EQ(row.at("inputs").as_array().size(), op.inputs.size());
    if (op.kernel < 0) {
      EXPECT_TRUE(row.at("execution").is_null());
      continue;
    }
    EXPECT_EQ(row.at("parameters").at("description"), boost::json::value(op.description));
    EXPECT_EQ(row.at("execution").at("interval").at("end"), op.run->end);
    EXPECT_EQ(row.at("execution").at("units").at("compute").at("start"), op.units[1]->start);
  }
  EXPECT_TRUE(profile_json(profile_, program_, false).at("instructions").is_null());
}

TEST_P(ProfileOf, TextHasARowPerOperatorAndThePeak) {
  const std::string text = profile_text(profile_);
  for (const OperatorProfile& op : profile_.operators)
    EXPECT_THAT(text, HasSubstr(op.name));
  EXPECT_THAT(text,
              HasSubstr(fmt::format("device memory: {} bytes at the peak", program_.arena_bytes)));
}

TEST_P(ProfileOf, LongNamesOfOwnersPushNothingAside) {
  Profile profile = profile_;
  ASSERT_FALSE(profile.memory.chunks.empty());
  profile.memory.chunks[0].owner = std::string(40, 'x');
  profile.memory.chunks[0].shares_with = {"a", "b"};
  const std::string text = profile_text(profile);
  const auto place = [&](const std::string& words) {
    const size_t at = text.find(words);
    return at - text.rfind('\n', at);
  };
  EXPECT_EQ(place("shares bytes with"), place(std::string(40, 'x')) + 42);
  EXPECT_THAT(text, HasSubstr(std::string(40, 'x') + "  a b\n"));
}

INSTANTIATE_TEST_SUITE_P(Programs, ProfileOf, ::testing::ValuesIn(cases()),
                         [](const auto& one) { return one.param.name; });

TEST(Profile, ALaunchPerStretchOnTheAccelerator) {
  IntervalLog log;
  timed_run(test::small_program({.skip_conv = {0, 3, 6}}), "csim", &log);
  EXPECT_GT(log.launches().size(), 1u);
}

// A program whose LOAD reads what nobody wrote cannot be explained.
TEST(Profile, ALoadOfUnwrittenMemoryIsRefused) {
  Program program = test::small_program();
  for (Step& step : program.steps)
    if (auto* to = std::get_if<ToDeviceStep>(&step)) {
      const DeviceTensor& tensor = program.device_tensors[static_cast<size_t>(to->device_tensor)];
      program.device_tensors.push_back(tensor);
      program.device_tensors.back().offset_bytes = 0;
      program.device_tensors.back().layout = {
          .n = 1, .c = 1, .h = 1, .w = 1, .batch = 1, .block = 1, .sub = 1, .dtype = DType::I8};
      to->device_tensor = static_cast<int64_t>(program.device_tensors.size()) - 1;
    }
  try {
    make_profile(program, test::small_run().stats, IntervalLog());
    FAIL();
  } catch (const InputError& e) {
    EXPECT_THAT(e.what(), HasSubstr("of its arena, to which no tensor was written"));
  }
}

TEST(TimedRun, NeedsABackendWithTimeAndAKernel) {
  EXPECT_THROW(timed_run(test::small_program(), "fsim"), UsageError);
  Program nothing;
  nothing.provenance.model = "net.ir";
  try {
    timed_run(nothing, "csim");
    FAIL();
  } catch (const InputError& e) {
    EXPECT_STREQ(e.what(), "'net.ir' runs nothing on the accelerator: there are no cycles");
  }
}

}  // namespace
}  // namespace vta::explore
