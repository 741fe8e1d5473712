// vta design as a user runs it, the checker of its certificates, and faults that it must refuse.
#include <boost/json.hpp>

#include "tests/cli/run_vta.h"
#include "tests/explore/sweep/sweep_fixture.h"

namespace vta::explore {
namespace {

using ::testing::HasSubstr;
namespace json = boost::json;

class Design : public SweepTest {
 protected:
  std::string wide_spec() const {
    return spec("wide.json",
                R"("LOG_BATCH": [0, 1], "LOG_BLOCK": [3, 4, 5],
       "buffers": [{"LOG_INP_BUFF_SIZE": 13, "LOG_ACC_BUFF_SIZE": 15},
                   {"LOG_INP_BUFF_SIZE": 15, "LOG_ACC_BUFF_SIZE": 17}],
       "LOG_BUS_WIDTH": {"from": 6, "to": 8}, "memory": ["read=16,write=4", "read=40,write=8"])",
                R"("images": "batch")");
  }
  static void refused(const std::string& arguments, const std::string& words, int code) {
    const ApartResult run = run_vta_apart("design " + arguments);
    EXPECT_EQ(run.exit_code, code) << arguments;
    EXPECT_THAT(run.err, HasSubstr(words)) << arguments;
  }
  static int shell(const std::string& command) {
    const int status = std::system(command.c_str());
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
  }
};

TEST_F(Design, TheFrontAtZeroIsThatOfASweep) {
  const std::string spec = wide_spec();
  ASSERT_EQ(run_vta_apart("sweep " + spec + " --db " + path("all.db")).exit_code, 0);
  const ApartResult swept = run_vta_apart("sweep list " + path("all.db") + " --json");
  const ApartResult run = run_vta_apart("design " + spec + " --epsilon 0 --json");
  ASSERT_EQ(run.exit_code, 0) << run.err;
  std::map<int64_t, std::pair<double, double>> points;
  const json::value listed = json::parse(swept.out);
  for (const json::value& p : listed.at("points").as_array())
    points[p.at("index").as_int64()] = {p.at("metrics").at("zynq7020_share").to_number<double>(),
                                        p.at("metrics").at("cycles_per_image").to_number<double>()};
  const auto beats = [](const auto& a, const auto& b) {
    return a.first <= b.first && a.second <= b.second && a != b;
  };
  std::vector<int64_t> front, found;
  for (const auto& [index, at] : points)
    if (std::ranges::none_of(points, [&](const auto& other) { return beats(other.second, at); }))
      front.push_back(index);
  const json::object certificate = json::parse(run.out).as_object();
  for (const json::value& p : certificate.at("front").as_array())
    found.push_back(p.at("index").as_int64());
  std::ranges::sort(found);
  EXPECT_EQ(found, front);
  EXPECT_LT(certificate.at("work").at("simulated").as_int64(), std::ssize(points) / 2);
}

TEST_F(Design, TheCheckerAcceptsAndRefusesEachFault) {
  const std::string folder = VTA_SOURCE_DIR;
  for (const char* options : {"--epsilon 1%", "--epsilon 0 --area lut_180dsp",
                              "--epsilon 2% --time estimated_ms_per_image"}) {
    ASSERT_EQ(run_vta_apart(
                  fmt::format("design {} {} -o {}", wide_spec(), options, path("certificate.json")))
                  .exit_code,
              0);
    EXPECT_EQ(shell(fmt::format("python3 {}/tests/explore/certify/certificate_faults.py "
                                "{}/scripts/check_certificate.py {}",
                                folder, folder, path("certificate.json"))),
              0)
        << options;
  }
  const std::string made = fmt::format("{} --recheck {}", wide_spec(), path("certificate.json"));
  const ApartResult holds = run_vta_apart("design " + made);
  EXPECT_EQ(holds.exit_code, 0) << holds.err;
  EXPECT_THAT(holds.out, HasSubstr("holds: areas, steps and bytes of"));
  // Faults that only the compiler can find: in a bound of the schedule, in steps that still agree
  // with other blocks, in a table of areas, in the program of a witness.
  const json::object whole =
      json::parse(read_text_file(path("certificate.json"), 1 << 24)).as_object();
  const auto refuses = [&](const std::string& words, const auto& fault) {
    json::object faulty = whole;
    fault(faulty);
    write_text_file(path("faulty.json"), json::serialize(faulty));
    const ApartResult run =
        run_vta_apart(fmt::format("design {} --recheck {}", wide_spec(), path("faulty.json")));
    EXPECT_EQ(run.exit_code, 1) << words;
    EXPECT_THAT(run.out, HasSubstr(words));
  };
  refuses("its bound is", [](json::object& c) {
    for (json::value& box : c["boxes"].as_array())
      if (box.as_array()[4] == 2)
        box.as_array()[5] = box.as_array()[5].as_int64() * 2;
  });
  refuses("its area is", [](json::object& c) {
    for (json::value& row : c["areas"].as_array())
      row.as_array()[0] = row.as_array()[0].as_int64() - 1;
  });
  refuses("its kernels are", [](json::object& c) {
    for (json::value& table : c["kernels"].as_array())
      table.as_array()[0].as_array()[0].as_array()[3] = 1;
  });
  refuses("is another one", [](json::object& c) {
    for (json::value& witness : c["witnesses"].as_array())
      witness.as_array()[2] = "0123456789abcdef";
  });
  refuses("cycles, the certificate says", [](json::object& c) {
    for (json::value& witness : c["witnesses"].as_array())
      witness.as_array()[1] = witness.as_array()[1].as_int64() + 1;
  });
  refused(small_spec() + " --recheck " + path("certificate.json"), "it is of the specification", 3);
}

TEST_F(Design, MistakesAreNamed) {
  const std::string spec = small_spec();
  refused(spec + " --epsilon 3", "--epsilon is '3'", 2);
  refused(spec + " --epsilon -1%", "--epsilon is '-1%'", 2);
  refused(spec + " --epsilon 1x", "legal are 0% to 100%, or 0 to 1", 2);
  refused(spec + " --area lutt", "unknown area 'lutt'", 2);
  refused(spec + " --time cycles", "unknown time 'cycles'", 2);
  refused(path("none.json"), "none.json", 3);
  refused(two_networks(VTA_SOURCE_DIR "/tests/data/digits_resnet8.onnx"),
          "one network, the specification has 2 networks", 2);
  refused(this->spec("two_schedules.json", R"("LOG_BLOCK": [4])",
                     R"("schedules": ["fast", "reference"])"),
          "one schedule, the specification has 2 schedules", 2);
  refused(this->spec("reference.json", R"("LOG_BLOCK": [4])", R"("schedules": ["reference"])"),
          "has 'reference'", 2);
}

}  // namespace
}  // namespace vta::explore
