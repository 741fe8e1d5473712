// A program as the bytes of its .vta file, for those who keep it elsewhere or write several files
// at a time.
#pragma once

#include <string>

#include "runtime/program.h"

namespace vta {

// What save_program() writes. InputError as check_program().
std::string program_bytes(const Program& program);

}  // namespace vta
