// Values by their size, and values between others: TopK and GridSample.
#include <algorithm>
#include <array>

#include "compiler/onnx/op_node.h"

namespace vta::onnx_import {
namespace {

// The number is an attribute before opset 10 and an operand from then on.
Value top_k(const OpNode& node) {
  if (node.opset() < 10 && node.find("k") == nullptr)
    node.fail("attribute k is missing");
  const std::vector<int64_t> k =
      node.opset() < 10 ? std::vector<int64_t>{node.get_int("k", 0)} : node.constant_ints(1, "K");
  if (k.size() != 1)
    node.fail(fmt::format("K has {} values: must be one", k.size()));
  const int64_t axis = node.axis_in(node.get_int("axis", -1), node.shape(0).size());
  const int64_t extent = node.shape(0)[static_cast<size_t>(axis)];
  if (k[0] < 1 || k[0] > extent)
    node.fail(
        fmt::format("K={}: axis {} of {} has {}", k[0], axis, shape_text(node.shape(0)), extent));
  Attrs attrs{{"k", k[0]}, {"axis", axis}};
  if (node.get_int("largest", 1) == 0)
    attrs.set("is_ascend", true);
  const std::vector<Value> both = node.builder().call_fields("topk", {node.in(0)}, attrs);
  node.set_result(1, both[1]);
  return both[0];
}

// Modes have other names from opset 20 on.
Value grid_sample(const OpNode& node) {
  struct Mode {
    std::string_view before, now;
  };
  constexpr std::array<Mode, 3> kModes{
      {{"bilinear", "linear"}, {"nearest", "nearest"}, {"bicubic", "cubic"}}};
  const bool old = node.opset() < 20;
  const std::string given = node.get_string("mode", old ? "bilinear" : "linear");
  const auto* const mode = std::ranges::find(kModes, given, old ? &Mode::before : &Mode::now);
  if (mode == kModes.end())
    node.fail(fmt::format("mode \"{}\" is unknown at opset {}: {}", given, node.opset(),
                          old ? "bilinear, nearest or bicubic" : "linear, nearest or cubic"));
  return node.call("image.grid_sample", {node.in(0), node.in(1)},
                   {{"method", std::string(mode->now)},
                    {"padding_mode", node.get_string("padding_mode", "zeros")},
                    {"align_corners", node.get_int("align_corners", 0) != 0}});
}

constexpr OpImporter kSampleOps[] = {
    {"TopK", top_k, "constant K; always in order, equal values by their place"},
    {"GridSample", grid_sample, "any number of spatial axes"},
};

}  // namespace

std::span<const OpImporter> sample_importers() {
  return kSampleOps;
}

}  // namespace vta::onnx_import
