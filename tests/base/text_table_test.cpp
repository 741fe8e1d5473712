// Tables that fit a screen, and the same for spreadsheets.
#include "base/text_table.h"

#include <gmock/gmock.h>

#include <sstream>

namespace vta {
namespace {

using testing::HasSubstr;

TextTable sample() {
  TextTable table({{"kernel", false}, {"layer", false, true}, {"cycles"}});
  table.add({"conv2d_0", "/layer1/layer1.0/conv1/Conv", "123456"});
  table.add({"alu_0", "add", "7"});
  return table;
}

TEST(Table, ColumnsAreAsWideAsTheirCells) {
  EXPECT_EQ(sample().text(80),
            "kernel    layer                        cycles\n"
            "conv2d_0  /layer1/layer1.0/conv1/Conv  123456\n"
            "alu_0     add                               7\n");
}

TEST(Table, NamesLoseTheirMiddleWhereALineWouldBeTooLong) {
  EXPECT_EQ(sample().text(40),
            "kernel    layer                   cycles\n"
            "conv2d_0  /layer1/la...onv1/Conv  123456\n"
            "alu_0     add                          7\n");
  // Numbers are never shortened, names never below 8.
  EXPECT_EQ(sample().text(10),
            "kernel    layer     cycles\n"
            "conv2d_0  /la...nv  123456\n"
            "alu_0     add            7\n");
}

TEST(Table, EveryWidthIsKeptAsFarAsNamesAllow) {
  for (size_t width = 26; width < 60; ++width) {
    std::istringstream lines(sample().text(width));
    for (std::string line; std::getline(lines, line);)
      EXPECT_LE(line.size(), width) << line;
  }
}

TEST(Table, ShorteningCutsNoCharacterOfUtf8) {
  EXPECT_EQ(shorten_middle("abcdefghij", 10), "abcdefghij");
  EXPECT_EQ(shorten_middle("abcdefghij", 9), "abc...hij");
  EXPECT_EQ(shorten_middle("abcdefghij", 0), "a...j");
  EXPECT_EQ(shorten_middle("\u00e4\u00f6\u00fc\u00e4\u00f6\u00fc\u00e4\u00f6", 7),
            "\u00e4\u00f6...\u00e4\u00f6");
  EXPECT_EQ(shown_width("\u00e4\u00f6\u00fc"), 3u);
}

TEST(Table, NamesOfUnknownOriginSteerNoTerminalAndNoSpreadsheet) {
  TextTable table({{"layer", false, true}});
  table.add({"\x1b[31mred"});
  table.add({"=1+1"});
  EXPECT_EQ(table.text(80), "layer\n\\x1b[31mred\n=1+1\n");
  EXPECT_THAT(table.csv(), HasSubstr("'=1+1"));
}

TEST(Table, SpreadsheetsGetWholeCells) {
  TextTable table({{"layer", false, true}, {"why", false}, {"cycles"}});
  table.add({"/layer1/layer1.0/conv1/Conv", "says \"a, b\"", "5"});
  EXPECT_EQ(table.csv(), "layer,why,cycles\n/layer1/layer1.0/conv1/Conv,\"says \"\"a, b\"\"\",5\n");
}

}  // namespace
}  // namespace vta
