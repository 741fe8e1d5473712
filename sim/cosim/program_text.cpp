#include "sim/cosim/program_text.h"

#include <algorithm>
#include <array>
#include <bit>
#include <boost/json.hpp>
#include <charconv>

#include "base/error.h"
#include "base/plural.h"
#include "config/config_keys.h"
#include "config/dram_file.h"
#include "hw/isa/assembler.h"
#include "hw/isa/disassembler.h"

namespace vta::cosim {
namespace {

struct BaseWord {
  std::string_view word;
  uint64_t BaseAddresses::*member;
};
constexpr std::array<BaseWord, 5> kBaseWords = {{{"uop", &BaseAddresses::uop},
                                                 {"inp", &BaseAddresses::inp},
                                                 {"wgt", &BaseAddresses::wgt},
                                                 {"acc", &BaseAddresses::acc},
                                                 {"out", &BaseAddresses::out}}};
constexpr int64_t kMaxMemory = int64_t{1} << 34;  // reserved; used is what is written
constexpr int64_t kMaxRandom = int64_t{1} << 31;

std::string config_text(const VtaConfig& config) {
  for (const NamedConfig& named : named_configs())
    if (named_config(named.name).hardware() == config.hardware())
      return std::string(named.name);
  return boost::json::serialize(boost::json::parse(config.to_json()));
}

class Parser {
 public:
  Parser(std::string_view text, std::string_view origin) : text_(text), origin_(origin) {}

  TestProgram run() {
    std::string assembly;  // directives blanked, so that line numbers stay
    for (size_t begin = 0; begin < text_.size();) {
      const size_t end = std::min(text_.find('\n', begin), text_.size());
      std::string_view line = text_.substr(begin, end - begin);
      ++line_;
      begin = end + 1;
      if (line.starts_with('.'))
        directive(line);
      else
        assembly += line;
      assembly += '\n';
    }
    program_.config.validate();
    AssemblyUnit unit = assemble(assembly, origin_, InsnCodec(program_.config));
    program_.insns = std::move(unit.insns);
    program_.uops = std::move(unit.uops);
    check();
    return std::move(program_);
  }

 private:
  [[noreturn]] void fail(const std::string& message) const {
    throw InputError(fmt::format("{}:{}: {}", origin_, line_, message));
  }

  uint64_t number(std::string_view word, uint64_t max) const {
    const bool hex = word.starts_with("0x");
    const std::string_view digits = word.substr(hex ? 2 : 0);
    uint64_t value = 0;
    const auto [end, error] =
        std::from_chars(digits.data(), digits.data() + digits.size(), value, hex ? 16 : 10);
    if (error != std::errc{} || digits.empty() || end != digits.data() + digits.size() ||
        value > max)
      fail(fmt::format("'{}': expected a number of at most {}", word, max));
    return value;
  }
  int64_t integer(std::string_view word, int64_t max) const {
    return static_cast<int64_t>(number(word, static_cast<uint64_t>(max)));
  }

  // The name of a known one, and the core's clock in kHz.
  void dram(const std::vector<std::string_view>& words) {
    if (words.size() != 2 || !is_known_dram(words[0]))
      fail(".dram takes the name of a known DRAM and the clock of the core in kHz");
    program_.config.mem_dram = words[0];
    program_.config.mem_clock_khz = integer(words[1], kMostMemoryClock);
  }

  void directive(std::string_view line) {
    const size_t space = std::min(line.find(' '), line.size());
    const std::string_view name = line.substr(0, space);
    const std::string_view rest = space < line.size() ? line.substr(space + 1) : "";
    if (name == ".config")
      return config(rest);
    const std::vector<std::string_view> words = split(rest.substr(0, rest.find('#')));
    if (name == ".dram")
      dram(words);
    else if (name == ".memory")
      pairs(words, keys_of(KeyRole::Memory), [&](const IntegerKey& key, std::string_view value) {
        program_.config.*key.member = integer(value, key.max);
        if (program_.config.*key.member < key.min)
          fail(fmt::format("{} must be at least {}", key.word, key.min));
      });
    else if (name == ".base")
      pairs(words, kBaseWords, [&](const BaseWord& w, std::string_view value) {
        program_.bases.*w.member = number(value, kMaxMemory);
      });
    else
      numbers(name, words);
  }

  void numbers(std::string_view name, const std::vector<std::string_view>& words) {
    const auto want = [&](size_t count) {
      if (words.size() != count)
        fail(fmt::format("'{}' takes {}, not {}", name,
                         counted(static_cast<int64_t>(count), "word"), words.size()));
    };
    constexpr auto kAny = static_cast<uint64_t>(kMaxMemory);
    if (name == ".bytes") {
      want(1);
      program_.memory_bytes = integer(words[0], kMaxMemory);
      program_.window.hi = static_cast<uint64_t>(program_.memory_bytes);
    } else if (name == ".window") {
      want(2);
      program_.window = {number(words[0], kAny), number(words[1], kAny)};
    } else if (name == ".stream") {
      want(1);
      program_.insn_addr = number(words[0], kAny);
    } else if (name == ".uops") {
      want(1);
      program_.uop_addr = number(words[0], kAny);
    } else if (name == ".random") {
      want(3);
      program_.regions.push_back(
          {number(words[0], kAny), integer(words[1], kMaxRandom), number(words[2], ~uint64_t{0})});
    } else if (name == ".kernels") {
      for (const std::string_view word : words)
        program_.kernels.push_back(integer(word, kMaxMemory));
      if (!std::is_sorted(program_.kernels.begin(), program_.kernels.end()))
        fail("kernels must ascend");
    } else if (name == ".launch") {
      relaunch(words);
    } else if (name == ".unused") {
      want(1);
      program_.unused_bits = number(words[0], ~uint64_t{0});
    } else if (name == ".advance") {
      want(1);
      program_.slice = integer(words[0], kMaxMemory);
    } else if (name == ".refuse") {
      want(2);
      program_.refused = {number(words[0], kAny), number(words[1], kAny)};
    } else if (name == ".racy") {
      want(0);
      program_.racy = true;
    } else if (name == ".expect") {
      want(1);
      program_.expected_error = error_named(words[0]);
    } else {
      fail(
          fmt::format("unknown directive '{}': known are .config, .memory, .bytes, .window, "
                      ".base, .stream, .uops, .random, .kernels, .launch, .unused, .advance, "
                      ".refuse, .racy, .expect",
                      name));
    }
  }

  void relaunch(const std::vector<std::string_view>& words) {
    const bool fresh = words.size() == 2 && words[1] == "fresh";
    if (words.size() != 1 && !fresh)
      fail("'.launch' takes the index of an instruction, then 'fresh' or nothing");
    const int64_t first = integer(words[0], kMaxMemory);
    if (!program_.relaunches.empty() && first < program_.relaunches.back().first)
      fail("launches must ascend");
    program_.relaunches.push_back({first, fresh});
  }

  void config(std::string_view text) {
    while (text.ends_with(' ') || text.ends_with('\r'))
      text.remove_suffix(1);
    const VtaConfig defaults;
    if (text.starts_with('{'))
      program_.config = parse_config(text, fmt::format("{}:{}", origin_, line_));
    else
      program_.config = named_config(text);
  }

  IsaError error_named(std::string_view word) const {
    for (int code = 1; code <= static_cast<int>(IsaError::BusError); ++code)
      if (isa_error_name(static_cast<IsaError>(code)) == word)
        return static_cast<IsaError>(code);
    fail(fmt::format("unknown error '{}'", word));
  }

  static std::vector<std::string_view> split(std::string_view text) {
    std::vector<std::string_view> words;
    constexpr std::string_view kSpace = " \t\r";
    for (size_t at = 0; (at = text.find_first_not_of(kSpace, at)) != std::string_view::npos;) {
      const size_t end = std::min(text.find_first_of(kSpace, at), text.size());
      words.push_back(text.substr(at, end - at));
      at = end;
    }
    return words;
  }

  template <typename Table, typename Set>
  void pairs(const std::vector<std::string_view>& words, const Table& table, Set set) {
    for (const std::string_view word : words) {
      const size_t equals = word.find('=');
      const auto row = std::find_if(table.begin(), table.end(), [&](const auto& r) {
        return r.word == word.substr(0, equals);
      });
      if (equals == std::string_view::npos || row == table.end()) {
        std::vector<std::string_view> names;
        for (const auto& r : table)
          names.push_back(r.word);
        fail(fmt::format("'{}': expected name=value with name one of {}", word,
                         fmt::join(names, ", ")));
      }
      set(*row, word.substr(equals + 1));
    }
  }

  void check_inside(const char* what, uint64_t addr, int64_t bytes, uint64_t multiple) const {
    if (addr % multiple != 0)
      throw InputError(
          fmt::format("{}: {} at {:#x} must be a multiple of {}", origin_, what, addr, multiple));
    const auto size = static_cast<uint64_t>(program_.memory_bytes);
    if (addr > size || static_cast<uint64_t>(bytes) > size - addr)
      throw InputError(fmt::format("{}: {} at {:#x} of {} bytes exceed the memory of {} bytes",
                                   origin_, what, addr, bytes, size));
  }

  void check_refused() const {
    const RefusedWindow& refused = program_.refused;
    const auto bus = static_cast<uint64_t>(program_.config.bus_bytes());
    if (refused.lo > refused.hi || refused.lo % bus != 0 || refused.hi % bus != 0)
      throw InputError(
          fmt::format("{}: .refuse {:#x} {:#x}: bounds must ascend and be multiples of "
                      "the bus, {} bytes",
                      origin_, refused.lo, refused.hi, bus));
  }

  void check() const {
    const VtaConfig& c = program_.config;
    const int64_t uop_bytes = c.element_bytes(MemoryType::Uop);
    check_inside("instructions", program_.insn_addr, std::ssize(program_.insns) * 16, 16);
    check_inside("micro-ops", program_.uop_addr, std::ssize(program_.uops) * uop_bytes,
                 static_cast<uint64_t>(uop_bytes));
    check_refused();
    for (const RandomRegion& region : program_.regions)
      check_inside("random bytes", region.addr, region.bytes, 1);
    if (!program_.relaunches.empty() &&
        program_.relaunches.back().first > std::ssize(program_.insns))
      throw InputError(fmt::format("{}: .launch {}: there {} {}", origin_,
                                   program_.relaunches.back().first,
                                   program_.insns.size() == 1 ? "is" : "are",
                                   counted(std::ssize(program_.insns), "instruction")));
    constexpr std::array<MemoryType, 5> kTypes = {MemoryType::Uop, MemoryType::Inp, MemoryType::Wgt,
                                                  MemoryType::Acc, MemoryType::Out};
    for (const MemoryType type : kTypes)
      if (program_.bases.of(type) % static_cast<uint64_t>(c.element_bytes(type)) != 0)
        throw InputError(fmt::format("{}: base {:#x} must be a multiple of its element, {} bytes",
                                     origin_, program_.bases.of(type), c.element_bytes(type)));
  }

  std::string_view text_, origin_;
  size_t line_ = 0;
  TestProgram program_{.config = named_config("default"),
                       .bases = {},
                       .regions = {},
                       .uops = {},
                       .insns = {},
                       .relaunches = {},
                       .kernels = {},
                       .refused = {}};
};

}  // namespace

std::string program_text(const TestProgram& p, std::string_view comment) {
  std::string out;
  for (size_t begin = 0; begin < comment.size();) {
    const size_t end = std::min(comment.find('\n', begin), comment.size());
    out += fmt::format("# {}\n", comment.substr(begin, end - begin));
    begin = end + 1;
  }
  out += fmt::format(".config {}\n.memory", config_text(p.config));
  for (const IntegerKey& key : keys_of(KeyRole::Memory))
    out += fmt::format(" {}={}", key.word, p.config.*key.member);
  if (!p.config.mem_dram.empty())
    out += fmt::format("\n.dram {} {}", p.config.mem_dram, p.config.mem_clock_khz);
  out += fmt::format("\n.bytes {}\n.window {:#x} {:#x}\n.base", p.memory_bytes, p.window.lo,
                     p.window.hi);
  for (const BaseWord& w : kBaseWords)
    out += fmt::format(" {}={:#x}", w.word, p.bases.*w.member);
  out += fmt::format("\n.stream {:#x}\n.uops {:#x}\n", p.insn_addr, p.uop_addr);
  for (const RandomRegion& r : p.regions)
    out += fmt::format(".random {:#x} {} {}\n", r.addr, r.bytes, r.seed);
  if (!p.kernels.empty())
    out += fmt::format(".kernels {}\n", fmt::join(p.kernels, " "));
  for (const Relaunch& r : p.relaunches)
    out += fmt::format(".launch {}{}\n", r.first, r.fresh ? " fresh" : "");
  if (p.unused_bits != 0)
    out += fmt::format(".unused {}\n", p.unused_bits);
  if (p.slice != 0)
    out += fmt::format(".advance {}\n", p.slice);
  if (!p.refused.empty())
    out += fmt::format(".refuse {:#x} {:#x}\n", p.refused.lo, p.refused.hi);
  if (p.racy)
    out += ".racy\n";
  if (p.expected_error != IsaError::None)
    out += fmt::format(".expect {}\n", isa_error_name(p.expected_error));
  for (const Uop& uop : p.uops)
    out += disassemble(uop) + "\n";
  for (size_t i = 0; i < p.insns.size(); ++i)
    out += fmt::format("{}  # {}\n", disassemble(p.insns[i]), i);
  return out;
}

TestProgram parse_program(std::string_view text, std::string_view origin) {
  return Parser(text, origin).run();
}

}  // namespace vta::cosim
