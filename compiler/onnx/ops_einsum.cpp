// Einsum: sums of products by names of axes, as "bhi,bij->bhj".
//
// Operand after operand: axes of one name are one (the diagonal); names that nobody reads further
// on are summed away; then two operands become batches of matrices, the names of both that are read
// further on the batch, those that are not the sum: (batch, mine, sum) times (batch, sum, theirs).
// "i,j->ij" has no sum and is a product with broadcasting. At the end axes get the result's order.
#include <algorithm>
#include <map>

#include "base/plural.h"
#include "compiler/graph/shape_util.h"
#include "compiler/onnx/quantized.h"

namespace vta::onnx_import {
namespace {

using Labels = std::vector<int>;  // an axis each: a letter, or kRest + its distance from the last
constexpr int kRest = 256;        // axes that "..." stands for

struct EinsumTerm {
  Value value;
  Labels labels;
};

bool has_label(const Labels& labels, int label) {
  return std::ranges::find(labels, label) != labels.end();
}

size_t label_place(const Labels& labels, int label) {
  return static_cast<size_t>(std::ranges::find(labels, label) - labels.begin());
}

// `rest`: how many axes "..." stands for; found in `at` where the text has one.
Labels labels_of(const OpNode& node, std::string_view text, size_t rest) {
  Labels labels;
  bool seen = false;
  for (size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if ((c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z')) {
      labels.push_back(c);
      continue;
    }
    if (text.substr(i, 3) != "..." || seen)
      node.fail(
          fmt::format("equation has '{}': legal are letters, one ... in each operand, commas "
                      "and ->",
                      text));
    seen = true;
    i += 2;
    for (size_t k = rest; k-- > 0;)
      labels.push_back(kRest + static_cast<int>(k));
  }
  return labels;
}

std::vector<std::string> operand_texts(const std::string& text) {
  std::vector<std::string> parts(1);
  for (const char c : text)
    if (c == ',')
      parts.emplace_back();
    else
      parts.back() += c;
  return parts;
}

size_t letters_in(std::string_view text) {
  return static_cast<size_t>(std::ranges::count_if(text, [](char c) { return c != '.'; }));
}

// What is not said: every name that is there once, "..." first, letters by the alphabet.
Labels implied_labels(const std::vector<EinsumTerm>& terms) {
  std::map<int, int> count;
  for (const EinsumTerm& term : terms)
    for (const int label : term.labels)
      ++count[label];
  Labels labels;
  for (auto at = count.rbegin(); at != count.rend(); ++at)
    if (at->first >= kRest)
      labels.push_back(at->first);
  for (const auto& [label, times] : count)
    if (label < kRest && times == 1)
      labels.push_back(label);
  return labels;
}

Value in_label_order(const OpNode& node, const EinsumTerm& term, const Labels& wanted) {
  IntList axes;
  for (const int label : wanted)
    axes.push_back(static_cast<int64_t>(label_place(term.labels, label)));
  return std::ranges::is_sorted(axes) ? term.value
                                      : node.call("transpose", {term.value}, {{"axes", axes}});
}

Value as_extents(const OpNode& node, const Value& value, const Shape& shape) {
  return node.builder().shape(value) == shape
             ? value
             : node.call("reshape", {value}, {{"newshape", shape}});
}

// Two axes of one name, at the end, are one of which every (extent + 1)th is read.
EinsumTerm diagonal_of(const OpNode& node, EinsumTerm term) {
  for (size_t first = 0; first < term.labels.size(); ++first) {
    const auto again = std::find(term.labels.begin() + static_cast<int64_t>(first + 1),
                                 term.labels.end(), term.labels[first]);
    if (again == term.labels.end())
      continue;
    const auto second = static_cast<size_t>(again - term.labels.begin());
    const int label = term.labels[first];
    IntList axes;
    Labels labels;
    Shape shape;
    for (size_t d = 0; d < term.labels.size(); ++d)
      if (d != first && d != second) {
        axes.push_back(static_cast<int64_t>(d));
        labels.push_back(term.labels[d]);
        shape.push_back(node.builder().shape(term.value)[d]);
      }
    axes.push_back(static_cast<int64_t>(first));
    axes.push_back(static_cast<int64_t>(second));
    const int64_t extent = node.builder().shape(term.value)[first];
    shape.push_back(extent * extent);
    const Value moved = node.call("transpose", {term.value}, {{"axes", axes}});
    term.value = node.call("strided_slice", {as_extents(node, moved, shape)},
                           {{"begin", IntList{0}},
                            {"end", IntList{extent * extent}},
                            {"strides", IntList{extent + 1}},
                            {"axes", IntList{std::ssize(labels)}}});
    labels.push_back(label);
    term.labels = labels;
    return diagonal_of(node, std::move(term));
  }
  return term;
}

// Sums over the names that are not in `wanted`.
EinsumTerm kept_labels(const OpNode& node, const EinsumTerm& term, const Labels& wanted) {
  IntList axes;
  Labels labels;
  for (size_t d = 0; d < term.labels.size(); ++d)
    if (has_label(wanted, term.labels[d]))
      labels.push_back(term.labels[d]);
    else
      axes.push_back(static_cast<int64_t>(d));
  if (axes.empty())
    return term;
  return {node.call("sum", {term.value}, {{"axis", axes}, {"keepdims", false}}), labels};
}

// One of the four groups that the names of two operands make, with its extents.
struct LabelGroup {
  Labels labels;
  Shape shape;
  int64_t extent = 1;

  void add(int label, int64_t of) {
    labels.push_back(label);
    shape.push_back(of);
    extent *= of;
  }
};

Labels joined_labels(std::initializer_list<const LabelGroup*> groups) {
  Labels all;
  for (const LabelGroup* group : groups)
    all.insert(all.end(), group->labels.begin(), group->labels.end());
  return all;
}

EinsumTerm labels_multiplied(const OpNode& node, const EinsumTerm& a, const EinsumTerm& b,
                             const Labels& wanted) {
  LabelGroup batch, mine, theirs, sum;
  const Shape of_a = node.builder().shape(a.value), of_b = node.builder().shape(b.value);
  for (size_t d = 0; d < a.labels.size(); ++d) {
    const int label = a.labels[d];
    (!has_label(b.labels, label) ? mine
     : has_label(wanted, label)  ? batch
                                 : sum)
        .add(label, of_a[d]);
  }
  for (size_t d = 0; d < b.labels.size(); ++d)
    if (!has_label(a.labels, b.labels[d]))
      theirs.add(b.labels[d], of_b[d]);
  Shape shape;
  for (const LabelGroup* group : {&batch, &mine, &theirs})
    shape.insert(shape.end(), group->shape.begin(), group->shape.end());
  const Value left = in_label_order(node, a, joined_labels({&batch, &mine, &sum}));
  const Value right = in_label_order(node, b, joined_labels({&batch, &sum, &theirs}));
  Shape rows{batch.extent, mine.extent, sum.extent},
      columns{batch.extent, sum.extent, theirs.extent};
  const bool one = batch.extent == 1 && !sum.labels.empty();  // a matrix, as dense layers have it
  if (one)
    for (Shape* s : {&rows, &columns})
      s->erase(s->begin());
  const Value x = as_extents(node, left, rows), y = as_extents(node, right, columns);
  const Value product =
      sum.labels.empty() ? node.call("multiply", {x, y}) : float_matrix_product(node, x, y);
  return {as_extents(node, product, shape), joined_labels({&batch, &mine, &theirs})};
}

// Axes of "..." are broadcast; names mean one extent.
void agree_extents(const OpNode& node, std::vector<EinsumTerm>& terms) {
  std::map<int, int64_t> extents;
  for (const EinsumTerm& term : terms)
    for (size_t d = 0; d < term.labels.size(); ++d) {
      const int64_t extent = node.builder().shape(term.value)[d];
      int64_t& known = extents.try_emplace(term.labels[d], extent).first->second;
      const bool rest = term.labels[d] >= kRest;
      if (known != extent && !(rest && (known == 1 || extent == 1)))
        node.fail(fmt::format(
            "axis {} has extents {} and {}: must be one",
            rest ? std::string("...") : fmt::format("'{}'", static_cast<char>(term.labels[d])),
            known, extent));
      known = std::max(known, extent);
    }
  for (EinsumTerm& term : terms) {
    Shape shape;
    for (const int label : term.labels)
      shape.push_back(extents.at(label));
    if (shape != node.builder().shape(term.value))
      term.value = node.call("broadcast_to", {term.value}, {{"shape", shape}});
  }
}

// Operands by their names; the extent of "..." is the largest that an operand leaves for it.
std::vector<EinsumTerm> terms_of(const OpNode& node, const std::string& text, size_t& rest) {
  const std::vector<std::string> parts = operand_texts(text);
  if (parts.size() != node.input_count())
    node.fail(fmt::format("equation names {}, the node has {}",
                          counted(std::ssize(parts), "operand"), node.input_count()));
  std::vector<EinsumTerm> terms;
  for (size_t i = 0; i < parts.size(); ++i) {
    const size_t rank = node.shape(i).size(), letters = letters_in(parts[i]);
    const bool open = parts[i].find('.') != std::string::npos;
    const size_t own = open && rank > letters ? rank - letters : 0;
    const Labels labels = labels_of(node, parts[i], own);
    if (labels.size() != rank)
      node.fail(fmt::format("equation gives operand {} {}, it has shape {}", i,
                            counted(std::ssize(labels), "axis", "axes"),
                            shape_text(node.shape(i))));
    rest = std::max(rest, own);
    terms.push_back({node.in(i), labels});
  }
  return terms;
}

Labels result_labels(const OpNode& node, const std::string& text, size_t rest,
                     const std::vector<EinsumTerm>& terms) {
  const Labels labels = labels_of(node, text, rest);
  for (size_t i = 0; i < labels.size(); ++i) {
    const int label = labels[i];
    const std::string name =
        label >= kRest ? std::string("...") : fmt::format("'{}'", static_cast<char>(label));
    if (label_place(labels, label) != i)
      node.fail(fmt::format("equation has {} twice in its result", name));
    if (std::ranges::none_of(terms,
                             [&](const EinsumTerm& term) { return has_label(term.labels, label); }))
      node.fail(fmt::format("equation has {} in its result and in no operand", name));
  }
  return labels;
}

Value einsum(const OpNode& node) {
  if (node.find("equation") == nullptr)
    node.fail("attribute equation is missing");
  std::string equation = node.get_string("equation", "");
  std::erase(equation, ' ');
  const size_t arrow = equation.find("->");
  size_t rest = 0;
  std::vector<EinsumTerm> terms = terms_of(node, equation.substr(0, arrow), rest);
  const Labels wanted = arrow == std::string::npos
                            ? implied_labels(terms)
                            : result_labels(node, equation.substr(arrow + 2), rest, terms);
  agree_extents(node, terms);
  EinsumTerm all;
  for (size_t i = 0; i < terms.size(); ++i) {
    Labels later = wanted;
    for (size_t j = i + 1; j < terms.size(); ++j)
      later.insert(later.end(), terms[j].labels.begin(), terms[j].labels.end());
    Labels read = later;
    if (i > 0)
      read.insert(read.end(), all.labels.begin(), all.labels.end());
    const EinsumTerm own = kept_labels(node, diagonal_of(node, terms[i]), read);
    if (i == 0) {
      all = own;
      continue;
    }
    read = later;
    read.insert(read.end(), own.labels.begin(), own.labels.end());
    all = labels_multiplied(node, kept_labels(node, all, read), own, later);
  }
  return in_label_order(node, all, wanted);
}

constexpr OpImporter kEinsumOps[] = {
    {"Einsum", einsum, "by transposes, sums and products of matrices"},
};

}  // namespace

std::span<const OpImporter> einsum_importers() {
  return kEinsumOps;
}

}  // namespace vta::onnx_import
