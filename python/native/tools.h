// What the module offers beside running: networks and configurations that there are, what hardware
// costs, what a program does, without values.
#pragma once

#include <pybind11/pybind11.h>

namespace vta::python {

void add_tools(pybind11::module_& m);

}  // namespace vta::python
