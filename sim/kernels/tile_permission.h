// AMX's tiles: a CPU may have them and a process may still not use them.
#pragma once

#include <string>

namespace vta::kernels {

// Asks the operating system for the tiles' state, once in the life of the process, for all its
// threads. Empty when they may be used, otherwise what is needed and who lacks or denies it.
const std::string& tiles_refused();

// The same for given answers: of the CPU, and errno of the request (0: granted).
std::string tiles_refusal(bool cpu_has, int error);

}  // namespace vta::kernels
