#include "explore/diff/npz.h"

#include <zlib.h>

#include <optional>

#include "base/file.h"
#include "base/file_kind.h"
#include "base/npy.h"
#include "base/resource_policy.h"
#include "base/text_safety.h"

namespace vta::explore {
namespace {

// A zip archive is read from its end: an end record, which says where the directory is, whose
// entries say where the members are.
constexpr size_t kEndBytes = 22, kEntryBytes = 46, kLocalBytes = 30;
constexpr size_t kMostComment = 65535;
constexpr uint32_t kEndMark = 0x06054b50, kEntryMark = 0x02014b50, kLocalMark = 0x04034b50;
constexpr uint32_t kStored = 0, kDeflated = 8, kEncrypted = 1;

struct Member {
  std::string name;
  uint32_t flags = 0, method = 0, checksum = 0;
  size_t packed = 0, size = 0, local = 0;
};

class Archive {
 public:
  Archive(std::span<const std::byte> bytes, const std::string& origin)
      : bytes_(bytes), origin_(origin) {}

  std::map<std::string, Tensor> read() const {
    std::map<std::string, Tensor> arrays;
    const size_t end = end_record();
    size_t entry = number(end + 16, 4);
    for (uint32_t left = number(end + 10, 2); left > 0; --left) {
      const Member member = member_at(entry);
      entry += kEntryBytes + number(entry + 28, 2) + number(entry + 30, 2) + number(entry + 32, 2);
      const std::string title = fmt::format("{}: member '{}'", origin_, printable(member.name));
      const std::string name = member.name.ends_with(".npy")
                                   ? member.name.substr(0, member.name.size() - 4)
                                   : member.name;
      if (!arrays.try_emplace(name, parse_npy(content(member, title), title)).second)
        throw InputError(fmt::format("{} is there twice", title));
    }
    return arrays;
  }

 private:
  [[noreturn]] void fail(const std::string& reason) const {
    throw InputError(fmt::format("{}: damaged .npz file: {}", origin_, reason));
  }

  uint32_t number(size_t at, size_t width) const {
    if (at > bytes_.size() || bytes_.size() - at < width)
      fail(fmt::format("it ends before byte {}", at + width));
    uint32_t value = 0;
    for (size_t i = width; i-- > 0;)
      value = value << 8 | static_cast<uint32_t>(bytes_[at + i]);
    return value;
  }

  std::span<const std::byte> part(size_t at, size_t size) const {
    if (at > bytes_.size() || bytes_.size() - at < size)
      fail(fmt::format("it ends before byte {}", at + size));
    return bytes_.subspan(at, size);
  }

  size_t end_record() const {
    if (bytes_.size() < 4 || (number(0, 4) != kLocalMark && number(0, 4) != kEndMark)) {
      const std::string kind = file_kind(bytes_);
      throw InputError(fmt::format("{}: not an .npz file ({})", origin_,
                                   kind.empty() ? "it does not begin with PK" : "it " + kind));
    }
    for (size_t comment = 0; comment <= kMostComment; ++comment) {
      if (bytes_.size() < kEndBytes + comment)
        break;
      const size_t at = bytes_.size() - kEndBytes - comment;
      if (number(at, 4) == kEndMark && number(at + 20, 2) == comment)
        return at;
    }
    fail("it has no directory");
  }

  Member member_at(size_t entry) const {
    if (number(entry, 4) != kEntryMark)
      fail(fmt::format("no member of its directory begins at byte {}", entry));
    Member m{.name = {},
             .flags = number(entry + 8, 2),
             .method = number(entry + 10, 2),
             .checksum = number(entry + 16, 4),
             .packed = number(entry + 20, 4),
             .size = number(entry + 24, 4),
             .local = number(entry + 42, 4)};
    const auto name = part(entry + kEntryBytes, number(entry + 28, 2));
    m.name.assign(reinterpret_cast<const char*>(name.data()), name.size());
    return m;
  }

  std::vector<std::byte> content(const Member& m, const std::string& title) const {
    if (number(m.local, 4) != kLocalMark)
      throw InputError(fmt::format("{} does not begin at byte {}", title, m.local));
    if ((m.flags & kEncrypted) != 0)
      throw InputError(fmt::format("{} is encrypted", title));
    const auto packed =
        part(m.local + kLocalBytes + number(m.local + 26, 2) + number(m.local + 28, 2), m.packed);
    resources().require_bytes(static_cast<int64_t>(m.size), title);
    std::vector<std::byte> out;
    if (m.method == kStored)
      out.assign(packed.begin(), packed.end());
    else if (m.method == kDeflated)
      out = inflated(packed, m, title);
    else
      throw InputError(fmt::format(
          "{} is packed by method {}: legal are 0 (stored) and 8 (deflated)", title, m.method));
    const auto checksum = crc32_z(0, reinterpret_cast<const Bytef*>(out.data()), out.size());
    if (out.size() != m.size || checksum != m.checksum)
      throw InputError(fmt::format("{} is damaged: its bytes have another checksum", title));
    return out;
  }

  static std::vector<std::byte> inflated(std::span<const std::byte> packed, const Member& m,
                                         const std::string& title) {
    const auto damaged = [&] {
      return InputError(
          fmt::format("{} is damaged: it does not inflate to {} bytes", title, m.size));
    };
    constexpr size_t kMostRatio = 1032;  // of deflate
    if (m.size > kMostRatio * packed.size())
      throw damaged();
    std::vector<std::byte> out(m.size);
    z_stream stream{};
    // Raw: a zip archive has its own header.
    VTA_CHECK(inflateInit2(&stream, -MAX_WBITS) == Z_OK, "zlib does not start");
    // zlib does not write through next_in.
    stream.next_in = const_cast<Bytef*>(reinterpret_cast<const Bytef*>(packed.data()));
    stream.avail_in = static_cast<uInt>(packed.size());
    stream.next_out = reinterpret_cast<Bytef*>(out.data());
    stream.avail_out = static_cast<uInt>(out.size());
    const int ended = inflate(&stream, Z_FINISH);
    const uInt left = stream.avail_out;
    inflateEnd(&stream);
    if (ended != Z_STREAM_END || left != 0)
      throw damaged();
    return out;
  }

  std::span<const std::byte> bytes_;
  const std::string& origin_;
};

}  // namespace

std::map<std::string, Tensor> parse_npz(std::span<const std::byte> bytes,
                                        const std::string& origin) {
  return Archive(bytes, origin).read();
}

std::map<std::string, Tensor> read_npz(const std::string& path) {
  return parse_npz(read_file(path), path);
}

}  // namespace vta::explore
