// First in the headers that programs include: the interfaces of C++ are C++20, and a compiler of an
// older language says that once instead of a page of what follows from it.
#pragma once

#if defined(__cplusplus) && __cplusplus < 202002L
#error "VTA's C++ headers need C++20: compile with -std=c++20 (its C headers do not)"
#include "here_the_compilation_ends"
#endif
