// Only int8 values and what a layer makes in float32 are kept: int32 sums are four times as large,
// and what reads them mostly changes with them; other float values are as large, and soon computed.
#include "compiler/quant/memo_run.h"

#include <algorithm>
#include <exception>
#include <mutex>
#include <thread>

#include "base/hash.h"
#include "base/interruption.h"
#include "base/resource_policy.h"
#include "base/round.h"
#include "runtime/host_ops.h"

namespace vta {
namespace {

template <typename T>
void put(std::string& text, T value) {
  text.append(reinterpret_cast<const char*>(&value), sizeof value);
}

void put(std::string& text, const std::string& value) {
  put(text, value.size());
  text += value;
}

template <typename T>
void put(std::string& text, const std::vector<T>& values) {
  put(text, values.size());
  for (const T& v : values)
    put(text, v);
}

void put(std::string& text, const Attrs& attrs) {
  for (const auto& [name, value] : attrs.items()) {
    put(text, name);
    put(text, value.index());
    std::visit([&](const auto& v) { put(text, v); }, value);
  }
}

int64_t work_of_node(const Graph& graph, NodeId id) {
  const Node& n = graph.node(id);
  const int64_t results = num_elements(n.type().shape);
  if (n.op != "nn.conv2d" && n.op != "nn.dense")
    return results;
  const Shape& weight = graph.type(n.inputs[1]).shape;
  return results * num_elements(weight) / weight.front();
}

bool worth_keeping(const Graph& graph, NodeId id) {
  const Node& n = graph.node(id);
  if (n.kind != NodeKind::Call || n.types.size() != 1)
    return false;
  return dtype_bytes(n.type().dtype) == 1 ||
         (n.type().dtype == DType::F32 && work_of_node(graph, id) > num_elements(n.type().shape));
}

int64_t bytes_of(const TensorType& type) {
  return num_elements(type.shape) * dtype_bytes(type.dtype);
}

}  // namespace

MemoRun::MemoRun(std::vector<std::vector<Tensor>> samples, int64_t threads, int64_t bytes)
    : samples_(std::move(samples)), threads_(std::max<int64_t>(1, threads)), bytes_(bytes) {}

// Where all are too many, every second, third, ...: what is between is computed from there.
std::vector<bool> MemoRun::keepers(const Graph& graph) const {
  std::vector<bool> kept(static_cast<size_t>(graph.size()));
  int64_t bytes = 0, count = 0;
  for (NodeId id = 0; id < graph.size(); ++id)
    if (worth_keeping(graph, id))
      bytes += bytes_of(graph.type(id)) * samples();
  const int64_t every = std::max<int64_t>(1, ceil_div(bytes, std::max<int64_t>(1, bytes_)));
  for (NodeId id = 0; id < graph.size(); ++id)
    kept[static_cast<size_t>(id)] = worth_keeping(graph, id) && ++count % every == 0;
  return kept;
}

std::vector<MemoRun::Key> MemoRun::keys_of(const Graph& graph) {
  std::vector<Key> keys(static_cast<size_t>(graph.size()));
  std::string text;
  for (NodeId id = 0; id < graph.size(); ++id) {
    const Node& n = graph.node(id);
    text.clear();
    put(text, n.kind);
    put(text, n.op);
    put(text, n.attrs);
    put(text, n.tuple_index);
    for (const NodeId in : n.inputs)
      for (const uint64_t word : keys[static_cast<size_t>(in)])
        put(text, word);
    if (n.kind == NodeKind::Input)
      put(text, std::ranges::find(graph.inputs(), id) - graph.inputs().begin());
    if (n.kind == NodeKind::Constant) {
      VTA_CHECK(n.constant.valid(), "constant {} has no data", id);
      put(text, n.type().dtype);
      put(text, n.type().shape);
      text.append(reinterpret_cast<const char*>(n.constant.bytes().data()),
                  n.constant.bytes().size());
    }
    const uint64_t first = hash64(text);
    put(text, first);
    keys[static_cast<size_t>(id)] = {first, hash64(text)};
  }
  return keys;
}

const MemoRun::BySample* MemoRun::known(const Key& key) const {
  for (const auto* values : {&kept_, &last_})
    if (const auto it = values->find(key); it != values->end())
      return &it->second;
  return nullptr;
}

MemoRun::Plan MemoRun::plan(const Graph& graph, const std::vector<Key>& keys,
                            std::span<const NodeId> wanted) const {
  Plan p;
  p.reads.assign(static_cast<size_t>(graph.size()), 0);
  for (const NodeId id : wanted)
    ++p.reads[static_cast<size_t>(id)];
  for (NodeId id = graph.size() - 1; id >= 0; --id) {
    const Node& n = graph.node(id);
    const bool computed = n.kind == NodeKind::Call || n.kind == NodeKind::TupleGet;
    if (!computed || p.reads[static_cast<size_t>(id)] == 0 ||
        known(keys[static_cast<size_t>(id)]) != nullptr)
      continue;
    p.calls.push_back(id);
    for (const NodeId in : n.inputs)
      ++p.reads[static_cast<size_t>(in)];
  }
  std::ranges::reverse(p.calls);
  return p;
}

// Call by call for all of them, and not sample by sample: what an operator makes of its constants
// is then made once (conv_int8).
void MemoRun::run_samples(const Graph& graph, const std::vector<Key>& keys, const Plan& plan,
                          std::span<const size_t> samples, std::map<Key, BySample>& fresh) const {
  std::vector<Values> values(
      samples.size(), {std::vector<BySample>(static_cast<size_t>(graph.size())), plan.reads});
  for (const NodeId id : plan.calls)
    for (size_t i = 0; i < samples.size(); ++i) {
      std::vector<Tensor>& own = values[i].results[static_cast<size_t>(id)];
      own = run_call(graph, keys, id, samples[i], values[i]);
      if (const auto it = fresh.find(keys[static_cast<size_t>(id)]); it != fresh.end())
        it->second[samples[i]] = own.front();
    }
}

std::vector<Tensor> MemoRun::run_call(const Graph& graph, const std::vector<Key>& keys, NodeId id,
                                      size_t sample, Values& values) const {
  const auto operand = [&](NodeId in) -> Tensor {
    const Node& n = graph.node(in);
    if (n.kind == NodeKind::Constant)
      return n.constant;
    if (n.kind == NodeKind::Input)
      return samples_[sample][static_cast<size_t>(std::ranges::find(graph.inputs(), in) -
                                                  graph.inputs().begin())];
    std::vector<Tensor>& own = values.results[static_cast<size_t>(in)];
    if (own.empty())
      return (*known(keys[static_cast<size_t>(in)]))[sample];
    Tensor value = own.front();
    if (--values.reads[static_cast<size_t>(in)] == 0)
      own.clear();
    return value;
  };
  const Node& n = graph.node(id);
  if (n.kind == NodeKind::TupleGet)
    return {values.results[static_cast<size_t>(n.inputs[0])][static_cast<size_t>(n.tuple_index)]};
  std::vector<Tensor> operands;
  for (const NodeId in : n.inputs)
    operands.push_back(operand(in));
  return run_host_op(n.op, n.attrs, operands);
}

// So many that their values are near.
int64_t MemoRun::samples_together(const Graph& graph, const Plan& plan) {
  constexpr int64_t kMost = 8, kBytes = 2'000'000;
  int64_t largest = 1;
  for (const NodeId id : plan.calls)
    for (const TensorType& type : graph.node(id).types)
      largest = std::max(largest, bytes_of(type));
  return std::clamp<int64_t>(kBytes / largest, 1, kMost);
}

int64_t MemoRun::work_of(const Graph& graph) {
  int64_t work = 0;
  for (NodeId id = 0; id < graph.size(); ++id)
    if (graph.node(id).kind == NodeKind::Call && graph.node(id).types.size() == 1)
      work += work_of_node(graph, id);
  return work;
}

std::vector<std::vector<Tensor>> MemoRun::run(const Graph& graph, std::span<const NodeId> wanted) {
  return run(graph, wanted, keys_of(graph));
}

std::vector<std::vector<Tensor>> MemoRun::run(const Graph& graph, std::span<const NodeId> wanted,
                                              std::vector<Key> keys) {
  last_.clear();
  last_keys_ = std::move(keys);
  const Plan p = plan(graph, last_keys_, wanted);
  std::map<Key, BySample> fresh;
  const std::vector<bool> kept = keepers(graph);
  const int64_t together = samples_together(graph, p);
  for (const NodeId id : p.calls) {
    work_ += work_of_node(graph, id) * samples();
    if (kept[static_cast<size_t>(id)] || std::ranges::find(wanted, id) != wanted.end())
      fresh.emplace(last_keys_[static_cast<size_t>(id)], BySample(samples_.size()));
  }
  std::exception_ptr error;
  std::mutex mutex;
  const auto meter = scoped_meter();
  const auto interruption = scoped_interruption();
  const auto share = [&](int64_t thread) {
    try {
      const InterruptionScope joined(interruption);
      std::optional<ResourceScope> scope;
      if (meter != nullptr)
        scope.emplace(meter);
      std::vector<size_t> own;
      for (int64_t s = thread; s < samples(); s += threads_) {
        own.push_back(static_cast<size_t>(s));
        if (std::ssize(own) < together && s + threads_ < samples())
          continue;
        run_samples(graph, last_keys_, p, own, fresh);
        own.clear();
      }
    } catch (...) {
      const std::lock_guard lock(mutex);
      error = std::current_exception();
    }
  };
  std::vector<std::thread> others;
  for (int64_t t = 1; t < std::min(threads_, samples()); ++t)
    others.emplace_back(share, t);
  share(0);
  for (std::thread& t : others)
    t.join();
  if (error)
    std::rethrow_exception(error);
  last_ = std::move(fresh);
  return values_of(graph, wanted);
}

std::vector<std::vector<Tensor>> MemoRun::values_of(const Graph& graph,
                                                    std::span<const NodeId> wanted) const {
  std::vector<std::vector<Tensor>> values(samples_.size());
  for (size_t s = 0; s < samples_.size(); ++s)
    for (const NodeId id : wanted) {
      const Node& n = graph.node(id);
      if (n.kind == NodeKind::Constant)
        values[s].push_back(n.constant);
      else if (n.kind == NodeKind::Input)
        values[s].push_back(samples_[s][static_cast<size_t>(std::ranges::find(graph.inputs(), id) -
                                                            graph.inputs().begin())]);
      else
        values[s].push_back((*known(last_keys_[static_cast<size_t>(id)]))[s]);
    }
  return values;
}

void MemoRun::keep_last() {
  std::map<Key, BySample> kept;
  for (const Key& key : last_keys_)
    if (const BySample* values = known(key))
      kept.emplace(key, *values);
  kept_ = std::move(kept);
  last_.clear();
}

}  // namespace vta
