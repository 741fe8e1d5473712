#include "link/wire/remote_link.h"

#include <algorithm>
#include <exception>
#include <optional>
#include <utility>

#include "link/wire/describe.h"
#include "link/wire/events.h"
#include "link/wire/failure.h"

namespace vta::wire {
namespace {

LinkInfo parse_info(std::span<const std::byte> payload) {
  ByteReader in = payload_reader(Kind::Info, payload);
  LinkInfo info;
  in(info.backend);
  info.config = parse_config(in.value<std::string>(), "the device's configuration");
  in(info.memory, info.values);
  in.end();
  if (info.memory.begin > info.memory.end)
    in.fail("the memory ends before it begins");
  return info;
}

// Puts the pieces of read-backs together.
class ReadBacks {
 public:
  explicit ReadBacks(const std::vector<ReadBack>& wanted)
      : wanted_(wanted), taken_(wanted.size()) {}

  void add(ByteReader in) {
    const auto index = in.value<uint64_t>();
    const auto bytes = in.bytes();
    in.end();
    if (index >= taken_.size())
      in.fail(fmt::format("read-back {}; {} were requested", index, taken_.size()));
    auto& taken = taken_[static_cast<size_t>(index)];
    if (!taken)
      taken.emplace();
    taken->insert(taken->end(), bytes.begin(), bytes.end());
  }

  std::vector<std::optional<std::vector<std::byte>>> take() {
    for (size_t i = 0; i < taken_.size(); ++i)
      if (taken_[i] && std::ssize(*taken_[i]) != wanted_[i].size_bytes)
        throw DeviceError(fmt::format("link: read-back {} has {} bytes, {} were requested", i,
                                      taken_[i]->size(), wanted_[i].size_bytes));
    return std::move(taken_);
  }

 private:
  const std::vector<ReadBack>& wanted_;
  std::vector<std::optional<std::vector<std::byte>>> taken_;
};

}  // namespace

RemoteLink::RemoteLink(std::unique_ptr<Transport> transport)
    : transport_(std::move(transport)), info_(parse_info(ask(Kind::Hello, {}, Kind::Info))) {}

template <typename More>
std::vector<std::byte> RemoteLink::ask(Kind kind, std::span<const std::byte> payload, Kind answer,
                                       const More& more) {
  transport_->send(frame(kind, payload));
  while (true) {
    const std::vector<std::byte> received = transport_->receive();
    const Message message = parse_frame(received);
    if (message.kind == Kind::Failed)
      throw_failure(message.reader());
    if (message.kind == answer)
      return {message.payload.begin(), message.payload.end()};
    if (!more(message))
      throw DeviceError(fmt::format("link: message {} is no response to {}",
                                    kind_name(message.kind), kind_name(kind)));
  }
}

std::vector<std::byte> RemoteLink::ask(Kind kind, std::span<const std::byte> payload, Kind answer) {
  return ask(kind, payload, answer, [](const Message&) { return false; });
}

void RemoteLink::write(uint64_t phys_addr, std::span<const std::byte> bytes) {
  do {
    const auto now = bytes.first(std::min(bytes.size(), kPieceBytes));
    ByteWriter out;
    out(phys_addr, now);
    ask(Kind::Write, out.bytes(), Kind::Done);
    bytes = bytes.subspan(now.size());
    phys_addr += now.size();
  } while (!bytes.empty());
}

void RemoteLink::read(uint64_t phys_addr, std::span<std::byte> bytes) {
  do {
    const auto now = bytes.first(std::min(bytes.size(), kPieceBytes));
    ByteWriter out;
    out(phys_addr, static_cast<uint64_t>(now.size()));
    const std::vector<std::byte> answer = ask(Kind::Read, out.bytes(), Kind::Data);
    ByteReader in = payload_reader(Kind::Data, answer);
    const auto got = in.bytes();
    in.end();
    if (got.size() != now.size())
      in.fail(fmt::format("{} bytes, {} were requested", got.size(), now.size()));
    std::ranges::copy(got, now.begin());
    bytes = bytes.subspan(now.size());
    phys_addr += now.size();
  } while (!bytes.empty());
}

void RemoteLink::fill(uint64_t phys_addr, int64_t size_bytes, std::byte value) {
  ByteWriter out;
  out(phys_addr, size_bytes, static_cast<uint8_t>(value));
  ask(Kind::Fill, out.bytes(), Kind::Done);
}

std::vector<std::byte> RemoteLink::read_scratchpad(MemoryType type, int64_t first, int64_t count) {
  ByteWriter out;
  out(type, first, count);
  const std::vector<std::byte> answer = ask(Kind::Scratchpad, out.bytes(), Kind::Data);
  ByteReader in = payload_reader(Kind::Data, answer);
  auto bytes = in.value<std::vector<std::byte>>();
  in.end();
  return bytes;
}

LaunchReport RemoteLink::launch(const LaunchRequest& request, TraceSink* sink) {
  ByteWriter out;
  out(request, sink != nullptr);
  ReadBacks read_backs(request.read_backs);
  std::optional<EventReader> events;
  if (sink != nullptr)
    events.emplace(info_.config, *sink);
  // What the sink throws waits: the rest of the answer must not be taken for the next one.
  std::exception_ptr thrown;
  const auto take = [&](const Message& message) {
    if (message.kind == Kind::ReadBack)
      read_backs.add(message.reader());
    else if (message.kind != Kind::Events || !events)
      return false;
    else if (!thrown)
      try {
        events->read(message.payload);
      } catch (...) {
        thrown = std::current_exception();
      }
    return true;
  };
  const std::vector<std::byte> answer = ask(Kind::Launch, out.bytes(), Kind::Report, take);
  if (thrown)
    std::rethrow_exception(thrown);
  ByteReader in = payload_reader(Kind::Report, answer);
  auto report = in.value<LaunchReport>();
  in.end();
  report.read_backs = read_backs.take();
  if (sink != nullptr && report.ended)
    sink->on_end(report);
  return report;
}

}  // namespace vta::wire
