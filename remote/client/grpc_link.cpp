#include "remote/client/grpc_link.h"

#include <openssl/evp.h>
#include <spdlog/spdlog.h>

#include "base/error.h"
#include "remote/messages/run_messages.h"
#include "runtime/program_bytes.h"

namespace vta::remote {
namespace {

constexpr size_t kChunkBytes = size_t{1} << 20;

class FrameTransport final : public wire::Transport {
 public:
  explicit FrameTransport(DeviceSession& session) : session_(session) {}

  void send(std::span<const std::byte> frame) override {
    v1::Request request;
    request.mutable_frame()->set_data(frame.data(), frame.size());
    session_.send(request);
  }
  std::vector<std::byte> receive() override {
    const v1::Reply reply = session_.receive();
    if (reply.has_failure())
      throw_failure(reply.failure());
    const auto bytes =
        std::as_bytes(std::span(reply.frame().data().data(), reply.frame().data().size()));
    return {bytes.begin(), bytes.end()};
  }

 private:
  DeviceSession& session_;
};

class OnePlace final : public PlaceSource {
 public:
  explicit OnePlace(ServerPlace place) : place_(std::move(place)) {}
  ServerPlace place() override { return place_; }
  bool another(const NotConnected&) override { return false; }

 private:
  ServerPlace place_;
};

std::string hash_of(const std::string& bytes) {
  std::string out(32, '\0');
  unsigned int size = 0;
  EVP_Digest(bytes.data(), bytes.size(), reinterpret_cast<unsigned char*>(out.data()), &size,
             EVP_sha256(), nullptr);
  VTA_CHECK(size == out.size(), "SHA-256 gave {} bytes", size);
  return out;
}

LinkInfo info_of(const v1::Opened& opened) {
  LinkInfo info;
  info.backend = opened.backend();
  info.config = parse_config(opened.config(), "the device's configuration");
  info.memory = {opened.memory_begin(), opened.memory_end()};
  info.values = opened.values();
  if (info.memory.begin > info.memory.end)
    throw DeviceError("the server's device has a memory that ends before it begins");
  return info;
}

}  // namespace

GrpcLink::GrpcLink(ServerPlace place, v1::Open open)
    : GrpcLink(std::make_unique<OnePlace>(std::move(place)), std::move(open)) {}

GrpcLink::GrpcLink(std::unique_ptr<PlaceSource> places, v1::Open open)
    : places_(std::move(places)), open_(std::move(open)) {
  connect();
  info_ = info_of(session_->opened());
}

DeviceSession& GrpcLink::session() {
  if (!session_)
    throw LostSession{"the session has ended"};
  return *session_;
}

void GrpcLink::connect() {
  session_.reset();  // its place at the server is free before the next one is taken
  while (true) {
    place_ = places_->place();
    try {
      session_ = std::make_unique<DeviceSession>(place_, open_);
      return;
    } catch (const NotConnected& none) {
      if (!places_->another(none))
        throw;
    }
  }
}

template <typename Work>
auto GrpcLink::framed(Work work) {
  try {
    if (!frames_)
      frames_ = std::make_unique<wire::RemoteLink>(std::make_unique<FrameTransport>(session()));
    return work(*frames_);
  } catch (const LostSession& lost) {
    throw DeviceError(
        fmt::format("{}: {}: the contents of the device's memory are lost with the session",
                    place_.address, lost.text));
  }
}

void GrpcLink::write(uint64_t phys_addr, std::span<const std::byte> bytes) {
  framed([&](DeviceLink& link) { link.write(phys_addr, bytes); });
}

void GrpcLink::read(uint64_t phys_addr, std::span<std::byte> bytes) {
  framed([&](DeviceLink& link) { link.read(phys_addr, bytes); });
}

void GrpcLink::fill(uint64_t phys_addr, int64_t size_bytes, std::byte value) {
  framed([&](DeviceLink& link) { link.fill(phys_addr, size_bytes, value); });
}

LaunchReport GrpcLink::launch(const LaunchRequest& request, TraceSink* sink) {
  return framed([&](DeviceLink& link) { return link.launch(request, sink); });
}

std::vector<std::byte> GrpcLink::read_scratchpad(MemoryType type, int64_t first, int64_t count) {
  return framed([&](DeviceLink& link) { return link.read_scratchpad(type, first, count); });
}

void GrpcLink::upload() {
  v1::Request request;
  request.mutable_program()->set_sha256(hash_);
  request.mutable_program()->set_size_bytes(static_cast<int64_t>(program_.size()));
  v1::Reply state = session().ask(request);
  if (state.program().present())
    return;
  for (size_t at = 0; at < program_.size(); at += kChunkBytes) {
    v1::Request part;
    part.mutable_chunk()->set_data(program_.substr(at, kChunkBytes));
    session().send(part);
  }
  state = session().receive();
  if (state.has_failure())
    throw_failure(state.failure());
}

void GrpcLink::load(const Program& program) {
  program_ = program_bytes(program);
  hash_ = hash_of(program_);
  try {
    try {
      upload();
    } catch (const LostSession&) {
      if (frames_)
        throw;
      connect();
      upload();
    }
  } catch (const LostSession& lost) {
    throw DeviceError(fmt::format("{}: {}", place_.address, lost.text));
  }
}

ProgramHost::Outcome GrpcLink::run_once(const v1::Request& request) {
  const v1::Reply reply = session().ask(request);
  Outcome outcome;
  outcome.stats = stats_of(reply.result().stats());
  for (const v1::Tensor& output : reply.result().outputs())
    outcome.outputs.push_back(tensor_of(output, fmt::format("output {}", outcome.outputs.size())));
  return outcome;
}

ProgramHost::Outcome GrpcLink::run(const Order& order) {
  v1::Request request;
  v1::Run& run = *request.mutable_run();
  v1::Run::Image& image = *run.add_images();
  for (const vta::Tensor& input : order.inputs)
    put_tensor(input, *image.add_inputs());
  run.set_max_cycles(order.max_cycles);
  run.set_launches_only(order.launches_only);
  try {
    try {
      return run_once(request);
    } catch (const LostSession& lost) {
      if (frames_)
        throw;
      spdlog::warn("{}: {}: reconnecting{}", place_.address, lost.text,
                   lost.answered ? "" : ", and the unanswered run is repeated");
      repeated_runs_ += lost.answered ? 0 : 1;
      connect();
      upload();
      return run_once(request);
    }
  } catch (const LostSession& lost) {
    throw DeviceError(fmt::format("{}: {}", place_.address, lost.text));
  }
}

}  // namespace vta::remote
