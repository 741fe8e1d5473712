#include "sim/dram/command_checker.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "config/dram_file.h"

namespace vta {
namespace {

using K = DramCommandKind;

std::vector<std::string> texts(std::vector<DramCommand> commands, int64_t end = 0) {
  const DramConfig dram = load_dram("ddr3-1066");
  DramCommandChecker checker(dram.organization, dram.timing);
  for (const DramCommand& command : commands)
    checker.see(command);
  checker.finish(end);
  std::vector<std::string> texts;
  for (const DramViolation& violation : checker.violations())
    texts.push_back(violation.text);
  return texts;
}
using Texts = std::vector<std::string>;
constexpr DramPlace kPlace{0, 0, 2, 5, 0};

TEST(DramChecker, LegalCommandsViolateNothing) {
  EXPECT_EQ(texts({{1, K::Activate, kPlace},
                   {8, K::Read, kPlace},
                   {21, K::Precharge, kPlace},
                   {28, K::Activate, kPlace}}),
            Texts{});
}

TEST(DramChecker, SaysWhichTimeIsTooShort) {
  EXPECT_EQ(
      texts({{1, K::Activate, kPlace}, {7, K::Read, kPlace}}),
      (Texts{"clock 7: Read of rank 0, group 0, bank 2, row 5 comes 6 clocks after Activate of "
             "rank 0, group 0, bank 2, row 5 (clock 1): tRCD demands 7"}));
}

TEST(DramChecker, KnowsTheOpenRows) {
  EXPECT_EQ(texts({{1, K::Read, kPlace}}),
            (Texts{"clock 1: Read of rank 0, group 0, bank 2, row 5 finds no open row"}));
  EXPECT_EQ(texts({{1, K::Activate, kPlace}, {40, K::Refresh, {}}}),
            (Texts{"clock 40: Refresh of rank 0 finds an open row"}));
  EXPECT_EQ(texts({{1, K::Activate, kPlace}, {8, K::Read, kPlace, true}, {40, K::Read, kPlace}}),
            (Texts{"clock 40: Read of rank 0, group 0, bank 2, row 5 finds no open row"}));
}

TEST(DramChecker, WantsRefreshes) {
  EXPECT_EQ(texts({}, 9 * 4160), Texts{});
  EXPECT_EQ(texts({}, 9 * 4160 + 1),
            (Texts{"clock 37441: rank 0 was not refreshed since clock 0: 37440 clocks are legal"}));
}

}  // namespace
}  // namespace vta
