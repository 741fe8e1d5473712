// Included first by the installed headers: the C++ interfaces need C++20, and with an older
// language the compiler reports this once instead of a page of consequences.
#pragma once

#if defined(__cplusplus) && __cplusplus < 202002L
#error "VTA's C++ headers need C++20: compile with -std=c++20 (its C headers do not)"
#include "here_the_compilation_ends"
#endif
