// docs/lab.md: its commands as they are printed, one after the other.
#include <random>
#include <sstream>

#include "base/file.h"
#include "tests/cli/run_fixture.h"

namespace vta {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

// The page's blocks of ```sh.
std::string commands_of(const std::string& page) {
  std::istringstream lines(read_text_file(page));
  std::string line, commands;
  bool inside = false;
  while (std::getline(lines, line))
    if (line.starts_with("```"))
      inside = line == "```sh";
    else if (inside)
      commands += line + "\n";
  return commands;
}

// Ports 7411 to 7414 are others' in a test that runs beside others.
std::string with_ports(std::string commands, int first) {
  for (int port = 7411; port <= 7414; ++port)
    for (size_t at = 0; (at = commands.find(std::to_string(port), at)) != std::string::npos;)
      commands.replace(at, 4, std::to_string(first + port - 7411));
  return commands;
}

class LabPage : public NetworkCommand {};

TEST_F(LabPage, RunsAsItIsPrinted) {
  if (std::system("command -v openssl >/dev/null 2>&1") != 0)
    GTEST_SKIP() << "no openssl (package openssl), which makes the keys of the page";
  const std::string commands = commands_of(std::string(VTA_SOURCE_DIR) + "/docs/lab.md");
  ASSERT_THAT(commands, AllOf(HasSubstr("vta tracker"), HasSubstr("vta pipeline")));
  const int first = 20000 + static_cast<int>(std::random_device{}() % 2000) * 5;
  std::ofstream(path("page.sh")) << "set -euo pipefail\nset -m\ncd "
                                 << std::filesystem::path(path("x")).parent_path()
                                 << "\nPATH=" VTA_BINARY_DIR "/bin:$PATH\n"
                                 << "trap 'kill -9 $(jobs -p) 2>/dev/null || true' EXIT\n"
                                 << with_ports(commands, first);
  const int status = std::system(
      ("timeout 240 bash " + path("page.sh") + " >" + path("page.out") + " 2>&1").c_str());
  const std::string out = read_text_file(path("page.out"));
  ASSERT_EQ(status, 0) << out;
  EXPECT_THAT(out, AllOf(HasSubstr("equal the integer interpreter"), HasSubstr("2 servers"),
                         HasSubstr("slowest part"), Not(HasSubstr("error"))));
  // What was shown to be refused and done is in the logs.
  EXPECT_THAT(read_text_file(path("tracker.log")),
              AllOf(HasSubstr(R"("event":"server_end")"), HasSubstr(R"("event":"ended")"),
                    Not(HasSubstr("unauthenticated"))));
}

}  // namespace
}  // namespace vta
