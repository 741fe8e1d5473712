// Turns a legal program into one that ends with an error, or into a racy one.
#pragma once

#include <optional>

#include "sim/cosim/random_source.h"
#include "sim/cosim/test_program.h"

namespace vta::cosim {

// An instruction that fetch refuses with `error`, one of 1..7: no error that comes before it in the
// order of precedence, perhaps some that come behind it. Nothing where the configuration has none.
std::optional<Insn> faulty_insn(IsaError error, const TestProgram& program, RandomSource& random);

// Puts a static error (1..7, 10, 11) or a deadlock into the instructions from `first` on, the last
// launch, whose tokens are all used; not INDEX_RANGE.
void add_error(IsaError error, int64_t first, TestProgram& program, RandomSource& random);

// Takes pairs of tokens away (a push, and the pop that takes it): no deadlock, but races. A program
// of one launch.
void remove_tokens(TestProgram& program, RandomSource& random);

}  // namespace vta::cosim
