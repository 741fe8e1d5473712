// vta pipeline over servers of devices (vta serve).
#include <chrono>
#include <memory>
#include <thread>

#include "base/npy.h"
#include "tests/cli/background_vta.h"
#include "tests/cli/run_fixture.h"

namespace vta {
namespace {

using testing::HasSubstr;

class ServeProgram : public test::Background {
 public:
  ServeProgram(const std::string& files, const std::string& more)
      : Background("serve --listen 127.0.0.1:0 " + more, files) {}

  std::string device(const std::string& backend) const {
    return "grpc://" + address() + ",backend=" + backend;
  }
  // Until a session has done so many.
  void wait_for_runs(int64_t count) const {
    for (int64_t runs = 0; runs < count;) {
      std::this_thread::sleep_for(std::chrono::milliseconds(10));
      const CommandResult state = run_vta("devices --server " + address() + " --json");
      const boost::json::value document = boost::json::parse(state.text);
      for (const auto& session : document.at("sessions").as_array())
        runs = std::max(runs, session.at("runs").to_number<int64_t>());
    }
  }
};

class RemotePipeline : public NetworkCommand {
 protected:
  RemotePipeline() {
    for (const char* name : {"one", "two"})
      servers_.push_back(std::make_unique<ServeProgram>(path(name), "--session-memory 1G"));
  }
  std::string devices(const std::string& backend) const {
    return servers_[0]->device(backend) + "," + servers_[1]->device(backend);
  }

  std::vector<std::unique_ptr<ServeProgram>> servers_;
};

TEST_F(RemotePipeline, TwoServersAreTwoDevices) {
  const auto run = [&](const std::string& device, const std::string& out) {
    return json_of("pipeline " + model() + " --parts 2 -n 5 --device " + device + " --output " +
                   path(out));
  };
  const boost::json::object here = run("csim", "here.npy");
  const boost::json::object there = run(devices("csim"), "there.npy");
  EXPECT_EQ(there.at("simulated"), here.at("simulated"));
  EXPECT_EQ(read_text_file(path("there.npy")), read_text_file(path("here.npy")));
  run(servers_[0]->device("csim") + ",csim", "mixed.npy");  // and one of each
  EXPECT_EQ(read_text_file(path("mixed.npy")), read_text_file(path("here.npy")));
  run(servers_[0]->device("fsim"), "same.npy");  // the same server twice
  EXPECT_EQ(read_text_file(path("same.npy")), read_text_file(path("here.npy")));
}

TEST_F(RemotePipeline, AServerThatIsLostIsNamedAndWhatWasDoneIsKept) {
  std::thread killer([&] {
    servers_[1]->wait_for_runs(3);
    servers_[1]->end(SIGKILL);
  });
  const ApartResult run = run_vta_apart("pipeline " + model() + " --parts 2 -n 1000000 --device " +
                                        devices("fsim") + " --output " + path("kept.npy"));
  killer.join();
  EXPECT_EQ(run.exit_code, 6) << run.err;
  EXPECT_THAT(run.err, HasSubstr("part 1 on '" + servers_[1]->device("fsim") + "', image "));
  const Tensor kept = read_npy(path("kept.npy"));
  ASSERT_GE(kept.shape().front(), 3);
  json_of("pipeline " + model() + " --parts 1 -n 3 --output " + path("first.npy"));
  const Tensor first = read_npy(path("first.npy"));
  EXPECT_TRUE(std::ranges::equal(kept.bytes().first(first.bytes().size()), first.bytes()));
}

}  // namespace
}  // namespace vta
