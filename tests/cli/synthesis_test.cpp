// Synthesis without a synthesizer: what stands for Node.js is a shell script that does what each
// test needs. The netlist is that of tests/data/netlists.
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <sys/stat.h>

#include <array>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <optional>

#include "base/cache.h"
#include "base/process.h"
#include "tests/cli/run_vta.h"

namespace vta {
namespace {

namespace fs = std::filesystem;
using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::StartsWith;

class Variable {
 public:
  Variable(const char* name, const fs::path& value) : name_(name) {
    if (const char* old = std::getenv(name))
      old_ = old;
    ::setenv(name, value.c_str(), 1);
  }
  ~Variable() { old_ ? ::setenv(name_, old_->c_str(), 1) : ::unsetenv(name_); }
  Variable(const Variable&) = delete;
  Variable& operator=(const Variable&) = delete;

 private:
  const char* name_;
  std::optional<std::string> old_;
};

// A program whose lines are read as they come.
class Running {
 public:
  explicit Running(const std::string& arguments)
      : pipe_(::popen((std::string(VTA_BINARY_DIR) + "/bin/vta " + arguments + " 2>&1").c_str(),
                      "r")) {}
  std::string line() {
    std::array<char, 4096> buffer{};
    return std::fgets(buffer.data(), buffer.size(), pipe_) == nullptr ? "" : buffer.data();
  }
  // The first line with these words; empty where there is none among the next.
  std::string line_with(const std::string& words) {
    constexpr int kMost = 5;
    for (int k = 0; k < kMost; ++k)
      if (std::string text = line(); text.find(words) != std::string::npos)
        return text;
    return "";
  }
  int exit_code() {
    while (!line().empty()) {
    }
    const int status = ::pclose(pipe_);
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
  }

 private:
  std::FILE* pipe_;
};

class Synthesis : public ::testing::Test {
 protected:
  Synthesis() {
    fs::create_directories(packages() / "@yowasp" / "yosys");
    fs::create_directories(packages() / ".bin");
    node_does("");
  }
  ~Synthesis() override { fs::remove_all(folder_); }

  // Its parameters: an option, synth.mjs, the folder, the script, the product.
  void node_does(const std::string& commands, const std::string& end = "make") {
    write_text_file(node().string(),
                    fmt::format("#!/bin/sh\nmake() {{ echo x >>'{}'; cp '{}' \"$1\"; }}\n{}\n{}\n",
                                path("runs").string(), kNetlist, commands,
                                end == "make" ? "make \"$3/$5\"" : end));
    fs::permissions(node(), fs::perms::owner_all);
  }
  int64_t runs() const {
    return fs::exists(path("runs")) ? static_cast<int64_t>(fs::file_size(path("runs"))) / 2 : 0;
  }

  fs::path path(const std::string& name) const { return folder_ / name; }
  fs::path packages() const { return path("tools") / "node_modules"; }
  fs::path node() const { return packages() / ".bin" / "node"; }

  // What the cache has of an ending: "" are folders.
  std::vector<fs::path> kept(const std::string& extension) const {
    std::vector<fs::path> found;
    for (const auto& entry : fs::directory_iterator(path("cache/synth")))
      if (entry.path().extension() == extension && entry.path().filename() != "lock")
        found.push_back(entry.path());
    return found;
  }

  static inline const std::string kNetlist = kTestData + "netlists/three_paths.json";
  static inline const std::string kTiming = "rtl timing --config tiny --module vta_fifo";

  fs::path folder_ = fs::path(testing::TempDir()) / fmt::format("vta_synthesis_{}", ::getpid());
  Variable tools_{"VTA_SYNTH_DIR", path("tools")}, cache_{"VTA_CACHE_DIR", path("cache")};
};

TEST_F(Synthesis, IsDoneOnceAndKept) {
  for (int k = 0; k < 2; ++k) {
    const ApartResult run = run_vta_apart(kTiming);
    EXPECT_EQ(run.exit_code, 0) << run.err;
    EXPECT_THAT(run.out, HasSubstr(" alone, its parameters at their defaults: "));
  }
  EXPECT_EQ(runs(), 1);
  EXPECT_EQ(kept(".json").size(), 1u);
  EXPECT_TRUE(kept("").empty());
}

// Whatever another version left in the folder of the tools.
TEST_F(Synthesis, RunsTheProgramThatVtaWasBuiltWith) {
  write_text_file(path("tools/synth.mjs").string(), "other");
  node_does(
      fmt::format("[ \"$2\" = \"$3/synth.mjs\" ] && cmp \"$2\" '{}/hw/synth/synth.mjs' &&\n"
                  "  [ -d \"$3/node_modules/@yowasp/yosys\" ] || exit 3",
                  VTA_SOURCE_DIR));
  const ApartResult run = run_vta_apart(kTiming);
  EXPECT_EQ(run.exit_code, 0) << run.err;
  EXPECT_TRUE(fs::exists(packages() / "@yowasp" / "yosys"));  // the link went, not what it shows
}

TEST_F(Synthesis, TheToolsMayBeNamedFromTheCurrentFolder) {
  const Variable here("VTA_SYNTH_DIR", fs::relative(path("tools")));
  node_does("[ -d \"$3/node_modules/@yowasp/yosys\" ] || exit 3");
  const ApartResult run = run_vta_apart(kTiming);
  EXPECT_EQ(run.exit_code, 0) << run.err;
}

TEST_F(Synthesis, EveryToolThatIsMissingIsNamed) {
  for (const fs::path& tool : {node(), packages() / "@yowasp" / "yosys"}) {
    fs::remove(tool);
    const ApartResult run = run_vta_apart(kTiming);
    EXPECT_EQ(run.exit_code, 2);
    EXPECT_THAT(run.err, AllOf(HasSubstr(tool.string() + " is missing"),
                               HasSubstr("run scripts/setup_synth.sh")));
    node_does("");
  }
}

TEST_F(Synthesis, AFailureShowsThePlainEndOfItsLogAndKeepsIt) {
  node_does(R"(printf '\033[1m\033[36m1. \033[0m\033[1m\033[37mExecuting SLANG frontend.\nno\n')",
            "exit 1");
  const ApartResult run = run_vta_apart(kTiming);
  EXPECT_EQ(run.exit_code, 3);
  EXPECT_THAT(run.err, AllOf(HasSubstr("synthesis failed (status 1); the end of "),
                             HasSubstr("/log:\n1. Executing SLANG frontend.\nno")));
  ASSERT_EQ(kept("").size(), 1u);
  EXPECT_TRUE(fs::exists(kept("").front() / "log"));
}

TEST_F(Synthesis, WithoutAWholeProductItFailed) {
  for (const char* product : {"", "printf '{' >\"$3/$5\"", "printf 'x}' >\"$3/$5\""}) {
    node_does(product, "exit 0");
    const ApartResult run = run_vta_apart(kTiming);
    EXPECT_EQ(run.exit_code, 3) << product;
    EXPECT_THAT(run.err, HasSubstr("synthesis failed (no whole netlist.json)")) << product;
    EXPECT_TRUE(kept(".json").empty()) << product;
  }
}

TEST_F(Synthesis, ADamagedResultIsMadeAgain) {
  ASSERT_EQ(run_vta(kTiming).exit_code, 0);
  const fs::path result = kept(".json").at(0);
  const uintmax_t whole = fs::file_size(result);
  for (const uintmax_t left : {uintmax_t{0}, uintmax_t{1}, whole / 2}) {
    fs::resize_file(result, left);
    const int64_t before = runs();
    const ApartResult run = run_vta_apart(kTiming);
    EXPECT_EQ(run.exit_code, 0) << run.err;
    EXPECT_THAT(run.err, HasSubstr(result.string() + " is damaged and is made again"));
    EXPECT_EQ(runs(), before + 1);
    EXPECT_EQ(fs::file_size(result), whole);
  }
  EXPECT_THAT(run_vta_apart(kTiming).err, Not(HasSubstr("damaged")));
}

// A limit on the size of files stands for a full disk.
TEST_F(Synthesis, AFullDiskIsTheCachesAndNoSources) {
  const ApartResult begin = run_vta_apart(kTiming, "ulimit -f 4; ");  // blocks of 512 bytes
  const ApartResult later = [&] {
    node_does("", "exit 1");
    return run_vta_apart(kTiming, "ulimit -f 64; ");
  }();
  for (const ApartResult& run : {begin, later}) {
    EXPECT_EQ(run.exit_code, 9);
    EXPECT_THAT(run.err,
                AllOf(HasSubstr("cannot synthesize in the cache's folder " +
                                path("cache/synth").string() + " (VTA_CACHE_DIR names another): "),
                      HasSubstr("File too large"), Not(HasSubstr("hw/rtl"))));
    EXPECT_TRUE(kept("").empty());
  }
}

TEST_F(Synthesis, SaysThatItWaitsForAnother) {
  cache_directory("synth");
  std::optional<FileLock> other(cache_lock("synth", "other"));
  Running run(kTiming);
  EXPECT_THAT(run.line(), StartsWith("another synthesis runs on this machine: waiting "));
  EXPECT_EQ(runs(), 0);
  other.reset();
  EXPECT_EQ(run.exit_code(), 0);
  EXPECT_EQ(runs(), 1);
}

TEST_F(Synthesis, ProgressNamesTheStage) {
  ASSERT_EQ(::mkfifo(path("go").c_str(), 0600), 0);
  node_does(
      R"(printf '\033[1m\033[36m4.49. \033[0m\033[1m\033[37mExecuting OPT_LUT_INS pass (x).\n')"
      "\nread go <'" +
      path("go").string() + "'");
  Running run(kTiming);
  EXPECT_THAT(run.line_with(", 4.49 OPT_LUT_INS\n"), StartsWith("synthesis, "));
  std::ofstream(path("go")) << "go\n";
  EXPECT_EQ(run.exit_code(), 0);
}

}  // namespace
}  // namespace vta
