// Text of unknown origin: what becomes of it where it is shown, stored and exported.
#include "base/text_safety.h"

#include <gmock/gmock.h>

#include <boost/json.hpp>
#include <random>

#include "base/json.h"

namespace vta {
namespace {

TEST(TextSafety, OrdinaryTextStaysAsItIs) {
  for (const char* text :
       {"", "conv2d_3", "a b\\c", "\xc3\xa9t\xc3\xa9", "\xe5\x9b\xbe", "\xf0\x9f\x98\x80", "~"}) {
    EXPECT_EQ(printable(text), text);
    EXPECT_EQ(valid_utf8(text), text);
  }
}

TEST(TextSafety, WhatSteersATerminalIsShownByItsName) {
  EXPECT_EQ(printable("\x1b[31mred\x07"), "\\x1b[31mred\\x07");
  EXPECT_EQ(printable("a\nb\tc\rd"), "a\\x0ab\\x09c\\x0dd");
  EXPECT_EQ(printable_lines("a\nb\tc\rd"), "a\nb\tc\\x0dd");
  EXPECT_EQ(printable("\x7f\xc2\x9b"), "\\x7f\\x9b");                  // DEL; CSI in one character
  EXPECT_EQ(printable("\xe2\x80\xae\xe2\x80\xa8"), "\\u202e\\u2028");  // right to left; a line
  EXPECT_EQ(printable(std::string_view("a\0b", 3)), "a\\x00b");
}

TEST(TextSafety, CharactersAreThePartsOfAText) {
  EXPECT_THAT(utf8_characters("a\xc3\xa9\xf0\x9f\x98\x80\n"),
              testing::ElementsAre("a", "\xc3\xa9", "\xf0\x9f\x98\x80", "\n"));
  EXPECT_THAT(utf8_characters("\xff\xe5\x9b"), testing::ElementsAre("\xff", "\xe5", "\x9b"));
  EXPECT_TRUE(utf8_characters("").empty());
}

TEST(TextSafety, BytesThatAreNoUtf8AreShownByTheirValue) {
  EXPECT_EQ(printable("\xff\xfe\xc0\x80name"), "\\xff\\xfe\\xc0\\x80name");
  EXPECT_EQ(printable("\xed\xa0\x80"), "\\xed\\xa0\\x80");           // a surrogate
  EXPECT_EQ(printable("\xf4\x90\x80\x80"), "\\xf4\\x90\\x80\\x80");  // behind the last character
  EXPECT_EQ(printable("\xe5\x9b"), "\\xe5\\x9b");                    // cut
  EXPECT_EQ(valid_utf8("a\xff"
                       "b\xe5\x9b"),
            "a\xef\xbf\xbd"
            "b\xef\xbf\xbd\xef\xbf\xbd");
}

// Wherever a page is cut into pieces, the same comes out.
TEST(TextSafety, PiecesGiveWhatTheWholeGives) {
  const std::string text = "\xe5\x9b\xbe\x1b[0m\xf0\x9f\x98\x80\xff\xc3\n\xe5\x9b";
  for (size_t a = 0; a <= text.size(); ++a)
    for (size_t b = a; b <= text.size(); ++b) {
      PrintableStream stream;
      std::string out = stream.pass(text.substr(0, a));
      out += stream.pass(text.substr(a, b - a));
      out += stream.pass(text.substr(b));
      EXPECT_EQ(out + stream.rest(), printable_lines(text)) << a << " " << b;
    }
}

TEST(TextSafety, JsonReadsBackAsTheSameText) {
  const std::string text = "\"\\/\x1b\x7f\xc2\x9b\xe2\x80\xae\xe5\x9b\xbe\n";
  const std::string quoted = json_string(text);
  EXPECT_EQ(boost::json::parse(quoted).as_string(), text);
  EXPECT_EQ(printable(quoted), quoted);
  EXPECT_EQ(json_text(boost::json::object{{"\xff", "\xfe"}}),
            "{\n  \"\xef\xbf\xbd\": \"\xef\xbf\xbd\"\n}");
}

TEST(TextSafety, JsonOfRandomBytesIsAlwaysValid) {
  std::mt19937_64 random(11);
  for (int k = 0; k < 2000; ++k) {
    std::string text(random() % 12, '\0');
    for (char& c : text)
      c = static_cast<char>(random());
    const std::string quoted = json_string(text);
    EXPECT_EQ(boost::json::parse(quoted).as_string(), valid_utf8(text)) << "seed 11, text " << k;
    EXPECT_EQ(printable(quoted), quoted);
  }
}

TEST(TextSafety, CellsAreNoFormulas) {
  EXPECT_EQ(csv_cell("=HYPERLINK(\"x\")"), "\"'=HYPERLINK(\"\"x\"\")\"");
  EXPECT_EQ(csv_cell("@SUM(A1)"), "'@SUM(A1)");
  EXPECT_EQ(csv_cell("+cmd"), "'+cmd");
  EXPECT_EQ(csv_cell("-2+3"), "'-2+3");
  for (const char* number : {"-5", "+3", "-1.5e-7", "12", "0.25"})
    EXPECT_EQ(csv_cell(number), number);
  EXPECT_EQ(csv_cell("a,b"), "\"a,b\"");
  EXPECT_EQ(csv_cell("a\nb"), "a\\x0ab");
  EXPECT_EQ(csv_cell("\t=1"), "\\x09=1");
  EXPECT_EQ(csv_cell(""), "");
}

}  // namespace
}  // namespace vta
