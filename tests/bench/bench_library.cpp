// bench_library PROGRAM.vta IMAGE [loads]: milliseconds from a file to its first result, through
// the C ABI as a user's program has it: the first time in a process, and the median of later ones.
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <vector>

#include "runtime/vta_capi.h"
#include "runtime/vta_image.h"

namespace {

struct Times {
  double load = 0, open = 0, input = 0, run = 0;
  double total() const { return load + open + input + run; }
};

class Watch {
 public:
  double lap_ms() {
    const auto now = std::chrono::steady_clock::now();
    const std::chrono::duration<double, std::milli> lap = now - last_;
    last_ = now;
    return lap.count();
  }

 private:
  std::chrono::steady_clock::time_point last_ = std::chrono::steady_clock::now();
};

bool first_result(const char* path, const char* image, Times& times) {
  Watch watch;
  vta_program* program = vta_program_load(path);
  times.load = watch.lap_ms();
  vta_executor* executor = program == nullptr ? nullptr : vta_executor_create(program, "fsim");
  times.open = watch.lap_ms();
  bool done = executor != nullptr && vta_set_input_image(executor, 0, image, nullptr) == 0;
  times.input = watch.lap_ms();
  done = done && vta_run(executor) == 0;
  times.run = watch.lap_ms();
  vta_executor_destroy(executor);
  vta_program_destroy(program);
  return done;
}

void print(const char* what, const Times& t) {
  std::printf("%-16s %8.2f ms: load %.2f, device %.2f, picture %.2f, run %.2f\n", what, t.total(),
              t.load, t.open, t.input, t.run);
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 3) {
    std::fprintf(stderr, "usage: bench_library PROGRAM.vta IMAGE [loads]\n");
    return 2;
  }
  const int loads = argc > 3 ? std::max(1, std::atoi(argv[3])) : 50;
  std::vector<Times> all(static_cast<std::size_t>(loads) + 1);
  for (Times& t : all)
    if (!first_result(argv[1], argv[2], t)) {
      std::fprintf(stderr, "error: %s\n", vta_last_error());
      return 1;
    }
  print("first", all.front());
  const auto middle = all.begin() + 1 + loads / 2;
  std::nth_element(all.begin() + 1, middle, all.end(),
                   [](const Times& a, const Times& b) { return a.total() < b.total(); });
  print("median of later", *middle);
  return 0;
}
