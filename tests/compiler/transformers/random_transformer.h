// Small transformers of random sizes as float graphs: a layer, then a block of norm, attention with
// its layers, residual sum, norm, layers with an activation between them, residual sum.
#pragma once

#include <cstdint>
#include <random>
#include <string>

#include "compiler/graph/graph.h"

namespace vta::testing {

enum class RandomMask : uint8_t { None, Causal, Padding };

struct RandomTransformer {
  int64_t images = 1, tokens = 1, data = 1, width = 1, hidden = 1;
  int64_t heads = 1, kv_heads = 1, depth = 8;
  RandomMask mask = RandomMask::None;
  bool rms = false, rotary = false;
  int64_t vocabulary = 0;  // of a decoder; 0: it is none
  std::string activation = "nn.gelu";
  uint64_t seed = 0;  // of its constants

  std::string text() const;  // its sizes, in one line
  // Rows (images tokens, data) to (images tokens, width), constants filled. Of a decoder tokens,
  // int64 (1, tokens), to logits (1, tokens, vocabulary).
  Graph graph() const;
};

// Tokens 1 to `most_tokens`, heads 1 to 8 of 8 to 96 channels that fill no block of 16, images 1
// and 2, a quarter with causal or padding masks; grouped queries, RMSNorm and rotary embeddings
// among them. A row has at most `most_channels`, all heads together four times as many, hidden rows
// twice as many.
RandomTransformer random_transformer(std::mt19937_64& random, int64_t most_tokens,
                                     int64_t most_channels);
// The same of a decoder: one image of 2 tokens at least, causal, without rotary embeddings.
RandomTransformer random_decoder(std::mt19937_64& random, int64_t most_tokens,
                                 int64_t most_channels);

}  // namespace vta::testing
