#include "evaluation/disagreement_page.h"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>

#include "base/html_text.h"
#include "base/plural.h"

namespace vta {
namespace {

constexpr const char* kHead = R"(<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<style>
:root { color-scheme: light dark; --line: #8885; --soft: #8882; --bad: #c2410c; --good: #15803d; }
body { font: 15px/1.4 system-ui, sans-serif; margin: 2rem auto; max-width: 76rem; padding: 0 1rem; }
h1 { font-size: 1.4rem; overflow-wrap: anywhere; }
dl { display: grid; grid-template-columns: max-content 1fr; gap: .1rem 1rem; }
dt { opacity: .7; } dd { margin: 0; overflow-wrap: anywhere; }
ol { list-style: none; padding: 0; display: grid; gap: 1rem;
     grid-template-columns: repeat(auto-fill, minmax(17rem, 1fr)); }
li { border: 1px solid var(--line); border-left: 4px solid var(--line); border-radius: 6px; padding: .7rem; }
li.lost { border-left-color: var(--bad); } li.gained { border-left-color: var(--good); }
img { width: 8rem; height: 8rem; object-fit: contain; image-rendering: pixelated; background: var(--soft); }
h2 { font-size: .95rem; margin: .4rem 0; overflow-wrap: anywhere; }
table { border-collapse: collapse; width: 100%; font-size: .85rem; }
th { text-align: left; font-weight: 600; } td, th { padding: .1rem .3rem; }
td.n { text-align: right; font-variant-numeric: tabular-nums; }
tr.right td { font-weight: 700; }
</style>
)";

std::string base64(std::span<const std::byte> bytes) {
  constexpr std::string_view kDigits =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string out;
  for (size_t i = 0; i < bytes.size(); i += 3) {
    const size_t have = std::min<size_t>(3, bytes.size() - i);
    uint32_t word = 0;
    for (size_t k = 0; k < 3; ++k)
      word = word << 8 | (k < have ? static_cast<uint32_t>(bytes[i + k]) : 0);
    for (size_t k = 0; k < 4; ++k)
      out += k <= have ? kDigits[word >> (18 - 6 * k) & 63] : '=';
  }
  return out;
}

class Page {
 public:
  Page(const Evaluation& e, const SampleSet& samples, const PageFacts& facts)
      : e_(e), samples_(samples), facts_(facts), all_(disagreements(e)) {}

  std::string text() {
    const std::string title = fmt::format("{}: float and int8 disagree", html_text(facts_.title));
    out_ = fmt::format("<!DOCTYPE html>\n<html lang=\"en\">\n<title>{}</title>\n{}<h1>{}</h1>\n",
                       title, kHead, title);
    put_facts();
    const auto shown = std::min(all_.size(), static_cast<size_t>(facts_.most));
    if (shown < all_.size())
      out_ += fmt::format("<p>The first {} of {} are shown.</p>\n", shown, all_.size());
    out_ += "<ol>\n";
    for (size_t i = 0; i < shown; ++i)
      put_sample(all_[i]);
    out_ += "</ol>\n</html>\n";
    return std::move(out_);
  }

 private:
  enum class Kind { Unknown, Lost, Gained, BothWrong };

  Kind kind_of(int64_t sample) const {
    const auto i = static_cast<size_t>(sample);
    if (samples_.labels.empty())
      return Kind::Unknown;
    if (e_.scores.float_answers[i] == samples_.labels[i])
      return Kind::Lost;
    return e_.scores.int8_answers[i] == samples_.labels[i] ? Kind::Gained : Kind::BothWrong;
  }

  void put_facts() {
    out_ += "<dl>\n";
    for (const auto& [name, value] : facts_.facts)
      put_fact(name, value);
    put_fact("disagreements", fmt::format("{} of {}, the surest of the float network first",
                                          all_.size(), counted(e_.scores.samples, "sample")));
    if (!samples_.labels.empty()) {
      const auto count = [&](Kind kind) {
        return std::ranges::count_if(
            all_, [&](const Disagreement& d) { return kind_of(d.sample) == kind; });
      };
      put_fact("of these",
               fmt::format("{} lost (red: only float is right), {} gained (green: only int8 is "
                           "right), {} wrong in both",
                           count(Kind::Lost), count(Kind::Gained), count(Kind::BothWrong)));
    }
    out_ += "</dl>\n";
  }

  void put_fact(std::string_view name, std::string_view value) {
    out_ += fmt::format("<dt>{}</dt><dd>{}</dd>\n", html_text(name), html_text(value));
  }

  std::string class_text(int64_t index) const {
    if (index < std::ssize(samples_.class_names))
      return fmt::format("{} {}", index,
                         html_text(samples_.class_names[static_cast<size_t>(index)]));
    return fmt::format("{}", index);
  }

  void put_sample(const Disagreement& d) {
    static constexpr const char* kClasses[] = {"", "lost", "gained", "both"};
    out_ += fmt::format("<li class=\"{}\">\n", kClasses[static_cast<size_t>(kind_of(d.sample))]);
    for (const InputSamples& input : samples_.inputs)
      if (const auto picture = input.picture(d.sample))
        out_ += fmt::format("<img alt=\"\" src=\"data:image/png;base64,{}\">\n",
                            base64(png_bytes(*picture)));
    out_ += fmt::format("<h2>image {}</h2>\n", html_text(samples_.inputs.front().name(d.sample)));
    std::string label;
    if (!samples_.labels.empty())
      label = fmt::format("label {}, ", class_text(samples_.labels[static_cast<size_t>(d.sample)]));
    out_ += fmt::format("<p>{}margin {:.3g}</p>\n<table>\n", label, d.margin);
    put_rows("float", e_.float_logits, d.sample);
    put_rows("int8", e_.int8_logits, d.sample);
    out_ += "</table>\n</li>\n";
  }

  // The first few classes of a network.
  void put_rows(const char* name, std::span<const float> logits, int64_t sample) {
    const auto classes = static_cast<size_t>(e_.scores.classes);
    const auto row = logits.subspan(static_cast<size_t>(sample) * classes, classes);
    std::vector<size_t> order(classes);
    std::iota(order.begin(), order.end(), size_t{0});
    const size_t few = std::min<size_t>(3, classes);
    std::ranges::stable_sort(order, [&](size_t a, size_t b) { return row[a] > row[b]; });
    out_ += fmt::format("<tr><th colspan=\"2\">{}</th></tr>\n", name);
    for (const size_t c : std::span(order).first(few)) {
      const bool right = !samples_.labels.empty() &&
                         samples_.labels[static_cast<size_t>(sample)] == static_cast<int64_t>(c);
      out_ +=
          fmt::format("<tr{}><td>{}</td><td class=\"n\">{:.3f}</td></tr>\n",
                      right ? " class=\"right\"" : "", class_text(static_cast<int64_t>(c)), row[c]);
    }
  }

  const Evaluation& e_;
  const SampleSet& samples_;
  const PageFacts& facts_;
  std::vector<Disagreement> all_;
  std::string out_;
};

}  // namespace

std::vector<Disagreement> disagreements(const Evaluation& e) {
  std::vector<Disagreement> all;
  for (size_t i = 0; i < e.scores.float_answers.size(); ++i) {
    const int64_t own = e.scores.float_answers[i], other = e.scores.int8_answers[i];
    if (own == other)
      continue;
    const auto at = [&](int64_t c) {
      return e.float_logits[i * static_cast<size_t>(e.scores.classes) + static_cast<size_t>(c)];
    };
    all.push_back({static_cast<int64_t>(i), at(own) - at(other)});
  }
  std::ranges::stable_sort(all, [](const auto& a, const auto& b) { return a.margin > b.margin; });
  return all;
}

std::string disagreement_page(const Evaluation& evaluation, const SampleSet& samples,
                              const PageFacts& facts) {
  return Page(evaluation, samples, facts).text();
}

}  // namespace vta
