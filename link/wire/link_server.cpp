#include "link/wire/link_server.h"

#include <algorithm>
#include <exception>

#include "link/wire/describe.h"
#include "link/wire/events.h"
#include "link/wire/failure.h"

namespace vta::wire {
namespace {

// What the transport throws is no failure of the device: it must not be sent through it.
struct SendFailed {
  std::exception_ptr what;
};

void send_pieces(size_t index, std::span<const std::byte> bytes, const LinkServer::Send& send) {
  do {
    const auto now = bytes.first(std::min(bytes.size(), kPieceBytes));
    bytes = bytes.subspan(now.size());
    ByteWriter out;
    out(static_cast<uint64_t>(index), now);
    send(frame(Kind::ReadBack, out.bytes()));
  } while (!bytes.empty());
}

}  // namespace

void LinkServer::answer(std::span<const std::byte> frame_bytes, const Send& send) {
  const Send guarded = [&](std::span<const std::byte> out) {
    try {
      send(out);
    } catch (...) {
      throw SendFailed{std::current_exception()};
    }
  };
  std::vector<std::byte> last;
  try {
    const Answer answer = answer_to(parse_frame(frame_bytes), guarded);
    last = frame(answer.kind, answer.payload);
  } catch (const SendFailed& failed) {
    std::rethrow_exception(failed.what);
  } catch (const std::exception& e) {
    last = frame(Kind::Failed, failure_payload(e));
  }
  send(last);
}

LinkServer::Answer LinkServer::answer_to(const Message& message, const Send& send) {
  switch (message.kind) {
    case Kind::Hello:
      message.reader().end();
      return info();
    case Kind::Write:
      return write(message.reader());
    case Kind::Read:
      return read(message.reader());
    case Kind::Fill:
      return fill(message.reader());
    case Kind::Scratchpad:
      return scratchpad(message.reader());
    case Kind::Launch:
      return launch(message.reader(), send);
    default:
      throw DeviceError(
          fmt::format("link: message {} is a response without a request", kind_name(message.kind)));
  }
}

LinkServer::Answer LinkServer::info() const {
  const LinkInfo& info = link_.info();
  ByteWriter out;
  out(info.backend, info.config.to_json(), info.memory, info.values);
  return {Kind::Info, out.take()};
}

LinkServer::Answer LinkServer::write(ByteReader in) {
  const auto phys_addr = in.value<uint64_t>();
  const auto bytes = in.bytes();
  in.end();
  link_.write(phys_addr, bytes);
  return {};
}

LinkServer::Answer LinkServer::read(ByteReader in) {
  const auto phys_addr = in.value<uint64_t>();
  const auto count = in.value<uint64_t>();
  in.end();
  if (count > kPieceBytes)
    in.fail(fmt::format("{} bytes are requested; the most are {}", count, kPieceBytes));
  std::vector<std::byte> bytes(static_cast<size_t>(count));
  link_.read(phys_addr, bytes);
  ByteWriter out;
  out(bytes);
  return {Kind::Data, out.take()};
}

LinkServer::Answer LinkServer::fill(ByteReader in) {
  const auto phys_addr = in.value<uint64_t>();
  const auto count = in.value<int64_t>();
  const auto value = in.value<uint8_t>();
  in.end();
  link_.fill(phys_addr, count, std::byte{value});
  return {};
}

LinkServer::Answer LinkServer::scratchpad(ByteReader in) {
  const auto type = in.value<MemoryType>();
  const auto first = in.value<int64_t>();
  const auto count = in.value<int64_t>();
  in.end();
  ByteWriter out;
  out(link_.read_scratchpad(type, first, count));
  return {Kind::Data, out.take()};
}

LinkServer::Answer LinkServer::launch(ByteReader in, const Send& send) {
  const auto request = in.value<LaunchRequest>();
  const auto events = in.value<bool>();
  in.end();
  EventWriter writer(link_.info().config,
                     [&](std::span<const std::byte> piece) { send(frame(Kind::Events, piece)); });
  const LaunchReport report = link_.launch(request, events ? &writer : nullptr);
  writer.flush();
  for (size_t i = 0; i < report.read_backs.size(); ++i)
    if (report.read_backs[i])
      send_pieces(i, *report.read_backs[i], send);
  ByteWriter out;
  out(report);
  return {Kind::Report, out.take()};
}

}  // namespace vta::wire
