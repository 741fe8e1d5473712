#include "base/npy.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>
#include <charconv>
#include <cstring>

#include "base/error.h"
#include "base/file.h"
#include "base/file_kind.h"
#include "base/half.h"
#include "base/plural.h"

namespace vta {

namespace {

static_assert(std::endian::native == std::endian::little);

constexpr std::string_view kNpyMagic = "\x93NUMPY";
constexpr size_t kHeaderAlignment = 64;  // of the data, as NumPy writes it
constexpr size_t kMaxRank = 32;          // NumPy's own until its second version
constexpr std::string_view kSupported = "|u1, |i1, <i4, <i8, <f4, <f8, <f2, |b1";

struct NpyType {
  std::string_view descr;
  DType dtype;
  int64_t file_bytes;  // per element; f8 and f2 differ from the tensor's
};
constexpr std::array<NpyType, 8> kTypes{{{"|u1", DType::U8, 1},
                                         {"|i1", DType::I8, 1},
                                         {"<i4", DType::I32, 4},
                                         {"<i8", DType::I64, 8},
                                         {"<f4", DType::F32, 4},
                                         {"|b1", DType::Bool, 1},
                                         {"<f8", DType::F32, 8},
                                         {"<f2", DType::F32, 2}}};

// Reads the Python literal {'descr': '<f4', 'fortran_order': False, 'shape': (2, 3), }: its keys
// are looked for by name, which accepts every file that NumPy writes.
class Header {
 public:
  Header(std::string_view text, std::string_view origin) : text_(text), origin_(origin) {}

  std::string_view descr() const {
    const std::string_view rest = after("'descr':");
    const size_t end =
        rest.empty() || rest[0] != '\'' ? std::string_view::npos : rest.find('\'', 1);
    if (end == std::string_view::npos)
      fail("dtype is not a simple one");
    return rest.substr(1, end - 1);
  }

  bool fortran_order() const {
    const std::string_view rest = after("'fortran_order':");
    if (!rest.starts_with("True") && !rest.starts_with("False"))
      fail("fortran_order is neither True nor False");
    return rest.starts_with("True");
  }

  Shape shape() const {
    std::string_view rest = after("'shape':");
    const size_t end = rest.find(')');
    if (!rest.starts_with('(') || end == std::string_view::npos)
      fail("shape is not a tuple");
    Shape shape;
    rest = rest.substr(1, end - 1);
    while (!(rest = skip_spaces(rest)).empty()) {
      int64_t dim = 0;
      const auto [stop, error] = std::from_chars(rest.data(), rest.data() + rest.size(), dim);
      if (error != std::errc{} || dim < 0)
        fail(fmt::format("shape ({}) is not a tuple of dimensions", rest));
      shape.push_back(dim);
      if (shape.size() > kMaxRank)
        fail(fmt::format("the shape has more than {} dimensions", kMaxRank));
      rest = skip_spaces(rest.substr(static_cast<size_t>(stop - rest.data())));
      if (rest.starts_with(','))
        rest.remove_prefix(1);
      else if (!rest.empty())
        fail("shape is not a tuple of dimensions");
    }
    return shape;
  }

 private:
  [[noreturn]] void fail(const std::string& message) const {
    throw InputError(fmt::format("{}: bad .npy header: {}", origin_, message));
  }

  static std::string_view skip_spaces(std::string_view text) {
    const size_t first = text.find_first_not_of(' ');
    return first == std::string_view::npos ? std::string_view{} : text.substr(first);
  }

  std::string_view after(std::string_view key) const {
    const size_t at = text_.find(key);
    if (at == std::string_view::npos)
      fail(fmt::format("{} is missing", key.substr(0, key.size() - 1)));
    return skip_spaces(text_.substr(at + key.size()));
  }

  std::string_view text_;
  std::string_view origin_;
};

struct Split {
  std::string_view header;
  std::span<const std::byte> data;
};

Split split(std::span<const std::byte> bytes, std::string_view origin) {
  const auto truncated = [&] {
    return InputError(
        fmt::format("{}: truncated .npy file ({})", origin, counted(std::ssize(bytes), "byte")));
  };
  const std::string_view text(reinterpret_cast<const char*>(bytes.data()), bytes.size());
  if (!text.starts_with(kNpyMagic.substr(0, std::min(text.size(), kNpyMagic.size())))) {
    const std::string kind = file_kind(bytes);
    throw InputError(
        fmt::format("{}: not a .npy file ({})", origin,
                    kind.empty() ? "it does not begin with \\x93NUMPY" : "it " + kind));
  }
  if (text.size() < 10)
    throw truncated();
  const auto byte = [&](size_t i) { return static_cast<size_t>(bytes[i]); };
  const size_t major = byte(6);
  if (major != 1 && major != 2)
    throw InputError(
        fmt::format("{}: .npy format version {} is not supported (1 and 2 are)", origin, major));
  const size_t length_end = major == 1 ? 10 : 12;
  if (text.size() < length_end)
    throw truncated();
  size_t length = byte(8) | byte(9) << 8;
  if (major == 2)
    length |= byte(10) << 16 | byte(11) << 24;
  if (text.size() < length_end + length)
    throw truncated();
  return {text.substr(length_end, length), bytes.subspan(length_end + length)};
}

const NpyType& type_of(std::string_view descr, std::string_view origin) {
  for (const NpyType& type : kTypes) {
    if (type.descr == descr)
      return type;
  }
  throw InputError(
      fmt::format("{}: dtype '{}' is not supported (supported: {})", origin, descr, kSupported));
}

// Elements of another width, converted one by one.
template <typename Stored, typename Convert>
void convert(std::span<const std::byte> data, std::span<float> out, Convert to_float) {
  for (size_t i = 0; i < out.size(); ++i) {
    Stored value{};
    std::memcpy(&value, data.data() + i * sizeof value, sizeof value);
    out[i] = to_float(value);
  }
}

}  // namespace

Tensor parse_npy(std::span<const std::byte> bytes, std::string_view origin) {
  const auto [text, data] = split(bytes, origin);
  const Header header(text, origin);
  const NpyType& type = type_of(header.descr(), origin);
  if (header.fortran_order())
    throw InputError(
        fmt::format("{}: Fortran order is not supported (save it in C order)", origin));
  const Shape shape = header.shape();
  const auto wanted = checked_bytes(shape, type.file_bytes);
  if (!wanted || static_cast<size_t>(*wanted) != data.size())
    throw InputError(fmt::format("{}: shape {} of '{}' is {} bytes of data, the file holds {}",
                                 origin, shape_text(shape), type.descr,
                                 wanted ? fmt::format("{}", *wanted) : "too many", data.size()));
  if (type.file_bytes == dtype_bytes(type.dtype))
    return Tensor::from_bytes(type.dtype, shape, data);
  Tensor tensor = Tensor::zeros(type.dtype, shape);
  if (type.descr == "<f2")
    convert<uint16_t>(data, tensor.mutable_data<float>(), half_to_float);
  else
    convert<double>(data, tensor.mutable_data<float>(),
                    [](double value) { return static_cast<float>(value); });
  return tensor;
}

Tensor read_npy(const std::string& path) {
  return parse_npy(read_file(path), path);
}

std::vector<std::byte> npy_bytes(const Tensor& tensor) {
  std::string_view descr;
  for (const NpyType& type : kTypes) {
    if (type.dtype == tensor.dtype() && descr.empty())
      descr = type.descr;
  }
  std::string shape;
  for (const int64_t dim : tensor.shape())
    shape += fmt::format("{}{},", shape.empty() ? "" : " ", dim);
  if (tensor.rank() > 1)
    shape.pop_back();
  std::string header =
      fmt::format("{{'descr': '{}', 'fortran_order': False, 'shape': ({}), }}", descr, shape);
  const size_t unpadded = kNpyMagic.size() + 4 + header.size() + 1;
  header.append((kHeaderAlignment - unpadded % kHeaderAlignment) % kHeaderAlignment, ' ');
  header += '\n';
  std::string text(kNpyMagic);
  text += {'\x01', '\x00', static_cast<char>(header.size() & 0xff),
           static_cast<char>(header.size() >> 8)};
  text += header;
  const auto head = std::as_bytes(std::span(text));
  std::vector<std::byte> out(head.begin(), head.end());
  const auto data = tensor.bytes();
  out.insert(out.end(), data.begin(), data.end());
  return out;
}

void write_npy(const std::string& path, const Tensor& tensor) {
  write_file(path, npy_bytes(tensor));
}

}  // namespace vta
