#include "explore/report/fields.h"

#include <boost/json.hpp>
#include <string_view>

#include "explore/record/quantity.h"

namespace vta::explore {
namespace {

// Config: describes a point. Found: the smaller the better, where it is measured. Rate: the larger
// the better.
enum class FieldRole { Config, Found, Rate };

struct Field {
  std::string_view name, label;
  std::string_view unit;  // "": a plain number or a text; "1": a share, shown as a percentage
  std::string_view help;
  FieldRole role;
};

using R = FieldRole;

constexpr Field kFields[] = {
    {"network", "Network", "", "", R::Config},
    {"images", "Images", "", "", R::Config},
    {"schedule", "Schedule", "", "", R::Config},
    {"quantization", "Quantization", "", "", R::Config},
    {"memory", "Memory", "", "", R::Config},
    {"config_name", "Configuration", "", "", R::Config},
    {"batch", "Batch", "", "", R::Config},
    {"block_in", "Block in", "", "", R::Config},
    {"block_out", "Block out", "", "", R::Config},
    {"macs", "MACs", "per cycle", "", R::Config},
    {"bus_bytes", "Bus", "bytes/cycle", "", R::Config},
    {"read_latency", "Read latency", "cycles", "", R::Config},
    {"write_latency", "Write latency", "cycles", "", R::Config},
    {"acc_read_ports", "ACC read ports", "", "", R::Config},
    {"gemm_pipeline", "GEMM pipeline", "",
     "registers from the operands of the dot product to its sum", R::Config},
    {"products_per_multiplier", "Products per multiplier", "",
     "with 2, two output lanes of the GEMM share a multiplier", R::Config},
    {"acc_overlap", "ACC overlap", "",
     "with 1, a GEMM and ALU work run at the same time on two halves of ACC", R::Config},
    {"isa_ext", "Extensions", "", "", R::Config},
    {"uop_bytes", "UOP", "bytes", "", R::Config},
    {"inp_bytes", "INP", "bytes", "", R::Config},
    {"wgt_bytes", "WGT", "bytes", "", R::Config},
    {"acc_bytes", "ACC", "bytes", "", R::Config},
    {"idx", "Point", "", "", R::Found},
    {"config_hash", "Configuration hash", "", "", R::Found},
    {"host_operators", "Left to the host", "", "", R::Found},
    {"bram36", "Block RAM 36 Kb", "", "", R::Found},
    {"area_source", "Area from", "", "", R::Found},
    {"energy_pj", "Energy", "pJ", "an estimate", R::Found},
    {"dram_bytes_per_image", "DRAM bytes per image", "bytes", "", R::Found},
    {"zynq7020_share", "Share of a Zynq-7020", "1",
     "of its scarcest resource; above 1 it does not fit", R::Found},
    {"period_ns", "Estimated clock period", "ns",
     "an estimate: the longest path with an allowance for routing", R::Found},
    {"estimated_ms_per_image", "Time at the estimated clock", "ms",
     "an estimate: cycles of an image times the period", R::Found},
    {"top1_error", "Top-1 error", "%", "samples that the int8 network classifies wrongly",
     R::Found},
    {"top5_error", "Top-5 error", "%",
     "samples whose label is not among the top five of the int8 network", R::Found},
    {"disagreement", "Disagreement", "%", "samples that int8 and float classify differently",
     R::Found},
    {"noise_percent", "Noise of the logits", "%", "quantization noise relative to the logits",
     R::Found},
    {"top1", "Top-1", "%", "samples that the int8 network classifies correctly", R::Rate},
    {"float_top1", "Top-1 in float", "%", "", R::Rate},
    {"top5", "Top-5", "%", "samples whose label is among the top five of the int8 network",
     R::Rate},
    {"float_top5", "Top-5 in float", "%", "", R::Rate},
    {"agreement", "Agreement", "%", "samples that int8 and float classify equally", R::Rate},
    {"sqnr_db", "SQNR of the logits", "dB", "", R::Rate},
    {"device_share", "Share of the device", "1",
     "of its scarcest resource; above 1 it does not fit", R::Found},
    {"fits", "Fits the device", "", "1 if its area and its bus fit", R::Found},
    {"why", "Cycles lost", "", "the main reason for waiting of the compute unit", R::Found},
    {"pareto", "Pareto", "", "", R::Found},
    {"confirmation", "Confirmed on RTL", "", "", R::Found},
};

boost::json::object json_of(const Field& field) {
  boost::json::object out = {{"name", field.name}, {"label", field.label}, {"unit", field.unit}};
  if (!field.help.empty())
    out["help"] = field.help;
  if (field.role == R::Config)
    out["role"] = "config";
  if (field.role == R::Rate)
    out["role"] = "rate";
  return out;
}

}  // namespace

boost::json::array fields_json() {
  boost::json::array out;
  for (const Field& field : kFields)
    out.push_back(json_of(field));
  for (const Quantity& q : quantities())
    if (q.of_runs() && q.kind != QuantityKind::Reading)
      out.push_back(json_of(
          {q.name, q.label, q.unit, q.meaning, q.kind == QuantityKind::Rate ? R::Rate : R::Found}));
  return out;
}

}  // namespace vta::explore
