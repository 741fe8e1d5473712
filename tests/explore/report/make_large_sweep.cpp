// make_large_sweep POINTS FILE.db [NETWORK]: a made-up sweep, for looking at reports.
#include <cstdio>
#include <cstdlib>

#include "tests/explore/report/large_sweep.h"

int main(int argc, char** argv) {
  if (argc < 3) {
    std::fputs("make_large_sweep POINTS FILE.db [NETWORK]\n", stderr);
    return 2;
  }
  const auto count = static_cast<size_t>(std::atol(argv[1]));
  const std::string network = argc > 3 ? argv[3] : "resnet18_v1";
  vta::explore::write_large_sweep(argv[2], {.points = vta::explore::large_points(count, network)});
  return 0;
}
