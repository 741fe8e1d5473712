#include "explore/tune/tiles_text.h"

#include <charconv>

#include "base/error.h"

namespace vta::explore {
namespace {

constexpr int64_t kMost = 1 << 20;

class TilesParser {
 public:
  TilesParser(std::string_view text, std::string_view where)
      : text_(text), rest_(text), where_(where) {}

  ConvTiles run() {
    ConvTiles t;
    t.h = number("h", 1);
    t.w = number("w", 1);
    t.co = number("co", 1);
    t.ci = number("ci", 1);
    t.kh = number("kh", 0);
    t.kw = number("kw", 0);
    t.order = choice("hcw", "chw") ? LoopOrder::HeightChannelWidth : LoopOrder::ChannelHeightWidth;
    t.threads = number("threads", 1);
    t.inp_slots = number("inp", 1);
    t.wgt_slots = number("wgt", 1);
    t.residual_groups = number("residual", 0);
    t.reuse = choice("reuse", "afresh");
    t.exact_taps = choice("exact", "padded");
    if (!ended_)
      fail("nothing more");
    return t;
  }

 private:
  [[noreturn]] void fail(const std::string& expected) const {
    throw InputError(fmt::format("{}: tiles '{}': '{}' stands where {} is expected", where_, text_,
                                 word(), expected));
  }

  std::string_view word() const { return rest_.substr(0, rest_.find(' ')); }
  void next() {
    const size_t length = word().size();
    ended_ = length == rest_.size();
    rest_.remove_prefix(ended_ ? length : length + 1);
  }

  int64_t number(std::string_view name, int64_t least) {
    const std::string_view w = word();
    int64_t value = -1;
    const char* const end = w.data() + w.size();
    const bool named = w.starts_with(name);
    const char* const begin = w.data() + (named ? name.size() : 0);
    const auto [stop, error] = std::from_chars(begin, end, value);
    if (!named || error != std::errc{} || stop != end || value < least || value > kMost ||
        (*begin == '0' && stop - begin > 1))
      fail(fmt::format("{} and a number from {} to {}", name, least, kMost));
    next();
    return value;
  }

  bool choice(std::string_view yes, std::string_view no) {
    const bool is = word() == yes;
    if (!is && word() != no)
      fail(fmt::format("{} or {}", yes, no));
    next();
    return is;
  }

  std::string_view text_, rest_, where_;
  bool ended_ = false;
};

}  // namespace

std::string tiles_text(const ConvTiles& t) {
  return fmt::format("h{} w{} co{} ci{} kh{} kw{} {} threads{} inp{} wgt{} residual{} {} {}", t.h,
                     t.w, t.co, t.ci, t.kh, t.kw,
                     t.order == LoopOrder::HeightChannelWidth ? "hcw" : "chw", t.threads,
                     t.inp_slots, t.wgt_slots, t.residual_groups, t.reuse ? "reuse" : "afresh",
                     t.exact_taps ? "exact" : "padded");
}

ConvTiles parse_tiles(std::string_view text, std::string_view where) {
  return TilesParser(text, where).run();
}

}  // namespace vta::explore
