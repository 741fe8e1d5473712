// The pieces of a trace: files, events, tokens, windows, bins, what is asked for.
#include <gmock/gmock.h>

#include <filesystem>
#include <random>

#include "base/error.h"
#include "base/file.h"
#include "explore/trace/timeline.h"
#include "tests/explore/trace/traced_program.h"

namespace vta::explore {
namespace {

using test::TraceFile;
using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::ThrowsMessage;

TEST(TraceOutput, CompressesByItsName) {
  const std::string text(100000, 'x');
  for (const char* ending : {".json", ".json.gz"}) {
    const TraceFile to(ending);
    TraceOutput file(to.path());
    file.write(text);
    file.write("");
    file.close();
    EXPECT_EQ(file.text_bytes(), 100000);
    if (std::string_view(ending) == ".json")
      EXPECT_EQ(read_text_file(to.path()), text);
    else
      EXPECT_LT(std::filesystem::file_size(to.path()), 1000u);
  }
}

TEST(TraceOutput, RefusesOtherNamesAndPlaces) {
  EXPECT_THAT([] { TraceOutput file("run.trace"); },
              ThrowsMessage<UsageError>(AllOf(HasSubstr("'run.trace'"), HasSubstr(".json.gz"))));
  EXPECT_THAT([] { TraceOutput file("/nowhere/at/all.json"); },
              ThrowsMessage<OutputError>(
                  AllOf(HasSubstr("/nowhere/at/all.json"), HasSubstr("No such file"))));
}

TEST(TraceOutput, SaysThatADiskIsFull) {
  if (!std::filesystem::exists("/dev/full"))
    GTEST_SKIP() << "no /dev/full here";
  const TraceFile link(".json");
  std::filesystem::create_symlink("/dev/full", link.path());
  EXPECT_THAT(
      [&] {
        TraceOutput file(link.path());
        file.write(std::string(1 << 20, 'x'));
        file.close();
      },
      ThrowsMessage<OutputError>(AllOf(HasSubstr(link.path()), HasSubstr("No space left"))));
}

TEST(EventWriter, WritesNamesThatNeedQuoting) {
  const TraceFile to;
  TraceOutput file(to.path());
  EventWriter writer(file, 1000);
  writer.name_process(1, "a \"b\" \\ \n");
  writer.slice({{1, 2}, {0, 5}, "\"", "insn"}, JsonMembers().add("text", "\"\\"));
  writer.finish({});
  file.close();
  const test::ParsedTrace trace(to.path());
  EXPECT_EQ(trace.processes.at(1), "a \"b\" \\ \n");
  EXPECT_EQ(trace.slices.at(0).name, "\"");
  EXPECT_EQ(trace.slices.at(0).args.at("text").as_string(), "\"\\");
}

Execution executed(int64_t index, int64_t start, int64_t done) {
  Execution e;
  e.index = index;
  e.start = start;
  e.finish = e.done = done;
  return e;
}

// A GEMM that starts at 10 and is done at 100 pops a token; the LOADs that are done at 5, 10 and 50
// pushed three. Seen in the order 5, 10, 50, 100.
TEST(TokenLedger, CountsInTheOrderOfEdgesThoughPopsAreSeenLate) {
  std::vector<std::string> seen;
  TokenLedger ledger({[&](const TokenLedger::Hop& h) {
                        seen.push_back(fmt::format("{} to {}: {}..{}", h.from_insn, h.to_insn,
                                                   h.pushed, h.popped));
                      },
                      [&](const TokenLedger::Level& l) {
                        seen.push_back(fmt::format("{} at {}", l.tokens, l.edge));
                      }});
  Insn load;
  load.memory_type = static_cast<int64_t>(MemoryType::Inp);
  load.push_next = 1;
  Insn gemm;
  gemm.opcode = 2;
  gemm.pop_prev = 1;
  ledger.add(executed(0, 1, 5), load);
  ledger.add(executed(1, 6, 10), load);
  ledger.add(executed(3, 11, 50), load);
  ledger.add(executed(2, 10, 100), gemm);
  EXPECT_THAT(seen, ElementsAre("1 at 5", "1 at 10", "0 to 2: 5..10"));
  seen.clear();
  ledger.end();
  EXPECT_THAT(seen, ElementsAre("2 at 50"));
}

TEST(BusWindows, CutBurstsAtTheirEdges) {
  std::vector<std::string> seen;
  const auto window = [&](Span span, int64_t read, int64_t written) {
    seen.push_back(fmt::format("{}..{}: {} {}", span.begin, span.end, read, written));
  };
  BusWindows windows(10);
  windows.add(8, 16, false, window);  // cycles 8 .. 23
  windows.add(24, 1, true, window);
  windows.end(45, window);
  EXPECT_THAT(
      seen, ElementsAre("0..10: 3 0", "10..20: 10 0", "20..30: 3 1", "30..40: 0 0", "40..45: 0 0"));
  seen.clear();
  windows.end(3, window);
  EXPECT_THAT(seen, ElementsAre("0..3: 0 0"));
}

// Against a plain count, cycle by cycle.
TEST(Bins, FoldedBinsHoldTheSameSums) {
  std::mt19937_64 random(7);
  for (const int64_t cycles : {1, 511, 512, 513, 1024, 1025, 100000}) {
    std::vector<int64_t> plain(static_cast<size_t>(cycles) + 1);
    Bins bins(2);
    for (int64_t k = 0; k < 300; ++k) {
      const auto first = static_cast<int64_t>(random() % static_cast<uint64_t>(cycles)) + 1;
      const int64_t last = std::min(cycles, first + static_cast<int64_t>(random() % 700));
      bins.add(1, first, last);
      for (int64_t t = first; t <= last; ++t)
        ++plain[static_cast<size_t>(t)];
    }
    bins.extend(cycles);
    const int64_t width = bins.bin_cycles();
    EXPECT_EQ(bins.count(), (cycles + width - 1) / width);
    EXPECT_LE(bins.count(), Bins::kMost);
    EXPECT_TRUE(width == 1 || bins.count() > Bins::kMost / 2);
    for (int64_t bin = 0; bin < bins.count(); ++bin) {
      int64_t sum = 0;
      for (int64_t t = bin * width + 1; t <= std::min(cycles, (bin + 1) * width); ++t)
        sum += plain[static_cast<size_t>(t)];
      ASSERT_EQ(bins.at(1, bin), sum) << "bin " << bin << " of " << cycles << " cycles";
      ASSERT_EQ(bins.at(0, bin), 0);
    }
  }
}

Program named_kernels() {
  Program program;
  for (const char* name : {"conv2d_0", "conv2d_1", "alu_0"})
    program.kernels.emplace_back().name = name;
  return program;
}

TEST(TracePart, NamesAKernelOrCycles) {
  const Program program = named_kernels();
  EXPECT_EQ(trace_part(program, "", "").kernel, -1);
  EXPECT_EQ(trace_part(program, "conv2d_1", "").kernel, 1);
  const TracePart part = trace_part(program, "", "10:20");
  EXPECT_FALSE(part.has_cycles(1, 10));
  EXPECT_TRUE(part.has_cycles(1, 11));
  EXPECT_TRUE(part.has_cycles(20, 30));
  EXPECT_FALSE(part.has_cycles(21, 30));
}

TEST(TracePart, RefusesWhatNamesNothing) {
  const Program program = named_kernels();
  EXPECT_THAT([&] { trace_part(program, "conv2d_9", ""); },
              ThrowsMessage<UsageError>(AllOf(HasSubstr("'conv2d_9'"), HasSubstr("3 kernels"),
                                              HasSubstr("nearest is conv2d_0"))));
  EXPECT_THAT([&] { trace_part(program, "alu_0", "1:2"); },
              ThrowsMessage<UsageError>(HasSubstr("give only one of them")));
  for (const char* text :
       {"5", "5:", ":5", "5:5", "7:5", "-1:5", "a:b", "1:2:3", "1:99999999999999999999"})
    EXPECT_THAT([&] { trace_part(program, "", text); },
                ThrowsMessage<UsageError>(AllOf(HasSubstr(text), HasSubstr("1000:2000"))))
        << text;
}

}  // namespace
}  // namespace vta::explore
