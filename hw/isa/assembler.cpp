#include "hw/isa/assembler.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <set>
#include <string>

#include "base/error.h"
#include "base/suggest.h"
#include "hw/isa/mnemonics.h"

namespace vta {

namespace {

struct Word {
  std::string_view text;
  size_t column = 0;  // from 1
};

struct Line {
  std::string_view origin;
  size_t number = 0;  // from 1
  std::vector<Word> words;

  [[noreturn]] void fail(size_t column, const std::string& message) const {
    throw InputError(fmt::format("{}:{}:{}: {}", origin, number, column, message));
  }
};

bool is_space(char c) {
  return c == ' ' || c == '\t' || c == '\r';
}

std::vector<Word> split_words(std::string_view line) {
  line = line.substr(0, line.find('#'));
  std::vector<Word> words;
  for (size_t i = 0; i < line.size();) {
    if (is_space(line[i])) {
      ++i;
      continue;
    }
    const size_t begin = i;
    while (i < line.size() && !is_space(line[i]))
      ++i;
    words.push_back({line.substr(begin, i - begin), begin + 1});
  }
  return words;
}

std::vector<std::string_view> words_of(std::span<const Mnemonic> mnemonics) {
  std::vector<std::string_view> words;
  for (const Mnemonic& m : mnemonics)
    words.push_back(m.word);
  return words;
}

const Mnemonic* find_mnemonic(std::span<const Mnemonic> words, std::string_view text) {
  const auto it =
      std::find_if(words.begin(), words.end(), [&](const Mnemonic& m) { return m.word == text; });
  return it == words.end() ? nullptr : &*it;
}

// Field names of a line's instruction that may be written as name=value.
template <typename Field>
std::vector<std::string_view> settable_names(std::span<const Field> fields,
                                             std::string_view second_field) {
  std::vector<std::string_view> names;
  for (const Field& f : fields) {
    if (f.name != "opcode" && f.name != second_field)
      names.push_back(f.name);
  }
  return names;
}

struct Range {
  int64_t min, max;
};
Range range_of(const PlacedField& f) {
  return f.is_signed ? Range{-(int64_t{1} << (f.width - 1)), (int64_t{1} << (f.width - 1)) - 1}
                     : Range{0, (int64_t{1} << f.width) - 1};
}
Range range_of(const PlacedUopField& f) {
  return {0, (int64_t{1} << f.width) - 1};
}

int64_t parse_value(const Line& line, const Word& word, std::string_view name,
                    std::string_view digits, size_t column, Range range) {
  const bool negative = digits.starts_with('-');
  std::string_view rest = digits.substr(negative ? 1 : 0);
  const bool hex = rest.starts_with("0x") || rest.starts_with("0X");
  rest.remove_prefix(hex ? 2 : 0);
  uint64_t magnitude = 0;
  const auto [end, error] =
      std::from_chars(rest.data(), rest.data() + rest.size(), magnitude, hex ? 16 : 10);
  if (rest.empty() || error == std::errc::invalid_argument || end != rest.data() + rest.size())
    line.fail(column, fmt::format("'{}' is not an integer, in '{}' (legal: {}..{})", digits,
                                  word.text, range.min, range.max));
  const auto limit = static_cast<uint64_t>(negative ? -range.min : range.max);
  if (error == std::errc::result_out_of_range || magnitude > limit)
    line.fail(column, fmt::format("{} = {} is out of range (legal: {}..{})", name, digits,
                                  range.min, range.max));
  return negative ? -static_cast<int64_t>(magnitude) : static_cast<int64_t>(magnitude);
}

// Reads words[first..] as fields into `target`.
template <typename Field, typename Struct>
void parse_fields(const Line& line, size_t first, std::span<const Field> fields,
                  std::string_view second_field, Struct& target) {
  const auto names = settable_names(fields, second_field);
  std::set<std::string_view> seen;
  for (size_t i = first; i < line.words.size(); ++i) {
    const Word& word = line.words[i];
    const size_t equals = word.text.find('=');
    const std::string_view name = word.text.substr(0, equals);
    if (std::find(names.begin(), names.end(), name) == names.end())
      line.fail(word.column, fmt::format("'{}' has no field '{}': {}", line.words[0].text, name,
                                         known_names(name, names)));
    if (!seen.insert(name).second)
      line.fail(word.column, fmt::format("field '{}' is given twice", name));
    const Field& field =
        *std::find_if(fields.begin(), fields.end(), [&](const Field& f) { return f.name == name; });
    const Range range = range_of(field);
    if (equals == std::string_view::npos) {
      if (range.max != 1)
        line.fail(word.column, fmt::format("field '{}' needs a value: {}=<{}..{}>", name, name,
                                           range.min, range.max));
      target.*field.member = 1;
      continue;
    }
    target.*field.member = parse_value(line, word, name, word.text.substr(equals + 1),
                                       word.column + equals + 1, range);
  }
}

Insn parse_insn(const Line& line, int64_t opcode, const InsnCodec& codec) {
  Insn insn;
  insn.opcode = opcode;
  const auto fields = codec.fields(opcode);
  const SecondWord second = second_word(opcode);
  if (second.field.empty()) {
    parse_fields(line, 1, fields, {}, insn);
    return insn;
  }
  const auto legal = words_of(second.words);
  const Word& opword = line.words[0];
  if (line.words.size() < 2)
    line.fail(opword.column, fmt::format("'{}' must be followed by its {}: one of {}", opword.text,
                                         second.field, fmt::join(legal, ", ")));
  const Word& word = line.words[1];
  const Mnemonic* m = find_mnemonic(second.words, word.text);
  if (m == nullptr)
    line.fail(word.column, fmt::format("'{}' is not a {} (legal: {})", word.text, second.field,
                                       fmt::join(legal, ", ")));
  const auto field = std::find_if(fields.begin(), fields.end(),
                                  [&](const PlacedField& f) { return f.name == second.field; });
  insn.*field->member = m->value;
  parse_fields(line, 2, fields, second.field, insn);
  return insn;
}

void parse_line(const Line& line, const InsnCodec& codec, AssemblyUnit& out) {
  const Word& first = line.words[0];
  if (first.text == "uop") {
    Uop uop;
    parse_fields(line, 1, codec.uop_fields(), {}, uop);
    out.uops.push_back(uop);
    return;
  }
  const Mnemonic* m = find_mnemonic(opcode_mnemonics(), first.text);
  if (m == nullptr) {
    auto legal = words_of(opcode_mnemonics());
    legal.push_back("uop");
    line.fail(first.column, fmt::format("unknown instruction '{}': {}", first.text,
                                        known_names(first.text, legal)));
  }
  out.insns.push_back(parse_insn(line, m->value, codec));
}

}  // namespace

AssemblyUnit assemble(std::string_view text, std::string_view origin, const InsnCodec& codec) {
  AssemblyUnit out;
  for (size_t begin = 0, number = 1; begin <= text.size(); ++number) {
    const size_t end = std::min(text.find('\n', begin), text.size());
    const Line line{origin, number, split_words(text.substr(begin, end - begin))};
    if (!line.words.empty())
      parse_line(line, codec, out);
    begin = end + 1;
  }
  return out;
}

std::vector<InsnBits> assemble_stream(std::string_view text, std::string_view origin,
                                      const VtaConfig& config) {
  const InsnCodec codec(config);
  std::vector<InsnBits> stream;
  for (const Insn& insn : assemble(text, origin, codec).insns)
    stream.push_back(codec.encode(insn));
  return stream;
}

}  // namespace vta
