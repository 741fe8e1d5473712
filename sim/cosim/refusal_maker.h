// Windows that a memory refuses, put where a finished program has bursts.
#pragma once

#include "sim/cosim/random_source.h"
#include "sim/cosim/test_program.h"

namespace vta::cosim {

// A window that refuses a burst of the last launch: of fetch, or of a LOAD or STORE, whatever else
// it refuses. All its launches must begin fresh: any of them may end early.
void refuse_a_burst(TestProgram& program, RandomSource& random);

// A window behind or before a burst, as close as can be, that refuses none of the program's; none
// where there is no such place.
void refuse_beside_bursts(TestProgram& program, RandomSource& random);

}  // namespace vta::cosim
