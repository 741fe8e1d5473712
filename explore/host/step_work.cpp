#include "explore/host/step_work.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <limits>
#include <vector>

#include "compiler/graph/operations.h"
#include "runtime/host_work.h"
#include "runtime/work_share.h"

namespace vta::explore {
namespace {

// Operators whose result is their operand under another shape or name: nothing moves.
constexpr std::array<std::string_view, 9> kRenaming = {"reshape",
                                                       "squeeze",
                                                       "expand_dims",
                                                       "nn.batch_flatten",
                                                       "copy",
                                                       "nn.dropout",
                                                       "annotation.cast_hint",
                                                       "annotation.data",
                                                       "annotation.stop_fusion"};

class WorkOf {
 public:
  explicit WorkOf(const Program& program) : program_(program) {}

  StepWork operator()(const HostOpStep& s) const {
    StepWork work = named(s.op, operator_row(s.op));
    if (!s.outputs.empty())
      work.typed_name += fmt::format(":{}", dtype_name(value(s.outputs.front()).dtype));
    if (std::ranges::find(kRenaming, s.op) != kRenaming.end())
      return work;
    work.bytes = bytes_of(s);
    work.macs = host_macs(program_, s);
    work.elements = elements_of(s);
    return work;
  }
  StepWork operator()(const ToDeviceStep& s) const {
    return moved(kPackRow, bytes_of(s), layout(s.device_tensor).num_elements());
  }
  StepWork operator()(const FromDeviceStep& s) const {
    return moved(kUnpackRow, bytes_of(s), num_elements(shape(s.value)));
  }
  StepWork operator()(const ConvertStep& s) const {
    return moved(kConvertRow, bytes_of(s), layout(s.target).num_elements());
  }
  StepWork operator()(const LaunchStep&) const { return named(kLaunchRow, kLaunchRow); }

 private:
  static StepWork named(std::string_view name, std::string_view kind) {
    return {.name = std::string(name), .typed_name = std::string(name), .kind_row = kind};
  }
  static StepWork moved(std::string_view row, int64_t bytes, int64_t elements) {
    StepWork work = named(row, row);
    work.bytes = bytes;
    work.elements = elements;
    return work;
  }

  const ProgramValue& value(int64_t id) const { return program_.values[static_cast<size_t>(id)]; }
  const Shape& shape(int64_t id) const { return value(id).shape; }
  const PackedLayout& layout(int64_t tensor) const {
    return program_.device_tensors[static_cast<size_t>(tensor)].layout;
  }

  int64_t bytes_of(const Step& step) const {
    const HostWork work = host_work_of(program_, step);
    constexpr int64_t kMost = std::numeric_limits<int64_t>::max();
    return work.read_bytes > kMost - work.written_bytes ? kMost
                                                        : work.read_bytes + work.written_bytes;
  }

  int64_t elements_of(const HostOpStep& s) const {
    std::vector<Shape> operands, results;
    int64_t elements = 0;
    for (const int64_t value : s.inputs)
      operands.push_back(shape(value));
    for (const int64_t value : s.outputs) {
      results.push_back(shape(value));
      elements += num_elements(results.back());
    }
    const OperationKind kind = operation_kind(s.op);
    return kind == OperationKind::Products || kind == OperationKind::Movement
               ? elements
               : operation_count(s.op, s.attrs, operands, results);
  }

  const Program& program_;
};

}  // namespace

StepWork step_work(const Program& program, const Step& step) {
  return std::visit(WorkOf(program), step);
}

}  // namespace vta::explore
