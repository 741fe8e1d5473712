// vta serve and vta devices as programs, and the same network here and there.
#include "tests/cli/background_vta.h"
#include "tests/cli/run_fixture.h"

namespace vta {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::MatchesRegex;
using testing::Not;

class Server : public test::Background {
 public:
  Server(const std::string& options, const std::string& folder)
      : Background("serve " + options, folder + "/serve") {}
};

class VtaServe : public NetworkCommand {
 protected:
  std::string folder() const { return std::filesystem::path(path("x")).parent_path().string(); }
};

TEST_F(VtaServe, ANetworkIsWhatItIsHere) {
  Server server("--listen 127.0.0.1:0", folder());
  ASSERT_FALSE(server.address().empty());
  const std::string run = "run " + kTestData + "digits_resnet8.onnx ";
  for (const std::string backend : {"fsim", "csim", "tsim"}) {
    const auto here = json_of(run + "--device " + backend);
    const auto there = json_of(run + "--device grpc://" + server.address() + ",backend=" + backend);
    EXPECT_EQ(timeless(here), timeless(there)) << backend;
    run_vta_apart(run + "--output " + path("here.npy") + " --device " + backend);
    run_vta_apart(run + "--output " + path("there.npy") + " --device grpc://" + server.address() +
                  ",backend=" + backend);
    EXPECT_EQ(read_text_file(path("here.npy")), read_text_file(path("there.npy"))) << backend;
  }
  const std::string device = " --device grpc://" + server.address();
  EXPECT_THAT(run_vta_apart(run + "--verify" + device).out,
              HasSubstr("equal the integer interpreter"));
  EXPECT_EQ(run_vta_apart(run + "--backend csim --timing-only --json").exit_code, 0);
  const auto timing = json_of(run + "--timing-only" + device + ",backend=csim");
  EXPECT_EQ(timeless(timing), timeless(json_of(run + "--timing-only --device csim")));
  const ApartResult devices = run_vta_apart("devices --server " + server.address());
  EXPECT_THAT(devices.out,
              AllOf(HasSubstr(server.address() + ": vta "), HasSubstr("0 sessions of 32"),
                    HasSubstr("backends: fsim, csim, tsim")));
  EXPECT_EQ(json_of("devices --server " + server.address()).at("sessions").as_array().size(), 0u);
  EXPECT_EQ(server.end(), 0);
  EXPECT_THAT(server.log(),
              AllOf(HasSubstr(R"("event":"listening")"), HasSubstr(R"("event":"drained")")));
  expect_failure(run + device, 6, "no connection");
  expect_failure("devices --server " + server.address(), 6, server.address());
}

TEST_F(VtaServe, OutputsHaveTheNamesOfTheNetworksFile) {
  Server server("--listen 127.0.0.1:0", folder());
  const std::string run = "run " + kTestData + "strangers/output_names_plain.onnx --all-int8";
  const std::string device = " --device grpc://" + server.address();
  EXPECT_EQ(timeless(json_of(run)), timeless(json_of(run + device)));
  const ApartResult there = run_vta_apart(run + device + " --output boxes=" + path("there.npy"));
  EXPECT_EQ(there.exit_code, 0) << there.err;
  run_vta_apart(run + " --output boxes=" + path("here.npy"));
  EXPECT_EQ(read_text_file(path("here.npy")), read_text_file(path("there.npy")));
  expect_failure(run + device + " --output head=" + path("head.npy"), 2,
                 "NAME one of scores, boxes");
}

TEST_F(VtaServe, TheCInterfaceTakesTheSameStrings) {
  Server server("--listen 127.0.0.1:0", folder());
  const std::string program = path("digits.vta");
  run_vta("compile " + kTestData + "digits_resnet8.onnx -o " + program);
  const auto classify = [&](const std::string& device) {
    const std::string command = VTA_BINARY_DIR "/bin/run_program_c " + program + " " + kTestData +
                                "digit.png " VTA_SOURCE_DIR "/tests/examples/labels/digits.txt " +
                                device + " >" + path("c.out") + " 2>&1";
    EXPECT_EQ(std::system(command.c_str()), 0) << read_text_file(path("c.out"));
    return read_text_file(path("c.out"));
  };
  EXPECT_EQ(classify("grpc://" + server.address() + ",backend=csim"), classify("csim"));
  EXPECT_EQ(server.end(), 0);
  EXPECT_THAT(server.log(), HasSubstr(R"("event":"session_end")"));
}

TEST_F(VtaServe, WhereItMayNotListenIsNamed) {
  expect_failure("serve --listen 0.0.0.0:0", 2, "it needs TLS and a token");
  expect_failure("serve --listen 127.0.0.1", 2, "has no port");
  expect_failure("serve --listen 127.0.0.1:99999", 2, "0 to 65535");
  expect_failure("serve --tls-cert /no/such.pem", 2, "--tls-cert and --tls-key need each other");
  expect_failure("serve --token-file " + kTestData + "digit.png", 3,
                 "users other than its owner have access");
  expect_failure("serve --listen 127.0.0.1:0 >/dev/full", 9, "standard output");
  expect_failure("serve --session-memory 1K", 2, "it must be at least 64K");
  Server server("--listen 127.0.0.1:0", folder());
  expect_failure("serve --listen " + server.address(), 2, "Address already in use");
}

// gRPC would end the process; from the number that suffices on it serves.
TEST_F(VtaServe, WithFewDescriptorsIsAnErrorOfTheLimit) {
  for (const int most : {5, 8, 16, 40, 64})
    for (const char* command : {"serve --listen 127.0.0.1:0", "tracker --listen 127.0.0.1:0",
                                "devices --server 127.0.0.1:1", "devices --tracker 127.0.0.1:1"}) {
      const std::string line =
          fmt::format("ulimit -n {}; timeout -s INT 20 " VTA_BINARY_DIR "/bin/vta {} >{} 2>&1",
                      most, command, path("few"));
      const int status = std::system(("bash -c '" + line + "'").c_str());
      const int code = WIFEXITED(status) ? WEXITSTATUS(status) : -1;
      const bool is_client = std::string(command).starts_with("devices");
      EXPECT_THAT(code, testing::AnyOf(8, is_client ? 6 : 8)) << most << command;
      if (most < 32) {
        EXPECT_THAT(read_text_file(path("few")), HasSubstr("(ulimit -n)")) << most << command;
      }
    }
}

TEST_F(VtaServe, ItsWorkerIsNotForPeople) {
  expect_failure("serve-worker", 2, "is for vta serve");
}

TEST_F(VtaServe, AServerThatIsKilledIsAnErrorOfTheDevice) {
  auto server = std::make_unique<Server>("--listen 127.0.0.1:0", folder());
  const std::string address = server->address();
  server->end(SIGKILL);
  expect_failure("run " + model() + " --device grpc://" + address, 6, "no connection");
}

TEST_F(VtaServe, DeviceStringsAreCheckedBeforeAnythingElse) {
  const std::string run = "run " + model() + " --device ";
  expect_failure(run + "grpc://127.0.0.1:1,backend=qsim", 2, "unknown backend=qsim");
  expect_failure(run + "grpc://127.0.0.1:1,timing_only=1", 2, "timing_only needs csim");
  expect_failure(run + "grpc://127.0.0.1:1,backend=tsim,kernels=auto", 2, "leave it out for tsim");
  expect_failure(run + "grpc", 2, "HOST:PORT");
  expect_failure(run + "grpc://127.0.0.1:1,key=/no/such", 2, "cert and key need each other");
}

}  // namespace
}  // namespace vta
