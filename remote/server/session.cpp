#include "remote/server/session.h"

#include "base/error.h"
#include "config/vta_config.h"
#include "link/wire/frame.h"
#include "remote/messages/run_messages.h"

namespace vta::remote {
namespace {

using Why = SessionOver::Why;

constexpr size_t kMostConfigBytes = size_t{64} << 10;

[[noreturn]] void over(Why why, std::string text) {
  throw SessionOver{why, std::move(text)};
}

// The last message of an answer is none of these.
bool is_last(const v1::Reply& reply) {
  if (!reply.has_frame())
    return true;
  const std::string& data = reply.frame().data();
  const wire::Kind kind =
      wire::parse_header(std::as_bytes(std::span(data.data(), data.size()))).kind;
  return kind != wire::Kind::Events && kind != wire::Kind::ReadBack;
}

bool is_launch(const v1::Frame& frame) {
  const auto bytes = std::as_bytes(std::span(frame.data().data(), frame.data().size()));
  try {
    return wire::parse_header(bytes).kind == wire::Kind::Launch;
  } catch (const Error&) {
    return false;  // the worker says what is wrong with it
  }
}

}  // namespace

Session::Session(ServerState& server, uint64_t id, Send send, Gone gone)
    : server_(server), id_(id), send_(std::move(send)), gone_(std::move(gone)) {}

void Session::handle(v1::Request& request) {
  switch (request.kind_case()) {
    case v1::Request::kOpen:
      return open(request.open());
    case v1::Request::kProgram:
      return program(request.program());
    case v1::Request::kChunk:
      return chunk(request.chunk());
    case v1::Request::kRun:
      return run(*request.mutable_run());
    case v1::Request::kFrame:
      return frame(request.frame());
    case v1::Request::KIND_NOT_SET:
      break;
  }
  over(Why::InvalidArgument,
       fmt::format("a request of a kind unknown to version {}", kDeviceProtocol));
}

void Session::reply(const v1::Reply& reply) {
  if (!send_(reply))
    over(Why::Gone, "the client is gone");
}

void Session::fail(const std::exception& error, std::string_view option) {
  reply(failure_reply(error, option));
}

void Session::end(MessagePipe::End how) {
  const Worker::Ending ending = worker_->end();
  worker_.reset();
  switch (how) {
    case MessagePipe::End::Expired:
      over(Why::DeadlineExceeded,
           fmt::format("a request took longer than {} s (vta serve --launch-seconds)",
                       server_.limits.launch_seconds));
    case MessagePipe::End::Stopped:
      over(Why::Gone, "the client is gone");
    case MessagePipe::End::Closed:
    case MessagePipe::End::Got:
      break;
  }
  over(Why::Unavailable,
       ending.for_memory
           ? fmt::format("the session's worker {} (it may have {} bytes: vta serve "
                         "--session-memory)",
                         ending.text, server_.limits.session_memory)
           : fmt::format("the session's worker {}: this is an error of the server's, or of its "
                         "machine",
                         ending.text));
}

v1::Reply Session::ask(const v1::Request& request,
                       const std::function<void(const v1::Reply&)>& more) {
  const auto seconds = std::chrono::duration<double>(server_.limits.launch_seconds);
  const MessagePipe::Patience patience = {
      MessagePipe::Clock::now() + std::chrono::duration_cast<MessagePipe::Clock::duration>(seconds),
      gone_};
  if (const auto how = worker_->pipe().send(request, patience); how != MessagePipe::End::Got)
    end(how);
  while (true) {
    v1::Reply answer;
    if (const auto how = worker_->pipe().receive(answer, patience); how != MessagePipe::End::Got)
      end(how);
    if (is_last(answer))
      return answer;
    more(answer);
  }
}

void Session::take_turn(std::optional<Turn>& turn) {
  server_.sessions.set(id_, v1::SessionState::WAITING);
  switch (server_.queue.wait(gone_)) {
    case FairQueue::Answer::Turn:
      turn.emplace(server_.queue);
      server_.sessions.set(id_, v1::SessionState::RUNNING);
      return;
    case FairQueue::Answer::Full:
      over(Why::ResourceExhausted,
           fmt::format("{} requests wait for a turn; the limit is {} (vta serve --waiting)",
                       server_.queue.waiting(), server_.limits.waiting));
    case FairQueue::Answer::Closed:
      over(Why::Unavailable, "the server is draining: current runs finish, new ones are refused");
    case FairQueue::Answer::Stopped:
      break;
  }
  over(Why::Gone, "the client is gone");
}

void Session::open(const v1::Open& open) {
  if (open.version() != kDeviceProtocol)
    over(Why::Version, fmt::format("version {} of the protocol; this server speaks {}",
                                   open.version(), kDeviceProtocol));
  if (opened_)
    over(Why::InvalidArgument, "a second Open: another device needs another session");
  const ServerLimits& limits = server_.limits;
  if (open.memory_bytes() < 0)
    return fail(InputError(
        fmt::format("memory_bytes {} of a session: legal are 0, as the server has it, and more",
                    open.memory_bytes())));
  if (open.config().size() > kMostConfigBytes)
    return fail(ConfigError(fmt::format("a configuration of {} bytes; the limit is {}",
                                        open.config().size(), kMostConfigBytes)));
  const int64_t memory = open.memory_bytes() > 0
                             ? open.memory_bytes()
                             : std::min(limits.session_memory, int64_t{2} << 30);
  if (memory <= limits.session_memory && !server_.sessions.reserve(id_, memory))
    return fail(
        ResourceError(fmt::format("{} bytes of device memory more than all sessions may have, {} "
                                  "(vta serve --total-memory): wait for one to end",
                                  memory, limits.total_memory)),
        "--total-memory");
  std::optional<Turn> turn;
  take_turn(turn);
  if (!worker_)
    worker_ = server_.make_worker(limits.of_session());
  v1::Request request;
  *request.mutable_open() = open;
  v1::Reply answer = ask(request);
  turn.reset();
  opened_ = answer.has_opened();
  if (opened_) {
    answer.mutable_opened()->set_session(id_);
    const VtaConfig config = parse_config(answer.opened().config(), "the worker's configuration");
    server_.sessions.opened(id_, answer.opened().backend(), config.name());
  }
  reply(answer);
}

void Session::program(const v1::Program& program) {
  upload_.reset();
  if (!opened_)
    over(Why::InvalidArgument, "a program before the session was opened");
  if (program.sha256().size() != kHashBytes)
    return fail(InputError(fmt::format("a program's SHA-256 of {} bytes; it has {}",
                                       program.sha256().size(), kHashBytes)));
  const int64_t most = server_.limits.session_memory;
  if (program.size_bytes() < 1 || program.size_bytes() > most)
    return fail(
        ResourceError(fmt::format("a program of {} bytes; a session's may have 1 to {} (vta serve "
                                  "--session-memory)",
                                  program.size_bytes(), most)),
        "--session-memory");
  v1::Reply present;
  present.mutable_program()->set_present(true);
  if (loaded_ == program.sha256())
    return reply(present);
  if (const ProgramStore::File file = server_.programs.find(program.sha256()))
    return load(program.sha256(), file);
  upload_ = Upload{program.sha256(),
                   static_cast<size_t>(program.size_bytes()),
                   {},
                   ProgramStore::Incoming(server_.programs)};
  present.mutable_program()->set_present(false);
  reply(present);
}

void Session::chunk(const v1::Chunk& chunk) {
  if (!upload_)
    over(Why::InvalidArgument, "an unexpected part of a program");
  Upload& upload = *upload_;
  if (chunk.data().empty() || chunk.data().size() > upload.size - upload.bytes.size())
    over(Why::InvalidArgument, fmt::format("a part of {} bytes where {} of the program are missing",
                                           chunk.data().size(), upload.size - upload.bytes.size()));
  if (!upload.room.more(static_cast<int64_t>(chunk.data().size())))
    over(Why::ResourceExhausted,
         fmt::format("programs on their way to this server would have more than {} bytes in all "
                     "(vta serve --program-memory): wait for the others to arrive",
                     server_.limits.program_memory));
  upload.bytes += chunk.data();
  if (upload.bytes.size() < upload.size)
    return;
  Upload whole = std::move(*upload_);
  upload_.reset();
  if (sha256(whole.bytes) != whole.hash)
    return fail(InputError("the program: its SHA-256 differs from the announced one"));
  load(whole.hash, server_.programs.add(whole.hash, std::move(whole.bytes)));
}

void Session::load(const std::string& hash, const ProgramStore::File& file) {
  loaded_.clear();
  std::optional<Turn> turn;
  take_turn(turn);
  v1::Request request;
  request.mutable_chunk()->set_data(*file);
  const v1::Reply answer = ask(request);
  turn.reset();
  if (answer.has_program())
    loaded_ = hash;
  reply(answer);
}

void Session::run(v1::Run& run) {
  if (loaded_.empty())
    over(Why::InvalidArgument, "a run before a program");
  if (run.images_size() < 1 || run.images_size() > server_.limits.queued_runs)
    return fail(
        ResourceError(fmt::format("{} runs in a request; a session may queue 1 to {} (vta serve "
                                  "--queued-runs)",
                                  run.images_size(), server_.limits.queued_runs)),
        "--queued-runs");
  v1::Request request;
  v1::Run& one = *request.mutable_run();
  one.set_max_cycles(run.max_cycles());
  one.set_launches_only(run.launches_only());
  one.set_repeat(run.repeat());
  one.set_number(run.number());
  for (v1::Run::Image& image : *run.mutable_images()) {
    one.clear_images();
    one.add_images()->Swap(&image);
    std::optional<Turn> turn;
    take_turn(turn);
    const v1::Reply answer = ask(request);
    turn.reset();
    server_.sessions.ran(id_);
    reply(answer);
  }
}

// Memory is written and read at any time; a launch has its turn.
void Session::frame(const v1::Frame& frame) {
  if (!opened_)
    over(Why::InvalidArgument, "a frame before the session was opened");
  std::optional<Turn> turn;
  if (is_launch(frame))
    take_turn(turn);
  v1::Request request;
  *request.mutable_frame() = frame;
  const v1::Reply answer = ask(request, [&](const v1::Reply& one) { reply(one); });
  if (turn)
    server_.sessions.ran(id_);
  turn.reset();
  reply(answer);
}

}  // namespace vta::remote
