#include "tests/fuzz/serve_program.h"

#include "base/error.h"
#include "remote/messages/run_messages.h"
#include "remote/worker/worker_session.h"
#include "tests/fuzz/require_reply.h"

namespace vta::fuzz {
namespace {

using remote::v1::Request;

Request open_request(const Program& program, const char* backend) {
  Request request;
  request.mutable_open()->set_version(remote::kDeviceProtocol);
  request.mutable_open()->set_config(program.config.to_json());
  request.mutable_open()->set_backend(backend);
  return request;
}

Request run_request(const Program& program, bool launches_only) {
  Request request;
  request.mutable_run()->set_launches_only(launches_only);
  auto& image = *request.mutable_run()->add_images();
  for (const int64_t input : program.inputs) {
    const ProgramValue& value = program.values[static_cast<size_t>(input)];
    remote::put_tensor(Tensor::zeros(value.dtype, value.shape), *image.add_inputs());
  }
  return request;
}

}  // namespace

void serve_program(const Program& program, std::span<const std::byte> file, int64_t device_bytes,
                   int64_t most_cycles) {
  remote::v1::Limits limits;
  limits.set_memory_bytes(device_bytes);
  limits.set_max_cycles(most_cycles);
  Request load;
  load.mutable_chunk()->set_data(file.data(), file.size());
  for (const char* backend : {"fsim", "csim"}) {
    remote::WorkerSession session(limits);
    for (const Request& request : {open_request(program, backend), load, run_request(program, true),
                                   run_request(program, false)})
      session.answer(request, require_reply);
  }
}

}  // namespace vta::fuzz
