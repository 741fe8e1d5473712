// A program's parameters, separate from it: exactly the values that another training changes.
//
// Parameters are the constants of the host's steps (float32 weights, scales, tables) and the packed
// weights, biases and multipliers in the accelerator's memory. Everything else is the program's:
// instructions with their immediates (shifts, bounds), micro-ops, steps, layouts. So the parameters
// of one compiled network fit the program of another one if only trained values differ, not the
// exponents that quantization chose; the program then computes the other network.
//
// Each has a name: a host constant its value's, the accelerator's "<kernel>.weights" (what the
// kernel loads as weights) and "<kernel>.vectors" (what it loads into its accumulators).
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "runtime/program.h"

namespace vta {

struct Parameter {
  std::string name;
  std::string type;  // "float32", ..., "packed": bytes as the accelerator reads them
  Shape shape;       // of packed ones (bytes)
  int64_t offset = 0, size_bytes = 0;  // in Parameters::bytes
  bool operator==(const Parameter&) const = default;
};

struct Parameters {
  std::string origin = "parameters";  // stands for them in messages
  std::string model, tool_version;    // of the program they were taken from
  std::string structure;              // hash of the structure that they must fit
  std::vector<Parameter> list;        // those of the host first
  int64_t device_offset = 0;          // where the accelerator's constants begin in `bytes`
  std::vector<std::byte> bytes;

  std::string content_hash() const;  // equal where all values are
};

// All of a program. Nothing is left out of `bytes`, named or not.
Parameters parameters_of(const Program& program);

// Hash of a program without its parameters, its origin, and the machine's bus and memory.
std::string structure_hash(const Program& program);

// The program with these values in place of its own: exactly the program of the network from which
// they were taken. InputError names the first parameter that is not the program's, with both types,
// or both structures where all names and types agree.
Program with_parameters(const Program& program, const Parameters& parameters);

// A file of parameters. load throws InputError with the reason, as for programs.
void save_parameters(const Parameters& parameters, const std::string& path);
Parameters load_parameters(const std::string& path);
Parameters parse_parameters(std::span<const std::byte> bytes, std::string_view origin);

// A .vta file without values of parameters: load_program refuses it and says so.
void save_program_without_parameters(const Program& program, const std::string& path);
// Any .vta file with these parameters. InputError as load_program and with_parameters.
Program load_program(const std::string& path, const Parameters& parameters);
Program parse_program(std::span<const std::byte> bytes, std::string_view origin,
                      const Parameters& parameters);

}  // namespace vta
