// Zip archives as NumPy writes them, for tests of those who read them.
#pragma once

#include <zlib.h>

#include <string>
#include <vector>

#include "base/npy.h"

namespace vta {

class ZipWriter {
 public:
  void add(const std::string& name, const std::string& bytes, bool deflate) {
    const std::string packed = deflate ? deflated(bytes) : bytes;
    const auto checksum = static_cast<uint32_t>(
        crc32_z(0, reinterpret_cast<const Bytef*>(bytes.data()), bytes.size()));
    const auto header = [&] {
      return number(20, 2) + number(0, 2) + number(deflate ? 8 : 0, 2) + number(0, 4) +
             number(checksum, 4) + number(packed.size(), 4) + number(bytes.size(), 4) +
             number(name.size(), 2) + number(0, 2);
    };
    const size_t local = members_.size();
    members_ += "PK\x03\x04" + header() + name + packed;
    directory_ += "PK\x01\x02" + number(20, 2) + header() + number(0, 2) + number(0, 2) +
                  number(0, 2) + number(0, 4) + number(local, 4) + name;
    ++count_;
  }
  void add(const std::string& name, const Tensor& tensor, bool deflate) {
    const std::vector<std::byte> bytes = npy_bytes(tensor);
    add(name, std::string(reinterpret_cast<const char*>(bytes.data()), bytes.size()), deflate);
  }
  std::string finish() const {
    return members_ + directory_ + std::string("PK\x05\x06") + number(0, 4) + number(count_, 2) +
           number(count_, 2) + number(directory_.size(), 4) + number(members_.size(), 4) +
           number(0, 2);
  }

 private:
  static std::string number(uint64_t value, int width) {
    std::string bytes;
    for (int i = 0; i < width; ++i)
      bytes += static_cast<char>(value >> (8 * i) & 0xff);
    return bytes;
  }
  static std::string deflated(const std::string& bytes) {
    std::string out(compressBound(bytes.size()) + 16, '\0');
    z_stream stream{};
    deflateInit2(&stream, 9, Z_DEFLATED, -MAX_WBITS, 8, Z_DEFAULT_STRATEGY);
    stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(bytes.data()));
    stream.avail_in = static_cast<uInt>(bytes.size());
    stream.next_out = reinterpret_cast<Bytef*>(out.data());
    stream.avail_out = static_cast<uInt>(out.size());
    deflate(&stream, Z_FINISH);
    out.resize(stream.total_out);
    deflateEnd(&stream);
    return out;
  }

  std::string members_, directory_;
  size_t count_ = 0;
};

}  // namespace vta
