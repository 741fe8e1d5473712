// Makes the checksums and sizes of changed .vta and .vtp files right, so that changes reach what
// lies behind them.
#pragma once

#include <cstddef>
#include <vector>

namespace vta::fuzz {

// Sections follow one another and end with the file, whatever the header says.
void correct_program(std::vector<std::byte>& file);
// The table is no longer than the file.
void correct_parameters(std::vector<std::byte>& file);

}  // namespace vta::fuzz
