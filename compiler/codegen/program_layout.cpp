#include "compiler/codegen/program_layout.h"

#include <algorithm>
#include <limits>
#include <set>

#include "base/round.h"
#include "compiler/codegen/item_order.h"
#include "compiler/codegen/padded_rows.h"
#include "compiler/graph/decoding.h"
#include "compiler/kernels/chain.h"
#include "compiler/kernels/kernels.h"
#include "compiler/kernels/window.h"

namespace vta {
namespace {

// Whether two layouts are the same bytes: with one row per element the block only cuts a run of
// channels that stays contiguous.
bool same_bytes(const PackedLayout& a, const PackedLayout& b) {
  return a.dtype == b.dtype && a.batch == b.batch && a.block * a.sub == b.block * b.sub &&
         (a.block == b.block || a.batch == 1);
}

class LayoutBuilder {
 public:
  LayoutBuilder(const LoweredGraph& lowered, const NetworkSchedule& schedule,
                const VtaConfig& config)
      : graph_(lowered.graph), lowered_(lowered), config_(config) {
    if (schedule.facts.merge_tasks)
      padded_ = rows_of_whole_blocks(lowered, config);
    for (const KernelSchedule& s : schedule.kernels) {
      schedules_[s.pool.value_or(s.item)] = &s;
      if (s.pool)
        elsewhere_.insert(s.item);
      if (s.follower)
        elsewhere_.insert(*s.follower);
    }
    for (const Concat& concat : lowered.concats) {
      int64_t channels = 0;
      for (const NodeId part : concat.parts) {
        places_[part] = {&concat, channels};
        channels += extents(graph_.type(part)).c;  // all but the last have no padding
      }
    }
  }

  ProgramLayout run() {
    for (const NodeId id : graph_.inputs())
      out_.inputs.push_back(host_value(id));
    if (const int64_t context = decode_context(graph_); context > 0) {
      out_.positions = Positions{context, config_.block_out(), out_.inputs.back(), {}};
      out_.inputs.pop_back();
    }
    for (const size_t i : order_items(lowered_))
      add_item(i);
    for (const NodeId id : graph_.outputs())
      out_.outputs.push_back(host_value(id));
    place_tensors();
    return std::move(out_);
  }

 private:
  // Where a part of a concat begins.
  struct Place {
    const Concat* whole = nullptr;
    int64_t first_channel = 0;
  };

  // Parts lie where the whole does; their offsets are relative to it until now.
  void place_tensors() {
    std::vector<Lifetime> wholes;
    std::vector<size_t> index;
    for (size_t i = 0; i < out_.device_tensors.size(); ++i)
      if (out_.device_tensors[i].part_of < 0) {
        wholes.push_back(out_.lifetimes[i]);
        index.push_back(i);
      }
    const MemoryPlan plan = plan_memory(wholes, alignment());
    for (size_t i = 0; i < wholes.size(); ++i)
      out_.device_tensors[index[i]].offset_bytes = plan.offsets[i];
    for (DeviceTensor& tensor : out_.device_tensors)
      if (tensor.part_of >= 0)
        tensor.offset_bytes +=
            out_.device_tensors[static_cast<size_t>(tensor.part_of)].offset_bytes;
  }

  int64_t alignment() const {
    int64_t most = 64;
    for (const MemoryType t : {MemoryType::Inp, MemoryType::Wgt, MemoryType::Acc})
      most = std::max(most, config_.element_bytes(t));
    return most;
  }

  int64_t position() const { return static_cast<int64_t>(out_.steps.size()); }

  // Every read and write of a device tensor passes here, so lifetimes are complete.
  void touch(int64_t tensor) {
    Lifetime& life = out_.lifetimes[static_cast<size_t>(tensor)];
    life.first = std::min(life.first, position());
    life.last = std::max(life.last, position());
    if (const int64_t whole = out_.device_tensors[static_cast<size_t>(tensor)].part_of; whole >= 0)
      touch(whole);
  }

  int64_t new_value(std::string name, const TensorType& type, Tensor constant = {}) {
    out_.values.push_back({std::move(name), type.dtype, type.shape, std::move(constant)});
    return static_cast<int64_t>(out_.values.size()) - 1;
  }

  int64_t new_tensor(std::string name, const PackedLayout& layout) {
    out_.device_tensors.push_back({std::move(name), 0, layout});
    out_.lifetimes.push_back({layout.size_bytes(), position(), position()});
    return static_cast<int64_t>(out_.device_tensors.size()) - 1;
  }

  // The device tensor that holds a node's value, made before it is written: of its own, or a part
  // of the concat's that reads it.
  int64_t tensor_of(NodeId node, std::string name, PackedLayout layout) {
    const auto place = places_.find(node);
    int64_t tensor = -1;
    if (place == places_.end()) {
      tensor = new_tensor(std::move(name), layout);
    } else {
      const auto& [concat, first_channel] = place->second;
      const int64_t whole = whole_of(*concat);
      const DeviceTensor& in = out_.device_tensors[static_cast<size_t>(whole)];
      const int64_t root = in.part_of >= 0 ? in.part_of : whole;
      const int64_t before = in.part_of >= 0 ? in.offset_bytes : 0;
      const int64_t first_group = first_channel / (layout.sub * layout.block);
      if (layout.batches() > 1)
        layout.image_groups = in.layout.group_pitch();
      tensor = new_tensor(std::move(name), layout);
      DeviceTensor& part = out_.device_tensors[static_cast<size_t>(tensor)];
      part.part_of = root;
      part.offset_bytes = before + first_group * layout.group_bytes();
    }
    tensors_[node] = tensor;
    return tensor;
  }

  int64_t whole_of(const Concat& concat) {
    if (const auto made = tensors_.find(concat.output); made != tensors_.end())
      return made->second;
    return tensor_of(concat.output, node_name(concat.output), layout_of(concat.nchw));
  }

  std::string node_name(NodeId id) const {
    const std::string& name = graph_.node(id).name;
    return name.empty() ? fmt::format("unnamed.{}", id) : name;
  }

  // The name of the value that a node only rearranges: packing calls have none of their own.
  std::string origin_name(NodeId id) const {
    while (graph_.node(id).name.empty() &&
           (graph_.node(id).op == "reshape" || graph_.node(id).op == "transpose" ||
            graph_.node(id).op == "nn.pad"))
      id = graph_.node(id).inputs.front();
    return node_name(id);
  }

  // As kernels store it; what reads it as INP may need it converted.
  PackedLayout layout_of(const std::array<int64_t, 4>& nchw) const {
    return {nchw[0],         nchw[1], nchw[2], nchw[3], config_.batch(), config_.block_out(),
            sub_out(config_)};
  }

  // The host tensor that a node stands for; fetched from the device when it lives there only.
  int64_t host_value(NodeId id) {
    if (const auto it = values_.find(id); it != values_.end())
      return it->second;
    const Node& node = graph_.node(id);
    int64_t value = -1;
    if (node.kind == NodeKind::Input || node.kind == NodeKind::Constant) {
      VTA_CHECK(node.kind == NodeKind::Input || node.constant.valid(), "constant {} has no data",
                id);
      value = new_value(node_name(id), node.type(), node.constant);
    } else if (node.kind == NodeKind::TupleGet) {
      value = fields_.at(node.inputs.front())[static_cast<size_t>(node.tuple_index)];
    } else {
      const auto tensor = tensors_.find(id);
      VTA_CHECK(tensor != tensors_.end(), "nothing has computed {} ({})", node_name(id), node.op);
      value = fetch(tensor->second, node);
    }
    values_[id] = value;
    return value;
  }

  int64_t host_op(std::string op, Attrs attrs, int64_t input, const TensorType& type) {
    const int64_t value =
        new_value(fmt::format("{}.{}", out_.values[static_cast<size_t>(input)].name, op), type);
    out_.steps.push_back(HostOpStep{std::move(op), std::move(attrs), {input}, {value}});
    return value;
  }

  // A packed result that a host operator reads as it is: fetched as NCHW, then arranged as the
  // packed node's own type says.
  int64_t fetch(int64_t tensor, const Node& node) {
    const PackedLayout& l = out_.device_tensors[static_cast<size_t>(tensor)].layout;
    const Shape nchw = {l.n, l.c, l.h, l.w};
    const int64_t value = new_value(node.name, {nchw, DType::I8});
    touch(tensor);
    out_.steps.push_back(FromDeviceStep{tensor, value});
    const Shape& shape = node.type().shape;
    if (shape.size() != 6)
      return value;
    const Shape split = {shape[0], shape[4], shape[1], shape[5], shape[2], shape[3]};
    if (num_elements(split) != num_elements(nchw))
      throw CompileError(fmt::format(
          "'{}' is read packed on the host, as {}, but its {} channels fill no whole blocks",
          node.name, type_text(node.type()), l.c));
    const int64_t parts = host_op("reshape", {{"newshape", split}}, value, {split, DType::I8});
    return host_op("transpose", {{"axes", IntList{0, 2, 4, 5, 1, 3}}}, parts, {shape, DType::I8});
  }

  // A host tensor as NCHW, whatever form it has.
  int64_t as_nchw(NodeId id, std::array<int64_t, 4>& nchw) {
    int64_t value = host_value(id);
    const Shape& s = graph_.type(id).shape;
    if (s.size() == 6) {
      const Shape turned = {s[0], s[4], s[1], s[5], s[2], s[3]};
      value =
          host_op("transpose", {{"axes", IntList{0, 4, 1, 5, 2, 3}}}, value, {turned, DType::I8});
      nchw = {s[0] * s[4], s[1] * s[5], s[2], s[3]};
    } else {
      nchw = {s[0], s.size() > 1 ? s[1] : 1, s.size() > 2 ? s[2] : 1, s.size() > 3 ? s[3] : 1};
    }
    const Shape shape(nchw.begin(), nchw.end());
    if (out_.values[static_cast<size_t>(value)].shape != shape)
      value = host_op("reshape", {{"newshape", shape}}, value, {shape, DType::I8});
    return value;
  }

  // The device tensor that a node stands for; sent there when it lives on the host only.
  int64_t device_tensor(NodeId id) {
    if (const auto it = tensors_.find(id); it != tensors_.end())
      return it->second;
    return send(id, id);
  }

  // A tensor from the first run to the last.
  void keep(int64_t tensor) {
    Lifetime& life = out_.lifetimes[static_cast<size_t>(tensor)];
    life.first = 0;
    life.last = std::numeric_limits<int64_t>::max();
  }

  // A launch may have several positions, each with what the host has sent for it.
  void send_every_position(int64_t tensor) {
    DeviceTensor& t = out_.device_tensors[static_cast<size_t>(tensor)];
    t.position_bytes = t.layout.size_bytes();
    out_.lifetimes[static_cast<size_t>(tensor)].bytes *= out_.positions->context;
    keep(tensor);
  }

  int64_t send(NodeId host, NodeId packed) {
    std::array<int64_t, 4> nchw{};
    const int64_t value = as_nchw(host, nchw);
    const int64_t tensor = tensor_of(packed, origin_name(packed), layout_of(nchw));
    touch(tensor);
    if (out_.positions)
      send_every_position(tensor);
    out_.steps.push_back(ToDeviceStep{value, tensor});
    return tensor;
  }

  int64_t converted(int64_t source, PackedLayout wanted) {
    const PackedLayout have = out_.device_tensors[static_cast<size_t>(source)].layout;
    if (same_bytes(have, wanted))
      return source;
    wanted.image_groups = 0;  // no part of another, whatever the source is
    const std::string name = out_.device_tensors[static_cast<size_t>(source)].name;
    const int64_t target =
        new_tensor(name + (wanted.dtype == DType::I32 ? ".int32" : ".inp"), wanted);
    touch(source);
    touch(target);
    out_.steps.push_back(ConvertStep{source, target});
    return target;
  }

  void add(const HostItem& item) {
    const Node& node = graph_.node(item.node);
    HostOpStep step{node.op, node.attrs, {}, {}, node.onnx_nodes};
    for (const NodeId input : node.inputs)
      step.inputs.push_back(host_value(input));
    for (const TensorType& type : node.types)
      step.outputs.push_back(new_value(node_name(item.node), type));
    values_[item.node] = step.outputs.front();
    fields_[item.node] = step.outputs;
    out_.steps.push_back(std::move(step));
  }

  void add(const BoundaryCopy& copy) {
    if (copy.to_device) {
      send(copy.host, copy.packed);
      return;
    }
    const int64_t tensor = device_tensor(copy.packed);
    const PackedLayout& l = out_.device_tensors[static_cast<size_t>(tensor)].layout;
    const TensorType& type = graph_.type(copy.host);
    const int64_t value = new_value(node_name(copy.host), {{l.n, l.c, l.h, l.w}, DType::I8});
    touch(tensor);
    out_.steps.push_back(FromDeviceStep{tensor, value});
    values_[copy.host] = type.shape == out_.values[static_cast<size_t>(value)].shape
                             ? value
                             : host_op("reshape", {{"newshape", type.shape}}, value, type);
  }

  void add_item(size_t item) {
    if (const auto* host = std::get_if<HostItem>(&lowered_.items[item]))
      return add(*host);
    if (const auto* copy = std::get_if<BoundaryCopy>(&lowered_.items[item]))
      return add(*copy);
    if (const auto found = schedules_.find(item); found != schedules_.end())
      return add(*found->second);
    VTA_CHECK(elsewhere_.contains(item), "kernel {} has no schedule",
              std::get<Kernel>(lowered_.items[item]).name);
  }

  // A convolution that is computed with its pool is so where the pool stands, a follower where its
  // layer does.
  void add(const KernelSchedule& schedule) {
    const Kernel& kernel = std::get<Kernel>(lowered_.items[schedule.item]);
    KernelStep step;
    step.kernel = &kernel;
    step.pool = kernel_at(schedule.pool);
    step.follower = kernel_at(schedule.follower);
    step.schedule = &schedule;
    const bool in_acc = kind_of(schedule.layer).reads_acc;
    for (const KernelInput& input : kernel.inputs) {
      int64_t tensor = device_tensor(input.node);
      PackedLayout wanted = out_.device_tensors[static_cast<size_t>(tensor)].layout;
      wanted.block = in_acc ? config_.block_out() : config_.block_in();
      wanted.sub = in_acc ? sub_out(config_) : sub_in(config_);
      // Published schedules add int32 operands, which the host widens between launches.
      if (schedule.layer.wide_operands)
        wanted.dtype = DType::I32;
      step.inputs.push_back(converted(tensor, wanted));
    }
    const Kernel& last = step.pool != nullptr       ? *step.pool
                         : step.follower != nullptr ? *step.follower
                                                    : kernel;
    if (schedule.own_steps)
      step.early = output_tensor(kernel);
    step.output = output_tensor(last);
    for (const int64_t input : step.inputs)
      touch(input);
    if (step.early)
      touch(*step.early);
    touch(step.output);
    if (const auto scratch_bytes = kind_of(schedule.layer).scratch_bytes)
      step.scratch = bytes_of(kernel.name + ".scratch",
                              scratch_bytes(schedule.layer, schedule.tiles, config_));
    if (const auto state_bytes = kind_of(schedule.layer).state_bytes) {
      step.state =
          bytes_of(kernel.name + ".state", state_bytes(schedule.layer, schedule.tiles, config_));
      keep(*step.state);
      out_.positions->states.push_back(*step.state);
    }
    out_.steps.push_back(std::move(step));
  }

  // Alive while its kernel is, of no layout.
  int64_t bytes_of(std::string name, int64_t bytes) {
    PackedLayout layout =
        layout_of({1, config_.block_out(), 1, ceil_div(bytes, config_.block_out())});
    layout.batch = 1;
    return new_tensor(std::move(name), layout);
  }

  const Kernel* kernel_at(std::optional<size_t> item) const {
    return item ? &std::get<Kernel>(lowered_.items[*item]) : nullptr;
  }

  int64_t output_tensor(const Kernel& kernel) {
    const ConvGeometry& g = kernel.conv;
    const int64_t columns =
        padded_.contains(kernel.output) ? align_up(g.ow, config_.block_out()) : g.ow;
    return tensor_of(kernel.output, node_name(kernel.output),
                     layout_of({g.n, g.oc, g.oh, columns}));
  }

  const Graph& graph_;
  const LoweredGraph& lowered_;
  const VtaConfig& config_;
  ProgramLayout out_;
  std::map<size_t, const KernelSchedule*> schedules_;  // by the item where they are carried out
  std::set<size_t> elsewhere_;                         // items that are carried out with another
  std::map<NodeId, int64_t> values_, tensors_;
  std::map<NodeId, Place> places_;                 // of parts of concats
  std::set<NodeId> padded_;                        // whose rows are completed to whole blocks
  std::map<NodeId, std::vector<int64_t>> fields_;  // every result of a host operator
};

}  // namespace

ProgramLayout lay_out_program(const LoweredGraph& lowered, const NetworkSchedule& schedule,
                              const VtaConfig& config) {
  return LayoutBuilder(lowered, schedule, config).run();
}

}  // namespace vta
