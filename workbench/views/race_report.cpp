#include "workbench/views/race_report.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <vector>

#include "base/plural.h"
#include "hw/isa/disassembler.h"

namespace vta::workbench {
namespace {

constexpr size_t kMostShown = 10;

boost::json::object side_json(const RaceSide& side, const std::string& kernel) {
  static constexpr std::array<const char*, 3> kUnits = {"load", "compute", "store"};
  return {{"insn", side.index},
          {"kernel", kernel.empty() ? boost::json::value() : boost::json::value(kernel)},
          {"unit", kUnits[static_cast<size_t>(unit_of(side.insn))]},
          {"access", side.writes ? "write" : "read"},
          {"text", disassemble(side.insn)}};
}

}  // namespace

std::string race_summary(const RaceCheck& check) {
  if (check.count() > 0)
    return fmt::format("{}, see below", counted(check.count(), "race"));
  return fmt::format("none in {} of {}", counted(check.log().launches, "launch"),
                     counted(check.log().insns, "instruction"));
}

std::string races_text(const RaceCheck& check, const KernelOf& kernel_of) {
  std::string out;
  const size_t shown = std::min(check.log().races.size(), kMostShown);
  for (size_t i = 0; i < shown; ++i) {
    const Race& race = check.log().races[i];
    out += fmt::format("race {}: {}\n", i + 1,
                       race_text(race, kernel_of(race.launch, race.first.index),
                                 kernel_of(race.launch, race.second.index)));
  }
  if (const int64_t more = check.count() - static_cast<int64_t>(shown); more > 0)
    out += fmt::format("and {} more\n", more);
  return out;
}

boost::json::object races_json(const RaceCheck& check, const KernelOf& kernel_of) {
  boost::json::array found;
  for (const Race& race : check.log().races)
    found.push_back(
        {{"launch", race.launch},
         {"space", race_space_name(race.space)},
         {"begin", race.begin},
         {"end", race.end},
         {"first", side_json(race.first, kernel_of(race.launch, race.first.index))},
         {"second", side_json(race.second, kernel_of(race.launch, race.second.index))}});
  return {{"count", check.count()},
          {"launches", check.log().launches},
          {"instructions", check.log().insns},
          {"found", found}};
}

}  // namespace vta::workbench
