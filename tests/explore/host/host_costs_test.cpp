#include "explore/host/host_costs.h"

#include <gmock/gmock.h>

#include "base/error.h"
#include "base/file.h"

namespace vta::explore {
namespace {

using testing::HasSubstr;

const std::string kFile = R"({
  "name": "h", "source": "s", "basis": "measured", "cores": 4, "overlap": true,
  "steps": {
    "launch": {"ns": 7},
    "other": {"ns": 1, "bytes_per_second": 2e9, "ns_per_element": 3, "ns_per_mac": 4},
    "elements": {"ns": 2},
    "nn.relu": {"ns": 3}
  }
})";

TEST(HostCosts, AFileIsReadAndPrinted) {
  const HostCosts host = parse_host(kFile, "h.json");
  EXPECT_EQ(host.title, "h");
  EXPECT_TRUE(host.measured);
  EXPECT_EQ(host.cores, 4);
  EXPECT_TRUE(host.overlap);
  EXPECT_EQ(host.steps.at("other"), (StepCost{1, 2e9, 3, 4}));
  EXPECT_EQ(parse_host(host_text(host), "again"), host);
}

TEST(HostCosts, TheNearestRowCounts) {
  const HostCosts host = parse_host(kFile, "h.json");
  const auto ns = [&](std::string_view op) { return host.cost_of({op, operator_row(op)}).ns; };
  EXPECT_EQ(ns("nn.relu"), 3);
  EXPECT_EQ(ns("clip"), 2);       // one of the elements
  EXPECT_EQ(ns("nn.conv2d"), 1);  // a product, of which the file says nothing
  EXPECT_EQ(host.cost_of({"pack"}).ns, 1);
  EXPECT_EQ(host.cost_of({"launch"}).ns, 7);
}

TEST(HostCosts, EveryNamedOneIsLegal) {
  ASSERT_FALSE(named_hosts().empty());
  for (const NamedHost& named : named_hosts()) {
    const HostCosts host = find_host(std::string(named.name));
    EXPECT_EQ(host.name, named.name);
    EXPECT_FALSE(host.measured) << named.name;
    EXPECT_EQ(parse_host(host_text(host), "again"), host);
  }
}

// kFile with `from` replaced.
std::string refused(const std::string& from, const std::string& to) {
  std::string text = kFile;
  const size_t place = text.find(from);
  EXPECT_NE(place, std::string::npos) << from;
  text.replace(place, from.size(), to);
  try {
    parse_host(text, "h.json");
  } catch (const ConfigError& e) {
    return e.what();
  }
  return "nothing was refused";
}

TEST(HostCosts, AMistakeIsNamedWithWhatIsLegal) {
  struct Mistake {
    std::string from, to, message;
  };
  const Mistake mistakes[] = {
      {R"("name": "h", )", "", "h.json: required key name is missing"},
      {R"("name": "h")", R"("name": "")", "h.json: name is empty"},
      {R"("source": "s", )", "", "h.json: required key source is missing"},
      {R"("measured")", R"("guessed")",
       "h.json: basis = 'guessed': legal are estimated and "
       "measured"},
      {R"("cores": 4)", R"("cores": 0)", "cores = 0"},
      {R"("cores": 4)", R"("cores": 1025)", "cores = 1025 is out of range (legal: 1..1024)"},
      {R"("overlap": true)", R"("overlap": 1)", "overlap"},
      {R"("overlap": true)", R"("overlaps": true)", "overlaps"},
      {R"("launch": {"ns": 7},)", "", "steps: required key launch is missing"},
      {R"("other": {"ns": 1)", R"("rest": {"ns": 1)", "'rest' is no kind of step: legal are pack"},
      {R"("nn.relu")", R"("nn.rellu")", "'nn.rellu' is no kind of step"},
      {R"("nn.relu")", R"("nn.relu:int9")", "int9"},
      {R"("ns": 7)", R"("ns": -7)", "steps: launch: ns = -7: legal are 0 to"},
      {R"("ns": 7)", R"("ns": 1e16)", "ns = 1e+16: legal are 0 to 1000000000000000"},
      {R"("ns": 7)", R"("ns": "7")", "ns"},
      {R"("ns": 7)", R"("ns_per_element": 7)", "ns_per_element"},
      {R"("bytes_per_second": 2e9)", R"("bytes_per_second": 0)",
       "steps: other: bytes_per_second = 0: legal are 1 to 1000000000000000"},
      {R"({"ns": 2})", R"([])", "elements"},
  };
  for (const Mistake& m : mistakes)
    EXPECT_THAT(refused(m.from, m.to), HasSubstr(m.message)) << m.from << " -> " << m.to;
  EXPECT_THAT(refused(R"("ns": 3}
  })",
                      R"("ns": 3})"),
              HasSubstr("h.json"));
}

TEST(HostCosts, AnUnknownNameListsTheKnownOnes) {
  const auto message = [](const std::string& name) -> std::string {
    try {
      find_host(name, std::vector<std::string_view>{"measured"});
    } catch (const ConfigError& e) {
      return e.what();
    }
    return "";
  };
  EXPECT_THAT(message("cortex-a8"), HasSubstr("'cortex-a8' is neither a host's file nor a known "
                                              "host: known are cortex-a9, cortex-a53, measured"));
  const std::string path = testing::TempDir() + "/host_costs_test.json";
  write_text_file(path, "{}");
  EXPECT_THAT(message(path), HasSubstr(path + ": required key name is missing"));
}

}  // namespace
}  // namespace vta::explore
