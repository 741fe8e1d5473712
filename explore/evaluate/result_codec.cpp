#include "explore/evaluate/result_codec.h"

#include <cstring>

#include "base/error.h"
#include "base/hash.h"
#include "base/plural.h"
#include "base/text_safety.h"
#include "explore/record/quantity.h"

namespace vta::explore {
namespace {

constexpr std::string_view kMagic = "VTAO";
constexpr size_t kHead = 9, kTail = 8;

// Writer and Reader visit the same members in the same order, by walk() below.
class Writer {
 public:
  void value(const int64_t& v) {
    // Zigzag: the sign in the lowest bit, so that small negative numbers stay short.
    const auto bits = static_cast<uint64_t>(v);
    varint(bits << 1 ^ (v < 0 ? ~uint64_t{0} : 0));
  }
  void value(const std::string& text) {
    varint(text.size());
    out_ += text;
  }
  void value(const KernelDescription& description) { value(description.text()); }
  void require(const std::string& names) { value(names); }
  void members(const PointResult& run) {
    for (const Quantity& quantity : quantities())
      if (quantity.in_run)
        value(quantity.of_run(run));
  }
  void members(const LayerResult& layer) {
    for (const Quantity& quantity : quantities())
      if (quantity.in_kernel)
        value(quantity.of_kernel(layer));
  }
  int64_t size(int64_t n) {
    value(n);
    return n;
  }
  std::string take() { return std::move(out_); }

 private:
  void varint(uint64_t v) {
    for (; v >= 0x80; v >>= 7)
      out_ += static_cast<char>(v | 0x80);
    out_ += static_cast<char>(v);
  }

  std::string out_;
};

class Reader {
 public:
  Reader(std::string_view bytes, std::string_view origin) : bytes_(bytes), origin_(origin) {}

  void value(int64_t& v) {
    const uint64_t bits = varint();
    v = static_cast<int64_t>(bits >> 1 ^ (~(bits & 1) + 1));
  }
  void value(std::string& text) {
    const uint64_t n = varint();
    if (n > bytes_.size() - at_)
      fail();
    text = bytes_.substr(at_, n);
    at_ += n;
  }
  void value(KernelDescription& description) {
    std::string text;
    value(text);
    description = KernelDescription::parse(text);
  }
  void require(const std::string& names) {
    std::string found;
    value(found);
    if (found != names)
      throw InputError(fmt::format("{}: an outcome with the numbers {}; this program has {}",
                                   origin_, printable(found), names));
  }
  void members(PointResult& run) {
    for (const Quantity& quantity : quantities())
      if (quantity.in_run)
        value(quantity.in_run(run));
  }
  void members(LayerResult& layer) {
    for (const Quantity& quantity : quantities())
      if (quantity.in_kernel)
        value(quantity.in_kernel(layer));
  }
  // Every element takes at least a byte: nothing absurd is allocated.
  int64_t size(int64_t) {
    int64_t n = 0;
    value(n);
    if (n < 0 || static_cast<uint64_t>(n) > bytes_.size() - at_)
      fail();
    return n;
  }
  void finish() const {
    if (at_ != bytes_.size())
      fail();
  }

 private:
  [[noreturn]] void fail() const {
    throw InputError(fmt::format("{}: an outcome with an inconsistent payload", origin_));
  }
  uint64_t varint() {
    uint64_t v = 0;
    for (int shift = 0; shift < 64; shift += 7) {
      if (at_ == bytes_.size())
        fail();
      const auto byte = static_cast<uint8_t>(bytes_[at_++]);
      v |= uint64_t{byte & 0x7fu} << shift;
      if (byte < 0x80)
        return v;
    }
    fail();
  }

  std::string_view bytes_, origin_;
  size_t at_ = 0;
};

template <typename Coder, typename C>
void walk_insn_count(Coder& coder, C& counters) {
  for (auto& v : counters.insn_count)
    coder.value(v);
}

// States only: cycles are a quantity.
template <typename Coder, typename T>
void walk_units(Coder& coder, T& timing) {
  for (auto& unit : timing.units)
    for (auto& v : unit)
      coder.value(v);
}

template <typename Coder, typename List, typename Walk>
void walk_list(Coder& coder, List& list, const Walk& walk) {
  const int64_t size = coder.size(std::ssize(list));
  if constexpr (!std::is_const_v<List>)
    list.resize(static_cast<size_t>(size));
  for (auto& element : list)
    walk(coder, element);
}

template <typename Coder, typename L>
void walk_layer(Coder& coder, L& layer) {
  coder.value(layer.name);
  coder.value(layer.kind);
  coder.value(layer.description);
  walk_list(coder, layer.onnx_nodes, [](Coder& c, auto& name) { c.value(name); });
  coder.members(layer);
  walk_insn_count(coder, layer.counters);
  walk_units(coder, layer.timing);
}

template <typename Coder, typename R>
void walk_result(Coder& coder, R& r) {
  coder.require(member_names());
  coder.members(r);
  walk_insn_count(coder, r.counters);
  walk_units(coder, r.timing);
  coder.value(r.timing.outside.cycles);
  walk_units(coder, r.timing.outside);
  walk_list(coder, r.work.host, [](Coder& c, auto& host) {
    c.value(host.op);
    c.value(host.count);
    c.value(host.macs);
  });
  walk_list(coder, r.layers, [](Coder& c, auto& layer) { walk_layer(c, layer); });
}

template <size_t... I>
Outcome read_outcome(Reader& reader, int64_t kind, std::string_view origin,
                     std::index_sequence<I...>) {
  Outcome outcome;
  const bool known = ((kind == static_cast<int64_t>(I) && (outcome.emplace<I>(), true)) || ...);
  if (!known)
    throw InputError(fmt::format("{}: an outcome of kind {}, known are 0 to {}", origin, kind,
                                 sizeof...(I) - 1));
  if (auto* result = std::get_if<PointResult>(&outcome))
    walk_result(reader, *result);
  else if (auto* excluded = std::get_if<Uncompilable>(&outcome))
    reader.value(excluded->reason);
  else
    reader.value(std::get<Failed>(outcome).reason);
  return outcome;
}

template <typename T>
std::string raw(const T& value) {
  std::string bytes(sizeof value, '\0');
  std::memcpy(bytes.data(), &value, sizeof value);
  return bytes;
}

template <typename T>
T raw_at(std::string_view bytes, size_t at) {
  T value;
  std::memcpy(&value, bytes.data() + at, sizeof value);
  return value;
}

std::string_view checked_payload(std::string_view bytes, std::string_view origin) {
  if (bytes.substr(0, kMagic.size()) != kMagic)
    throw InputError(
        fmt::format("{}: not an outcome of a point: it does not begin with {}", origin, kMagic));
  if (bytes.size() < kHead)
    throw InputError(
        fmt::format("{}: an outcome truncated at {} of {} bytes", origin, bytes.size(), kHead));
  if (const int version = static_cast<uint8_t>(bytes[kMagic.size()]); version != kOutcomeVersion)
    throw InputError(fmt::format("{}: an outcome of version {}, this program knows {}", origin,
                                 version, kOutcomeVersion));
  const size_t whole = kHead + raw_at<uint32_t>(bytes, kMagic.size() + 1) + kTail;
  if (bytes.size() < whole)
    throw InputError(
        fmt::format("{}: an outcome truncated at {} of {} bytes", origin, bytes.size(), whole));
  if (bytes.size() > whole)
    throw InputError(fmt::format("{}: {} after an outcome of {}", origin,
                                 counted(static_cast<int64_t>(bytes.size() - whole), "byte"),
                                 whole));
  const std::string_view payload = bytes.substr(kHead, whole - kHead - kTail);
  if (hash64(payload) != raw_at<uint64_t>(bytes, whole - kTail))
    throw InputError(fmt::format("{}: a damaged outcome: its checksum differs", origin));
  return payload;
}

}  // namespace

std::string encode_outcome(const Outcome& outcome) {
  Writer writer;
  writer.value(static_cast<int64_t>(outcome.index()));
  if (const auto* result = std::get_if<PointResult>(&outcome)) {
    VTA_CHECK(result->timing.kernels.empty(), "timing of kernels belongs to the layers");
    walk_result(writer, *result);
  }
  if (const auto* excluded = std::get_if<Uncompilable>(&outcome))
    writer.value(excluded->reason);
  else if (const auto* failed = std::get_if<Failed>(&outcome))
    writer.value(failed->reason);
  const std::string payload = writer.take();
  std::string bytes(kMagic);
  bytes += static_cast<char>(kOutcomeVersion);
  bytes += raw(static_cast<uint32_t>(payload.size()));
  bytes += payload;
  bytes += raw(hash64(payload));
  return bytes;
}

Outcome decode_outcome(std::string_view bytes, std::string_view origin) {
  Reader reader(checked_payload(bytes, origin), origin);
  int64_t kind = 0;
  reader.value(kind);
  Outcome outcome =
      read_outcome(reader, kind, origin, std::make_index_sequence<std::variant_size_v<Outcome>>());
  reader.finish();
  return outcome;
}

}  // namespace vta::explore
