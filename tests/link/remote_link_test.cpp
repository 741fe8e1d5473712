#include "link/wire/remote_link.h"

#include <gmock/gmock.h>

#include <deque>

#include "base/error.h"
#include "link/devices/devices.h"
#include "link/wire/describe.h"
#include "tests/link/loopback.h"
#include "tests/link/stream_on_link.h"

namespace vta::wire {
namespace {

using ::testing::HasSubstr;
using ::testing::ThrowsMessage;

const VtaConfig kRemoteConfig = named_config("tiny");

std::unique_ptr<DeviceLink> behind_messages(const char* device = "fsim,kernels=reference") {
  return make_loopback(known_devices().open(device, kRemoteConfig));
}

TEST(RemoteLink, KnowsWhatTheDeviceIs) {
  const auto link = behind_messages("csim,memory_bytes=65536");
  EXPECT_EQ(link->info().backend, "csim");
  EXPECT_EQ(link->info().config, kRemoteConfig);
  EXPECT_EQ(link->info().memory, (MemoryRange{0, 65536}));
  EXPECT_TRUE(link->view(0, 16).empty());
  EXPECT_TRUE(link->info().values);
  EXPECT_FALSE(behind_messages("csim,timing_only=1")->info().values);
}

TEST(RemoteLink, MemoryGoesInPieces) {
  const auto link = behind_messages();
  std::vector<std::byte> out(2 * kPieceBytes + 77), in(out.size());
  for (size_t i = 0; i < out.size(); ++i)
    out[i] = std::byte(i * 11 >> 3);
  link->write(0x1003, out);
  link->read(0x1003, in);
  EXPECT_EQ(in, out);
  link->fill(0x1004, std::ssize(out) - 2, std::byte{6});
  link->read(0x1003, in);
  EXPECT_EQ(in.front(), out.front());
  EXPECT_EQ(in.back(), out.back());
  EXPECT_EQ(std::ranges::count(std::span(in).subspan(1, in.size() - 2), std::byte{6}),
            std::ssize(in) - 2);
  link->write(0x1000, {});
  link->read(0x1000, {});
}

TEST(RemoteLink, ErrorsKeepTheirTextAndTheLinkGoesOn) {
  const auto direct = known_devices().open("fsim", kRemoteConfig);
  const auto link = behind_messages();
  const auto error_of = [](const auto& work) -> std::string {
    try {
      work();
    } catch (const DeviceError& e) {
      return e.what();
    }
    return "no DeviceError";
  };
  std::vector<std::byte> bytes(16);
  const uint64_t far = uint64_t{1} << 60;
  const auto expect_same = [&](const auto& work) {
    EXPECT_EQ(error_of([&] { work(*link); }), error_of([&] { work(*direct); }));
  };
  expect_same([&](DeviceLink& l) { l.write(far, bytes); });
  expect_same([&](DeviceLink& l) { l.read(far, bytes); });
  expect_same([&](DeviceLink& l) { l.fill(0, -1, std::byte{0}); });
  expect_same([&](DeviceLink& l) { l.read_scratchpad(MemoryType::Inp, 1 << 30, 1); });
  expect_same([&](DeviceLink& l) {
    LaunchRequest request = test::place_program(l);
    request.insn_addr = 8;
    l.launch(request, nullptr);
  });
  EXPECT_EQ(link->launch(test::place_program(*link), nullptr).error, IsaError::None);
}

TEST(RemoteLink, ScratchpadsAreShown) {
  const auto direct = known_devices().open("fsim", kRemoteConfig);
  const auto link = behind_messages();
  direct->launch(test::place_program(*direct), nullptr);
  link->launch(test::place_program(*link), nullptr);
  for (const MemoryType type : {MemoryType::Inp, MemoryType::Acc, MemoryType::Out})
    EXPECT_EQ(link->read_scratchpad(type, 0, 4), direct->read_scratchpad(type, 0, 4));
}

TEST(RemoteLink, ASinkThatThrowsLeavesNothingBehind) {
  struct Sink : TraceSink {
    void on_retire(Unit, int64_t, const Insn&, int64_t) override { throw InputError("enough"); }
    void on_end(const RunReport&) override { ended = true; }
    bool ended = false;
  } sink;
  const auto link = behind_messages();
  EXPECT_THAT([&] { link->launch(test::place_program(*link), &sink); },
              ThrowsMessage<InputError>("enough"));
  EXPECT_FALSE(sink.ended);
  EXPECT_EQ(link->launch(test::place_program(*link), nullptr).error, IsaError::None);
}

// Events of a run that come after the sink has thrown are not for it any more.
TEST(RemoteLink, ASinkThatHasThrownIsToldNothing) {
  struct Sink : TraceSink {
    void on_retire(Unit, int64_t, const Insn&, int64_t) override {
      ++told;
      throw InputError("enough");
    }
    int told = 0;
  } sink;
  std::string text;
  for (int i = 0; i < 100; ++i)  // with more bursts than fit one message
    text += "load inp y_size=64 x_size=1\n";
  const auto link = behind_messages("csim");
  EXPECT_THAT([&] { link->launch(test::place_program(*link, text + "finish\n"), &sink); },
              ThrowsMessage<InputError>("enough"));
  EXPECT_EQ(sink.told, 1);
}

TEST(RemoteLink, ARunThatIsGivenUpIsReportedAndItsDeviceRefusesMore) {
  const auto link = behind_messages();
  LaunchRequest request = test::place_program(*link,
                                              "alu add iter_out=9999 iter_in=9999 uop_end=1\n"
                                              "finish\nfinish\nfinish\nfinish\n");
  request.max_cycles = 10;
  struct Sink : TraceSink {
    void on_retire(Unit, int64_t, const Insn&, int64_t) override {}
    void on_end(const RunReport&) override { ended = true; }
    bool ended = false;
  } sink;
  EXPECT_FALSE(link->launch(request, &sink).ended);
  EXPECT_FALSE(sink.ended);
  EXPECT_THAT([&] { link->launch(request, nullptr); },
              ThrowsMessage<DeviceError>(HasSubstr("still running an aborted launch")));
}

// A device that throws what it is told to.
class ThrowingLink final : public DeviceLink {
 public:
  explicit ThrowingLink(std::function<void()> fail) : fail_(std::move(fail)) {}
  const LinkInfo& info() const override { return info_; }
  void write(uint64_t, std::span<const std::byte>) override { fail_(); }
  void read(uint64_t, std::span<std::byte>) override { fail_(); }
  void fill(uint64_t, int64_t, std::byte) override { fail_(); }
  LaunchReport launch(const LaunchRequest&, TraceSink*) override {
    fail_();
    return {};
  }
  std::vector<std::byte> read_scratchpad(MemoryType, int64_t, int64_t) override { return {}; }

 private:
  std::function<void()> fail_;
  LinkInfo info_{"thrower", kRemoteConfig, {0, 4096}};
};

template <typename Thrown, typename Expected = Thrown>
void expect_passed_on(const Thrown& error) {
  const auto link = make_loopback(std::make_unique<ThrowingLink>([&] { throw error; }));
  EXPECT_THAT([&] { link->write(0, {}); }, ThrowsMessage<Expected>(std::string(error.what())));
  EXPECT_THAT([&] { link->launch({}, nullptr); },
              ThrowsMessage<Expected>(std::string(error.what())));
}

TEST(RemoteLink, ErrorsOfEveryClassKeepIt) {
  expect_passed_on(UsageError("a"));
  expect_passed_on(InputError("b\nc"));
  expect_passed_on(ConfigError(""));
  expect_passed_on(CompileError("d"));
  expect_passed_on(DeviceError("e"));
  expect_passed_on(IncompleteError("f"));
  expect_passed_on(ResourceError("g"));
  expect_passed_on(OutputError("h"));
  expect_passed_on(InternalError("i"));
  expect_passed_on<std::runtime_error, InternalError>(std::runtime_error("j"));
  expect_passed_on<std::bad_alloc, ResourceError>(std::bad_alloc());
}

// The other end, as it is told to answer.
class Script final : public Transport {
 public:
  explicit Script(std::deque<std::vector<std::byte>> answers) : answers_(std::move(answers)) {}
  void send(std::span<const std::byte>) override {}
  std::vector<std::byte> receive() override {
    if (answers_.empty())
      throw DeviceError("nothing more comes");
    std::vector<std::byte> first = std::move(answers_.front());
    answers_.pop_front();
    return first;
  }

 private:
  std::deque<std::vector<std::byte>> answers_;
};

template <typename... T>
std::vector<std::byte> message(Kind kind, const T&... values) {
  ByteWriter out;
  out(values...);
  return frame(kind, out.bytes());
}

std::vector<std::byte> info_message() {
  return message(Kind::Info, std::string("x"), kRemoteConfig.to_json(), MemoryRange{0, 4096}, true);
}

TEST(RemoteLink, AnswersThatCannotBeAreNamed) {
  const auto link = [](std::initializer_list<std::vector<std::byte>> answers) {
    return RemoteLink(std::make_unique<Script>(std::deque<std::vector<std::byte>>(answers)));
  };
  const auto refused = [&](std::initializer_list<std::vector<std::byte>> answers, const auto& work,
                           const char* text) {
    EXPECT_THAT(
        [&] {
          RemoteLink one = link(answers);
          work(one);
        },
        ThrowsMessage<DeviceError>(HasSubstr(text)))
        << text;
  };
  const auto nothing = [](DeviceLink&) {};
  const auto read = [](DeviceLink& l) {
    std::vector<std::byte> bytes(4);
    l.read(0, bytes);
  };
  const auto launch = [](DeviceLink& l) {
    LaunchRequest request;
    request.read_backs = {{0, 0, 4}};
    l.launch(request, nullptr);
  };
  const std::vector<std::byte> info = info_message(), three(3), four(4);
  refused({}, nothing, "nothing more comes");
  refused({message(Kind::Done)}, nothing, "message Done is no response to Hello");
  refused({message(Kind::Info, std::string("x"), kRemoteConfig.to_json(), MemoryRange{8, 4}, true)},
          nothing, "the memory ends before it begins");
  refused({message(Kind::Info, std::string("x"), kRemoteConfig.to_json(), MemoryRange{0, 4096},
                   uint8_t{2})},
          nothing, "message Info: 2, legal are 0 and 1");
  refused({message(Kind::Info, std::string("x"))}, nothing, "message Info: it ends");
  refused({info, message(Kind::Data, three)}, read, "3 bytes, 4 were requested");
  refused({info, message(Kind::Data, four, uint8_t{1})}, read, "1 of its 13 bytes are left over");
  refused({info, message(Kind::Failed, int32_t{99}, std::string("?"))}, read,
          "99 is no class of errors");
  refused({info, message(Kind::Events)}, launch, "message Events is no response to Launch");
  refused({info, message(Kind::ReadBack, uint64_t{1}, four)}, launch,
          "read-back 1; 1 were requested");
  refused(
      {info, message(Kind::ReadBack, uint64_t{0}, three), message(Kind::Report, LaunchReport{})},
      launch, "read-back 0 has 3 bytes, 4 were requested");
  EXPECT_THROW(
      link({message(Kind::Info, std::string("x"), std::string("{}"), MemoryRange{0, 8}, true)}),
      ConfigError);
}

}  // namespace
}  // namespace vta::wire
