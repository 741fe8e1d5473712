// Errors between processes: their class as an exit code, and back.
#pragma once

#include <exception>
#include <string>

#include "base/error.h"

namespace vta {

// What a program that ends with this exception says: an Error's own code, ResourceLimit for a
// failed allocation, Internal for anything else.
ExitCode class_of(const std::exception& e);

// Throws an error of the class that ends with this exit code; returns if no class has the code.
void throw_class(ExitCode code, const std::string& message);

}  // namespace vta
