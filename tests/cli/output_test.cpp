// What every command does when its results cannot be written, or would be written over something.
#include <fcntl.h>
#include <gmock/gmock.h>

#include <algorithm>

#include "base/text_safety.h"
#include "tests/cli/run_fixture.h"

namespace vta {
namespace {

namespace fs = std::filesystem;
using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

class Output : public NetworkCommand {
 protected:
  // Commands that print, text and JSON.
  std::vector<std::string> printing() const {
    const std::string net = model();
    return {"--help",
            "run --help",
            "--version",
            "config list",
            "config list --json",
            "config show default",
            "config show default --table",
            "config package tiny",
            "model --list",
            "model --list --json",
            "opt --list",
            "rtl map",
            "rtl area --model",
            "rtl area --model --json",
            "fpga export --config 1x8 --board pynq-z1 -o " + path("fpga"),
            "fpga export --config 1x8 --board pynq-z1 --json -o " + path("fpga"),
            "cache list",
            "cache list --json",
            "run " + net,
            "run " + net + " --json",
            "profile " + net,
            "profile " + net + " --json",
            "compile " + net + " -o " + path("net.vta"),
            "compile " + net + " --json -o " + path("net.vta"),
            "disasm " + path("net.vta"),
            "trace " + net + " --json -o " + path("t.json"),
            "compare --model " + net + " --config tiny --config default"};
  }
  std::vector<std::string> files() const {
    std::vector<std::string> names;
    for (const fs::directory_entry& entry : fs::directory_iterator(dir_))
      names.push_back(entry.path().filename().string());
    std::ranges::sort(names);
    return names;
  }
};

TEST_F(Output, OfEveryCommandToAFullDiskIsAnError) {
  for (const std::string& command : printing()) {
    ASSERT_EQ(run_vta(command + " > /dev/null").exit_code, 0) << command;
    const ApartResult run = run_vta_apart(command + " > /dev/full");
    EXPECT_EQ(run.exit_code, 9) << command;
    EXPECT_THAT(run.err, HasSubstr("cannot write the results to standard output: No space left"))
        << command;
  }
}

// The reader is gone before the program starts: it has what it wanted.
TEST_F(Output, ToAReaderThatLeftEndsQuietly) {
  for (const char* command : {"--help", "config", "model"}) {
    int ends[2];
    ASSERT_EQ(::pipe(ends), 0);
    ::close(ends[0]);
    const pid_t child = ::fork();
    if (child == 0) {
      const int err = ::open(path("err").c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0600);
      ::dup2(ends[1], STDOUT_FILENO);
      ::dup2(err, STDERR_FILENO);
      const char* second = command[0] == 'c' ? "list" : command[0] == 'm' ? "--list" : nullptr;
      ::execl(VTA_BINARY_DIR "/bin/vta", "vta", command, second, nullptr);
      ::_exit(127);
    }
    ::close(ends[1]);
    int status = 0;
    ::waitpid(child, &status, 0);
    EXPECT_EQ(WIFEXITED(status) ? WEXITSTATUS(status) : -1, 0) << command;
    EXPECT_EQ(read_text_file(path("err")), "") << command;
  }
}

// What a command does beside printing is done, and its exit code is its own.
TEST_F(Output, OfEveryCommandThatNobodyReadsIsDroppedAndTheWorkDone) {
  for (const std::string& command : printing()) {
    const ApartResult run = run_vta_apart(command + " 2>/dev/null | head -c 1 >/dev/null");
    EXPECT_EQ(run.exit_code, 0) << command;
  }
  std::filesystem::remove(path("net.vta"));
  const std::string line = "( " VTA_BINARY_DIR "/bin/vta compile " + model() + " -o " +
                           path("net.vta") + "; echo $? >" + path("code") + " ) | true";
  EXPECT_EQ(std::system(line.c_str()), 0);
  EXPECT_EQ(read_text_file(path("code")), "0\n");
  EXPECT_TRUE(std::filesystem::exists(path("net.vta")));
}

// A program and its parameters, instructions and micro-ops, results of one run: all or none.
TEST_F(Output, FilesThatBelongTogetherAppearTogether) {
  const auto leaves_nothing = [&](const std::string& command) {
    const auto before = files();
    const ApartResult run = run_vta_apart(command);
    EXPECT_EQ(run.exit_code, 9) << command << run.err;
    EXPECT_THAT(run.err, HasSubstr("No space left")) << command;
    EXPECT_EQ(files(), before) << command;
  };
  const std::string compile = "compile " + model();
  std::filesystem::create_symlink("/dev/full", path("full"));
  const std::string full = path("full");
  leaves_nothing(compile + " -o " + full + " --params " + path("a.vtp"));
  leaves_nothing(compile + " -o " + path("a.vta") + " --params " + full);
  leaves_nothing(compile + " -o " + path("a.vta") + " --plan " + full);
  leaves_nothing(compile + " -o " + path("a.vta") + " --params " + path("a.vtp") +
                 " --save-schedule " + full);
  // What was there stays.
  ASSERT_EQ(run_vta(compile + " -o " + path("a.vta") + " --params " + path("a.vtp")).exit_code, 0);
  const std::string program = read_text_file(path("a.vta")), values = read_text_file(path("a.vtp"));
  leaves_nothing(compile + " --batch 2 -o " + path("a.vta") + " --params " + path("a.vtp") +
                 " --plan " + full);
  EXPECT_EQ(read_text_file(path("a.vta")), program);
  EXPECT_EQ(read_text_file(path("a.vtp")), values);
}

TEST_F(Output, ToAClosedStandardOutputIsAnErrorAndHarmsNoFile) {
  const ApartResult run = run_vta_apart("compile " + model() + " -o " + path("net.vta") + " >&-");
  EXPECT_EQ(run.exit_code, 9) << run.err;
  EXPECT_EQ(run_vta("disasm " + path("net.vta") + " > /dev/null").exit_code, 0);
}

// A limit on the size of files ends them like a full disk: 4 blocks of 512 bytes.
TEST_F(Output, AFullDiskLeavesNoPartOfAFile) {
  const std::string net = model();
  ASSERT_EQ(run_vta("run " + net + " --json --backend csim > " + path("run.json") + " 2>/dev/null")
                .exit_code,
            0);
  const std::vector<std::string> before = files();
  for (const std::string& command :
       {"model resnet8_tiny -o " + path("m.onnx"), "compile " + net + " -o " + path("m.vta"),
        "trace " + net + " -o " + path("m.json"), "trace " + net + " -o " + path("m.json.gz"),
        "profile " + net + " -o " + path("p.json"),
        "report " + path("run.json") + " -o " + path("r.html")}) {
    const ApartResult run = run_vta_apart("--version > /dev/null; ulimit -f 4; " +
                                          std::string(VTA_BINARY_DIR) + "/bin/vta " + command);
    EXPECT_EQ(run.exit_code, 9) << command << run.err;
    EXPECT_THAT(run.err, AllOf(HasSubstr("cannot write '" + path("")), HasSubstr("too large")))
        << command;
    EXPECT_EQ(files(), before) << command;
  }
}

TEST_F(Output, GraphsOfPassesAreWholeOrNotThere) {
  const fs::path folder = path("passes"), first = folder / "00_input.ir";
  const std::string command = "compile " + model() + " --stop-after quantize --dump-ir ";
  fs::create_directory(folder);
  const ApartResult full =
      run_vta_apart(command + folder.string(), "ulimit -f 1; ");  // a block of 512 bytes
  EXPECT_EQ(full.exit_code, 9) << full.err;
  EXPECT_THAT(full.err, HasSubstr("cannot write '" + first.string() + "': File too large"));
  EXPECT_TRUE(fs::is_empty(folder));
  write_text_file(first.string(), "old");
  fs::permissions(first, fs::perms(0600));
  EXPECT_EQ(run_vta(command + folder.string()).exit_code, 0);
  EXPECT_EQ(fs::status(first).permissions(), fs::perms(0600));
  EXPECT_THAT(read_text_file(first.string()), HasSubstr("nn.conv2d"));
  const std::string file = first.string();  // no folder
  expect_failure(command + file, 9, "cannot write '" + file + "/00_input.ir': Not a directory");
}

TEST_F(Output, PlacesThatTakeNoFileAreNamed) {
  const std::string net = model();
  for (const std::string& command :
       {"compile " + net + " -o ", std::string("model resnet8_tiny -o "),
        "profile " + net + " -o "}) {
    expect_failure(command + path("no/such"), 9, "No such file");
    expect_failure(command + dir_.string(), 9, "directory");
  }
}

TEST_F(Output, OverAnInputIsRefused) {
  const std::string net = model();
  fs::create_symlink("net.onnx", path("link.vta"));
  fs::create_hard_link(net, path("second.json"));
  const std::string before = read_text_file(net);
  for (const std::string& command :
       {"compile " + net + " -o " + net, "compile " + net + " -o " + path("link.vta"),
        "trace " + net + " -o " + path("second.json"), "profile " + net + " -o " + net,
        "report " + net + " -o " + net, "asm " + net + " -o " + net,
        "run " + net + " --backend tsim --wave " + net + " --wave-cycles 1:2",
        "exec --insn-addr 1000 --count 1 --load 1000:" + net + " --dump 1000:16:" + net,
        "exec --insn-addr 1000 --count 1 --load 1000:" + net + " --trace-insn " + net})
    expect_failure(command, 2, "same file");
  EXPECT_EQ(read_text_file(net), before);
}

TEST_F(Output, OverAnotherOutputIsRefused) {
  const std::string net = model(), same = path("same.npy");
  fs::create_symlink("same.npy", path("link.npy"));
  write_text_file(path("k.s"), "finish\n");
  const std::vector<std::string> commands = {
      "compile " + net + " -o " + same + " --plan " + dir_.string() + "/./same.npy",
      "compile " + net + " -o " + same + " --plan " + path("link.npy"),
      "asm " + path("k.s") + " -o " + same + " --uops " + same,
      "run " + net + " --csv " + same + " --output " + same,
      "exec --insn-addr 0 --count 1 --dump 1000:16:" + same + " --dump 2000:16:" + same,
      "exec --insn-addr 0 --count 1 --dump 1000:16:" + same + " --trace-insn " + same};
  for (const std::string& command : commands)
    expect_failure(command, 2, "which is the same file: give it another name");
  EXPECT_FALSE(fs::exists(same));
  write_text_file(same, "of an earlier run");
  for (const std::string& command : commands) {
    const ApartResult run = run_vta_apart(command);
    EXPECT_EQ(run.exit_code, 2) << command;
    EXPECT_THAT(run.err, AllOf(HasSubstr("would be written over --"), Not(HasSubstr("input"))));
  }
  EXPECT_EQ(read_text_file(same), "of an earlier run");
  EXPECT_EQ(run_vta("compile " + net + " -o /dev/null --plan /dev/null").exit_code, 0);
}

TEST_F(Output, HelpNamesTheExitCodeOfWhatCannotBeWritten) {
  for (const char* command : {"run", "eval", "cosim", "opt", "compare", "disasm", "rtl", "fpga"})
    EXPECT_THAT(run_vta(std::string(command) + " --help").text,
                HasSubstr("9 results cannot be written"));
}

// Nobody can be told; the exit code says it.
TEST_F(Output, OfMessagesToAFullOrClosedStandardErrorEndsWithTheMessagesExitCode) {
  for (const char* to : {" 2>/dev/full", " 2>&-", " <&- >&- 2>&-"}) {
    const auto code_of = [&](const std::string& arguments) {
      const int status =
          std::system((std::string(VTA_BINARY_DIR) + "/bin/vta " + arguments + to).c_str());
      return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
    };
    EXPECT_EQ(code_of("run " + path("nofile.onnx")), 3) << to;
    EXPECT_EQ(code_of("run " + model() + " --batch 0"), 2) << to;
    EXPECT_EQ(code_of("run " + model() + " --confg tiny"), 2) << to;
  }
}

TEST_F(Output, KeepsThePermissionsOfWhatItReplaces) {
  for (const std::string name : {"net.vta", "trace.json"}) {
    write_text_file(path(name), "old");
    fs::permissions(path(name), fs::perms(0600));
    const std::string command = name == "net.vta" ? "compile " : "trace ";
    ASSERT_EQ(run_vta(command + model() + " -o " + path(name)).exit_code, 0);
    EXPECT_EQ(fs::status(path(name)).permissions(), fs::perms(0600)) << name;
    EXPECT_GT(fs::file_size(path(name)), 100u);
  }
}

// Fixtures: a layer's name that clears the screen, and one that is no UTF-8.
TEST_F(Output, NamesFromFilesSteerNoTerminal) {
  for (const char* fixture : {"hostile/18_badutf8.onnx", "hostile/19_terminal_escape.onnx"}) {
    const std::string net = data(fixture);
    const std::string program = path("hostile.vta");
    for (const std::string& command :
         {"compile " + net + " -o " + program, "compile " + net + " --json -o " + program,
          "run " + net + " --per-layer", "run " + net + " --json", "run " + program,
          "disasm " + program, "profile " + net, "profile " + net + " --json",
          "trace " + net + " -o " + path("hostile.json"),
          "compile " + net + " --verbose -o " + program}) {
      const ApartResult run = run_vta_apart(command);
      // 3: one of the two has nothing for the accelerator, and a profile of nothing is refused.
      EXPECT_TRUE(run.exit_code == 0 || (run.exit_code == 3 && command.starts_with("profile ")))
          << command << run.err;
      for (const std::string& text : {run.out, run.err}) {
        EXPECT_THAT(text, Not(HasSubstr("\x1b"))) << command;
        EXPECT_EQ(text, valid_utf8(text)) << command;
      }
      if (run.exit_code == 0 && command.find("--json") != std::string::npos) {
        EXPECT_NO_THROW(boost::json::parse(run.out)) << command;
      }
    }
    EXPECT_NO_THROW(boost::json::parse(read_text_file(path("hostile.json"))));
  }
}

TEST_F(Output, WhatIsWrongIsShownHarmlesslyToo) {
  const ApartResult run = run_vta_apart("run 'no\x1b[2Jsuch\xff.onnx'");
  EXPECT_EQ(run.exit_code, 3);
  EXPECT_THAT(run.err, HasSubstr("no\\x1b[2Jsuch\\xff.onnx"));
}

}  // namespace
}  // namespace vta
