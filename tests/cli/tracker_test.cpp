// vta tracker, vta serve --tracker, vta devices --tracker and --device tracker:// as programs;
// files of settings.
#include "base/file.h"
#include "tests/cli/background_vta.h"
#include "tests/cli/run_fixture.h"

namespace vta {
namespace {

using test::Background;
using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

class VtaTracker : public NetworkCommand {
 protected:
  void write(const std::string& name, const std::string& text, int mode = 0600) const {
    std::ofstream(path(name)) << text;
    ::chmod(path(name).c_str(), static_cast<mode_t>(mode));
  }
  // A wrong file of settings, as both programs say.
  void refused(const std::string& text, const std::string& words) const {
    write("lab.json", text);
    expect_failure("tracker --settings " + path("lab.json"), 3, words);
    expect_failure("serve --settings " + path("lab.json"), 3, words);
  }
  static void wait_for(const std::string& options, const std::string& words) {
    for (int look = 0; look < 200; ++look) {
      if (run_vta_apart("devices " + options).out.find(words) != std::string::npos)
        return;
      std::this_thread::sleep_for(std::chrono::milliseconds(20));
    }
    ADD_FAILURE() << words << " is not there";
  }
};

TEST_F(VtaTracker, ANetworkIsWhatItIsHere) {
  Background tracker("tracker --listen 127.0.0.1:0", path("tracker"));
  const std::string at = tracker.address();
  Background server("serve --listen 127.0.0.1:0 --workers 3 --tracker " + at, path("server"));
  wait_for("--tracker " + at, "1 server,");
  const std::string run = "run " + kTestData + "digits_resnet8.onnx --device ";
  for (const std::string backend : {"fsim", "csim"})
    EXPECT_EQ(timeless(json_of(run + backend)),
              timeless(json_of(run + "tracker://" + at + ",key=" + backend)));
  EXPECT_THAT(run_vta_apart("devices --tracker " + at).out,
              AllOf(HasSubstr(at + ": vta "), HasSubstr(server.address()), HasSubstr("0 of 3"),
                    HasSubstr("*/fsim */csim"), HasSubstr("0 clients wait")));
  const auto listing = json_of("devices --tracker " + at);
  const auto& one = listing.at("servers").as_array().at(0);
  EXPECT_EQ(one.at("address").as_string(), server.address());
  EXPECT_EQ(one.at("granted").to_number<int64_t>(), 2);
  EXPECT_EQ(one.at("slots").to_number<int64_t>(), 3);
  EXPECT_EQ(server.end(), 0);
  wait_for("--tracker " + at, "0 servers,");
  expect_failure(run + "tracker://" + at + ",key=csim,wait_seconds=0", 8,
                 "no server is registered");
  EXPECT_EQ(tracker.end(), 0);
  EXPECT_THAT(tracker.log(), AllOf(HasSubstr(R"("event":"granted")"), HasSubstr("it left"),
                                   HasSubstr(R"("event":"ended")")));
  expect_failure(run + "tracker://" + at, 6, "is a tracker (vta tracker) running there");
  expect_failure("devices --tracker " + at, 6, at);
}

// Trials on two servers at the same time find what trials here find.
TEST_F(VtaTracker, TrialsOfATunerAreTheSameThere) {
  Background tracker("tracker --listen 127.0.0.1:0", path("tracker"));
  const std::string serve = "serve --listen 127.0.0.1:0 --workers 2 --tracker " + tracker.address();
  Background one(serve, path("one"));
  const Background two(serve, path("two"));
  wait_for("--tracker " + tracker.address(), "2 servers,");
  const std::string tune =
      "tune " + kTestData + "digits_resnet8.onnx --evaluations 60 --seed 7 --jobs 4 --db ";
  const std::string there = " --device tracker://" + tracker.address() + ",key=csim";
  EXPECT_EQ(run_vta_apart(tune + path("here.db")).exit_code, 0);
  const ApartResult run = run_vta_apart(tune + path("there.db") + there);
  EXPECT_EQ(run.exit_code, 0) << run.err;
  const auto shown = [&](const std::string& db) {
    auto all = json_of("tune --show " + path(db));
    all.erase("provenance");
    all.erase("database");
    return all;
  };
  EXPECT_EQ(shown("here.db").at("configurations"), shown("there.db").at("configurations"));
  const auto listing = json_of("devices --tracker " + tracker.address());
  for (const auto& server : listing.at("servers").as_array())
    EXPECT_GT(server.at("granted").to_number<int64_t>(), 0);
  expect_failure(tune + path("lost.db") + " --device grpc://127.0.0.1:1,backend=csim", 6,
                 "a trial's device: 127.0.0.1:1: no connection");
  expect_failure(tune + path("none.db") + there + ",wait_seconds=0,memory_bytes=64", 2,
                 "memory_bytes");
  for (const std::string device :
       {"csim", "fsim", "grpc://127.0.0.1:1", "tracker://127.0.0.1:1,key=tsim"})
    expect_failure(tune + path("none.db") + " --device " + device, 2, "legal is grpc://");
  expect_failure(tune + path("none.db") + " --device grpc", 2, "HOST:PORT");
}

TEST_F(VtaTracker, WrongStringsAndOptionsAreNamed) {
  const std::string run = "run " + model() + " --device ";
  expect_failure(run + "tracker", 2, "HOST:PORT");
  expect_failure(run + "tracker://127.0.0.1:1,key=qsim", 2, "unknown backend=qsim");
  expect_failure(run + "tracker://127.0.0.1:1,key=a/b/c", 2, "legal is CONFIG/BACKEND");
  expect_failure(run + "tracker://127.0.0.1:1,key=other/csim", 2, "requests the configuration");
  expect_failure(run + "tracker://127.0.0.1:1,priority=10", 2, "priority");
  expect_failure(run + "tracker://127.0.0.1:1,priority=-1", 2, "priority");
  expect_failure(run + "tracker://127.0.0.1:1,wait_seconds=x", 2, "wait_seconds");
  expect_failure(run + "tracker://127.0.0.1:1,backend=csim", 2, "backend");
  expect_failure(run + "tracker://127.0.0.1:1,cert_key=/no/such", 2, "need each other");
  expect_failure("devices", 2, "one of --server HOST:PORT and --tracker HOST:PORT");
  expect_failure("devices --server 127.0.0.1:1 --tracker 127.0.0.1:1", 2, "give one of");
  expect_failure("tracker --listen 0.0.0.0:0", 2, "it needs TLS and a token");
  expect_failure("tracker --clients 0", 2, "--clients");
  expect_failure("tracker --server-token-file /no/such", 3, "/no/such");
  expect_failure("serve --offer '*/csim'", 2, "--offer has an effect only with a tracker");
  expect_failure("serve --advertise a:1", 2, "--advertise has an effect only with a tracker");
  expect_failure("serve --tracker 127.0.0.1:1 --offer csim", 2, "legal is CONFIG/BACKEND");
  expect_failure("serve --tracker 127.0.0.1", 2, "has no port");
  for (const char* where : {"lab7", "lab7:0", "unix:/tmp/x:1", "dns:lab7:1", "lab7:65536"})
    expect_failure("serve --tracker 127.0.0.1:1 --advertise " + std::string(where), 2,
                   "lab7.example.org:7411");
  expect_failure("serve --tracker 127.0.0.1:1 --listen 0.0.0.0:0", 2, "give --advertise HOST:PORT");
  expect_failure("serve --listen 127.0.0.1:0 --tracker 127.0.0.1:1 --tracker-cert /no/such", 2,
                 "need each other");
}

TEST_F(VtaTracker, TokensOfServersAreOthersThanOfClients) {
  write("clients", "a-token-of-clients\n");
  write("servers", "a-token-of-servers\n");
  Background tracker("tracker --listen 127.0.0.1:0 --token-file " + path("clients") +
                         " --server-token-file " + path("servers"),
                     path("tracker"));
  const std::string serve = "serve --listen 127.0.0.1:0 --token-file " + path("clients") +
                            " --tracker " + tracker.address() + " --tracker-token-file ";
  const Background wrong(serve + path("clients"), path("wrong"));
  const Background right(serve + path("servers"), path("right"));
  const std::string key = " --token-file " + path("clients");
  wait_for("--tracker " + tracker.address() + key, right.address());
  EXPECT_THAT(run_vta_apart("devices --tracker " + tracker.address() + key).out,
              Not(HasSubstr(wrong.address())));
  expect_failure("devices --tracker " + tracker.address(), 2, "requires a token");
  const std::string run = "run " + model() + " --device tracker://" + tracker.address();
  expect_failure(run, 2, "requires a token");
  EXPECT_EQ(run_vta_apart(run + ",token_file=" + path("clients")).exit_code, 0);
  EXPECT_THAT(tracker.log(), AllOf(HasSubstr("unauthenticated"), Not(HasSubstr("a-token-of"))));
}

TEST_F(VtaTracker, OneFileOfSettingsIsOfBoth) {
  write("token", "a-token-of-everybody\n");
  write("lab.json", R"({"keys": {"token_file": "token", "tracker_token_file": "token"},
    "tracker": {"listen": "127.0.0.1:0", "clients": 7, "lease_seconds": 1.5},
    "serve": {"listen": "127.0.0.1:0", "sessions": 3, "session_memory": "64M", "allow_build": false,
              "workers": 5, "offer": ["*/csim", "some/tsim"]}})");
  const Background tracker("tracker --settings " + path("lab.json"), path("tracker"));
  ASSERT_FALSE(tracker.address().empty()) << tracker.log();
  const Background server(
      "serve --workers 4 --settings " + path("lab.json") + " --tracker " + tracker.address(),
      path("server"));
  const std::string key = " --token-file " + path("token");
  wait_for("--tracker " + tracker.address() + key, "*/csim some/tsim");
  const auto listing = json_of("devices --tracker " + tracker.address() + key);
  EXPECT_EQ(listing.at("lease_seconds").to_number<double>(), 1.5);
  EXPECT_EQ(listing.at("servers").at(0).at("slots").to_number<int64_t>(), 4);  // the command line's
  const auto limits = json_of("devices --server " + server.address() + key);
  EXPECT_EQ(limits.at("most_sessions").to_number<int64_t>(), 3);
  EXPECT_EQ(limits.at("limits").at("session_memory").to_number<int64_t>(), 64 << 20);
}

TEST_F(VtaTracker, WrongSettingsAreNamed) {
  refused("[]", "lab.json");
  refused("{", "lab.json");
  refused(R"({"servers": {}})", "servers");
  refused(R"({"keys": {"tls_certificate": "a"}})", "keys.tls_certificate: no such file of keys");
  refused(R"({"keys": {"token_file": 1}})", "/1'");
  refused(R"({"keys": {"token_file": []}})", "keys.token_file is an array");
  refused(R"({"keys": {"token_file": "/no/such"}})", "/no/such");
  refused(R"({"keys": 1})", "keys");
  refused(R"({"serve": {"session": 1}, "tracker": {"client": 1}})", "no such option");
  refused(R"({"serve": {"connections": 0}, "tracker": {"connections": 0}})", "connections");
  refused(R"({"serve": {"connections": "x"}, "tracker": {"connections": "x"}})", "connections");
  refused(R"({"serve": {"connections": null}, "tracker": {"connections": {}}})", "connections is");
  refused(R"({"serve": {"json": 1}, "tracker": {"json": "yes"}})", "legal are true and false");
  refused(R"({"serve": {"settings": "x"}, "tracker": {"settings": "x"}})", "no such option");
  refused(R"({"serve": {"listen": ""}, "tracker": {"listen": ""}})", "listen");
  expect_failure("tracker --settings /no/such.json", 3, "/no/such.json");
}

}  // namespace
}  // namespace vta
