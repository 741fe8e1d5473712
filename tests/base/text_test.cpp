#include <gmock/gmock.h>

#include <array>

#include "base/error.h"
#include "base/hash.h"
#include "base/plural.h"
#include "base/progress.h"
#include "base/suggest.h"

namespace vta {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

TEST(EditDistance, CountsEdits) {
  EXPECT_EQ(edit_distance("", ""), 0);
  EXPECT_EQ(edit_distance("abc", ""), 3);
  EXPECT_EQ(edit_distance("", "ab"), 2);
  EXPECT_EQ(edit_distance("kitten", "sitting"), 3);
  EXPECT_EQ(edit_distance("gem", "gemm"), 1);
  EXPECT_EQ(edit_distance("rnu", "run"), 1);  // two neighbours swapped
  EXPECT_EQ(edit_distance("abcd", "badc"), 2);
}

TEST(EditDistance, IgnoresCase) {
  EXPECT_EQ(edit_distance("Log_Batch", "LOG_BATCH"), 0);
}

TEST(EditDistance, IsSymmetric) {
  EXPECT_EQ(edit_distance("uop_begin", "uop_bgn"), edit_distance("uop_bgn", "uop_begin"));
}

TEST(NearestName, TakesTheNearestAndTheFirstOfEquals) {
  const std::array<std::string_view, 3> known{"load", "store", "gemm"};
  EXPECT_EQ(nearest_name("stroe", known), "store");
  EXPECT_EQ(nearest_name("gem", known), "gemm");
  const std::array<std::string_view, 2> equals{"ab", "ac"};
  EXPECT_EQ(nearest_name("ad", equals), "ab");
  EXPECT_EQ(nearest_name("x", {}), "");
}

TEST(NearestName, WhatIsFarIsNone) {
  const std::array<std::string_view, 3> known{"model", "x", "cycles_per_image"};
  EXPECT_EQ(nearest_name("residual", known), "");
  EXPECT_EQ(nearest_name("y", known), "");  // another letter, and no more
  EXPECT_EQ(nearest_name("mo", known), "");
  EXPECT_EQ(nearest_name("mode", known), "model");
  EXPECT_EQ(nearest_name("mdoel", known), "model");
  EXPECT_EQ(nearest_name("cycles_image", known), "cycles_per_image");  // four of sixteen
  EXPECT_EQ(nearest_words("mode", known), ", the nearest is model");
  EXPECT_EQ(nearest_words("residual", known), "");
  EXPECT_EQ(known_names("residual", known), "known are model, x, cycles_per_image");
}

TEST(Hash, KnownValues) {
  EXPECT_EQ(hash_hex(std::string_view("")), "2d06800538d394c2");  // XXH3's published empty hash
  EXPECT_EQ(hash_hex(uint64_t{0xff}), "00000000000000ff");
}

TEST(Hash, TextAndBytesAgree) {
  const std::string text = "vta";
  EXPECT_EQ(hash64(text), hash64(std::as_bytes(std::span(text))));
  EXPECT_NE(hash64(text), hash64(std::string_view("vtb")));
}

TEST(Check, FailureSaysWhereAndWhy) {
  EXPECT_THAT([] { VTA_CHECK(1 == 2, "value {}", 7); },
              testing::ThrowsMessage<InternalError>(
                  AllOf(HasSubstr("text_test.cpp"), HasSubstr("1 == 2"), HasSubstr("value 7"))));
}

TEST(Error, EachClassHasItsExitCode) {
  EXPECT_EQ(UsageError("m").exit_code(), ExitCode::Usage);
  EXPECT_EQ(InputError("m").exit_code(), ExitCode::BadInput);
  EXPECT_EQ(ConfigError("m").exit_code(), ExitCode::BadConfig);
  EXPECT_EQ(CompileError("m").exit_code(), ExitCode::Compile);
  EXPECT_EQ(DeviceError("m").exit_code(), ExitCode::Device);
  EXPECT_EQ(OutputError("m").exit_code(), ExitCode::OutputFailed);
}

TEST(ProgressText, EstimatesWhatIsLeft) {
  EXPECT_EQ(progress_text("layers", 0, 20, 3.0), "layers 0/20");
  EXPECT_EQ(progress_text("layers", 5, 20, 10.0), "layers 5/20, 30 s left");
  EXPECT_EQ(progress_text("layers", 1, 100, 10.0), "layers 1/100, 16 min 30 s left");
  EXPECT_EQ(progress_text("layers", 20, 20, 10.0), "layers 20/20, 0 s left");
}

TEST(ProgressText, TimesReadAsWhatTheyAre) {
  EXPECT_EQ(duration_text(0.4), "0 s");
  EXPECT_EQ(duration_text(59.4), "59 s");
  EXPECT_EQ(duration_text(59.6), "1 min 00 s");
  EXPECT_EQ(duration_text(95), "1 min 35 s");
  EXPECT_EQ(duration_text(3599.9), "1 h 00 min");
  EXPECT_EQ(duration_text(2 * 3600 + 5 * 60 + 59), "2 h 05 min");
}

TEST(KnownNames, TheNearestIsSaidWhereThereIsAChoice) {
  EXPECT_EQ(known_names("cism", std::vector<std::string>{"fsim", "csim", "tsim"}),
            "known are fsim, csim, tsim; the nearest is csim");
  EXPECT_EQ(known_names("x", std::vector<std::string>{"digits"}), "known are digits");
}

TEST(Counted, OneOfAThingIsNotSeveral) {
  EXPECT_EQ(counted(1, "launch"), "1 launch");
  EXPECT_EQ(counted(2, "launch"), "2 launches");
  EXPECT_EQ(counted(0, "entry"), "0 entries");
  EXPECT_EQ(counted(3, "day"), "3 days");
  EXPECT_EQ(counted(-1, "point"), "-1 points");
  EXPECT_EQ(counted(2, "box"), "2 boxes");
  EXPECT_EQ(counted(2, "axis", "axes"), "2 axes");
}

TEST(ProgressText, RateCountsWhatWasDoneInThisTime) {
  EXPECT_EQ(progress_rate_text("points", 700, 1440, 700, 3.0), "points 700/1440");
  EXPECT_EQ(progress_rate_text("points", 720, 1440, 700, 2.0),
            "points 720/1440, 10.0 a second, 1 min 12 s left");
  EXPECT_EQ(progress_rate_text("points", 40, 80, 0, 16.0), "points 40/80, 2.5 a second, 16 s left");
}

// A clock that the test turns by hand.
struct FakeOutput {
  Progress::Clock::time_point time{};
  std::vector<std::string> written;
  Progress::Output make(bool is_terminal) {
    return {is_terminal, [this](const std::string& text) { written.push_back(text); },
            [this] { return time; }};
  }
  void pass(std::chrono::milliseconds by) { time += by; }
};

TEST(Progress, SilentForTwoSeconds) {
  FakeOutput out;
  {
    Progress progress("work", 10, out.make(true));
    out.pass(std::chrono::milliseconds(1999));
    progress.step(9);
  }
  EXPECT_THAT(out.written, ElementsAre());
}

TEST(Progress, TerminalLineIsRewrittenAndErased) {
  FakeOutput out;
  {
    Progress progress("work", 4, out.make(true));
    out.pass(std::chrono::milliseconds(2000));
    progress.step();
    out.pass(std::chrono::milliseconds(100));
    progress.step();  // too soon
    out.pass(std::chrono::milliseconds(100));
    progress.step();
  }
  EXPECT_THAT(out.written,
              ElementsAre("\r\x1b[Kwork 1/4, 6 s left", "\r\x1b[Kwork 3/4, 1 s left", "\r\x1b[K"));
}

TEST(Progress, RateIsShownWhereAskedFor) {
  FakeOutput out;
  {
    Progress progress("points", 40, out.make(false));
    progress.show_rate(20);
    out.pass(std::chrono::milliseconds(4000));
    progress.step(10);
  }
  EXPECT_THAT(out.written, ElementsAre("points 30/40, 2.5 a second, 4 s left\n"));
}

TEST(Progress, WorkThatCannotBeCountedSaysWhereItIs) {
  FakeOutput out;
  {
    Progress progress("synthesis", out.make(true));
    out.pass(std::chrono::milliseconds(95000));
    progress.say("OPT_EXPR");
    out.pass(std::chrono::milliseconds(1000));
    progress.say("");
  }
  EXPECT_THAT(out.written, ElementsAre("\r\x1b[Ksynthesis, 1 min 35 s, OPT_EXPR",
                                       "\r\x1b[Ksynthesis, 1 min 36 s", "\r\x1b[K"));
}

TEST(Progress, LogGetsOneLineEveryTenSeconds) {
  FakeOutput out;
  {
    Progress progress("work", 40, out.make(false));
    for (int i = 0; i < 24; ++i) {
      out.pass(std::chrono::milliseconds(1000));
      progress.step();
    }
  }
  EXPECT_THAT(out.written, ElementsAre("work 2/40, 38 s left\n", "work 12/40, 28 s left\n",
                                       "work 22/40, 18 s left\n"));
}

}  // namespace
}  // namespace vta
