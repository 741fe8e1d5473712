// Processor time of a call. Processor time of this thread, not wall time, so that other work
// on the machine does not count.
#pragma once

#include <ctime>

#include <algorithm>
#include <vector>

namespace vta::bench {

inline double thread_ms() {
  timespec t{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
  return static_cast<double>(t.tv_sec) * 1e3 + static_cast<double>(t.tv_nsec) * 1e-6;
}

// One call to warm up, then `runs`, sorted.
template <typename Run>
std::vector<double> sorted_ms(int runs, Run run) {
  run();
  std::vector<double> ms;
  for (int k = 0; k < runs; ++k) {
    const double begin = thread_ms();
    run();
    ms.push_back(thread_ms() - begin);
  }
  std::sort(ms.begin(), ms.end());
  return ms;
}

template <typename Run>
double median_ms(int runs, Run run) {
  return sorted_ms(runs, run)[static_cast<size_t>(runs / 2)];
}

// Other work on the machine still takes caches and memory: it only ever adds.
template <typename Run>
double fastest_ms(int runs, Run run) {
  return sorted_ms(runs, run).front();
}

}  // namespace vta::bench
