// A point of a sweep is a run like any other.
#include "explore/record/any_run.h"

#include <gmock/gmock.h>

#include "base/file.h"
#include "base/json.h"
#include "tests/explore/small_run.h"
#include "tests/explore/store/store_fixture.h"

namespace vta::explore {
namespace {

using testing::HasSubstr;

class AnyRun : public StoreTest {
 protected:
  AnyRun() = default;
  std::string database() const { return path("sweep.db"); }
  std::string refused(const std::string& name) const {
    return refusal([&] { load_any_run(name); });
  }
};

TEST_F(AnyRun, APointHasItsConfigurationAndItsLayers) {
  write_synthetic_sweep(database(), 8, 3);
  const RunRecord run = load_any_run(database() + "#5");
  const PointRow point = synthetic_point(5, 3);
  EXPECT_EQ(run.origin, database() + "#5");
  EXPECT_EQ(run.config, point.spec.config);
  EXPECT_EQ(run.images, point.spec.images);
  EXPECT_EQ(run.schedule, point.spec.schedule);
  EXPECT_EQ(run.model, "net");
  EXPECT_EQ(run.quantization, synthetic_network().quantization);
  EXPECT_EQ(run.backend, "csim");
  EXPECT_EQ(run.result, point.result);
  EXPECT_EQ(run.result.layers.size(), 3u);
}

TEST_F(AnyRun, WhyAPointIsNotThereIsSaid) {
  write_synthetic_sweep(database(), 8);
  const std::string db = database();
  EXPECT_THAT(refused(db + "#90"), HasSubstr("sweep.db: no point 90: illegal (width-gemm): "));
  EXPECT_THAT(refused(db + "#91"),
              HasSubstr("no point 91: constraint (max_macs): 8192 MACs are more than 4096"));
  EXPECT_THAT(refused(db + "#93"), HasSubstr("no point 93: it failed: the worker died twice"));
  EXPECT_THAT(refused(db + "#70"), HasSubstr("no point 70: it was not evaluated"));
  EXPECT_THAT(refused(db + "#1000000"), HasSubstr("no point 1000000: the space has "));
  for (const char* index : {"#", "#x", "#-1", "#1x", "#99999999999999999999"})
    EXPECT_THAT(refused(db + index), HasSubstr("is not the index of a point, e.g. sweep.db#12"));
}

TEST_F(AnyRun, TheConfigurationOfAPointIsThePoints) {
  write_synthetic_sweep(database(), 8);
  EXPECT_EQ(load_point_config(database() + "#5"), synthetic_point(5, 0).spec.config);
  EXPECT_THAT(refusal([&] { load_point_config(database() + "#70"); }),
              HasSubstr("no point 70: it was not evaluated"));
}

TEST_F(AnyRun, ANameWithoutAnIndexIsAFile) {
  const test::SmallRun run = test::small_run();
  write_text_file(path("a.json"), json_text(run.json()));
  EXPECT_EQ(load_any_run(path("a.json")), run.record(path("a.json")));
  EXPECT_THAT(refused(path("nowhere.json")), HasSubstr("nowhere.json"));
}

}  // namespace
}  // namespace vta::explore
