#include "cli/exec_flags.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <optional>

#include "base/error.h"
#include "base/file.h"

namespace vta::cli {
namespace {

constexpr uint64_t kPage = static_cast<uint64_t>(Allocator::kPageBytes);
constexpr uint64_t kMaxAddress = uint64_t{1} << 48;

std::optional<uint64_t> number(std::string_view text, int base) {
  if (text.starts_with("0x") || text.starts_with("0X")) {
    text.remove_prefix(2);
    base = 16;
  }
  uint64_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value, base);
  if (text.empty() || error != std::errc() || end != text.data() + text.size())
    return std::nullopt;
  return value;
}

[[noreturn]] void bad_option(std::string_view option, std::string_view value,
                             std::string_view reason) {
  throw UsageError(fmt::format("{} '{}': {}", option, value, reason));
}

// Splits at the first `count` - 1 separators, so that file names may hold one.
std::vector<std::string> split(const std::string& text, char separator, size_t count,
                               std::string_view option, std::string_view form) {
  std::vector<std::string> parts;
  size_t begin = 0;
  while (parts.size() + 1 < count) {
    const size_t end = text.find(separator, begin);
    if (end == std::string::npos)
      bad_option(option, text, fmt::format("expected {}", form));
    parts.push_back(text.substr(begin, end - begin));
    begin = end + 1;
  }
  parts.push_back(text.substr(begin));
  for (const std::string& part : parts)
    if (part.empty())
      bad_option(option, text, fmt::format("expected {}", form));
  return parts;
}

int64_t parse_length(const std::string& text, std::string_view option) {
  const auto value = number(text, 10);
  if (!value || *value == 0 || *value > kMaxAddress)
    bad_option(option, text, "expected a positive number of bytes, e.g. 4096 or 0x1000");
  return static_cast<int64_t>(*value);
}

std::vector<std::byte> read_load(const std::string& path) {
  std::vector<std::byte> bytes = read_file(path);
  if (bytes.empty())
    throw InputError(fmt::format("--load: '{}' is empty", path));
  return bytes;
}

PageRange pages_of(uint64_t phys_addr, int64_t bytes) {
  const uint64_t end = phys_addr + static_cast<uint64_t>(bytes);
  return {phys_addr & ~(kPage - 1), (end + kPage - 1) & ~(kPage - 1)};
}

std::vector<PageRange> merged(std::vector<PageRange> ranges) {
  std::sort(ranges.begin(), ranges.end(),
            [](const PageRange& a, const PageRange& b) { return a.begin < b.begin; });
  std::vector<PageRange> result;
  for (const PageRange& range : ranges) {
    if (!result.empty() && range.begin < result.back().end)
      result.back().end = std::max(result.back().end, range.end);
    else
      result.push_back(range);
  }
  return result;
}

void parse_base(const std::string& text, DramBases& bases) {
  constexpr std::string_view kForm = "NAME=HEX with NAME one of uop, inp, wgt, acc, out";
  const auto parts = split(text, '=', 2, "--base", kForm);
  struct Named {
    std::string_view name;
    uint64_t DramBases::*member;
  };
  static constexpr std::array<Named, 5> kNames = {{{"uop", &DramBases::uop},
                                                   {"inp", &DramBases::inp},
                                                   {"wgt", &DramBases::wgt},
                                                   {"acc", &DramBases::acc},
                                                   {"out", &DramBases::out}}};
  for (const Named& named : kNames) {
    if (named.name != parts[0])
      continue;
    bases.*named.member = parse_hex(parts[1], "--base");
    return;
  }
  bad_option("--base", text, fmt::format("expected {}", kForm));
}

SramDump parse_sram_dump(const std::string& text, const VtaConfig& config) {
  constexpr std::string_view kForm =
      "NAME:FIRST:END with NAME one of uop, inp, wgt, acc, out and END exclusive";
  const auto parts = split(text, ':', 3, "--dump-sram", kForm);
  static constexpr std::array<std::pair<std::string_view, MemoryType>, 5> kTypes = {
      {{"uop", MemoryType::Uop},
       {"inp", MemoryType::Inp},
       {"wgt", MemoryType::Wgt},
       {"acc", MemoryType::Acc},
       {"out", MemoryType::Out}}};
  for (const auto& [name, type] : kTypes) {
    if (name != parts[0])
      continue;
    const auto first = number(parts[1], 10), end = number(parts[2], 10);
    const auto depth = static_cast<uint64_t>(config.depth(type));
    if (!first || !end || *first >= *end || *end > depth)
      bad_option("--dump-sram", text,
                 fmt::format("expected 0 <= FIRST < END <= {}, the depth of {}", depth, name));
    return {parts[0], type, static_cast<int64_t>(*first), static_cast<int64_t>(*end)};
  }
  bad_option("--dump-sram", text, fmt::format("expected {}", kForm));
}

}  // namespace

uint64_t parse_hex(std::string_view text, std::string_view option) {
  const auto value = number(text, 16);
  if (!value || *value > kMaxAddress)
    bad_option(option, text, "expected a hexadecimal address, e.g. 0x1000");
  return *value;
}

ExecPlan parse_exec_flags(const ExecFlags& flags, const VtaConfig& config) {
  ExecPlan plan;
  std::vector<PageRange> grants;
  plan.insn_addr = parse_hex(flags.insn_addr, "--insn-addr");
  for (const std::string& text : flags.loads) {
    const auto parts = split(text, ':', 2, "--load", "HEX:FILE");
    plan.loads.push_back({parse_hex(parts[0], "--load"), parts[1], read_load(parts[1])});
    grants.push_back(pages_of(plan.loads.back().phys_addr, std::ssize(plan.loads.back().bytes)));
  }
  for (const std::string& text : flags.allocs) {
    const auto parts = split(text, ':', 2, "--alloc", "HEX:BYTES");
    grants.push_back(pages_of(parse_hex(parts[0], "--alloc"), parse_length(parts[1], "--alloc")));
  }
  for (const std::string& text : flags.dumps) {
    const auto parts = split(text, ':', 3, "--dump", "HEX:BYTES:FILE");
    plan.dumps.push_back(
        {parse_hex(parts[0], "--dump"), parse_length(parts[1], "--dump"), parts[2]});
    grants.push_back(pages_of(plan.dumps.back().phys_addr, plan.dumps.back().size_bytes));
  }
  for (const std::string& text : flags.bases)
    parse_base(text, plan.bases);
  for (const std::string& text : flags.sram_dumps)
    plan.sram_dumps.push_back(parse_sram_dump(text, config));
  plan.grants = merged(std::move(grants));
  return plan;
}

}  // namespace vta::cli
