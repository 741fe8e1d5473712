#include "workbench/named_files.h"

#include <gmock/gmock.h>

#include "base/error.h"
#include "tests/compiler/error_text.h"

namespace vta::workbench {
namespace {

using Strings = std::vector<std::string>;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

Strings assign(const Strings& arguments, const Strings& names) {
  return files_by_name(arguments, names, "--input", "input");
}
std::string refusal(const Strings& arguments, const Strings& names) {
  return error_text<UsageError>([&] { all_files_by_name(arguments, names, "--input", "input"); });
}

TEST(NamedFiles, OneTakesAFileWithOrWithoutItsName) {
  EXPECT_THAT(assign({"x.npy"}, {"data"}), ElementsAre("x.npy"));
  EXPECT_THAT(assign({"data=x.npy"}, {"data"}), ElementsAre("x.npy"));
  EXPECT_THAT(assign({"a=b.npy"}, {"data"}), ElementsAre("a=b.npy"));
  EXPECT_THAT(assign({}, {"data"}), ElementsAre(""));
}

TEST(NamedFiles, AnOutputsMistypedNameIsNoFile) {
  const auto outputs = [](const Strings& arguments) {
    return files_by_name(arguments, Strings{"data"}, "--output", "output");
  };
  EXPECT_THAT(outputs({"./a=b.npy"}), ElementsAre("./a=b.npy"));
  EXPECT_THAT(
      error_text<UsageError>([&] { outputs({"dta=x.npy"}); }),
      HasSubstr("no output is named 'dta', it is data; a file of this name is ./dta=x.npy"));
}

TEST(NamedFiles, SeveralAreNamedInAnyOrderOrByPlace) {
  EXPECT_THAT(assign({"right=r.npy", "left=l.npy"}, {"left", "right"}),
              ElementsAre("l.npy", "r.npy"));
  EXPECT_THAT(assign({"1=r=1.npy"}, {"left", "right"}), ElementsAre("", "r=1.npy"));
  EXPECT_THAT(assign({"1=a.npy"}, {"1", "0"}), ElementsAre("a.npy", "")) << "names come first";
}

TEST(NamedFiles, MistakesAreNamed) {
  const Strings two = {"left", "right"};
  EXPECT_THAT(
      refusal({"x.npy"}, two),
      HasSubstr("--input 'x.npy': the network has 2 inputs: give NAME=FILE with NAME one of "
                "left, right"));
  EXPECT_THAT(refusal({"up=x.npy"}, two), HasSubstr("NAME one of left, right"));
  EXPECT_THAT(refusal({"2=x.npy"}, two), HasSubstr("NAME one of left, right"));
  EXPECT_THAT(refusal({"left=a.npy", "left=b.npy"}, two),
              HasSubstr("--input 'left=b.npy': input 'left' has 'a.npy' already"));
  EXPECT_THAT(refusal({"left="}, two), HasSubstr("'left=': the file is missing"));
  EXPECT_THAT(refusal({"left=a.npy"}, two), HasSubstr("nothing is given for input right"));
  EXPECT_THAT(refusal({"a.npy", "b.npy"}, {"data"}), HasSubstr("'data' has 'a.npy' already"));
}

}  // namespace
}  // namespace vta::workbench
