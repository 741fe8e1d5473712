#include "compiler/onnx/op_list.h"

#include <algorithm>

#include "base/suggest.h"
#include "compiler/onnx/import.h"
#include "compiler/onnx/op_forms.h"

namespace vta {

using onnx_import::count_text;
using onnx_import::kFirstOpset;
using onnx_import::kLastOpset;
using onnx_import::op_forms;
using onnx_import::OpForm;
using onnx_import::OpImporter;

namespace {

const std::vector<const OpImporter*>& all_importers() {
  static const std::vector<const OpImporter*> kAll = [] {
    std::vector<const OpImporter*> all;
    for (const auto table : {onnx_import::math_importers(), onnx_import::reduce_importers(),
                             onnx_import::conv_importers(), onnx_import::pool_importers(),
                             onnx_import::norm_importers(), onnx_import::matrix_importers(),
                             onnx_import::einsum_importers(), onnx_import::sequence_importers(),
                             onnx_import::scatter_importers(), onnx_import::resize_importers(),
                             onnx_import::constant_importers(), onnx_import::shape_importers(),
                             onnx_import::move_importers(), onnx_import::quantized_importers(),
                             onnx_import::qlinear_importers(), onnx_import::recurrent_importers(),
                             onnx_import::attention_importers(), onnx_import::sample_importers(),
                             onnx_import::contrib_importers()})
      for (const OpImporter& importer : table)
        all.push_back(&importer);
    std::ranges::sort(all, {}, &OpImporter::op);
    return all;
  }();
  return kAll;
}

// "13 and later", "9 to 11": the opsets at which a form is met.
std::string opsets_text(std::span<const OpForm> forms, size_t i) {
  const bool replaced = i + 1 < forms.size() && forms[i + 1].op == forms[i].op;
  const int64_t first = std::max(forms[i].since, kFirstOpset);
  if (!replaced)
    return fmt::format("{} and later", first);
  const int64_t last = forms[i + 1].since - 1;
  return first == last ? fmt::format("{}", first) : fmt::format("{} to {}", first, last);
}

}  // namespace

const OpImporter& onnx_import::find_importer(const onnx::NodeProto& node) {
  const std::string known = table_name(node);
  const auto& all = all_importers();
  if (const auto found = std::ranges::find(all, known, &OpImporter::op); found != all.end())
    return **found;
  std::vector<std::string_view> names;
  for (const OpImporter* importer : all)
    names.push_back(importer->op);
  const bool standard = node.domain().empty() || node.domain() == "ai.onnx";
  throw CompileError(fmt::format(
      "{}: operator '{}'{} is not supported{}; docs/onnx_operators.md lists the supported ones",
      node_text(node), node.op_type(),
      standard ? "" : fmt::format(" of domain '{}'", node.domain()), nearest_words(known, names)));
}

std::vector<OnnxOpInfo> supported_onnx_ops() {
  std::vector<OnnxOpInfo> ops;
  for (const OpImporter* importer : all_importers())
    ops.push_back({std::string(importer->op), std::string(importer->notes)});
  return ops;
}

std::string onnx_operators_page() {
  std::string page = fmt::format(
      "# ONNX operators\n\n"
      "Generated from the importer's tables (compiler/onnx/op_forms.cpp, ops_*.cpp); a test fails "
      "when this page is stale.\nOpsets {} to {} are supported. A model of a later opset is "
      "imported with the last supported form of each operator, with a note. An operator, "
      "attribute, form or number "
      "of operands that is not listed is refused with the node's name. Of the results of "
      "BatchNormalization and MaxPool only the first is supported.\n\n"
      "| operator | opset | operands | results | attributes | notes |\n|---|---|---|---|---|---|\n",
      kFirstOpset, kLastOpset);
  const std::span<const OpForm> forms = op_forms();
  for (size_t i = 0; i < forms.size(); ++i) {
    const auto importer = std::ranges::find(all_importers(), forms[i].op, &OpImporter::op);
    if (forms[i].max_outputs == onnx_import::kWithdrawn)
      continue;
    page += fmt::format("| `{}` | {} | {} | {} | {} | {} |\n", forms[i].op, opsets_text(forms, i),
                        count_text(forms[i].min_inputs, forms[i].max_inputs),
                        count_text(1, forms[i].max_outputs), fmt::join(forms[i].attrs, ", "),
                        (*importer)->notes);
  }
  return page;
}

}  // namespace vta
