// The process of a worker: what `vta serve` starts for each session. Its socket is descriptor 3.
#pragma once

namespace vta::remote {

inline constexpr const char* kWorkerCommand = "serve-worker";  // of the program; not for people

// Serves until the other end is gone; the exit code. The first message is the session's Limits.
int worker_main();

}  // namespace vta::remote
