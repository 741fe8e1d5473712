// A task of a job array without networks, for slurm_runner_test.cpp:
//   share_check IDENTITY FAULT --points FILE --share FILE
// Appends an outcome for every index. FAULT: "none"; "kill:INDEX" is SIGKILL in place of that
// point's result, "fail:INDEX" a message and exit status 3, "hang:INDEX" a wait without end there.
#include <fmt/format.h>
#include <unistd.h>

#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <string>

#include "explore/launch/array_folder.h"
#include "explore/launch/share_file.h"
#include "explore/sweep/outcome_bytes.h"

namespace {

using namespace vta::explore;

void suffer(const std::string& fault, int64_t index) {
  const size_t colon = fault.find(':');
  if (colon == std::string::npos || std::atol(fault.c_str() + colon + 1) != index)
    return;
  const std::string what = fault.substr(0, colon);
  if (what == "kill")
    ::kill(::getpid(), SIGKILL);
  if (what == "hang")
    for (;;)
      ::pause();
  std::fprintf(stderr, "the disk is full\n");
  std::exit(3);
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 7)
    return 2;
  ShareWriter share(argv[6], argv[1]);
  for (const int64_t index : read_point_list(argv[4])) {
    suffer(argv[2], index);
    share.append(vta::to_bytes(PointOutcome{.index = index,
                                            .outcome = Uncompilable{fmt::format("point_{}", index)},
                                            .seconds = 0.5,
                                            .worker = 0}));
  }
  return 0;
}
