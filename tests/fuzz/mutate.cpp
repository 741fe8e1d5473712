#include "tests/fuzz/mutate.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <limits>
#include <stdexcept>

namespace vta::fuzz {
namespace {

constexpr size_t kLargest = 1 << 20;  // inputs do not grow beyond

bool is_digit(uint8_t c) {
  return c >= '0' && c <= '9';
}

Bytes bytes_of(const std::string& text) {
  return {text.begin(), text.end()};
}

// Where the runs of characters that satisfy `inside` begin.
template <typename Inside>
std::vector<size_t> run_starts(const Bytes& input, Inside inside) {
  std::vector<size_t> starts;
  for (size_t i = 0; i < input.size(); ++i)
    if (inside(input[i]) && (i == 0 || !inside(input[i - 1])))
      starts.push_back(i);
  return starts;
}

template <typename Inside>
size_t run_end(const Bytes& input, size_t start, Inside inside) {
  while (start < input.size() && inside(input[start]))
    ++start;
  return start;
}

auto at(Bytes& input, size_t index) {
  return input.begin() + static_cast<std::ptrdiff_t>(index);
}
auto at(const Bytes& input, size_t index) {
  return input.begin() + static_cast<std::ptrdiff_t>(index);
}

}  // namespace

Mutator::Mutator(std::string_view kind, uint64_t seed) : random_(seed) {
  if (kind == "bytes" || kind == "all")
    changes_.push_back(&Mutator::change_bytes);
  if (kind == "words" || kind == "all")
    changes_.push_back(&Mutator::change_word);
  if (kind == "text" || kind == "all")
    changes_.push_back(&Mutator::change_text);
  if (kind == "blocks" || kind == "all")
    changes_.push_back(&Mutator::change_blocks);
  if (changes_.empty())
    throw std::invalid_argument("--mutator is '" + std::string(kind) +
                                "', legal are bytes, words, text, blocks, all");
}

size_t Mutator::below(size_t end) {
  return end == 0 ? 0 : std::uniform_int_distribution<size_t>(0, end - 1)(random_);
}

// 0, 1, and both sides of the ends of every width, signed and unsigned.
uint64_t Mutator::edge() {
  const uint64_t power = uint64_t{1} << below(64);
  const std::array<uint64_t, 8> edges = {0,         1,         ~uint64_t{0},        power,
                                         power - 1, power + 1, uint64_t{0} - power, random_()};
  return edges[below(edges.size())];
}

Bytes Mutator::mutate(const std::vector<Bytes>& corpus) {
  Bytes input = corpus[below(corpus.size())];
  if (below(8) == 0)
    splice(input, corpus[below(corpus.size())]);
  for (size_t count = 1 + below(8); count > 0; --count)
    (this->*changes_[below(changes_.size())])(input);
  if (input.size() > kLargest)
    input.resize(kLargest);
  return input;
}

void Mutator::splice(Bytes& input, const Bytes& other) {
  const size_t begin = below(other.size()), size = below(other.size() - begin + 1);
  const size_t place = below(input.size() + 1);
  input.insert(at(input, place), at(other, begin), at(other, begin + size));
}

void Mutator::change_bytes(Bytes& input) {
  const size_t place = below(input.size());
  const size_t size = std::min(input.size() - place, size_t{1} << below(10));
  switch (below(5)) {
    case 0:
      if (!input.empty())
        input[place] ^= static_cast<uint8_t>(1U << below(8));
      break;
    case 1:
      if (!input.empty())
        input[place] = static_cast<uint8_t>(edge());
      break;
    case 2:
      input.insert(at(input, place), static_cast<uint8_t>(edge()));
      break;
    case 3:
      input.erase(at(input, place), at(input, place + size));
      break;
    default: {
      const Bytes part(at(input, place), at(input, place + size));
      input.insert(at(input, below(input.size() + 1)), part.begin(), part.end());
    }
  }
}

void Mutator::change_word(Bytes& input) {
  const uint64_t value = edge();
  const size_t size = size_t{1} << below(5);
  if (size == 16) {  // a varint, over what stands there
    Bytes varint;
    for (uint64_t rest = value; varint.empty() || rest != 0; rest >>= 7)
      varint.push_back(static_cast<uint8_t>((rest & 0x7f) | (rest > 0x7f ? 0x80 : 0)));
    const size_t place = below(input.size());
    const size_t end = std::min(input.size(), place + below(3));
    input.erase(at(input, place), at(input, end));
    input.insert(at(input, place), varint.begin(), varint.end());
  } else if (input.size() >= size) {
    std::memcpy(&input[below(input.size() - size + 1)], &value, size);
  }
}

void Mutator::change_text(Bytes& input) {
  const auto in_word = [](uint8_t c) { return c > ' ' && c != ',' && c != '"' && c != ':'; };
  const auto in_line = [](uint8_t c) { return c != '\n'; };
  const auto numbers = run_starts(input, is_digit);
  if (!numbers.empty() && below(2) == 0) {
    const size_t start = numbers[below(numbers.size())];
    const uint64_t value = edge();
    const Bytes digits = bytes_of(below(2) == 0 ? std::to_string(value)
                                                : std::to_string(static_cast<int64_t>(value)));
    input.erase(at(input, start), at(input, run_end(input, start, is_digit)));
    input.insert(at(input, start), digits.begin(), digits.end());
    return;
  }
  const bool lines = below(2) == 0;
  const auto starts = lines ? run_starts(input, in_line) : run_starts(input, in_word);
  if (starts.empty())
    return;
  const auto part_at = [&](size_t start) {
    return Bytes(at(input, start), at(input, lines ? run_end(input, start, in_line)
                                                   : run_end(input, start, in_word)));
  };
  const size_t from = starts[below(starts.size())], to = starts[below(starts.size())];
  const Bytes part = part_at(from);
  if (below(3) == 0)
    input.erase(at(input, from), at(input, from + part.size()));
  else
    input.insert(at(input, to), part.begin(), part.end());
}

void Mutator::change_blocks(Bytes& input) {
  const size_t size = size_t{1} << below(12), blocks = input.size() / size;
  const size_t from = below(blocks) * size, to = below(blocks) * size;
  if (below(8) == 0)
    input.resize(below(input.size() + 1));
  else if (blocks > 0 && from != to && below(2) == 0)
    std::swap_ranges(at(input, from), at(input, from + size), at(input, to));
  else if (blocks > 0 && from != to)
    std::copy_n(at(input, from), size, at(input, to));
}

}  // namespace vta::fuzz
