#include "remote/worker/worker_session.h"

#include "base/elapsed.h"
#include "base/error.h"
#include "base/resource_policy.h"
#include "link/devices/devices.h"
#include "link/wire/link_server.h"
#include "remote/messages/run_messages.h"
#include "runtime/program.h"
#include "sim/factory/device_factory.h"

namespace vta::remote {
namespace {

constexpr int kMostMeasurements = 10000;

// A failure whose limit an option of the server names.
struct LimitError : ResourceError {
  LimitError(const std::string& text, const char* named)
      : ResourceError(fmt::format("{} (vta serve {})", text, named)), option(named) {}
  const char* option;
};

void require_backend(const std::string& backend) {
  for (const std::string& known : backend_names())
    if (known == backend)
      return;
  throw UsageError(fmt::format("the server has no backend '{}': it has {}", shown(backend),
                               fmt::join(backend_names(), ", ")));
}

DeviceString device_of(const v1::Open& open, int64_t memory_bytes) {
  DeviceString device;
  device.scheme = open.backend();
  if (memory_bytes > 0)
    device.add("memory_bytes", std::to_string(memory_bytes));
  if (!open.kernels().empty())
    device.add("kernels", open.kernels());
  if (open.timing_only())
    device.add("timing_only", "1");
  return device;
}

std::span<const std::byte> bytes_of(const std::string& text) {
  return std::as_bytes(std::span(text.data(), text.size()));
}

}  // namespace

void WorkerSession::answer(const v1::Request& request, const Send& send) {
  v1::Reply reply;
  try {
    const ResourceScope scope({.max_bytes = limits_.memory_bytes()});
    switch (request.kind_case()) {
      case v1::Request::kOpen:
        reply = open(request.open());
        break;
      case v1::Request::kChunk:
        reply = load(request.chunk());
        break;
      case v1::Request::kRun:
        reply = run(request.run());
        break;
      case v1::Request::kFrame:
        return frame(request.frame(), send);
      case v1::Request::kProgram:
      case v1::Request::KIND_NOT_SET:
        throw InputError("a request without a kind that a worker knows");
    }
  } catch (const LimitError& e) {
    reply = failure_reply(e, e.option);
  } catch (const std::exception& e) {
    reply = failure_reply(e);
  }
  send(reply);
}

std::unique_ptr<DeviceLink> WorkerSession::new_device() const {
  return known_devices().open(device_of(*opened_, opened_->memory_bytes()), *config_);
}

v1::Reply WorkerSession::open(const v1::Open& request) {
  executor_.reset();
  link_.reset();
  opened_.reset();
  require_backend(request.backend());
  if (request.memory_bytes() < 0)
    throw InputError(
        fmt::format("{} bytes of device memory are asked for", request.memory_bytes()));
  if (request.memory_bytes() > limits_.memory_bytes())
    throw LimitError(fmt::format("{} bytes of device memory are asked for; a session may have {}",
                                 request.memory_bytes(), limits_.memory_bytes()),
                     "--session-memory");
  config_ = parse_config(request.config(), "the session's configuration");
  opened_ = request;
  if (opened_->memory_bytes() <= 0)
    opened_->set_memory_bytes(std::min(limits_.memory_bytes(), DeviceMemory::kDefaultBytes));
  v1::Reply reply;
  try {
    const std::unique_ptr<DeviceLink> device = new_device();
    const LinkInfo& info = device->info();
    v1::Opened& opened = *reply.mutable_opened();
    opened.set_version(kDeviceProtocol);
    opened.set_backend(info.backend);
    opened.set_config(info.config.to_json());
    opened.set_memory_begin(info.memory.begin);
    opened.set_memory_end(info.memory.end);
    opened.set_values(info.values);
    *opened.mutable_limits() = limits_;
  } catch (...) {
    opened_.reset();
    throw;
  }
  return reply;
}

v1::Reply WorkerSession::load(const v1::Chunk& whole) {
  if (!opened_)
    throw InputError("a program before Open");
  executor_.reset();
  executor_ = std::make_unique<Executor>(parse_program(bytes_of(whole.data()), "the program"),
                                         new_device());
  v1::Reply reply;
  reply.mutable_program()->set_present(true);
  return reply;
}

void WorkerSession::run_once(bool launches_only) {
  if (launches_only)
    executor_->run_launches_only();
  else
    executor_->run();
}

v1::Reply WorkerSession::run(const v1::Run& request) {
  if (!executor_)
    throw InputError("a run before a program");
  const Program& program = executor_->program();
  if (request.repeat() < 0 || request.number() < 0 || request.max_cycles() < 0)
    throw InputError(
        fmt::format("a run with repeat {}, number {} and max_cycles {}: legal are 0, "
                    "as the server has it, and more",
                    request.repeat(), request.number(), request.max_cycles()));
  const int64_t repeat = std::max(request.repeat(), 1), number = std::max(request.number(), 1);
  if (repeat * number > kMostMeasurements)
    throw InputError(fmt::format("repeat {} times number {} is {} runs; the most are {}", repeat,
                                 number, repeat * number, kMostMeasurements));
  if (request.images_size() != 1)
    throw InputError(fmt::format("{} images for a worker, which takes one", request.images_size()));
  const auto& inputs = request.images(0).inputs();
  if (!request.launches_only()) {
    if (inputs.size() != std::ssize(program.inputs))
      throw InputError(fmt::format("{} inputs are given; the program has {}", inputs.size(),
                                   program.inputs.size()));
    for (int i = 0; i < inputs.size(); ++i)
      executor_->set_input(i, tensor_of(inputs[i], fmt::format("input {}", i)));
  }
  const int64_t asked = request.max_cycles() > 0 ? request.max_cycles() : limits_.max_cycles();
  executor_->set_max_cycles(std::min(asked, limits_.max_cycles()));
  v1::Reply reply;
  v1::Result& result = *reply.mutable_result();
  try {
    if (repeat * number > 1)
      run_once(request.launches_only());
    for (int64_t r = 0; r < repeat; ++r) {
      const Stopwatch watch;
      for (int64_t n = 0; n < number; ++n)
        run_once(request.launches_only());
      result.add_seconds(watch.seconds() / static_cast<double>(number));
    }
  } catch (const ResourceError& e) {
    if (asked <= limits_.max_cycles())
      throw;
    throw LimitError(e.what(), "--launch-cycles");
  }
  put_stats(executor_->stats(), *result.mutable_stats());
  if (!request.launches_only() && executor_->link().info().values)
    for (size_t i = 0; i < program.outputs.size(); ++i)
      put_tensor(executor_->output(static_cast<int64_t>(i)), *result.add_outputs());
  return reply;
}

void WorkerSession::frame(const v1::Frame& request, const Send& send) {
  if (!opened_)
    throw InputError("a frame before Open");
  if (!link_)
    link_ =
        std::make_unique<CheckedLink>(new_device(), limits_.max_cycles(), limits_.memory_bytes());
  wire::LinkServer server(*link_);
  server.answer(bytes_of(request.data()), [&](std::span<const std::byte> answer) {
    v1::Reply reply;
    reply.mutable_frame()->set_data(answer.data(), answer.size());
    send(reply);
  });
}

}  // namespace vta::remote
