// README.md is run: every line of its shell blocks, in order, in a folder of its own. What is made
// smaller, or not run, is in the two tables below and printed; VTA_README_WHOLE=1 runs the lines as
// they stand. The library example is the one that is compiled, and links lead somewhere.
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <stdlib.h>
#include <unistd.h>

#include <array>
#include <cstdio>
#include <filesystem>
#include <regex>
#include <sstream>

#include "base/file.h"
#include "tests/cli/run_vta.h"

namespace vta {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;

const std::string kSource = VTA_SOURCE_DIR;

// Lines that this test cannot run.
struct NotRun {
  std::string_view line, why;
};
constexpr NotRun kNotRun[] = {
    {"scripts/run.sh", "it builds what this test runs"},
    {"scripts/test.sh", "it runs this test"},
    {"scripts/setup_synth.sh", "it needs the network"},
};

// Words of the lines, and what the short run has for them.
struct Smaller {
  std::string_view words, instead, why;
};
constexpr Smaller kSmaller[] = {
    {"vta model resnet18_v1 ", "vta model resnet8_tiny ", "a network of 0.1 % of its size"},
    {"--random 1000 ", "--random 40 ", "fewer programs"},
    {"zynq.db#207 zynq.db#267", "zynq.db#0 zynq.db#1", "a sweep of two points has no 267"},
};

// In place of the specifications in config/sweeps: two memories behind the smallest configuration.
constexpr const char* kSmallSweep = R"({
  "networks": [{"name": "resnet8_tiny", "zoo": "resnet8_tiny"}],
  "base": "tiny",
  "axes": {"memory": ["read=16,write=4", "read=40,write=8"]},
  "images": "batch"
})";

bool runs_whole() {
  const char* whole = ::getenv("VTA_README_WHOLE");
  return whole != nullptr && std::string_view(whole) == "1";
}

// The lines of all blocks of one language.
std::vector<std::string> lines_of(const std::string& page, const std::string& language) {
  std::istringstream in(page);
  std::vector<std::string> lines;
  bool inside = false;
  for (std::string line; std::getline(in, line);) {
    if (line.starts_with("```"))
      inside = line == "```" + language;
    else if (inside)
      lines.push_back(line);
  }
  return lines;
}

std::string made_smaller(std::string line) {
  for (const Smaller& s : kSmaller)
    if (const size_t at = line.find(s.words); at != std::string::npos) {
      line.replace(at, s.words.size(), s.instead);
      fmt::print("  smaller: {} ({})\n", s.instead, s.why);
    }
  return line;
}

struct Ended {
  int status = -1;
  std::string text;
};

// In bash, with what earlier lines exported; text is stdout and stderr.
Ended run_line(const std::string& exports, const std::string& line, const fs::path& folder) {
  const std::string script = (folder / ".line.sh").string();
  write_text_file(
      script, fmt::format("set -o pipefail\ncd '{}'\n{}\n{}\n", folder.string(), exports, line));
  Ended ended;
  std::FILE* pipe = ::popen(fmt::format("bash '{}' 2>&1", script).c_str(), "r");
  if (pipe == nullptr)
    return ended;
  std::array<char, 4096> buffer;
  while (const size_t n = std::fread(buffer.data(), 1, buffer.size(), pipe))
    ended.text.append(buffer.data(), n);
  const int status = ::pclose(pipe);
  ended.status = WIFEXITED(status) ? WEXITSTATUS(status) : -1;
  return ended;
}

class Readme : public ::testing::Test {
 protected:
  Readme() : folder_(fs::path(testing::TempDir()) / fmt::format("vta_readme_{}", ::getpid())) {
    // As in a clone: sources where they are, results elsewhere.
    fs::create_directories(folder_ / "build/release");
    fs::create_directory_symlink(std::string(VTA_BINARY_DIR) + "/bin",
                                 folder_ / "build/release/bin");
    fs::create_directory_symlink(kSource + "/scripts", folder_ / "scripts");
    fs::copy(kSource + "/config", folder_ / "config", fs::copy_options::recursive);
    if (!runs_whole())
      for (const auto& entry : fs::directory_iterator(folder_ / "config/sweeps"))
        if (entry.path().extension() == ".json")
          write_text_file(entry.path().string(), kSmallSweep);
    fs::create_directories(folder_ / "tests");
    fs::create_directory_symlink(kSource + "/tests/data", folder_ / "tests/data");
    ::setenv("VTA_CACHE_DIR", VTA_BINARY_DIR "/model_cache", 1);
  }
  ~Readme() override { fs::remove_all(folder_); }

  fs::path folder_;
};

// The synthesizer is not everywhere: without it the line must say how to get it.
void expect_done(const std::string& line, const Ended& ended) {
  if (line.starts_with("vta rtl area --config") && ended.status == 2 &&
      ::getenv("VTA_TEST_SYNTH") == nullptr) {
    fmt::print("  no synthesizer here\n");
    EXPECT_THAT(ended.text, HasSubstr("scripts/setup_synth.sh"));
    return;
  }
  EXPECT_EQ(ended.status, 0) << line << "\n" << ended.text;
}

TEST_F(Readme, EveryLineOfItsShellBlocksWorks) {
  std::string exports;
  int run = 0;
  for (const std::string& line : lines_of(read_text_file(kSource + "/README.md"), "sh")) {
    if (line.empty())
      continue;
    fmt::print("{}\n", line);
    const auto left_out =
        std::ranges::find_if(kNotRun, [&](const NotRun& n) { return line.starts_with(n.line); });
    if (left_out != std::end(kNotRun)) {
      fmt::print("  not run: {}\n", left_out->why);
      EXPECT_EQ(run_line("", "bash -n " + std::string(left_out->line), folder_).status, 0) << line;
      continue;
    }
    if (line.starts_with("export "))
      exports += line + "\n";
    expect_done(line, run_line(exports, runs_whole() ? line : made_smaller(line), folder_));
    ++run;
  }
  EXPECT_GE(run, 20) << "the blocks were not found";
}

TEST_F(Readme, TheLibraryExampleIsTheOneThatIsCompiled) {
  std::string shown;
  for (const std::string& line : lines_of(read_text_file(kSource + "/README.md"), "cpp"))
    shown += line + "\n";
  EXPECT_EQ(shown, read_text_file(kSource + "/tests/examples/ten_lines.cpp"));
}

TEST_F(Readme, ThePageOnSystemcShowsThePlatformsThatAreCompiled) {
  const std::string page = read_text_file(kSource + "/docs/systemc.md");
  for (const char* file : {"systemc_platform.cpp", "systemc_two.cpp"}) {
    const std::string shown = read_text_file(kSource + "/tests/examples/" + file);
    EXPECT_NE(page.find("```cpp\n" + shown + "```\n"), std::string::npos) << file;
  }
}

// The commands of the examples in --help; an indented line goes on with the one before.
std::vector<std::string> examples_of(const std::string& help) {
  std::istringstream in(help);
  std::vector<std::string> examples;
  for (std::string line; std::getline(in, line);) {
    if (line.starts_with("  vta "))
      examples.push_back(line.substr(2));
    else if (line.starts_with("      ") && !examples.empty() && !examples.back().empty())
      examples.back() = fmt::format("{} {}",
                                    examples.back().ends_with('\\')
                                        ? examples.back().substr(0, examples.back().size() - 1)
                                        : examples.back(),
                                    line.substr(6));
    else if (!examples.empty())
      examples.emplace_back();  // no line goes on with what is not an example
  }
  std::erase(examples, "");
  return examples;
}

// In an empty folder: files may be missing, but the command line must be one. What takes long there
// is made smaller.
TEST_F(Readme, ExamplesOfEveryCommandAreLegalCommandLines) {
  const std::regex random("--random [0-9]+"), hits(" --require-hits [0-9]+"),
      one("--program [0-9]+");
  const fs::path empty = folder_ / "empty";
  fs::create_directories(empty);
  int run = 0;
  for (const char* command :
       {"run",        "trace",      "eval",         "rtl",         "compile",    "model",   "opt",
        "config",     "asm",        "disasm",       "compare",     "profile",    "cosim",   "sweep",
        "sweep plan", "sweep list", "sweep digest", "sweep merge", "sweep-task", "report",  "exec",
        "cache",      "fpga",       "quantize",     "graph",       "diff",       "generate"}) {
    const std::string help = run_vta(std::string(command) + " --help").text;
    const std::vector<std::string> examples = examples_of(help);
    EXPECT_FALSE(examples.empty()) << command;
    for (const std::string& example : examples) {
      const bool synthesizes =
          example.starts_with("vta rtl timing") ||
          (example.starts_with("vta rtl area") && example.find("--model") == std::string::npos);
      if (synthesizes || example.find("--launcher") != std::string::npos)
        continue;  // where the synthesizer or the engine is not installed, they say so with 2
      const std::string line = std::regex_replace(
          std::regex_replace(std::regex_replace(example, random, "--random 3"), hits, ""), one,
          "--program 2");
      // Not the models of the tests.
      const std::string cache = example.starts_with("vta cache") ? (folder_ / "cache").string()
                                                                 : VTA_BINARY_DIR "/model_cache";
      const Ended ended =
          run_line(fmt::format("export PATH={}/bin:$PATH VTA_CACHE_DIR={}", VTA_BINARY_DIR, cache),
                   line, empty);
      EXPECT_NE(ended.status, 2) << example << "\n" << ended.text;
      EXPECT_LT(ended.status, 70) << example << "\n" << ended.text;
      ++run;
      fs::remove_all(empty);
      fs::create_directories(empty);
    }
  }
  EXPECT_GE(run, 50);
}

std::vector<fs::path> pages() {
  std::vector<fs::path> found;
  for (fs::recursive_directory_iterator at(kSource), end; at != end; ++at) {
    const std::string name = at->path().filename().string();
    if (at->is_directory() && (name == "build" || name == "node_modules" || name.starts_with('.')))
      at.disable_recursion_pending();
    else if (at->path().extension() == ".md")
      found.push_back(at->path());
  }
  return found;
}

TEST_F(Readme, LinksOfEveryPageLeadSomewhere) {
  static const std::regex link(R"(\]\(([^)\s]+)\))");
  int links = 0;
  for (const fs::path& page : pages()) {
    const std::string text = read_text_file(page.string());
    for (std::sregex_iterator at(text.begin(), text.end(), link), end; at != end; ++at) {
      std::string to = (*at)[1];
      to = to.substr(0, to.find('#'));
      if (to.empty() || to.find("://") != std::string::npos)
        continue;
      EXPECT_TRUE(fs::exists(page.parent_path() / to)) << page << " links to " << to;
      ++links;
    }
  }
  EXPECT_GE(links, 50);
}

}  // namespace
}  // namespace vta
