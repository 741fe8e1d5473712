// Sweeps of a trained integer model: its own integers, on machines with each set of extensions.
#include <boost/json.hpp>
#include <map>

#include "base/file.h"
#include "tests/cli/run_vta.h"
#include "tests/compiler/tflite/model_writer.h"
#include "tests/explore/sweep/sweep_fixture.h"

namespace vta::explore {
namespace {

using ::testing::HasSubstr;
using Type = tflite_test::file::TensorType;
namespace file = tflite_test::file;
namespace json = boost::json;

class TrainedSweep : public SweepTest {
 protected:
  // A convolution of 8 channels to 24.
  std::string model() {
    tflite_test::ModelWriter m;
    Tensor weights = Tensor::zeros(DType::I8, {24, 3, 3, 8});
    int i = 0;
    for (int8_t& w : weights.mutable_data<int8_t>())
      w = static_cast<int8_t>(++i * 37 % 127);
    const int32_t x = m.input({1, 12, 12, 8}, Type::INT8, tflite_test::one_scale(0.5F, -3));
    const int32_t y = m.value({1, 12, 12, 24}, Type::INT8, tflite_test::one_scale(0.7F, 5));
    m.add(tflite_test::kConv,
          {x, m.constant(weights, tflite_test::one_scale(0.01F, 0)),
           m.constant(Tensor::zeros(DType::I32, {24}))},
          y, file::CreateConv2DOptions(m.builder(), file::Padding::SAME, 1, 1));
    const std::vector<std::byte> bytes = m.finish({y});
    write_text_file(path("net.tflite"),
                    {reinterpret_cast<const char*>(bytes.data()), bytes.size()});
    return path("net.tflite");
  }
};

TEST_F(TrainedSweep, ExtensionsAreAnAxis) {
  write_text_file(
      path("s.json"),
      R"({"networks": [{"name": "net", "model": ")" + model() +
          R"("}], "base": "1x8", "axes": {"ISA_EXT": ["none", "round", "rq", "round+rq"]}})");
  const ApartResult swept =
      run_vta_apart("sweep " + path("s.json") + " --jobs 1 --db " + path("a.db"));
  ASSERT_EQ(swept.exit_code, 0) << swept.err;
  EXPECT_THAT(swept.out, HasSubstr("4 points; 0 illegal, 0 constraint, 0 uncompilable, 0 failed"));
  const ApartResult listed = run_vta_apart("sweep list --json " + path("a.db"));
  std::map<int64_t, std::pair<double, double>> found;  // cycles and LUT
  const json::value list = json::parse(listed.out);
  for (const json::value& point : list.at("points").as_array())
    found[point.at("keys").at("ISA_EXT").as_int64()] = {
        point.at("metrics").at("cycles_per_image").to_number<double>(),
        point.at("metrics").at("lut").to_number<double>()};
  ASSERT_EQ(found.size(), 4U);
  EXPECT_GT(2 * found[0].first, 3 * found[2].first);
  EXPECT_GT(found[0].first, found[1].first);
  EXPECT_GT(found[2].first, found[3].first);
  EXPECT_LT(found[0].second, found[2].second);
  EXPECT_LT(found[1].second, found[3].second);
}

TEST_F(TrainedSweep, AnotherQuantizationIsRefused) {
  write_text_file(path("s.json"),
                  R"({"networks": [{"name": "net", "model": ")" + model() +
                      R"(", "quant": "global"}], "base": "1x8", "axes": {"LOG_BLOCK": [3, 4]}})");
  const ApartResult swept =
      run_vta_apart("sweep " + path("s.json") + " --jobs 1 --db " + path("a.db"));
  EXPECT_NE(swept.exit_code, 0);
  EXPECT_THAT(swept.err, HasSubstr("has no effect on a network of its own integers"));
}

}  // namespace
}  // namespace vta::explore
