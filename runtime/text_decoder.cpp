#include "runtime/text_decoder.h"

#include <algorithm>
#include <cmath>

#include "base/plural.h"

namespace vta {
namespace {

TensorType type_of(const Program& program, int64_t id) {
  const ProgramValue& value = program.values[static_cast<size_t>(id)];
  return {value.shape, value.dtype};
}

std::string list_of(const Program& program, const std::vector<int64_t>& ids,
                    const std::vector<std::string>& names) {
  std::string list;
  for (size_t i = 0; i < ids.size(); ++i)
    list +=
        fmt::format("{}{} {}", i == 0 ? "" : ", ", names[i], type_text(type_of(program, ids[i])));
  return list;
}

bool reads_tokens(const Program& program) {
  if (program.inputs.size() != 1)
    return false;
  const TensorType type = type_of(program, program.inputs[0]);
  return type.dtype == DType::I64 && type.shape.size() == 2 && type.shape[0] == 1 &&
         type.shape[1] > 0 && (!program.positions || type.shape[1] == 1);
}

bool writes_logits(const Program& program, int64_t rows) {
  if (program.outputs.size() != 1)
    return false;
  const TensorType type = type_of(program, program.outputs[0]);
  return type.dtype == DType::F32 && type.shape.size() == 3 && type.shape[0] == 1 &&
         type.shape[1] == rows && type.shape[2] > 0;
}

// -log softmax(logits)[token], in nats.
double surprise(std::span<const float> logits, int64_t token) {
  const double most = *std::ranges::max_element(logits);
  double sum = 0;
  for (const float logit : logits)
    sum += std::exp(logit - most);
  return std::log(sum) + most - logits[static_cast<size_t>(token)];
}

}  // namespace

double TextScore::perplexity() const {
  return std::exp(nats / static_cast<double>(characters));
}

int64_t decoder_context(const Program& program) {
  // Of a run: all tokens of the context, or with positions one.
  const int64_t rows = reads_tokens(program) ? type_of(program, program.inputs[0]).shape[1] : 0;
  if (rows == 0 || !writes_logits(program, rows))
    throw InputError(fmt::format(
        "the network is no decoder of text: its inputs are {}, its outputs {}; needed are one "
        "input, int64 (1, T), of tokens, and one output, float32 (1, T, V), of logits",
        list_of(program, program.inputs, input_names(program)),
        list_of(program, program.outputs, output_names(program))));
  if (!program.alphabet)
    throw InputError(
        "the network does not say which characters its tokens are: its file has no metadata "
        "'vta.alphabet', a JSON string whose character i is token i");
  const int64_t classes = type_of(program, program.outputs[0]).shape[2];
  if (classes != program.alphabet->size())
    throw InputError(fmt::format("the network has logits of {} tokens, and its alphabet has {}",
                                 classes, counted(program.alphabet->size(), "character")));
  return program.positions ? program.positions->context : rows;
}

TextDecoder::TextDecoder(Executor& executor)
    : executor_(executor), context_(decoder_context(executor.program())) {}

void TextDecoder::require_place(int64_t prompt, int64_t more) const {
  if (prompt + more > context_)
    throw InputError(fmt::format("a prompt of {} and {} more are {}, the context is {}",
                                 counted(prompt, "character"), more, prompt + more, context_));
}

void TextDecoder::start(std::string_view prompt, int64_t more) {
  std::vector<int64_t> tokens = alphabet().tokens(prompt, "the prompt");
  if (tokens.empty())
    throw InputError("the prompt is empty: a decoder needs a character to go on from");
  require_place(std::ssize(tokens), more);
  tokens_ = std::move(tokens);
  executor_.reset_state();
}

bool TextDecoder::by_steps() const {
  return executor_.program().positions.has_value();
}

// The logits behind the last of `tokens`, of which the executor has run the first ones.
std::span<const float> TextDecoder::logits_behind(std::span<const int64_t> tokens) {
  const auto classes = static_cast<size_t>(alphabet().size());
  if (!by_steps())
    return logits_of(tokens).subspan((tokens.size() - 1) * classes, classes);
  std::vector<std::vector<Tensor>> inputs;
  for (const int64_t token : tokens.subspan(static_cast<size_t>(executor_.position()))) {
    Tensor input = Tensor::zeros(DType::I64, {1, 1});
    input.mutable_data<int64_t>()[0] = token;
    inputs.push_back({std::move(input)});
  }
  executor_.run_positions(inputs);
  return executor_.output(0).data<float>();
}

// What follows the last token is token 0, and of no influence.
std::span<const float> TextDecoder::logits_of(std::span<const int64_t> tokens) {
  Tensor input = Tensor::zeros(DType::I64, {1, context_});
  std::ranges::copy(tokens, input.mutable_data<int64_t>().begin());
  executor_.set_input(0, std::move(input));
  executor_.run();
  return executor_.output(0).data<float>();
}

const std::string& TextDecoder::next(Sampler& sampler) {
  if (tokens_.empty())
    throw InputError("there is no prompt yet: start() gives one");
  require_place(std::ssize(tokens_), 1);
  const auto logits = logits_behind(tokens_);
  logits_.assign(logits.begin(), logits.end());
  tokens_.push_back(sampler.token(logits_));
  return alphabet().character(tokens_.back());
}

TextScore TextDecoder::score(std::string_view text) {
  const std::vector<int64_t> tokens = alphabet().tokens(text, "the text");
  if (tokens.size() < 2)
    throw InputError(fmt::format("the text has {}: at least two are needed, one to foretell",
                                 counted(std::ssize(tokens), "character")));
  const auto context = static_cast<size_t>(context_);
  const auto classes = static_cast<size_t>(alphabet().size());
  TextScore score;
  for (size_t at = 0; at + 1 < tokens.size(); at += context) {
    const auto window = std::span(tokens).subspan(at, std::min(context, tokens.size() - 1 - at));
    executor_.reset_state();
    const auto all = by_steps() ? std::span<const float>() : logits_of(window);
    for (size_t i = 0; i < window.size(); ++i) {
      const auto logits =
          by_steps() ? logits_behind(window.first(i + 1)) : all.subspan(i * classes, classes);
      score.nats += surprise(logits, tokens[at + i + 1]);
    }
    score.characters += std::ssize(window);
  }
  return score;
}

std::string TextDecoder::text() const {
  return alphabet().text(tokens_);
}

}  // namespace vta
