// `vta sweep plan`: what a specification asks for.
#pragma once

#include <string>

namespace vta::workbench {

// Prints it. The exit code: 0; 7 where a network cannot be imported and others can, as the sweep
// would end; where none can, what the first says.
int print_plan(const std::string& spec, bool as_json);

}  // namespace vta::workbench
