#include <gmock/gmock.h>

#include <boost/json.hpp>
#include <filesystem>

#include "tests/cli/run_vta.h"

namespace vta {
namespace {

using testing::HasSubstr;

TEST(VtaModel, WritesANetworkAndDescribesIt) {
  const std::string path = testing::TempDir() + "vta_model_test.onnx";
  const ApartResult run = run_vta_apart("model resnet8_tiny --seed 3 --json -o " + path);
  EXPECT_EQ(run.exit_code, 0) << run.err;
  const auto json = boost::json::parse(run.out).as_object();
  EXPECT_EQ(json.at("provenance").at("seed"), 3);
  EXPECT_EQ(json.at("models").at(0).at("params"), 19954);
  EXPECT_TRUE(std::filesystem::exists(path));
}

TEST(VtaModel, ListNamesEveryNetwork) {
  const ApartResult run = run_vta_apart("model --list");
  EXPECT_EQ(run.exit_code, 0) << run.err;
  for (const char* name : {"resnet18_v1", "resnet101_v2", "mobilenet_v2", "vgg11", "alexnet"})
    EXPECT_THAT(run.out, HasSubstr(name));
}

TEST(VtaModel, UnknownNameIsAUsageError) {
  const ApartResult run = run_vta_apart("model resnet1 -o x.onnx");
  EXPECT_EQ(run.exit_code, 2);
  EXPECT_THAT(run.err, HasSubstr("resnet18_v1"));
}

TEST(VtaModel, WithoutANameItIsAUsageError) {
  EXPECT_EQ(run_vta_apart("model").exit_code, 2);
  EXPECT_EQ(run_vta_apart("model --list -o x.onnx").exit_code, 2);
}

TEST(VtaModel, UnwritableFileIsNamed) {
  const ApartResult run = run_vta_apart("model resnet8_tiny -o /dev/null/x.onnx");
  EXPECT_EQ(run.exit_code, 9);
  EXPECT_THAT(run.err, HasSubstr("/dev/null/x.onnx"));
}

}  // namespace
}  // namespace vta
