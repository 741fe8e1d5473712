#include "runtime/text_decoder.h"

#include <gmock/gmock.h>

#include <cmath>

#include "sim/factory/device_factory.h"
#include "tests/compiler/error_text.h"
#include "tests/driver/test_link.h"
#include "tests/runtime/test_program.h"

namespace vta {
namespace {

using ::testing::HasSubstr;

constexpr int64_t kSuccessorContext = 8;

// Behind an a comes b, behind b an end of the line or, less likely, c, behind both an a.
Program successors() {
  Program p;
  const std::vector<float> rows = {0, 9, 0, 0,   //
                                   0, 0, 9, 8,   //
                                   9, 0, 0, 0,   //
                                   9, 0, 0, 0};  //
  p.values = {{"tokens", DType::I64, {1, kSuccessorContext}, {}},
              {"rows", DType::F32, {4, 4}, Tensor::from_span<float>({4, 4}, rows)},
              {"logits", DType::F32, {1, kSuccessorContext, 4}, {}}};
  p.inputs = {0};
  p.outputs = {2};
  p.steps.emplace_back(HostOpStep{"take", {{"axis", int64_t{0}}}, {1, 0}, {2}});
  p.alphabet = Alphabet("ab\nc", "here");
  return p;
}

std::unique_ptr<DeviceLink> decoder_link(const Program& program) {
  return test::test_link(make_device("fsim", program.config, {.memory_bytes = int64_t{1} << 24}));
}

TEST(TextDecoder, GoesOnFromThePrompt) {
  const Program program = successors();
  Executor executor(program, decoder_link(program));
  TextDecoder decoder(executor);
  Sampler sampler;
  EXPECT_EQ(decoder.context(), kSuccessorContext);
  decoder.start("ca", 6);
  EXPECT_EQ(decoder.places_left(), 6);
  for (const char* character : {"b", "\n", "a", "b", "\n", "a"})
    EXPECT_EQ(decoder.next(sampler), character);
  EXPECT_EQ(decoder.text(), "cab\nab\na");
  EXPECT_EQ(error_text<InputError>([&] { decoder.next(sampler); }),
            "a prompt of 8 characters and 1 more are 9, the context is 8");
  decoder.start("b");
  EXPECT_EQ(decoder.next(sampler), "\n");
  EXPECT_EQ(decoder.text(), "b\n");
}

TEST(TextDecoder, ATemperatureDrawsOthersToo) {
  const Program program = successors();
  Executor executor(program, decoder_link(program));
  TextDecoder decoder(executor);
  Sampler sampler(1, 2);
  int others = 0;
  for (int i = 0; i < 100; ++i) {
    decoder.start("ab");
    others += decoder.next(sampler) == "c";
  }
  EXPECT_GT(others, 10);  // 27 of 100 by the logits
  EXPECT_LT(others, 50);
}

// Logits of the rows above: the likeliest at 9, one other at 8 behind b, all others at 0.
TEST(TextDecoder, ScoresATextInWindowsOfTheContext) {
  const Program program = successors();
  Executor executor(program, decoder_link(program));
  TextDecoder decoder(executor);
  const TextScore score = decoder.score("ab\nab\nab\nabc");
  EXPECT_EQ(score.characters, 11);
  const double e8 = std::exp(8), e9 = std::exp(9);
  const double of_one = std::log((e9 + 3) / e9), of_two = std::log((e9 + e8 + 2) / e9);
  EXPECT_NEAR(score.nats, 7 * of_one + 3 * of_two + std::log((e9 + e8 + 2) / e8), 1e-9);
  EXPECT_NEAR(score.perplexity(), std::exp(score.nats / 11), 1e-12);
  EXPECT_EQ(error_text<InputError>([&] { decoder.score("a"); }),
            "the text has 1 character: at least two are needed, one to foretell");
  EXPECT_THAT(error_text<InputError>([&] { decoder.score("abd"); }),
              HasSubstr("the text: character 3 is 'd'"));
}

TEST(TextDecoder, PromptsThatCannotBeAreRefused) {
  const Program program = successors();
  Executor executor(program, decoder_link(program));
  TextDecoder decoder(executor);
  Sampler sampler;
  EXPECT_EQ(error_text<InputError>([&] { decoder.next(sampler); }),
            "there is no prompt yet: start() gives one");
  EXPECT_EQ(error_text<InputError>([&] { decoder.start(""); }),
            "the prompt is empty: a decoder needs a character to go on from");
  EXPECT_THAT(error_text<InputError>([&] { decoder.start("abd"); }),
              HasSubstr("the prompt: character 3 is 'd'"));
  EXPECT_EQ(error_text<InputError>([&] { decoder.start("aaaaa", 4); }),
            "a prompt of 5 characters and 4 more are 9, the context is 8");
  EXPECT_NO_THROW(decoder.start("aaaaaaaa"));
}

TEST(TextDecoder, ANetworkThatIsNoneSaysWhatItIs) {
  const Program add = test::make_add_program(1, 2);
  EXPECT_EQ(error_text<InputError>([&] { decoder_context(add); }),
            "the network is no decoder of text: its inputs are data Tensor[(1, 16, 1, 4), int8], "
            "its outputs result Tensor[(1, 16, 1, 4), float32]; needed are one input, int64 (1, "
            "T), of tokens, and one output, float32 (1, T, V), of logits");
  Program program = successors();
  EXPECT_EQ(decoder_context(program), kSuccessorContext);
  program.alphabet = Alphabet("ab", "here");
  EXPECT_EQ(error_text<InputError>([&] { decoder_context(program); }),
            "the network has logits of 4 tokens, and its alphabet has 2 characters");
  program.alphabet.reset();
  EXPECT_THAT(error_text<InputError>([&] { decoder_context(program); }),
              HasSubstr("no metadata 'vta.alphabet'"));
}

}  // namespace
}  // namespace vta
