// Inputs that are nearly good: random changes of good ones. The same seed gives the same inputs.
#pragma once

#include <cstdint>
#include <random>
#include <string>
#include <string_view>
#include <vector>

namespace vta::fuzz {

using Bytes = std::vector<uint8_t>;

class Mutator {
 public:
  // bytes: flips, sets, inserts, removes and repeats bytes; words: writes numbers at the edges of
  // their types, as 1, 2, 4 or 8 bytes or as a base-128 varint; text: replaces decimal numbers and
  // repeats, removes and swaps lines and words; blocks: exchanges and overwrites aligned blocks and
  // cuts the end off, so that what stays stays where it was; all: any of them.
  // std::invalid_argument for another name.
  Mutator(std::string_view kind, uint64_t seed);

  // One to eight changes of one of `corpus`, which is not empty; one of eight also takes a part of
  // another.
  Bytes mutate(const std::vector<Bytes>& corpus);

 private:
  void change_bytes(Bytes& input);
  void change_word(Bytes& input);
  void change_text(Bytes& input);
  void change_blocks(Bytes& input);
  void splice(Bytes& input, const Bytes& other);

  size_t below(size_t end);  // 0 where end is 0
  uint64_t edge();

  std::vector<void (Mutator::*)(Bytes&)> changes_;
  std::mt19937_64 random_;
};

}  // namespace vta::fuzz
