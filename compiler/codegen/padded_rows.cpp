#include "compiler/codegen/padded_rows.h"

namespace vta {
namespace {

// Who reads a value as tiles, and who reads it as rows that follow each other.
struct Readers {
  std::set<NodeId> tiles, dense_rows;

  void read(const Kernel& kernel) {
    const bool attends = kernel.kind == Kernel::Kind::Attention;
    const bool reads_tiles = attends || kernel.kind == Kernel::Kind::LayerNorm;
    for (size_t i = 0; i < kernel.inputs.size(); ++i) {
      const bool added = kernel.multiplies() && i == 1;
      const bool keys = attends && i == 1;  // rows of INP
      if (reads_tiles && !keys)
        tiles.insert(kernel.inputs[i].node);
      if (!reads_tiles && !added)
        dense_rows.insert(kernel.inputs[i].node);
    }
  }
  void read(const HostItem& item, const Graph& graph) {
    for (const NodeId input : graph.node(item.node).inputs)
      dense_rows.insert(input);
  }
};

}  // namespace

std::set<NodeId> rows_of_whole_blocks(const LoweredGraph& lowered, const VtaConfig& config) {
  if (config.batch() != 1 || config.block_in() != config.block_out())
    return {};
  Readers readers;
  for (const auto& item : lowered.items) {
    if (const auto* kernel = std::get_if<Kernel>(&item))
      readers.read(*kernel);
    else if (const auto* host = std::get_if<HostItem>(&item))
      readers.read(*host, lowered.graph);
    else
      readers.dense_rows.insert(std::get<BoundaryCopy>(item).packed);
  }
  for (const Concat& concat : lowered.concats) {
    readers.dense_rows.insert(concat.output);
    readers.dense_rows.insert(concat.parts.begin(), concat.parts.end());
  }
  for (const NodeId output : lowered.graph.outputs())
    readers.dense_rows.insert(output);

  std::set<NodeId> padded;
  for (const auto& item : lowered.items) {
    const auto* kernel = std::get_if<Kernel>(&item);
    if (kernel == nullptr || kernel->kind != Kernel::Kind::Dense)
      continue;
    const ConvGeometry& g = kernel->conv;
    const bool rows = g.n == 1 && g.oh == 1 && g.ow > config.block_out();
    if (rows && readers.tiles.contains(kernel->output) &&
        !readers.dense_rows.contains(kernel->output))
      padded.insert(kernel->output);
  }
  return padded;
}

}  // namespace vta
