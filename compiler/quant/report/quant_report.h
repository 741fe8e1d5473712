// A quantization told layer by layer: how much of each value is left, why, and who hurts most. What
// is said of the fields here is what docs/quantization.md says of the same ones in JSON.
#pragma once

#include <functional>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "compiler/quant/drop_limit.h"
#include "compiler/quant/harness.h"
#include "compiler/quant/report/value_meter.h"

namespace vta {

// A value that the quantized network has as int8, or what a layer in float computes.
struct ValueReport {
  NodeId id = -1;  // of the float graph
  std::string name, op;
  bool is_int8 = false;
  std::string int8_name = {};                // of the quantized graph's node
  int exponent = 0;                          // a step is 2^exponent,
  double least_factor = 1, most_factor = 1;  // times a factor, one per channel (channel_factors.h)
  double least = 0, most = 0;                // of the float network
  double sqnr_db = 0, clipped_percent = 0, at_limits_percent = 0;  // as ValueMeter has them
  ValueHistogram histogram = {};  // in steps; in the value's own unit where it is no int8
};

// What the layer is given: with the factors of values in it, before rounding.
struct WeightReport {
  double least = 0, most = 0;
  std::vector<int> exponents = {};          // per output channel; empty in float
  int64_t channels = 0, dead_channels = 0;  // of zeros alone
  std::optional<double> sqnr_db = {};       // of the rounded ones
};

enum class LayerPlace : uint8_t { Accelerator, HostInt8, HostFloat };
std::string_view place_name(LayerPlace place);  // "accelerator", "host int8", "host float"

struct LayerReport {
  NodeId id = -1;  // a convolution or dense layer of the float graph
  std::string name, op;
  std::vector<std::string> onnx_nodes = {};
  LayerPlace place = LayerPlace::HostFloat;
  std::string why = {};              // it is not on the accelerator
  std::string kernel = {};           // of the program, that computes it
  std::optional<size_t> value = {};  // of QuantReport::values: where its result is stored first
  // Of its int32 sums, with what corrects their means, without the bias; none in float.
  std::optional<double> sums_sqnr_db = {};
  // Of the logits, were it alone in float; on the samples of the search, where all that could be
  // were int8. None: it never was.
  std::optional<double> gain_db = {};
  WeightReport weights = {};
  std::vector<double> bias_correction =
      {};  // per output channel, in the output's unit; empty: none
};

struct ModeReport {
  std::string name;                 // "max"
  std::optional<LogitScore> score;  // none: not measured
  std::string note;                 // why
};

struct QuantReport {
  std::vector<ValueReport> values;  // in the order of the graph
  std::vector<LayerReport> layers;  // likewise
  std::vector<ModeReport> modes;
};

struct QuantReportRequest {
  const Graph& graph;            // as the pass `quantize` is given
  const QuantOptions& searched;  // the samples of the search are its calibration
  const QuantOptions& measured;  // the same with those that are measured on
  const QuantPlan& found;        // by the search
  const DropResult& kept;        // what is compiled, and what was learnt on the way
  int64_t threads = 1;
  // MemoRun::work that one of the modes that are only compared may take to find its scales.
  int64_t most_mode_work = 20'000'000'000;
  std::function<void(double part)> progress = {};  // as QuantOptions::search_progress
};

// Everything but where layers of integers are computed: they are said to be on the accelerator.
QuantReport quant_report(const QuantReportRequest& request);

}  // namespace vta
