#include "tests/compiler/quantized/model_run.h"

#include <cmath>

#include "compiler/onnx/import.h"
#include "compiler/oracle.h"
#include "runtime/executor.h"
#include "runtime/work_share.h"
#include "sim/factory/device_factory.h"

namespace vta::testing {

VtaConfig Machine::config() const {
  VtaConfig c = named_config(name);
  c.isa_ext = extensions;
  c.acc_read_ports = ports;
  return c;
}

Graph imported(const onnx::ModelProto& model) {
  const std::string bytes = model.SerializeAsString();
  return import_onnx(std::as_bytes(std::span(bytes)), "net", {});
}

ModelRun run_model(const Graph& graph, const Tensor& input, const Machine& machine) {
  CompileOptions options;
  options.config = machine.config();
  options.recipe.set("quant", "model");
  ModelRun ran{{}, compile_graph(graph, options)};
  Executor executor(ran.compiled.program, make_device("fsim", options.config));
  executor.set_input(0, input);
  Oracle oracle(ran.compiled.quantized, executor);
  executor.run();
  const VerifyReport report = oracle.compare();
  EXPECT_EQ(report.first_mismatch, "");
  EXPECT_EQ(report.mismatched_elements, 0);
  EXPECT_EQ(report.output_error, 0);
  const WorkShare share = work_share(ran.compiled.program);
  ran.device_share = share.network_macs == 0 ? 0
                                             : static_cast<double>(share.device_macs) /
                                                   static_cast<double>(share.network_macs);
  const Tensor out = executor.output(0);
  ran.output.assign(out.data<float>().begin(), out.data<float>().end());
  return ran;
}

void Difference::count(const std::vector<float>& wanted, const std::vector<float>& have,
                       float step) {
  ASSERT_EQ(wanted.size(), have.size());
  for (size_t i = 0; i < wanted.size(); ++i) {
    const auto steps = static_cast<int64_t>(std::lround(std::abs(wanted[i] - have[i]) / step));
    ++elements;
    differ += steps != 0 ? 1 : 0;
    most = std::max(most, steps);
  }
}

}  // namespace vta::testing
