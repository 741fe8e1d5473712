#include "remote/server/device_service.h"

#include "base/error.h"
#include "base/version.h"
#include "remote/messages/run_messages.h"
#include "remote/server/kept_models.h"

namespace vta::remote {
namespace {

grpc::StatusCode code_of(SessionOver::Why why) {
  switch (why) {
    case SessionOver::Why::ResourceExhausted:
      return grpc::StatusCode::RESOURCE_EXHAUSTED;
    case SessionOver::Why::DeadlineExceeded:
      return grpc::StatusCode::DEADLINE_EXCEEDED;
    case SessionOver::Why::Unavailable:
      return grpc::StatusCode::UNAVAILABLE;
    case SessionOver::Why::InvalidArgument:
      return grpc::StatusCode::INVALID_ARGUMENT;
    case SessionOver::Why::Version:
      return grpc::StatusCode::FAILED_PRECONDITION;
    case SessionOver::Why::Gone:
      break;
  }
  return grpc::StatusCode::CANCELLED;
}

}  // namespace

grpc::Status DeviceService::Session(grpc::ServerContext* context,
                                    grpc::ServerReaderWriter<v1::Reply, v1::Request>* stream) {
  if (grpc::Status status = admission_.check(*context, guard_); !status.ok())
    return status;
  const std::string client = context->peer();
  const auto refused = [&](grpc::StatusCode code, const std::string& why) {
    log_.event("session_refused", {{"client", client}, {"reason", why}});
    return grpc::Status(code, why);
  };
  if (draining_)
    return refused(grpc::StatusCode::UNAVAILABLE, "the server is draining: it accepts no session");
  const uint64_t id = state_.sessions.enter(client);
  if (id == 0)
    return refused(grpc::StatusCode::RESOURCE_EXHAUSTED,
                   fmt::format("{} sessions are open, which is the limit (vta serve --sessions)",
                               state_.limits.sessions));
  log_.event("session", {{"session", id}, {"client", client}});
  const auto start = CallWatch::Clock::now();
  const grpc::Status status = serve(*context, *stream, id);
  state_.sessions.leave(id);
  const double seconds = std::chrono::duration<double>(CallWatch::Clock::now() - start).count();
  log_.event("session_end", {{"session", id},
                             {"seconds", seconds},
                             {"status", static_cast<int>(status.error_code())},
                             {"reason", status.error_message()}});
  return status;
}

grpc::Status DeviceService::serve(grpc::ServerContext& context,
                                  grpc::ServerReaderWriter<v1::Reply, v1::Request>& stream,
                                  uint64_t id) {
  CallWatch::Watched watched(watch_, [&context] { context.TryCancel(); });
  const double idle = state_.limits.idle_seconds;
  const auto send = [&](const v1::Reply& reply) {
    if (reply.has_failure())
      log_.event("failure", {{"session", id},
                             {"code", reply.failure().code()},
                             {"text", reply.failure().text()},
                             {"limit", reply.failure().limit()}});
    watched.arm(idle);
    const bool sent = stream.Write(reply);
    watched.disarm();
    return sent;
  };
  remote::Session session(state_, id, send, [&] { return context.IsCancelled(); });
  const auto idle_over = [&] {
    return grpc::Status(
        grpc::StatusCode::DEADLINE_EXCEEDED,
        fmt::format("the client neither sent nor read data for {} s (vta serve --idle-seconds)",
                    idle));
  };
  try {
    v1::Request request;
    while (true) {
      state_.sessions.set(id, v1::SessionState::IDLE);
      watched.arm(idle);
      const bool got = stream.Read(&request);
      watched.disarm();
      if (!got)
        return watched.expired() ? idle_over() : grpc::Status::OK;
      session.handle(request);
    }
  } catch (const SessionOver& over) {
    return watched.expired() ? idle_over() : grpc::Status(code_of(over.why), over.text);
  } catch (const vta::Error& e) {
    return {grpc::StatusCode::RESOURCE_EXHAUSTED, e.what()};  // no worker could be had
  } catch (const std::exception& e) {
    log_.event("bug", {{"session", id}, {"text", e.what()}});
    return {grpc::StatusCode::INTERNAL, "an error of the server; its log has details"};
  }
}

grpc::Status DeviceService::Describe(grpc::ServerContext* context, const v1::DescribeRequest*,
                                     v1::Description* out) {
  if (grpc::Status status = admission_.check(*context, guard_); !status.ok())
    return status;
  out->set_version(kDeviceProtocol);
  out->set_tool_version(std::string(version()));
  for (const char* backend : {"fsim", "csim", "tsim"})
    out->add_backends(backend);
  for (const std::string& model : kept_models())
    out->add_tsim_models(model);
  out->set_allow_build(allow_build_);
  out->set_draining(draining_);
  out->set_workers(static_cast<int32_t>(state_.limits.workers));
  out->set_most_sessions(static_cast<int32_t>(state_.limits.sessions));
  *out->mutable_limits() = state_.limits.of_session();
  for (const v1::SessionState& session : state_.sessions.states())
    *out->add_sessions() = session;
  out->set_up_seconds(std::chrono::duration<double>(CallWatch::Clock::now() - start_).count());
  return grpc::Status::OK;
}

}  // namespace vta::remote
