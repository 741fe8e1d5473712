#include "base/image_ppm.h"

#include <algorithm>
#include <cctype>
#include <charconv>

#include "base/error.h"
#include "base/plural.h"
#include "base/resource_policy.h"

namespace vta {
namespace {

class PpmHeader {
 public:
  PpmHeader(std::string_view text, std::string_view origin) : text_(text), origin_(origin) {}

  // The next number; comments go from # to the end of the line.
  int64_t number(const char* what) {
    while (at_ < text_.size() && (is_blank(text_[at_]) || text_[at_] == '#')) {
      if (text_[at_] == '#')
        at_ = std::min(text_.find('\n', at_), text_.size());
      else
        ++at_;
    }
    int64_t value = 0;
    const auto [end, error] =
        std::from_chars(text_.data() + at_, text_.data() + text_.size(), value);
    if (error != std::errc{} || value < 1)
      throw InputError(fmt::format("image '{}' is damaged: its header has no {}", origin_, what));
    at_ = static_cast<size_t>(end - text_.data());
    return value;
  }
  // One blank is between the header and the pixels.
  size_t pixels() const { return at_ + 1; }

 private:
  static bool is_blank(char c) { return std::isspace(static_cast<unsigned char>(c)) != 0; }

  std::string_view text_, origin_;
  size_t at_ = 2;  // behind P6
};

}  // namespace

bool is_ppm(std::span<const std::byte> bytes) {
  return bytes.size() > 2 && bytes[0] == std::byte{'P'} &&
         (bytes[1] == std::byte{'5'} || bytes[1] == std::byte{'6'});
}

Image parse_ppm(std::span<const std::byte> bytes, std::string_view origin) {
  PpmHeader header({reinterpret_cast<const char*>(bytes.data()), bytes.size()}, origin);
  Image image;
  image.width = header.number("width");
  image.height = header.number("height");
  const int64_t largest = header.number("largest value");
  const ResourcePolicy& policy = resources().policy();
  if (std::max(image.width, image.height) > policy.max_image_side)
    throw ResourceError(fmt::format("image '{}' is {} x {} pixels: a side may have {}", origin,
                                    image.width, image.height, policy.max_image_side));
  if (largest > 255)
    throw InputError(fmt::format(
        "image '{}' has values up to {}: only values up to 255 are supported", origin, largest));
  const size_t channels = bytes[1] == std::byte{'6'} ? 3 : 1;
  const auto count = static_cast<size_t>(image.width * image.height);
  if (bytes.size() < header.pixels() + count * channels)
    throw InputError(
        fmt::format("image '{}' is truncated ({})", origin, counted(std::ssize(bytes), "byte")));
  resources().require_bytes(3 * std::ssize(bytes), fmt::format("image '{}'", origin));
  image.rgb.resize(3 * count);
  const auto* in = reinterpret_cast<const uint8_t*>(bytes.data()) + header.pixels();
  for (size_t i = 0; i < image.rgb.size(); ++i) {
    const int64_t value = in[channels == 3 ? i : i / 3];
    image.rgb[i] =
        static_cast<uint8_t>(std::min<int64_t>(255, (value * 255 + largest / 2) / largest));
  }
  return image;
}

}  // namespace vta
