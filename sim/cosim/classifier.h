// The classes of a program.
#pragma once

#include "sim/cosim/class_names.h"

namespace vta::cosim {

// Of its instructions and of what became of them; of several launches those of the last one.
ClassNames classes_of(const TestProgram& program, const RunResult& result);

}  // namespace vta::cosim
