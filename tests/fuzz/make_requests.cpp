// make_requests FILE: a session that opens, gets a program, runs it, and speaks as a driver: the
// requests that fuzz_remote starts from.
#include <fstream>

#include "link/wire/remote_link.h"
#include "remote/messages/run_messages.h"
#include "runtime/program_bytes.h"
#include "tests/runtime/test_program.h"

namespace {

using vta::remote::v1::Request;

void put(std::ofstream& out, const Request& request) {
  const std::string bytes = request.SerializeAsString();
  const auto size = static_cast<uint32_t>(bytes.size());
  out.write(reinterpret_cast<const char*>(&size), sizeof size);
  out << bytes;
}

// Keeps what a driver says, and answers nothing.
class Recorder final : public vta::wire::Transport {
 public:
  explicit Recorder(std::ofstream& out) : out_(out) {}
  void send(std::span<const std::byte> frame) override {
    Request request;
    request.mutable_frame()->set_data(frame.data(), frame.size());
    put(out_, request);
  }
  std::vector<std::byte> receive() override { throw vta::DeviceError("nobody is there"); }

 private:
  std::ofstream& out_;
};

}  // namespace

int main(int argc, char** argv) {
  if (argc != 2)
    return 2;
  std::ofstream out(argv[1], std::ios::binary);
  const vta::Program program = vta::test::make_add_program(3, 4);
  Request request;
  auto& open = *request.mutable_open();
  open.set_version(vta::remote::kDeviceProtocol);
  open.set_config(program.config.to_json());
  open.set_backend("fsim");
  open.set_memory_bytes(1 << 20);
  put(out, request);
  request.mutable_chunk()->set_data(vta::program_bytes(program));
  put(out, request);
  auto& image = *request.mutable_run()->add_images();
  vta::remote::put_tensor(vta::Tensor::zeros(vta::DType::I8, program.values[0].shape),
                          *image.add_inputs());
  put(out, request);
  try {
    vta::wire::RemoteLink link(std::make_unique<Recorder>(out));
  } catch (const vta::Error&) {  // it asked, and that is all
  }
  return out.good() ? 0 : 1;
}
