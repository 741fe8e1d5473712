// vta pipeline, run as a user would.
#include <signal.h>

#include <chrono>
#include <thread>

#include "base/npy.h"
#include "compiler/onnx/model_zoo.h"
#include "tests/cli/run_fixture.h"

namespace vta {
namespace {

using testing::AllOf;
using testing::HasSubstr;

class VtaPipeline : public NetworkCommand {
 protected:
  // The first images of `vta pipeline` without --images, each through the whole network.
  std::string whole(int64_t images, const std::string& more = "") {
    std::string bytes;
    for (int64_t i = 0; i < images; ++i) {
      const CommandResult run = run_vta(fmt::format(
          "run {} --input random:{} --top 0 --output {} {}", model(), i, path("one.npy"), more));
      EXPECT_EQ(run.exit_code, 0) << run.text;
      bytes += values(path("one.npy"));
    }
    return bytes;
  }
  static std::string values(const std::string& file) {
    const Tensor t = read_npy(file);
    return {reinterpret_cast<const char*>(t.bytes().data()), t.bytes().size()};
  }
  boost::json::object pipeline(const std::string& arguments) {
    return json_of("pipeline " + arguments + " --output " + path("out.npy"));
  }
};

TEST_F(VtaPipeline, PartsComputeWhatTheWholeDoes) {
  const std::string expected = whole(5);
  for (const char* how : {"--parts 1", "--parts 2", "--parts 4 --queue 1",
                          "--parts 3 --device fsim", "--device csim,fsim --balance bytes",
                          "--device csim,kernels=portable,csim,config=1x32 --device fsim"}) {
    const boost::json::object done = pipeline(model() + " -n 5 " + how);
    EXPECT_EQ(values(path("out.npy")), expected) << how;
    EXPECT_EQ(done.at("images"), 5) << how;
  }
}

TEST_F(VtaPipeline, SteadyStateIsThatOfTheSlowestPart) {
  for (const char* parts : {"1", "2", "4"}) {
    const boost::json::object done =
        pipeline(fmt::format("{} -n 6 --queue 1 --parts {}", model(), parts));
    const boost::json::object& simulated = done.at("simulated").as_object();
    const double rate = simulated.at("images_per_million_cycles").as_double();
    const auto slowest = static_cast<double>(simulated.at("slowest_cycles").as_int64());
    EXPECT_NEAR(rate * slowest / 1e6, 1.0, 0.03) << parts;
    const auto part = static_cast<size_t>(simulated.at("slowest_part").as_int64());
    EXPECT_EQ(done.at("parts").at(part).at("simulated").at("cycles"),
              simulated.at("slowest_cycles"));
  }
  EXPECT_EQ(pipeline(model() + " -n 6 --parts 2").at("simulated"),
            pipeline(model() + " -n 6 --parts 2").at("simulated"));
}

// The whole network in full size, from the model zoo.
TEST_F(VtaPipeline, ResNet18InTwoAndFourParts) {
  ASSERT_EQ(run_vta("model resnet18_v1 -o " + model()).exit_code, 0);
  const std::string expected = whole(2, "--backend csim");
  for (const char* parts : {"2", "4"}) {
    const boost::json::object done =
        pipeline(fmt::format("{} -n 6 --device csim --parts {}", model(), parts));
    EXPECT_EQ(values(path("out.npy")).substr(0, expected.size()), expected) << parts;
    const boost::json::object& simulated = done.at("simulated").as_object();
    EXPECT_NEAR(simulated.at("images_per_million_cycles").as_double() *
                    static_cast<double>(simulated.at("slowest_cycles").as_int64()) / 1e6,
                1.0, 0.03)
        << parts;
  }
}

// The larger accelerator gets more of the network.
TEST_F(VtaPipeline, CutsFollowTheDevices) {
  const auto slowest = [&](const std::string& devices) {
    return pipeline(model() + " -n 2 --device " + devices)
        .at("simulated")
        .at("slowest_cycles")
        .as_int64();
  };
  const int64_t equal = slowest("csim,csim");
  EXPECT_LT(slowest("csim,csim,config=1x32"), equal);
  EXPECT_LT(slowest("csim,config=1x32,csim"), equal);
}

// x is read by the two parts behind it.
TEST_F(VtaPipeline, ConnectionsThatSkipAPart) {
  const boost::json::object list = json_of("split " + model() + " --list");
  std::string at;
  for (const auto& cut : list.at("cuts").as_array())
    if (cut.at("values").as_array().size() == 2 && at.empty()) {
      const std::string x(cut.at("values").at(0).as_string());
      at = x + "," + x + "+" + std::string(cut.at("values").at(1).as_string());
    }
  ASSERT_EQ(run_vta("split " + model() + " --at " + at + " -o " + path("parts")).exit_code, 0);
  const boost::json::object done = pipeline(path("parts/split.json") + " -n 4 --queue 1");
  EXPECT_EQ(done.at("parts").as_array().size(), 3u);
  EXPECT_EQ(values(path("out.npy")), whole(4));
}

// The first convolution is the host's.
TEST_F(VtaPipeline, PartsOfTheHostAloneTakeNoCycles) {
  const boost::json::object list = json_of("split " + model() + " --list");
  const std::string at(list.at("cuts").at(0).at("values").at(0).as_string());
  ASSERT_EQ(run_vta("split " + model() + " --at " + at + " -o " + path("parts")).exit_code, 0);
  const boost::json::object done = pipeline(path("parts/split.json") + " -n 3");
  EXPECT_EQ(done.at("parts").at(0).at("kernels"), 0);
  EXPECT_EQ(done.at("parts").at(0).at("simulated").at("cycles"), 0);
  EXPECT_EQ(done.at("simulated").at("slowest_part"), 1);
  EXPECT_EQ(values(path("out.npy")), whole(3));
}

// Devices between commas: what has a place is none of the device before it, whatever is in its
// name.
TEST_F(VtaPipeline, CommasBetweenDevicesAreTold) {
  const std::string net = "pipeline " + model();
  for (const char* devices : {"csim,fsim,kernels=portable,memory_bytes=67108864",
                              "csim,kernels=portable,memory_bytes=67108864,fsim"}) {
    const boost::json::object done = pipeline(model() + " -n 1 --device " + devices);
    EXPECT_EQ(done.at("parts").as_array().size(), 2u) << devices;
  }
  expect_failure(net + " --device csim,board:///no=such", 6, "part 1 on 'board:///no=such'");
  expect_failure(net + " --device csim,,fsim", 2, "device ''");
  expect_failure(net + " --device kernels=avx2,csim", 2, "kernels=avx2");
  expect_failure(net + " --device csim,config=", 2, "'config=' is not KEY=VALUE");
  expect_failure(net + " --device csim,config=1x32,config=1x32", 2, "config");
}

TEST_F(VtaPipeline, ImagesAreTakenInOrderAndBatchesWhole) {
  const Tensor images = Tensor::zeros(DType::F32, {7, 3, 32, 32});
  write_npy(path("seven.npy"), images);
  const boost::json::object done =
      pipeline(model() + " --batch 2 --parts 2 --images " + path("seven.npy"));
  EXPECT_EQ(done.at("images"), 6);
  EXPECT_EQ(done.at("batch"), 2);
  EXPECT_THAT(std::string(done.at("notes").as_array().back().as_string()),
              HasSubstr("1 image of '"));
  EXPECT_EQ(read_npy(path("out.npy")).shape().front(), 6);
  expect_failure("pipeline " + model() + " --parts 2 -n 8 --images " + path("seven.npy"), 2,
                 "-n 8: '");
  expect_failure("pipeline " + model() + " --parts 2 --batch 8 --images " + path("seven.npy"), 3,
                 "holds 7 images, a batch is 8");
  write_npy(path("none.npy"), Tensor::zeros(DType::F32, {0, 3, 32, 32}));
  expect_failure("pipeline " + model() + " --parts 2 --images " + path("none.npy"), 3, "none.npy");
}

// Every image is another one.
TEST_F(VtaPipeline, BatchesAreCutFromTheImagesInTurn) {
  Tensor images = Tensor::zeros(DType::F32, {4, 3, 32, 32});
  float value = 0;
  for (float& v : images.mutable_data<float>())
    v = (value += 0.37f) > 2 ? value = -2 : value;
  write_npy(path("four.npy"), images);
  Tensor last = Tensor::zeros(DType::F32, {2, 3, 32, 32});
  std::ranges::copy(images.data<float>().subspan(static_cast<size_t>(last.size())),
                    last.mutable_data<float>().begin());
  write_npy(path("last.npy"), last);
  pipeline(model() + " --parts 2 --batch 2 --images " + path("four.npy"));
  const std::string all = values(path("out.npy"));
  pipeline(model() + " --parts 1 --batch 2 --images " + path("last.npy"));
  EXPECT_EQ(all.substr(all.size() / 2), values(path("out.npy")));
  EXPECT_NE(all.substr(0, all.size() / 2), all.substr(all.size() / 2));
}

TEST_F(VtaPipeline, OneImageHasNoSteadyState) {
  const boost::json::object done = pipeline(model() + " -n 1 --parts 2");
  EXPECT_TRUE(done.at("simulated").at("images_per_million_cycles").is_null());
  EXPECT_TRUE(done.at("wall").at("images_per_second").is_null());
  EXPECT_EQ(done.at("simulated").at("latency_cycles_max"), done.at("simulated").at("cycles"));
  const ApartResult text = run_vta_apart("pipeline " + model() + " -n 1 --parts 2");
  EXPECT_THAT(text.out, HasSubstr("simulated: - images per million cycles"));
}

TEST_F(VtaPipeline, DevicesWithoutTimeHaveNoCycles) {
  const boost::json::object done = pipeline(model() + " -n 2 --device csim,fsim");
  EXPECT_TRUE(done.at("simulated").is_null());
  EXPECT_THAT(std::string(done.at("notes").as_array().back().as_string()),
              HasSubstr("no cycles: a device without time"));
  expect_failure("pipeline " + model() + " --device csim,fsim --trace " + path("t.json"), 2,
                 "--trace needs cycles, and device 'fsim' has no time");
}

TEST_F(VtaPipeline, TraceHasATrackPerDevice) {
  ASSERT_EQ(run_vta("pipeline " + model() + " -n 3 --parts 2 --trace " + path("t.json")).exit_code,
            0);
  const boost::json::object trace = boost::json::parse(read_text_file(path("t.json"))).as_object();
  int slices = 0, tracks = 0;
  for (const auto& event : trace.at("traceEvents").as_array()) {
    const boost::json::object& e = event.as_object();
    slices += e.at("ph") == "B" && e.at("cat") == "image" ? 1 : 0;
    tracks += e.at("ph") == "M" && e.at("name") == "thread_name" ? 1 : 0;
  }
  EXPECT_EQ(slices, 6);
  EXPECT_EQ(tracks, 2);
  EXPECT_EQ(trace.at("otherData").at("images"), 3);
}

TEST_F(VtaPipeline, MistakesHaveTheirExitCodes) {
  const std::string net = "pipeline " + model();
  expect_failure(net + " --parts 0", 2, "--parts");
  expect_failure(net + " -n 0", 2, "-n");
  expect_failure(net + " --queue 0", 2, "--queue");
  expect_failure(net + " --parts 60", 2, "--parts is 60: this network has");
  expect_failure(net + " --parts 3 --device csim,csim", 2,
                 "--device names 2 devices, and there are 3 parts");
  expect_failure(net + " --parts 2 --device csim,nosim", 2, "nosim");
  expect_failure(net + " --parts 2 --device csim,timing_only=1", 2, "timing_only=1 computes none");
  expect_failure(net + " --parts 2 --device csim,config=none", 4, "none");
  expect_failure(net + " --parts 2 --output out.txt", 2, "outputs are written as .npy");
  expect_failure("pipeline " + path("a.vta"), 2, "is one program, which vta run runs");
  expect_failure("pipeline " + path("no.json"), 3, "no.json");
  ASSERT_EQ(run_vta("split " + model() + " --parts 2 -o " + path("parts")).exit_code, 0);
  const std::string split = "pipeline " + path("parts/split.json");
  expect_failure(split + " --parts 3", 2, "has 2 parts: leave it out");
  expect_failure(split + " --config 1x32", 2, "--device csim,config=NAME");
  expect_failure(split + " --memory ddr", 2, "--memory is for networks");
  expect_failure(split + " --device csim --device csim,config=1x32", 4,
                 "part 1 on 'csim,config=1x32': the program was compiled for");
  expect_failure(split + " --device csim,memory_bytes=8192", 6,
                 "part 0 on 'csim,memory_bytes=8192'");
  EXPECT_EQ(run_vta(split + " -n 2 >/dev/full").exit_code, 9);
  EXPECT_EQ(run_vta(split + " -n 2 --output /proc/out.npy").exit_code, 9);
}

// A pipeline that runs long enough to be looked at, in a process of its own.
class RunningPipeline {
 public:
  RunningPipeline(const std::string& model, const std::string& output) {
    pid_ = ::fork();
    if (pid_ == 0) {
      const std::string program = std::string(VTA_BINARY_DIR) + "/bin/vta";
      std::freopen("/dev/null", "w", stdout);
      std::freopen((output + ".err").c_str(), "w", stderr);
      ::execl(program.c_str(), "vta", "pipeline", model.c_str(), "--parts", "2", "-n", "1000000",
              "--output", output.c_str(), nullptr);
      ::_exit(127);
    }
  }
  // Once both have done some work.
  std::vector<pid_t> workers() const {
    std::vector<pid_t> found;
    while (found.size() < 2) {
      std::this_thread::sleep_for(std::chrono::milliseconds(5));
      found.clear();
      const std::string children =
          fmt::format("/proc/{0}/task/{0}/children", static_cast<int>(pid_));
      std::FILE* file = std::fopen(children.c_str(), "r");
      for (int child = 0; file != nullptr && std::fscanf(file, "%d", &child) == 1;)
        if (ticks_of(child) > 10)
          found.push_back(child);
      if (file != nullptr)
        std::fclose(file);
    }
    return found;
  }
  void signal(int number) const { ::kill(pid_, number); }
  int wait() const {
    int status = 0;
    ::waitpid(pid_, &status, 0);
    return status;
  }
  // Whether a process is there and no zombie.
  static bool lives(pid_t pid) {
    const char state = state_of(pid);
    return state != 0 && state != 'Z';
  }

 private:
  static std::string stat_of(pid_t pid) {
    std::FILE* file = std::fopen(fmt::format("/proc/{}/stat", pid).c_str(), "r");
    if (file == nullptr)
      return "";
    std::array<char, 1024> text{};
    const size_t n = std::fread(text.data(), 1, text.size() - 1, file);
    std::fclose(file);
    const std::string all(text.data(), n);
    const size_t behind_name = all.rfind(") ");
    return behind_name == std::string::npos ? "" : all.substr(behind_name + 2);
  }
  static char state_of(pid_t pid) {
    const std::string stat = stat_of(pid);
    return stat.empty() ? '\0' : stat.front();
  }
  static long ticks_of(pid_t pid) {
    long ticks = 0;
    char state = 0;
    std::sscanf(stat_of(pid).c_str(), "%c %*d %*d %*d %*d %*d %*u %*u %*u %*u %*u %ld", &state,
                &ticks);
    return ticks;
  }

  pid_t pid_ = -1;
};

TEST_F(VtaPipeline, ADeviceThatIsKilledIsNamedAndWhatWasDoneIsKept) {
  const RunningPipeline running(model(), path("kept.npy"));
  const std::vector<pid_t> workers = running.workers();
  ::kill(workers[1], SIGKILL);
  const int status = running.wait();
  ASSERT_TRUE(WIFEXITED(status));
  EXPECT_EQ(WEXITSTATUS(status), 6);
  const std::string said = read_text_file(path("kept.npy.err"));
  EXPECT_THAT(said, AllOf(HasSubstr(" on 'csim', image "), HasSubstr("before it"),
                          HasSubstr("the process of device 'csim' ended by signal 9")));
  EXPECT_THAT(said, HasSubstr("vta: error: part "));
  const int64_t kept = read_npy(path("kept.npy")).shape().front();
  EXPECT_GE(kept, 2);
  EXPECT_EQ(values(path("kept.npy")).substr(0, whole(2).size()), whole(2));
  for (const pid_t worker : workers)
    EXPECT_FALSE(RunningPipeline::lives(worker));
}

TEST_F(VtaPipeline, LeavesNoProcessBehindHoweverItEnds) {
  for (const int number : {SIGINT, SIGTERM, SIGKILL}) {
    const RunningPipeline running(model(), path("kept.npy"));
    const std::vector<pid_t> workers = running.workers();
    running.signal(number);
    const int status = running.wait();
    EXPECT_TRUE(WIFSIGNALED(status));
    for (const pid_t worker : workers) {
      for (int i = 0; i < 2000 && RunningPipeline::lives(worker); ++i)
        std::this_thread::sleep_for(std::chrono::milliseconds(5));
      EXPECT_FALSE(RunningPipeline::lives(worker)) << "signal " << number;
    }
    EXPECT_FALSE(file_exists(path("kept.npy")));
  }
}

}  // namespace
}  // namespace vta
