#include "hw/synth/timing_paths.h"

#include <gmock/gmock.h>

#include <algorithm>
#include <map>
#include <random>

#include "base/error.h"
#include "tests/synth/netlist_text.h"

namespace vta {
namespace {

using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

constexpr int kClk = 2;

ModuleText clocked_top() {
  return top_module().port("clk", "input", {kClk});
}

TimingReport report_of(const ModuleText& top, int64_t most = 10) {
  return longest_paths(read_netlist(netlist_text(top), "test"), most);
}

std::vector<std::string> cells_of(const TimingPath& path) {
  std::vector<std::string> cells;
  for (const PathStep& step : path.steps)
    cells.push_back(step.type + " " + step.name);
  return cells;
}

std::string error_of(const ModuleText& top, json::object library = test_library()) {
  try {
    longest_paths(read_netlist(netlist_text(top, std::move(library)), "test"), 1);
  } catch (const InputError& error) {
    return error.what();
  }
  return "no error";
}

// a and b registers, next = f(a, b) over two look-up tables.
TEST(TimingPaths, FromRegisterToRegister) {
  ModuleText top = clocked_top();
  top.port("d", "input", {3}).name("a", {4}).name("u_sub.b", {7});
  top.cell("$ff$1", "FF", nets({{"C", {kClk}}, {"D", {3}}, {"Q", {4}}}), "first.sv:3.5-4.6");
  top.cell("$lut$1", "LUT2", nets({{"I0", {4}}, {"I1", {7}}, {"O", {5}}}));
  top.cell("$lut$2", "LUT2", nets({{"I0", {7}}, {"I1", {5}}, {"O", {6}}}));
  top.cell("$ff$2", "FF", nets({{"C", {kClk}}, {"D", {6}}, {"Q", {7}}}),
           "/share/x/ff_map.v:1.1|sub.sv:9.1-9.2");
  const TimingReport report = report_of(top);
  // a: 300, through I0 200, through I1 100, setup 50. From b: 300 + 100 + 100 + 50, or 300 + 200.
  EXPECT_EQ(report.longest_ps(), 300 + 200 + 100 + 50);
  EXPECT_THAT(cells_of(report.paths.front()),
              ElementsAre("FF a", "LUT2 $lut$1", "LUT2 $lut$2", "FF u_sub.b"));
  const std::vector<PathStep>& steps = report.paths.front().steps;
  EXPECT_EQ(steps[0].from + steps[0].to, "CQ");
  EXPECT_EQ(steps[2].from + steps[2].to, "I1O");
  EXPECT_EQ(steps[3].from + steps[3].to, "DC");
  EXPECT_EQ(steps[2].arrival_ps, 600);
  EXPECT_EQ(steps[0].source, "first.sv:3");
  EXPECT_EQ(steps[3].source, "sub.sv:9");
  EXPECT_EQ(steps[3].module, "sub");
  EXPECT_EQ(steps[1].module, "sub");  // the register that it leads to
  EXPECT_EQ(report.clock, "clk");
  EXPECT_EQ(report.endpoints, 2);
}

TEST(TimingPaths, FromMemoryToRegister) {
  ModuleText top = clocked_top();
  top.port("at", "input", {3, 4}).name("q", {8, 9});
  top.cell("u_m.mem", "RAM", nets({{"CLK", {kClk}}, {"ADDR", {3, 4}}, {"DO", {5, 6}}}));
  top.cell("$l", "LUT2", nets({{"I0", {5}}, {"I1", {6}}, {"O", {7}}}));
  top.cell("$a", "FF", nets({{"C", {kClk}}, {"D", {7}}, {"Q", {8}}}));
  top.cell("$b", "FF", nets({{"C", {kClk}}, {"D", {6}}, {"Q", {9}}}));
  const TimingReport report = report_of(top);
  EXPECT_EQ(report.longest_ps(), 2454 + 200 + 50);
  EXPECT_EQ(report.paths.front().steps.front().to, "DO[0]");
  // The other bit of q is of the same bundle; then the two address bits.
  ASSERT_EQ(report.paths.size(), 2u);
  EXPECT_EQ(report.paths[0].alike, 2);
  EXPECT_EQ(report.paths[1].ps, 566);
  EXPECT_EQ(report.paths[1].alike, 2);
  EXPECT_EQ(report.paths[1].steps.front().type, "input");
}

TEST(TimingPaths, FromRegisterThroughOneDspIntoAnother) {
  ModuleText top = clocked_top();
  top.port("d", "input", {3}).port("p", "output", {8, 9}).name("a", {4});
  top.cell("$f", "FF", nets({{"C", {kClk}}, {"D", {3}}, {"Q", {4}}}));
  top.cell("u_x", "DSP", nets({{"A", {4, kZero}}, {"PCIN", {kZero, kZero}}, {"P", {6, 7}}}));
  top.cell("u_y", "ACC", nets({{"CLK", {kClk}}, {"A", {4, 4}}, {"PCIN", {6, 7}}, {"P", {8, 9}}}));
  const TimingReport report = report_of(top);
  EXPECT_EQ(report.longest_ps(), 300 + 3841 + 1400);
  EXPECT_THAT(cells_of(report.paths[0]), ElementsAre("FF a", "DSP u_x", "ACC u_y"));
  EXPECT_EQ(report.paths[1].ps, 300 + 1928);  // straight into the second
  EXPECT_EQ(report.paths[2].ps, 434);         // and out of it, to a port
  EXPECT_EQ(report.paths[2].steps.back().type, "output");
}

TEST(TimingPaths, SummaryIsByTheModuleWherePathsEnd) {
  ModuleText top = clocked_top();
  top.port("d", "input", {3}).port("o", "output", {5}).name("a", {4}).name("b", {5});
  top.cell("$1", "FF", nets({{"C", {kClk}}, {"D", {3}}, {"Q", {4}}}), "one.sv:1");
  top.cell("$2", "FF", nets({{"C", {kClk}}, {"D", {4}}, {"Q", {5}}}), "two.sv:2");
  const TimingReport report = report_of(top, 1);
  ASSERT_EQ(report.paths.size(), 1u);  // as many as asked for
  ASSERT_EQ(report.modules.size(), 3u);
  EXPECT_EQ(report.modules[0].module, "two");
  EXPECT_EQ(report.modules[0].longest.ps, 350);
  EXPECT_EQ(report.modules[1].module, "top");  // the port
  EXPECT_EQ(report.modules[1].longest.ps, 300);
  EXPECT_EQ(report.modules[2].module, "one");
  EXPECT_EQ(report.modules[2].longest.ps, 50);
}

// A memory has no source: its instance does not say which module it is of. A register of an
// instance with others inside is that instance's, if one of its own is known.
TEST(ReadNetlist, ModulesAreThoseOfTheInstance) {
  ModuleText top = clocked_top();
  top.port("d", "input", {3, 4}).name("u_a.count", {5}).name("u_a.x", {6}).name("u_a.y", {7});
  const auto ff = [&](const char* name, int out, const char* src) {
    top.cell(name, "FF", nets({{"C", {kClk}}, {"D", {3}}, {"Q", {out}}}), src);
  };
  ff("$1", 5, "vta_fifo.sv:1");
  ff("$2", 8, "vta_fifo.sv:1");
  ff("$3", 6, "vta_a.sv:1");
  ff("$4", 7, "");
  top.name("u_a.u_q.head", {8}).name("u_a.u_q.g_one[3].tail", {9});
  ff("$5", 9, "/share/xilinx/ff_map.v:68.41");
  top.cell("u_a.u_m.mem", "RAM", nets({{"CLK", {kClk}}, {"ADDR", {3, 4}}, {"DO", {10, 11}}}));
  const Netlist netlist = read_netlist(netlist_text(top), "test");
  std::map<std::string, std::string> modules;
  for (const Netlist::Cell& cell : netlist.cells)
    modules[cell.name] = cell.module;
  EXPECT_EQ(modules["u_a.count"], "vta_fifo");
  EXPECT_EQ(modules["u_a.y"], "vta_a");
  EXPECT_EQ(modules["u_a.u_q.g_one[3].tail"], "vta_fifo");
  EXPECT_EQ(modules["u_a.u_m.mem"], "u_m");
}

TEST(TimingPaths, OfCombinationalModulesAreFromPortToPort) {
  ModuleText top = top_module();
  top.port("a", "input", {2}).port("b", "input", {3}).port("o", "output", {4, 2});
  top.cell("$l", "LUT2", nets({{"I0", {2}}, {"I1", {3}}, {"O", {4}}}));
  const TimingReport report = report_of(top);
  EXPECT_EQ(report.clock, "");
  EXPECT_EQ(report.longest_ps(), 200);
  EXPECT_EQ(report.endpoints, 2);  // o[1] is a wire: 0 ps
}

TEST(TimingPaths, ConstantsBeginNoPath) {
  ModuleText top = clocked_top();
  top.name("q", {4});
  top.cell("$l", "LUT2", nets({{"I0", {kZero}}, {"I1", {kZero}}, {"O", {3}}}));
  top.cell("$f", "FF", nets({{"C", {kClk}}, {"D", {3}}, {"Q", {4}}}));
  const TimingReport report = report_of(top);
  EXPECT_EQ(report.endpoints, 0);
  EXPECT_TRUE(report.paths.empty());
}

TEST(TimingPaths, WiresTakeNoTime) {
  ModuleText top = clocked_top();
  top.port("d", "input", {3}).name("q", {5});
  top.cell("$wire", "$buf", nets({{"A", {3, kZero}}, {"Y", {4, 6}}}));
  top.cell("$f", "FF", nets({{"C", {kClk}}, {"D", {4}}, {"Q", {5}}}));
  EXPECT_EQ(report_of(top).longest_ps(), 50);
  top.cell("$round", "$buf", nets({{"A", {8}}, {"Y", {7}}}));
  top.cell("$about", "$buf", nets({{"A", {7}}, {"Y", {8}}}));
  top.cell("$g", "FF", nets({{"C", {kClk}}, {"D", {8}}, {"Q", {9}}}));
  EXPECT_THAT(error_of(top), HasSubstr("net 8 is wired to itself"));
}

TEST(TimingPaths, LoopsAreNamedCellByCell) {
  ModuleText top = clocked_top();
  top.port("d", "input", {3}).name("x", {4}).name("y", {5}).name("past", {6});
  top.cell("$1", "LUT2", nets({{"I0", {3}}, {"I1", {5}}, {"O", {4}}}), "a.sv:7");
  top.cell("$2", "LUT2", nets({{"I0", {4}}, {"I1", {3}}, {"O", {5}}}));
  top.cell("$3", "LUT2", nets({{"I0", {5}}, {"I1", {3}}, {"O", {6}}}));  // behind it
  const std::string error = error_of(top);
  EXPECT_THAT(error, AllOf(HasSubstr("a combinational loop of 2 cells"),
                           HasSubstr("LUT2 'x', a.sv:7"), HasSubstr("LUT2 'y'")));
  EXPECT_THAT(error, ::testing::Not(HasSubstr("past")));
}

TEST(TimingPaths, WhatNothingDrivesIsNamed) {
  ModuleText top = clocked_top();
  top.name("lost", {3}).name("q", {4});
  top.cell("$f", "FF", nets({{"C", {kClk}}, {"D", {3}}, {"Q", {4}}}));
  EXPECT_THAT(error_of(top), HasSubstr("nothing drives net 'lost', which port D of FF 'q' reads"));
  ModuleText open = top_module();
  open.port("o", "output", {3});
  EXPECT_THAT(error_of(open), HasSubstr("which output 'o' reads"));
}

TEST(TimingPaths, WhatIsDrivenTwiceIsNamed) {
  ModuleText top = clocked_top();
  top.port("d", "input", {3});
  top.cell("u_a", "FF", nets({{"C", {kClk}}, {"D", {3}}, {"Q", {4}}}));
  top.cell("u_b", "FF", nets({{"C", {kClk}}, {"D", {3}}, {"Q", {4}}}));
  EXPECT_THAT(error_of(top),
              AllOf(HasSubstr("is driven twice"), HasSubstr("FF 'u_a'"), HasSubstr("FF 'u_b'")));
}

// A RAM whose enable has no setup, and one without clock to output.
TEST(TimingPaths, PortsWithoutTimingAreNamedWhereTheyAreInUse) {
  json::object library = test_library();
  library["RAME"] = ModuleText()
                        .port("CLK", "input", {2})
                        .port("EN", "input", {3})
                        .port("DO", "output", {4})
                        .port("CO", "output", {5})
                        .launch(2, {4}, 2454)
                        .value();
  ModuleText top = clocked_top();
  top.port("en", "input", {3}).port("o", "output", {4});
  top.cell("u_m", "RAME", nets({{"CLK", {kClk}}, {"EN", {3}}, {"DO", {4}}}));
  EXPECT_THAT(error_of(top, library), AllOf(HasSubstr("port EN of RAME 'u_m' is in use (net 'en')"),
                                            HasSubstr("no timing")));
  ModuleText tied = clocked_top();
  tied.port("o", "output", {4});
  tied.cell("u_m", "RAME", nets({{"CLK", {kClk}}, {"EN", {kZero}}, {"DO", {4}}, {"CO", {5}}}));
  EXPECT_EQ(error_of(tied, library), "no error");  // nothing reads CO
  tied.port("c", "output", {5}).name("u_m.carry", {5});
  EXPECT_THAT(error_of(tied, library),
              HasSubstr("port CO of RAME 'u_m' is in use (net 'u_m.carry')"));
}

TEST(TimingPaths, ClocksAreOnePort) {
  ModuleText gated = clocked_top();
  gated.port("d", "input", {3}).port("en", "input", {4}).name("gated", {5});
  gated.cell("$l", "LUT2", nets({{"I0", {kClk}}, {"I1", {4}}, {"O", {5}}}));
  gated.cell("u_f", "FF", nets({{"C", {5}}, {"D", {3}}, {"Q", {6}}}));
  EXPECT_THAT(error_of(gated), HasSubstr("the clock 'gated' at port C of FF 'u_f' is no input"));
  ModuleText two = clocked_top();
  two.port("other", "input", {4}).port("d", "input", {3});
  two.cell("u_f", "FF", nets({{"C", {kClk}}, {"D", {3}}, {"Q", {5}}}));
  two.cell("u_g", "FF", nets({{"C", {4}}, {"D", {5}}, {"Q", {6}}}));
  EXPECT_THAT(error_of(two), HasSubstr("a second clock 'other' at port C of FF 'u_g'"));
}

TEST(ReadNetlist, SaysWhatIsWrong) {
  EXPECT_THROW(read_netlist("{}", "test"), InputError);
  EXPECT_THAT(error_of(ModuleText()), HasSubstr("no module is marked as the top"));
  ModuleText unknown = top_module();
  unknown.cell("u_x", "LUT9", nets({{"O", {2}}}));
  EXPECT_THAT(error_of(unknown), HasSubstr("cell 'u_x' is of type LUT9, which the library does"));
  ModuleText narrow = top_module();
  narrow.cell("u_x", "DSP", nets({{"A", {2}}}));
  EXPECT_THAT(error_of(narrow), HasSubstr("has 1 bits at port A, not 2"));
}

// A plain walk back from each endpoint, with a memory.
class Reference {
 public:
  struct Gate {
    int a, b, out;
  };
  std::vector<Gate> gates;
  std::vector<int64_t> at;  // by net; registers 300, inputs 0, others -1 until known

  int64_t arrival(int net) {
    int64_t& known = at[static_cast<size_t>(net)];
    for (const Gate& gate : gates)
      if (known < 0 && gate.out == net)
        known = std::max(arrival(gate.a) + 200, arrival(gate.b) + 100);
    return known;
  }
};

TEST(TimingPaths, OfRandomLogicAreThoseOfAPlainSearch) {
  constexpr int kCases = 200, kInputs = 3, kRegisters = 4;
  const unsigned seed = std::random_device{}();
  SCOPED_TRACE(fmt::format("seed {}", seed));
  std::mt19937 random(seed);
  for (int c = 0; c < kCases; ++c) {
    ModuleText top = clocked_top();
    Reference reference;
    int nets_made = kClk + 1;
    reference.at.assign(static_cast<size_t>(nets_made), -1);
    for (int i = 0; i < kInputs + kRegisters; ++i, ++nets_made) {
      reference.at.push_back(i < kInputs ? 0 : 300);
      if (i < kInputs)
        top.port(fmt::format("i{}", i), "input", {nets_made});
    }
    const int gates = static_cast<int>(random() % 40);
    const auto any_net = [&] {
      return kClk + 1 + static_cast<int>(random() % static_cast<unsigned>(nets_made - kClk - 1));
    };
    std::vector<Reference::Gate> made;
    for (int g = 0; g < gates; ++g, ++nets_made) {
      made.push_back({any_net(), any_net(), nets_made});
      reference.at.push_back(-1);
    }
    reference.gates = made;
    std::shuffle(made.begin(), made.end(), random);  // the order of cells does not matter
    for (const Reference::Gate& gate : made)
      top.cell(fmt::format("g{}", gate.out), "LUT2",
               nets({{"I0", {gate.a}}, {"I1", {gate.b}}, {"O", {gate.out}}}));
    int64_t longest = 0;
    for (int r = 0; r < kRegisters; ++r) {
      const int data = any_net();
      longest = std::max(longest, reference.arrival(data) + 50);
      top.cell(fmt::format("r{}", r), "FF",
               nets({{"C", {kClk}}, {"D", {data}}, {"Q", {kClk + 1 + kInputs + r}}}));
    }
    const TimingReport report = report_of(top);
    ASSERT_EQ(report.longest_ps(), longest) << "case " << c;
    int64_t sum = 0;
    for (const PathStep& step : report.paths.front().steps) {
      sum += step.ps;
      ASSERT_EQ(step.arrival_ps, sum) << "case " << c;
    }
    ASSERT_EQ(sum, longest) << "case " << c;
  }
}

}  // namespace
}  // namespace vta
