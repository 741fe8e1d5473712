// What part of a network the accelerator does, counted by hand.
#include "runtime/work_share.h"

#include <gmock/gmock.h>

#include "tests/runtime/test_program.h"

namespace vta {
namespace {

using test::make_add_program;
using ::testing::ElementsAre;

int64_t add_value(Program& p, const Shape& shape) {
  p.values.push_back({"v", DType::F32, shape, {}});
  return static_cast<int64_t>(p.values.size()) - 1;
}

void add_host(Program& p, const std::string& op, const Shape& weight, const Shape& output,
              Attrs attrs = {}) {
  const int64_t w = add_value(p, weight), out = add_value(p, output);
  p.steps.emplace_back(HostOpStep{op, std::move(attrs), {0, w}, {out}});
}

TEST(WorkShare, KernelsAreTheAcceleratorsAndStepsTheHosts) {
  const WorkShare work = work_share(make_add_program(1, 2));
  EXPECT_EQ(work.device_macs, 128);
  EXPECT_EQ(work.network_macs, 128);
  EXPECT_THAT(work.host, ElementsAre(HostOperator{"cast", 1, 0}, HostOperator{"multiply", 1, 0}));
  EXPECT_EQ(share_text(work), "100.0 % of the network's MACs");
  EXPECT_EQ(host_operators_text(work), "1 cast, 1 multiply");
}

TEST(WorkShare, MacsOfConvolutionsAndDenseLayersFollowFromTheirShapes) {
  Program p = make_add_program(1, 2);
  add_host(p, "nn.dense", {10, 64}, {2, 10});            // 2 * 10 * 64
  add_host(p, "nn.conv2d", {8, 3, 3, 5}, {1, 8, 7, 6});  // 8 * 7 * 6 outputs of 45
  add_host(p, "nn.conv2d", {3, 3, 4, 8}, {1, 8, 2, 2},   // 32 outputs of 36
           {{"kernel_layout", std::string("HWIO")}});
  const WorkShare work = work_share(p);
  EXPECT_EQ(work.network_macs, 128 + 1280 + 336 * 45 + 32 * 36);
  EXPECT_THAT(work.host, ElementsAre(HostOperator{"nn.conv2d", 2, 336 * 45 + 32 * 36},
                                     HostOperator{"nn.dense", 1, 1280}, HostOperator{"cast", 1, 0},
                                     HostOperator{"multiply", 1, 0}));
  EXPECT_EQ(host_operators_text(work),
            "2 nn.conv2d (16,272 MACs), 1 nn.dense (1,280 MACs), 1 cast, 1 multiply");
}

// The table has every operator that multiplies matrices, whoever made its operands.
TEST(WorkShare, ProductsOfActivationsCount) {
  Program p = make_add_program(1, 2);
  const int64_t a = add_value(p, {6, 20, 8}), b = add_value(p, {6, 8, 20}),
                scores = add_value(p, {6, 20, 20});
  p.steps.emplace_back(HostOpStep{"nn.batch_matmul", {}, {a, b}, {scores}});  // 2400 of 8
  p.steps.emplace_back(HostOpStep{"qnn.batch_matmul", {}, {a, b}, {scores}});
  add_host(p, "qnn.dense", {10, 64}, {2, 10});
  add_host(p, "qnn.conv2d", {8, 1, 3, 3}, {1, 8, 7, 6});  // depthwise: 336 of 9
  add_host(p, "multiply", {8, 7, 6}, {1, 8, 7, 6});
  const int64_t x = add_value(p, {5, 2, 3}), w = add_value(p, {24, 3}), r = add_value(p, {24, 6}),
                states = add_value(p, {5, 2, 6});
  p.steps.emplace_back(HostOpStep{"nn.lstm", {}, {x, w, r}, {states}});  // 10 steps of 4 * 6 * 9
  EXPECT_EQ(work_share(p).network_macs, 128 + 2 * 19'200 + 1280 + 336 * 9 + 10 * 216);
}

TEST(WorkShare, AConvolutionWithoutAResultHasNoMacs) {
  Program p = make_add_program(1, 2);
  add_host(p, "nn.conv2d", {8, 3, 3, 5}, {1, 8, 7, 6});
  std::get<HostOpStep>(p.steps.back()).outputs.clear();
  EXPECT_EQ(work_share(p).network_macs, 128);
}

TEST(WorkShare, NearlyAllIsNotAll) {
  EXPECT_EQ(share_text({99'999, 100'000, {}}), "99.9 % of the network's MACs");
  EXPECT_EQ(share_text({100'000, 100'000, {}}), "100.0 % of the network's MACs");
  EXPECT_EQ(share_text({1, 100'000, {}}), "0.0 % of the network's MACs");
  EXPECT_EQ(share_text({}), "the network has no MACs");
  EXPECT_EQ(host_operators_text({}), "none");
}

}  // namespace
}  // namespace vta
