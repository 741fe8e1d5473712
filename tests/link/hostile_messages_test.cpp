// Messages that are cut, changed or made up: every one is answered, by an error or a result, and
// every answer to one is taken or refused; nothing else happens.
#include <gmock/gmock.h>

#include <random>

#include "base/error.h"
#include "link/devices/devices.h"
#include "link/wire/describe.h"
#include "link/wire/link_server.h"
#include "link/wire/remote_link.h"
#include "tests/link/stream_on_link.h"

namespace vta::wire {
namespace {

constexpr const char* kDevice = "csim,kernels=reference,memory_bytes=65536";
const VtaConfig kHostileConfig = named_config("tiny");

using Frames = std::vector<std::vector<std::byte>>;

// A device and its server, which remembers what passed.
struct Server {
  std::unique_ptr<DeviceLink> device = known_devices().open(kDevice, kHostileConfig);
  LinkServer server{*device};

  Frames answers_to(std::span<const std::byte> frame) {
    Frames answers;
    server.answer(frame, [&](std::span<const std::byte> answer) {
      answers.emplace_back(answer.begin(), answer.end());
    });
    return answers;
  }
};

class Recorder final : public Transport {
 public:
  Recorder(Frames& asked, Frames& answered) : asked_(asked), answered_(answered) {}
  void send(std::span<const std::byte> frame) override {
    asked_.emplace_back(frame.begin(), frame.end());
    for (auto& answer : server_.answers_to(frame))
      waiting_.push_back(std::move(answer));
  }
  std::vector<std::byte> receive() override {
    answered_.push_back(std::move(waiting_.front()));
    waiting_.erase(waiting_.begin());
    return answered_.back();
  }

 private:
  Frames& asked_;
  Frames& answered_;
  Frames waiting_;
  Server server_;
};

struct NoSink final : TraceSink {
  void on_retire(Unit, int64_t, const Insn&, int64_t) override {}
};

// Every kind of message once at least.
void use_everything(DeviceLink& link) {
  NoSink sink;
  std::vector<std::byte> bytes(16);
  const LaunchRequest request = test::place_program(link);
  link.fill(test::kData + 0x1000, 64, std::byte{3});
  link.launch(request, &sink);
  link.read(test::kData + 0x1000, bytes);
  link.read_scratchpad(MemoryType::Acc, 0, 2);
}

Frames recorded(bool answers) {
  Frames asked, answered;
  RemoteLink link(std::make_unique<Recorder>(asked, answered));
  use_everything(link);
  return answers ? answered : asked;
}

// Gives back the recorded answers, one of them changed.
class Replay final : public Transport {
 public:
  explicit Replay(const Frames& answers) : answers_(answers) {}
  void send(std::span<const std::byte>) override {}
  std::vector<std::byte> receive() override {
    if (next_ == answers_.size())
      throw DeviceError("nothing more comes");
    return answers_[next_++];
  }

 private:
  const Frames& answers_;
  size_t next_ = 0;
};

std::vector<std::byte> damaged(std::vector<std::byte> frame, std::mt19937_64& random) {
  if (random() % 4 == 0)
    frame.resize(random() % (frame.size() + 1));
  else
    for (uint64_t n = 1 + random() % 3; n > 0 && !frame.empty(); --n)
      frame[random() % frame.size()] = std::byte(random() % 3 == 0 ? 0xff : random());
  if (random() % 8 == 0)
    frame.push_back(std::byte{0});
  if (frame.size() >= kHeaderBytes && random() % 2 == 0) {  // so that the payload is looked at
    const uint64_t payload = frame.size() - kHeaderBytes;
    std::memcpy(frame.data() + 8, &payload, sizeof payload);
  }
  return frame;
}

// One byte more than a message may carry is refused before there is memory for it.
TEST(HostileMessages, AReadBeyondAPieceIsRefused) {
  const auto answer_to = [](uint64_t count) {
    ByteWriter out;
    out(uint64_t{0}, count);
    const Frames answers = Server().answers_to(frame(Kind::Read, out.bytes()));
    EXPECT_EQ(answers.size(), 1u);
    const Message message = parse_frame(answers.front());
    EXPECT_EQ(message.kind, Kind::Failed);
    return std::string(reinterpret_cast<const char*>(message.payload.data()),
                       message.payload.size());
  };
  EXPECT_THAT(answer_to(kPieceBytes), testing::HasSubstr("outside"));
  EXPECT_THAT(answer_to(kPieceBytes + 1),
              testing::HasSubstr("4194305 bytes are requested; the most are 4194304"));
}

TEST(HostileMessages, AreAnsweredOnce) {
  const uint64_t seed = std::random_device{}();
  SCOPED_TRACE(fmt::format("seed {}", seed));
  std::mt19937_64 random(seed);
  const Frames asked = recorded(false);
  ASSERT_GE(asked.size(), 7u);
  for (int round = 0; round < 2000; ++round) {
    Server server;
    const size_t hit = random() % asked.size();
    for (size_t i = 0; i < asked.size(); ++i) {
      const Frames answers = server.answers_to(i == hit ? damaged(asked[i], random) : asked[i]);
      ASSERT_FALSE(answers.empty());
      const Kind last = parse_frame(answers.back()).kind;
      EXPECT_TRUE(last != Kind::Events && last != Kind::ReadBack) << kind_name(last);
      for (size_t k = 0; k + 1 < answers.size(); ++k) {
        const Kind kind = parse_frame(answers[k]).kind;
        EXPECT_TRUE(kind == Kind::Events || kind == Kind::ReadBack) << kind_name(kind);
      }
    }
  }
}

TEST(HostileMessages, AsAnswersAreTakenOrRefused) {
  const uint64_t seed = std::random_device{}();
  SCOPED_TRACE(fmt::format("seed {}", seed));
  std::mt19937_64 random(seed);
  const Frames answered = recorded(true);
  int refused = 0;
  for (int round = 0; round < 2000; ++round) {
    Frames answers = answered;
    std::vector<std::byte>& hit = answers[random() % answers.size()];
    hit = damaged(hit, random);
    try {
      RemoteLink link(std::make_unique<Replay>(answers));
      use_everything(link);
    } catch (const Error&) {
      ++refused;
    } catch (const InternalError&) {  // that the other end says it has
      ++refused;
    }
  }
  EXPECT_GT(refused, 500);
}

}  // namespace
}  // namespace vta::wire
