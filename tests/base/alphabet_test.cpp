#include "base/alphabet.h"

#include <gmock/gmock.h>

#include "base/error.h"
#include "tests/compiler/error_text.h"

namespace vta {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

TEST(Alphabet, TokensAreThePlacesOfCharacters) {
  const Alphabet alphabet("b\xc3\xa9\n", "here");
  EXPECT_EQ(alphabet.size(), 3);
  EXPECT_THAT(alphabet.tokens("\n\xc3\xa9\nb", "text"), ElementsAre(2, 1, 2, 0));
  EXPECT_EQ(alphabet.text(alphabet.tokens("\n\xc3\xa9\nb", "text")), "\n\xc3\xa9\nb");
  EXPECT_EQ(alphabet.character(1), "\xc3\xa9");
  EXPECT_TRUE(alphabet.tokens("", "text").empty());
}

TEST(Alphabet, JsonHoldsTheSame) {
  const Alphabet alphabet("a\"\\\n\xc3\xa9", "here");
  EXPECT_EQ(parse_alphabet(alphabet_json(alphabet), "here"), alphabet);
  EXPECT_EQ(error_text<InputError>([] { parse_alphabet(3, "model 'm'"); }),
            "model 'm': an alphabet is a string, this is the integer 3");
}

TEST(Alphabet, ACharacterThatItDoesNotHaveIsNamedWithItsPlace) {
  const Alphabet alphabet("ab\n", "here");
  EXPECT_EQ(error_text<InputError>([&] { alphabet.tokens("ab\xc3\xa9", "the prompt"); }),
            "the prompt: character 3 is '\xc3\xa9', which is not in the network's alphabet (legal "
            "are these 3: ab\\x0a)");
  EXPECT_THAT(error_text<InputError>([&] { alphabet.tokens("\xff", "the prompt"); }),
              HasSubstr("character 1 is '\\xff'"));
}

TEST(Alphabet, WhatCannotBeOneIsRefused) {
  EXPECT_EQ(error_text<InputError>([] { Alphabet("", "m"); }),
            "m: an alphabet needs a character, this one is empty");
  EXPECT_EQ(error_text<InputError>([] { Alphabet("aba", "m"); }),
            "m: the character 'a' comes twice, as token 0 and as token 2");
  EXPECT_EQ(error_text<InputError>([] { Alphabet("a\xff", "m"); }),
            "m: character 2 is the byte '\\xff', which is no UTF-8");
}

}  // namespace
}  // namespace vta
