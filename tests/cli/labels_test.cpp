#include "base/class_names.h"

#include <gmock/gmock.h>

#include "base/error.h"
#include "tests/cli/run_fixture.h"
#include "tests/compiler/error_text.h"

namespace vta {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

std::string refused(const std::string& text) {
  return error_text<InputError>([&] { parse_class_names(text, "synset.txt"); });
}

TEST(Labels, AListHasOneNameALine) {
  EXPECT_THAT(parse_class_names("tench\ngold fish\r\n{shark}", "x"),
              ElementsAre("tench", "gold fish", "{shark}"));
  EXPECT_THAT(parse_class_names("", "x"), IsEmpty());
}

TEST(Labels, ADictionaryIsReadInAnyOrder) {
  EXPECT_THAT(parse_class_names("{0: 'tench, Tinca tinca',\n 1: \"jack-o'-lantern\"}\n", "x"),
              ElementsAre("tench, Tinca tinca", "jack-o'-lantern"));
  EXPECT_THAT(parse_class_names("\n{ 2 :'c', # the last\n 0:'a' , 1:'b', }", "x"),
              ElementsAre("a", "b", "c"));
  EXPECT_THAT(parse_class_names("{}", "x"), IsEmpty());
}

TEST(Labels, EscapesAreThoseOfPython) {
  EXPECT_THAT(parse_class_names(R"({0: 'a\'b', 1: "\"\\", 2: '\t\n', 3: '\x41\xe9\u20ac'})", "x"),
              ElementsAre("a'b", "\"\\", "\t\n", "A\xC3\xA9\xE2\x82\xAC"));
}

TEST(Labels, WhatIsNoDictionaryIsNamedWithItsLine) {
  EXPECT_THAT(refused("{\n0 'a'}"),
              HasSubstr("labels 'synset.txt', line 2: after a class comes :, there is ''a'}'"));
  EXPECT_THAT(refused("{'0': 'a'}"), HasSubstr("a class is a number 0, 1, 2, ..., there is"));
  EXPECT_THAT(refused("{-1: 'a'}"), HasSubstr("a class is a number"));
  EXPECT_THAT(refused("{01: 'a'}"), HasSubstr("a class is a number"));
  EXPECT_THAT(refused("{0: a}"), HasSubstr("a name is a string in ' or \", there is 'a}'"));
  EXPECT_THAT(refused("{0: 'a' 1: 'b'}"), HasSubstr("after a name comes , or }"));
  EXPECT_THAT(refused("{0: 'a\n'}"), HasSubstr("line 1: a name ends in its line"));
  EXPECT_THAT(refused("{0: 'a"), HasSubstr("a name ends with ', there is its end"));
  EXPECT_THAT(refused("{0: 'a'"), HasSubstr("after a name comes , or }, there is its end"));
  EXPECT_THAT(refused("{0: 'a'} x"), HasSubstr("nothing may follow the closing }"));
  EXPECT_THAT(refused("{,}"), HasSubstr("a class is a number"));
}

TEST(Labels, EscapesOfOthersAreRefused) {
  EXPECT_THAT(refused(R"({0: '\q'})"), HasSubstr("escapes are"));
  EXPECT_THAT(refused(R"({0: '\x4'})"), HasSubstr("has 2 hexadecimal digits"));
  EXPECT_THAT(refused(R"({0: '\u00'})"), HasSubstr("has 4 hexadecimal digits"));
  EXPECT_THAT(refused(R"({0: '\ud800'})"), HasSubstr("has 4 hexadecimal digits"));
  EXPECT_THAT(refused("{0: '\\"), HasSubstr("escapes are"));
}

TEST(Labels, ClassesAreThereOnceAndAll) {
  EXPECT_THAT(refused("{0: 'a',\n 0: 'b'}"),
              HasSubstr("line 2: class 0 has a name already, in line 1"));
  EXPECT_THAT(refused("{0: 'a',\n 2: 'c'}"), HasSubstr("class 1 has no name, line 2 has class 2"));
  EXPECT_THAT(refused("{99999999999999999999: 'a'}"), HasSubstr("a class is a number"));
}

using RunLabels = NetworkCommand;

TEST_F(RunLabels, ADictionaryNamesWhatAListDoes) {
  std::string list, dictionary;
  for (int i = 9; i >= 0; --i)
    dictionary += fmt::format("{}{}: 'number {}'", dictionary.empty() ? "{" : ",\n ", i, i);
  for (int i = 0; i < 10; ++i)
    list += fmt::format("number {}\n", i);
  write_text_file(path("list.txt"), list);
  write_text_file(path("dictionary.txt"), dictionary + "}\n");
  const std::string run = "run " + model() + " --labels ";
  EXPECT_EQ(json_of(run + path("list.txt")).at("top"),
            json_of(run + path("dictionary.txt")).at("top"));
  EXPECT_THAT(run_vta_apart(run + path("dictionary.txt")).out, HasSubstr("number 6"));

  write_text_file(path("two.txt"), "{0: 'a', 1: 'b'}");
  expect_failure(run + path("two.txt"), 3, "2 names, the network has 10 classes");
  write_text_file(path("bad.txt"), "{0: 'a', 1: }");
  expect_failure(run + path("bad.txt"), 3, "line 1: a name is a string");
}

}  // namespace
}  // namespace vta
