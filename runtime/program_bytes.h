// A program as the bytes of its .vta file, for callers that store it elsewhere or write several
// files together.
#pragma once

#include <string>

#include "runtime/program.h"

namespace vta {

// The content that save_program() writes. InputError as check_program().
std::string program_bytes(const Program& program);

}  // namespace vta
