// The keys of a configuration file: one row per key, in canonical order. Parsing, printing, range
// checks and remedies are all made from this table.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/json.h"
#include "config/vta_config.h"

namespace vta {

// The role of a key.
enum class KeyRole {
  Stream,   // legal streams of instructions: batch, blocks, depths, widths, extensions
  Circuit,  // other properties of the circuit: cycles and area, never a value or a counter
  Memory,   // the memory behind the port: a register, written before a launch
  Shell,    // the ports of the AXI shell around the core, which no simulator shows
};

// A key with an integer value. LOG_BLOCK is not among them: it only stands for LOG_BLOCK_IN and
// LOG_BLOCK_OUT where those are absent.
struct IntegerKey {
  std::string_view name;
  int64_t VtaConfig::*member;
  KeyRole role;
  int64_t min, max;  // legal values, both inclusive
  bool required;
  std::string_view word;  // in --memory, where it is one of those; the bus is in bytes there
  // Another way to write a value; nullptr: there is none.
  std::optional<int64_t> (*from_text)(std::string_view text) = nullptr;
};
std::span<const IntegerKey> integer_keys();  // all but the shell's: what hashes are made of
std::span<const IntegerKey> shell_keys();
std::vector<IntegerKey> keys_of(KeyRole role);
// "LOG_BATCH (0, 1) and ISA_EXT (0, 1)": the keys of a role in which two configurations differ;
// "ISA_EXT (0 in the program, 1 in --config)" where it is said what the two are.
std::string different_keys(const VtaConfig& a, const VtaConfig& b, KeyRole role,
                           std::string_view in_a = "", std::string_view in_b = "");

inline constexpr int64_t kMostBurstBytes = 4096;
inline constexpr int64_t kMostBurstBeats = 256;
inline constexpr int64_t kMostAxi3Beats = 16;
// Beats of the longest legal burst: the wider the bus, the fewer; with AXI3 at most 16.
int64_t longest_burst(const VtaConfig& config);
// The greatest legal value beside the bus and the shell of `config`.
int64_t greatest(const IntegerKey& key, const VtaConfig& config);

// A value as a file has it: an integer, or for some keys a text. InputError says what `where` must
// be; the range is another question.
int64_t key_value(const IntegerKey& key, const boost::json::value& value, const std::string& where);

struct TextKey {
  std::string_view name;
  std::string VtaConfig::*member;  // both are required
};
std::span<const TextKey> text_keys();

inline constexpr std::string_view kLogBlock = "LOG_BLOCK";

// The two keys of a memory that is a DRAM, which only a configuration with one has. MEM_DRAM is the
// name of a known one, or the object of a DRAM's file.
inline constexpr std::string_view kDramKey = "MEM_DRAM", kMemoryClockKey = "MEM_CLOCK_KHZ";
inline constexpr int64_t kLeastMemoryClock = 1'000, kMostMemoryClock = 10'000'000;  // kHz
inline constexpr double kUsualMemoryMhz = 100;
// MEM_CLOCK_KHZ of a configuration with a DRAM: that of CLOCK_MHZ, which is 100 where it has none.
void set_memory_clock(VtaConfig& config);

std::vector<std::string_view> all_key_names();  // LOG_BLOCK and CLOCK_MHZ included

// `base` with the keys of a text as of a vta_config.json that needs none of them; what each means
// and what is refused is as with parse_config: LOG_BLOCK stands for both blocks.
VtaConfig config_with_keys(const VtaConfig& base, std::string_view text, std::string_view origin);

}  // namespace vta
