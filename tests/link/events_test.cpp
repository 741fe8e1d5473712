#include "link/wire/events.h"

#include <gmock/gmock.h>

#include "base/error.h"
#include "link/devices/devices.h"
#include "link/wire/describe.h"
#include "tests/link/loopback.h"
#include "tests/link/stream_on_link.h"

namespace vta::wire {
namespace {

using ::testing::HasSubstr;
using ::testing::ThrowsMessage;

// Everything that it is told, as bytes.
class Log final : public TraceSink {
 public:
  explicit Log(const VtaConfig& config) : codec_(config) {}

  void on_launch(std::span<const Insn> insns) override {
    add('l', std::vector<Insn>(insns.begin(), insns.end()));
  }
  void on_retire(Unit unit, int64_t index, const Insn& insn, int64_t cycle) override {
    add('r', std::vector<Insn>{insn}, unit, index, cycle);
  }
  void on_dispatch(const Dispatch& dispatch) override { add('d', {}, dispatch); }
  void on_execution(const Execution& execution, const Insn& insn) override {
    add('x', std::vector<Insn>{insn}, execution);
  }
  void on_burst(const BurstTransfer& burst) override { add('b', {}, burst); }
  void on_end(const RunReport& report) override {
    add('e', {}, report.error, report.error_insn, report.error_text, report.cycles);
  }

  std::string kinds;
  std::vector<std::vector<std::byte>> lines;

 private:
  template <typename... T>
  void add(char kind, const std::vector<Insn>& insns, const T&... values) {
    ByteWriter out;
    for (const Insn& insn : insns)
      out(codec_.encode(insn));
    out(values...);
    kinds += kind;
    lines.push_back(out.take());
  }

  InsnCodec codec_;
};

void expect_equal(const LaunchReport& a, const LaunchReport& b) {
  ByteWriter bytes_a, bytes_b;
  bytes_a(a);
  bytes_b(b);
  EXPECT_EQ(bytes_a.take(), bytes_b.take());
  EXPECT_EQ(a.read_backs, b.read_backs);
}

// The same program on the device itself and behind messages.
void expect_equal_runs(const std::string& device, const std::string& program, bool with_events) {
  SCOPED_TRACE(device + "\n" + program);
  const VtaConfig config = named_config("tiny");
  const auto direct = known_devices().open(device, config);
  const auto behind = make_loopback(known_devices().open(device, config));
  Log direct_log(config), behind_log(config);
  const LaunchReport a =
      direct->launch(test::place_program(*direct, program), with_events ? &direct_log : nullptr);
  const LaunchReport b =
      behind->launch(test::place_program(*behind, program), with_events ? &behind_log : nullptr);
  expect_equal(a, b);
  EXPECT_EQ(direct_log.kinds, behind_log.kinds);
  EXPECT_EQ(direct_log.lines, behind_log.lines);
  EXPECT_EQ(direct_log.kinds.empty(), !with_events);
}

TEST(Events, AreTheSameBehindMessages) {
  for (const char* device :
       {"fsim,kernels=reference", "csim,kernels=reference", "csim,timing_only=1"})
    for (const bool with_events : {false, true})
      for (const std::string& program :
           {std::string(test::kProgram), std::string("op6\nfinish\n"),
            std::string("gemm pop_prev\nfinish\n"), std::string("load mem7\n")})
        expect_equal_runs(device, program + (program == test::kProgram ? "" : "finish\nfinish\n"),
                          with_events);
}

// Longer than the pieces in which instructions and events are sent.
TEST(Events, OfALongStreamAreTheSame) {
  std::string program;
  for (int i = 0; i < 250; ++i)
    program += "alu add iter_out=1 iter_in=1\n";
  expect_equal_runs("csim,kernels=reference", program + "finish\nfinish\n", true);
}

TEST(Events, OfManyInstructionsGoInPieces) {
  const VtaConfig config = named_config("tiny");
  std::vector<size_t> pieces;
  Log log(config);
  EventReader reader(config, log);
  EventWriter writer(config, [&](std::span<const std::byte> piece) {
    pieces.push_back(piece.size());
    reader.read(piece);
  });
  std::vector<Insn> insns(10000);
  for (size_t i = 0; i < insns.size(); ++i)
    insns[i].opcode = static_cast<int64_t>(i % 5);
  writer.on_launch(insns);
  for (size_t i = 0; i < insns.size(); ++i)
    writer.on_retire(unit_of(insns[i]), static_cast<int64_t>(i), insns[i], 1);
  writer.flush();
  EXPECT_EQ(log.kinds, "l" + std::string(10000, 'r'));
  EXPECT_GT(pieces.size(), 3u);
  EXPECT_EQ(log.lines[0].size(), insns.size() * sizeof(InsnBits));
}

TEST(Events, ThatCannotBeAreRefused) {
  const VtaConfig config = named_config("tiny");
  const auto refused = [&](const ByteWriter& out, const char* message) {
    Log log(config);
    EventReader reader(config, log);
    EXPECT_THAT([&] { reader.read(out.bytes()); }, ThrowsMessage<DeviceError>(HasSubstr(message)));
  };
  ByteWriter unknown, early, again, cut;
  unknown(uint8_t{7});
  refused(unknown, "7 is no event");
  early(uint8_t{3}, Unit::Load, int64_t{0}, int64_t{1});
  refused(early, "an event of instruction 0; there are 0");
  again(uint8_t{2}, uint8_t{2});
  refused(again, "a run that has begun");
  cut(uint8_t{6}, uint8_t{1});
  refused(cut, "ends");
}

}  // namespace
}  // namespace vta::wire
