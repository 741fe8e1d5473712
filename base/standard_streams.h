// Standard input, output and error of a program.
#pragma once

#include <cstddef>
#include <string_view>

#include "base/error.h"

namespace vta {

// The first call of main; called again in one process it forgets what was printed. A standard
// stream that is closed is opened on /dev/null, the wrong way round, so that no other file takes
// its number and writes to it still fail. A limit on the size of files makes writes fail instead of
// ending the process. A reader of standard output that closes the pipe (`vta ... | head`) is no
// error: later output is dropped, the work completes, and the exit code is the work's. Programs
// that are started from here have signals as usual. All output to `stdout`, by any function, passes
// base/text_safety.h: names from files cannot control a terminal.
void guard_standard_streams();

// Whether output to standard output was lost, and the error with the reason.
bool standard_output_failed();
OutputError standard_output_error();

// Columns of the terminal that standard output is, from 80 to 160; kTableWidth (base/text_table.h)
// elsewhere.
size_t output_width();

// Writes a message to standard error. If that fails, only the exit code reports the error.
void write_standard_error(std::string_view text) noexcept;

// The last call of main: OutputError unless all that was printed is written.
void finish_standard_output();

}  // namespace vta
