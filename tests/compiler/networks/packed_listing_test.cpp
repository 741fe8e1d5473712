// Packed int8 listings: text in, the same text out, and a program whose kernels are exact.
#include "compiler/text/text.h"
#include "tests/compiler/listing_files.h"
#include "tests/compiler/networks/published_network.h"
#include "tests/compiler/text/normalize_listing.h"

namespace vta {
namespace {

using testing::NetworkRun;
using testing::options_for;

NetworkRun run_listing(const std::string& text, const std::string& schedule) {
  Graph graph = parse_graph(text, "listing");
  EXPECT_EQ(normalize_listing(print_graph(graph)), normalize_listing(text));
  fill_constants(graph, 3);
  return testing::run_network(graph, options_for("default", schedule));
}

TEST(PackedListing, ThePublishedResnet18HasThePublishedCounters) {
  VTA_GOLDEN_OR_SKIP(text, "resnet18_v1_packed_int8.ir");
  const NetworkRun run = run_listing(text, "reference");
  testing::expect_exact(run.report, 27);
  testing::expect_published_totals(run.stats.counters);
  testing::expect_published_layers(run);
}

TEST(PackedListing, ThePublishedResnet18IsExactUnderTheFastSchedule) {
  VTA_GOLDEN_OR_SKIP(text, "resnet18_v1_packed_int8.ir");
  const NetworkRun run = run_listing(text, "fast");
  testing::expect_exact(run.report, 27);
  EXPECT_LE(static_cast<double>(run.stats.counters.total_bytes()),
            0.70 * static_cast<double>(testing::kPublishedTotalBytes));
}

// One 3x3 convolution, 16 channels on 8x8, with relu: 64 outputs of 9 steps each.
TEST(PackedListing, ASmallOneIsExactAndItsCountersFollowItsShape) {
  const std::string text = data_file("packed_int8_small.ir");
  const NetworkRun published = run_listing(text, "reference");
  testing::expect_exact(published.report, 1);
  const Counters& c = published.stats.counters;
  EXPECT_EQ(c.inp_load_nbytes, 16 * 8 * 8);
  EXPECT_EQ(c.wgt_load_nbytes, 16 * 16 * 3 * 3);
  EXPECT_EQ(c.acc_load_nbytes, 16 * 4);
  EXPECT_EQ(c.out_store_nbytes, 16 * 8 * 8);
  EXPECT_EQ(c.gemm_counter, 8 * 8 * 3 * 3);
  EXPECT_EQ(c.alu_counter, 64 * 6);

  const NetworkRun fast = run_listing(text, "fast");
  testing::expect_exact(fast.report, 1);
  EXPECT_EQ(fast.stats.counters.alu_counter, 64 * 4);
}

TEST(PackedListing, IsRefusedOnAConfigurationWithOtherBlocks) {
  Graph graph = parse_graph(data_file("packed_int8_small.ir"), "listing");
  fill_constants(graph, 3);
  EXPECT_THROW(compile_graph(graph, options_for("1x32")), CompileError);
}

}  // namespace
}  // namespace vta
