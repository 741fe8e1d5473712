#include "npz.h"

#include <zlib.h>

#include <cstring>

#include "base/file.h"
#include "base/npy.h"

namespace vta {
namespace {

uint32_t number(std::string_view bytes, size_t at, size_t width) {
  uint32_t value = 0;
  for (size_t i = width; i-- > 0;)
    value = value << 8 | static_cast<uint8_t>(bytes.at(at + i));
  return value;
}

std::string inflated(std::string_view bytes, size_t size) {
  std::string out(size, '\0');
  z_stream stream{};
  inflateInit2(&stream, -MAX_WBITS);
  stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(bytes.data()));
  stream.avail_in = static_cast<uInt>(bytes.size());
  stream.next_out = reinterpret_cast<Bytef*>(out.data());
  stream.avail_out = static_cast<uInt>(size);
  const int result = inflate(&stream, Z_FINISH);
  inflateEnd(&stream);
  VTA_CHECK(result == Z_STREAM_END, "a member does not inflate: {}", result);
  return out;
}

}  // namespace

// By the central directory, whose end is the last 22 bytes: these files have no comment.
std::map<std::string, Tensor> read_npz(const std::string& path) {
  const std::string file = read_text_file(path);
  const std::string_view bytes = file;
  std::map<std::string, Tensor> arrays;
  const size_t end = bytes.size() - 22;
  VTA_CHECK(bytes.substr(end, 4) == "PK\x05\x06", "{} is no zip archive", path);
  size_t entry = number(bytes, end + 16, 4);
  for (uint32_t left = number(bytes, end + 10, 2); left > 0; --left) {
    const uint32_t method = number(bytes, entry + 10, 2), packed = number(bytes, entry + 20, 4),
                   size = number(bytes, entry + 24, 4), name = number(bytes, entry + 28, 2);
    const size_t local = number(bytes, entry + 42, 4);
    const size_t data = local + 30 + number(bytes, local + 26, 2) + number(bytes, local + 28, 2);
    const std::string_view member = bytes.substr(data, packed);
    const std::string array = method == 0 ? std::string(member) : inflated(member, size);
    const std::string title(bytes.substr(entry + 46, name));
    arrays[title.substr(0, title.rfind(".npy"))] =
        parse_npy(std::as_bytes(std::span(array)), path + ":" + title);
    entry += 46 + name + number(bytes, entry + 30, 2) + number(bytes, entry + 32, 2);
  }
  return arrays;
}

}  // namespace vta
