#include "tests/compiler/networks/published_network.h"

#include "tests/compiler/codegen/published_layers.h"

namespace vta::testing {
namespace {

// As ProgramKernel::description begins.
std::string description(const PublishedLayer& l) {
  const int64_t out = (l.hw + 2 * l.pad - l.k) / l.stride + 1;
  return fmt::format("{}x{}/{} {}x{}x{} -> {}x{}x{},", l.k, l.k, l.stride, l.ic, l.hw, l.hw, l.oc,
                     out, out);
}

std::string description(const PublishedResidual& r) {
  return fmt::format("2 operands, 1x{}x{}x{},", r.channels, r.hw, r.hw);
}

void expect_layer(const NetworkRun& run, const PublishedLayer& l) {
  SCOPED_TRACE(l.name);
  int with_relu = 0, without_relu = 0;
  for (size_t k = 0; k < run.kernels.size(); ++k) {
    if (!run.kernels[k].description.text().starts_with(description(l)))
      continue;
    SCOPED_TRACE(run.kernels[k].name);
    const Counters& c = run.stats.kernels[k];
    EXPECT_EQ(c.inp_load_nbytes, l.inp);
    EXPECT_EQ(c.wgt_load_nbytes, l.wgt);
    EXPECT_EQ(c.acc_load_nbytes, l.acc);
    EXPECT_EQ(c.out_store_nbytes, l.out);
    EXPECT_EQ(c.gemm_counter, l.gemm);
    const bool relu = c.alu_counter == l.out / 16 * 6;
    EXPECT_TRUE(relu || c.alu_counter == l.out / 16 * 4) << c.alu_counter;
    ++(relu ? with_relu : without_relu);
  }
  EXPECT_EQ(with_relu, l.with_relu);
  EXPECT_EQ(without_relu, l.without_relu);
}

void expect_residual(const NetworkRun& run, const PublishedResidual& r) {
  int count = 0;
  for (size_t k = 0; k < run.kernels.size(); ++k) {
    if (!run.kernels[k].description.text().starts_with(description(r)))
      continue;
    SCOPED_TRACE(run.kernels[k].name);
    const Counters& c = run.stats.kernels[k];
    EXPECT_EQ(c.inp_load_nbytes + c.wgt_load_nbytes, 0);
    EXPECT_EQ(c.acc_load_nbytes, r.acc);
    EXPECT_EQ(c.out_store_nbytes, r.out);
    EXPECT_EQ(c.alu_counter, r.alu);
    ++count;
  }
  EXPECT_EQ(count, 2) << r.hw;
}

}  // namespace

void expect_published_totals(const Counters& c) {
  EXPECT_EQ(c.inp_load_nbytes, 5549568);
  EXPECT_EQ(c.wgt_load_nbytes, 12763136);
  EXPECT_EQ(c.acc_load_nbytes, 6051840);
  EXPECT_EQ(c.out_store_nbytes, 2433536);
  EXPECT_EQ(c.gemm_counter, 6623232);
  EXPECT_EQ(c.alu_counter, 702464);
  EXPECT_LE(c.uop_load_nbytes, 22872);
  EXPECT_GT(c.uop_load_nbytes, 0);
}

void expect_published_layers(const NetworkRun& run) {
  EXPECT_EQ(run.kernels.size(), 27u);
  for (const PublishedLayer& l : kPublishedLayers)
    expect_layer(run, l);
  for (const PublishedResidual& r : kPublishedResiduals)
    expect_residual(run, r);
}

}  // namespace vta::testing
