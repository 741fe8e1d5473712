// Parts of the project in shared libraries of their own, which a program loads when it first uses
// them: programs start faster, and run without what the part needs.
//
// A module has its own copies of the layers below it. Objects and exceptions cross its border,
// because the loader checks that module and program come from one build. The scopes of the
// program's threads (base/interruption.h) also apply in the module.
#pragma once

#include <string_view>

#include "base/interruption.h"

namespace vta {

// What a module's exported function returns begins with this.
struct Module {
  std::string_view interface;  // module_interface() of the module
};

// The type of that function. `scopes` is the program's; null: the module's own.
using ModuleEntry = const Module* (*)(InterruptionSource scopes);

struct ModuleFile {
  const char* name;    // "vta_remote.so"
  const char* entry;   // the exported function
  const char* users;   // who needs it: "csim needs"
  const char* remedy;  // the command that builds it
  const char* package;
};

// Looks beside the program or the library that this function is in: in the folder of a build, of an
// installation, of a wheel. UsageError: the module is missing (with the command that builds it), or
// is from another build.
const Module& load_module(const ModuleFile& file);

// 16 hex digits over the headers whose types cross.
std::string_view module_interface();

}  // namespace vta
