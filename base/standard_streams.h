// Standard input, output and error of a program.
#pragma once

#include <string_view>

#include "base/error.h"

namespace vta {

// The first call of main; called again in one process it forgets what was printed. A standard
// stream that is closed is opened on /dev/null, the wrong way round, so that no file of ours takes
// its number and writes to it still fail. A limit on the size of files makes writes fail instead of
// ending the process. A reader of standard output that goes away (`vta ... | head`) has what it
// wanted: what follows is dropped, the work is done, and the exit code is the work's. Programs that
// are started from here have signals as usual. What is printed to `stdout`, by whatever function,
// passes base/text_safety.h: names from files cannot steer a terminal.
void guard_standard_streams();

// Whether something that was printed to standard output is lost, and the error that says why.
bool standard_output_failed();
OutputError standard_output_error();

// Writes a message to standard error. Where it cannot be written nobody can be told: the exit code
// still says what happened.
void write_standard_error(std::string_view text) noexcept;

// The last call of main: OutputError unless all that was printed is written.
void finish_standard_output();

}  // namespace vta
