// Test programs as readable assembly text that can be changed and replayed.
//
// Lines that begin with a dot describe the environment of the instructions; all others are assembly
// (hw/isa/assembler.h). `#` starts a comment.
//   .config NAME | {JSON}         named configuration, or all keys as JSON on one line
//   .memory read=40 write=8 gap=1 outstanding=16 burst=16
//   .bytes N                      size of device memory
//   .window LO HI                 legal DRAM
//   .base uop=A inp=A wgt=A acc=A out=A
//   .stream A                     address of the first instruction
//   .uops A                       address of the first micro-op word
//   .random A BYTES SEED          a region of random bytes; any number of them
//   .kernels I I ...              first instruction of each kernel
//   .launch I [fresh]             another launch from instruction I on; any number, ascending.
//                                 fresh: from the memory and scratchpads that the first one had
//   .unused SEED                  random bits where no field is, in instructions and micro-ops
//   .advance N                    the device is advanced N cycles at a time; 0: in one go
//   .refuse LO HI                 the memory refuses bursts in [LO, HI), in every launch
//   .racy                         tokens are missing: values are not compared
//   .expect NAME                  the error that the program is meant to end with
// What is absent keeps its default: configuration "default", 1 MiB, everything at address 0.
#pragma once

#include <string>
#include <string_view>

#include "sim/cosim/test_program.h"

namespace vta::cosim {

// `comment` goes above, each of its lines behind a `#`.
std::string program_text(const TestProgram& program, std::string_view comment = {});

// InputError with origin, line and the offending word. parse_program(program_text(p)) == p but for
// labels of the configuration.
TestProgram parse_program(std::string_view text, std::string_view origin);

}  // namespace vta::cosim
