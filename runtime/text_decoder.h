// Text, character by character, by a decoder.
//
//   vta::Executor executor(program, vta::make_device("fsim", program.config));
//   vta::TextDecoder decoder(executor);
//   vta::Sampler sampler;  // always the likeliest
//   decoder.start("A configuration");
//   for (int i = 0; i < 20; ++i)
//     std::cout << decoder.next(sampler) << std::flush;
#pragma once

#include "base/cxx20.h"

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "runtime/executor.h"
#include "runtime/sampler.h"

namespace vta {

// A decoder has an alphabet of V characters, one input, int64 (1, T), of tokens, and one output,
// float32 (1, T, V): logits of the token behind each. What stands behind a token has no influence
// on its row. Returns T, the context. InputError says which inputs and outputs there are, and what
// is needed.
int64_t decoder_context(const Program& program);

// How well a decoder foretells a text.
struct TextScore {
  int64_t characters = 0;  // that were foretold
  double nats = 0;         // the sum of -log of what each was thought to be likely

  double perplexity() const;  // e^(nats / characters)
};

class TextDecoder {
 public:
  // InputError as decoder_context. The executor must outlive this.
  explicit TextDecoder(Executor& executor);

  int64_t context() const { return context_; }

  // Forgets what was before and begins with the prompt. InputError when it is empty, when one of
  // its characters is not in the alphabet, and when it and `more` characters are longer than the
  // context.
  void start(std::string_view prompt, int64_t more = 0);
  // Runs the network, once or for the tokens that it has not had, and appends the character that is
  // chosen. InputError before start(), and when the context is full; otherwise errors as of
  // Executor::run().
  const std::string& next(Sampler& sampler);

  // In windows of the context one after the other: each character but the first from those of its
  // window before it, a run of the network for each window. InputError for a text of less than two
  // characters, or with others than the alphabet has.
  TextScore score(std::string_view text);

  // The prompt's and those behind it; logits: what the last was chosen by.
  std::span<const int64_t> tokens() const { return tokens_; }
  const std::vector<float>& logits() const { return logits_; }

  int64_t places_left() const { return context_ - std::ssize(tokens_); }
  std::string text() const;  // the prompt and what came behind it

 private:
  const Alphabet& alphabet() const { return *executor_.program().alphabet; }
  void require_place(int64_t prompt, int64_t more) const;
  bool by_steps() const;
  std::span<const float> logits_behind(std::span<const int64_t> tokens);
  std::span<const float> logits_of(std::span<const int64_t> tokens);

  Executor& executor_;
  int64_t context_;
  std::vector<int64_t> tokens_;
  std::vector<float> logits_;
};

}  // namespace vta
