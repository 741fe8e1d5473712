// bench_remote PROGRAM.vta [RUNS]: a program's run in this process and at a server of this machine
// (vta serve over loopback): medians, and what the way costs; then the same beside a client that
// keeps one of two workers busy with what it may not do, for each kind of that.
//
// In this process is the control: both are measured in turns, a run each.
#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdlib>
#include <functional>
#include <thread>
#include <vector>

#include "base/error.h"
#include "runtime/executor.h"
#include "runtime/program_bytes.h"
#include "sim/factory/device_factory.h"
#include "tests/remote/served.h"

namespace {

using namespace vta;
using test::Served;

double run_ms(Executor& executor) {
  const auto start = std::chrono::steady_clock::now();
  executor.run();
  return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start)
      .count();
}

double median(std::vector<double> values) {
  std::ranges::nth_element(values, values.begin() + std::ssize(values) / 2);
  return values[values.size() / 2];
}

void set_inputs(Executor& executor) {
  const Program& program = executor.program();
  for (size_t i = 0; i < program.inputs.size(); ++i) {
    const ProgramValue& value = program.values[static_cast<size_t>(program.inputs[i])];
    executor.set_input(static_cast<int64_t>(i), Tensor::zeros(value.dtype, value.shape));
  }
}

struct Attack {
  const char* name;
  std::function<void(const Served&)> once;
};

// A second client does `attack` again and again while the first one runs.
double median_beside(const Attack& attack, const Served& served, Executor& there, int runs) {
  std::atomic<bool> ends = false;
  std::atomic<int> done = 0;
  std::thread other([&] {
    while (!ends) {
      try {
        attack.once(served);
      } catch (const Error&) {  // as it should be
      }
      ++done;
    }
  });
  std::vector<double> ms;
  for (int i = 0; i < runs; ++i)
    ms.push_back(run_ms(there));
  ends = true;
  other.join();
  fmt::print("  beside {:<44} {:8.3f} ms ({} times)\n", attack.name, median(ms), done.load());
  return median(ms);
}

std::vector<Attack> attacks(const Program& program) {
  const VtaConfig& config = program.config;
  const auto stream = [config](const Served& served, const std::string& text) {
    Driver driver(served.link(config));
    test::launch_stream(driver, text);
  };
  return {
      {"a stream that deadlocks", [=](const Served& s) { stream(s, "gemm pop_prev\nfinish\n"); }},
      {"an endless one",
       [=](const Served& s) {
         std::string text = "load uop y_size=1 x_size=1\n";
         for (int i = 0; i < 8; ++i)
           text += "alu add use_imm imm=1 uop_end=1 iter_out=16383 iter_in=16383\n";
         stream(s, text + "finish\n");
       }},
      {"one that asks for 1 TB",
       [=](const Served& s) { s.link(config, "fsim", int64_t{1} << 40); }},
      {"a program with a flipped bit",
       [=](const Served& s) {
         remote::DeviceSession session(s.place(), Served::open(config));
         std::string file = program_bytes(program);
         file[file.size() / 2] ^= 1;
         remote::v1::Request request;
         request.mutable_program()->set_sha256(remote::sha256(file));
         request.mutable_program()->set_size_bytes(std::ssize(file));
         session.ask(request);
         request.Clear();
         request.mutable_chunk()->set_data(file);
         session.ask(request);
       }},
      {"sessions over the limit", [=](const Served& s) {
         std::vector<std::unique_ptr<remote::GrpcLink>> links;
         for (int i = 0; i < 5; ++i)
           links.push_back(s.link(config));
       }}};
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 2 || argc > 3) {
    fmt::print(stderr, "usage: bench_remote PROGRAM.vta [RUNS]\n");
    return 2;
  }
  const int runs = argc == 3 ? std::max(std::atoi(argv[2]), 3) : 51;
  const Program program = load_program(argv[1]);
  auto limits = Served::few();
  limits.session_memory = int64_t{1} << 30;
  limits.workers = 2;
  limits.launch_seconds = 0.5;
  const Served served(limits);
  Executor here(program, make_device("fsim", program.config));
  Executor there(program, served.link(program.config, "fsim", int64_t{512} << 20));
  for (Executor* executor : {&here, &there}) {
    set_inputs(*executor);
    executor->run();
  }
  std::vector<double> here_ms, there_ms, more;
  for (int i = 0; i < runs; ++i) {
    here_ms.push_back(run_ms(here));
    there_ms.push_back(run_ms(there));
    more.push_back(there_ms.back() - here_ms.back());
  }
  fmt::print(
      "{}: medians of {} runs\n  in this process {:.3f} ms, at a server {:.3f} ms: {:.3f} ms "
      "more ({:.3f} ms as the median of differences)\n",
      argv[1], runs, median(here_ms), median(there_ms), median(there_ms) - median(here_ms),
      median(more));
  const double alone = median(there_ms);
  for (const Attack& attack : attacks(program)) {
    const double beside = median_beside(attack, served, there, runs);
    fmt::print("    {:.2f} times as long alone, {:+.3f} ms\n", beside / alone, beside - alone);
  }
}
