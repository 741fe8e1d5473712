// The container of a .vta file, all numbers little-endian:
//
//   0    magic (8 bytes), schema version (u32), section count (u32), file bytes (u64)
//   24   five sections, 40 bytes each: name (16, zero-padded), offset, bytes, XXH3-64 (u64 each)
//   224  24 zero bytes, XXH3-64 of the 248 bytes above
//   256  the sections, one after the other
//
// Of a program whose parameters are in a file of their own (parameters.h) the section
// `host_constants` is empty, and `constants` is its number of bytes alone (u64).
//
// Every byte of the file is under a checksum, and each section is read straight to where it stays.
#include <xxhash.h>

#include <array>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <streambuf>

#include "base/addressable.h"
#include "base/file_kind.h"
#include "base/output_file.h"
#include "base/resource_policy.h"
#include "runtime/parameters.h"
#include "runtime/program_bytes.h"
#include "runtime/program_json.h"

namespace vta {
namespace {

using Bytes = std::span<const std::byte>;

// The odd bytes show a file that went through a text conversion.
constexpr std::array<char, 8> kMagic = {'\x89', 'V', 'T', 'A', '\r', '\n', '\x1a', '\n'};
constexpr uint32_t kSchemaVersion = 5;  // the newest; 2: layouts may be parts of others
constexpr uint32_t kWithPositions = 4;
// Only programs without their parameters have these; the second one of those with positions.
constexpr uint32_t kWithoutParameters = 3, kPositionsWithoutParameters = 5;
constexpr std::array<std::string_view, 5> kSections = {"description", "host_constants", "constants",
                                                       "uops", "insns"};
enum SectionIndex : size_t { kDescription, kHostConstants, kConstants, kUops, kInsns };

struct Section {
  std::array<char, 16> name{};
  uint64_t offset = 0, bytes = 0, checksum = 0;
};
struct Header {
  std::array<char, 8> magic = kMagic;
  uint32_t schema = kSchemaVersion;
  uint32_t sections_count = kSections.size();
  uint64_t file_bytes = 0;
  std::array<Section, kSections.size()> sections;
  std::array<uint64_t, 3> reserved{};
  uint64_t checksum = 0;
};
static_assert(sizeof(Header) == 256 && offsetof(Header, checksum) == 248);

uint64_t header_checksum(const Header& header) {
  return XXH3_64bits(&header, offsetof(Header, checksum));
}

// What the oldest readers know where they would not misread it.
uint32_t schema_of(const Program& program) {
  if (program.positions)
    return kWithPositions;
  const auto is_part = [](const DeviceTensor& t) { return t.layout.image_groups > 0; };
  return std::ranges::any_of(program.device_tensors, is_part) ? 2 : 1;
}

Header make_header(const std::array<Bytes, kSections.size()>& sections, uint32_t schema) {
  Header header;
  header.schema = schema;
  uint64_t offset = sizeof(Header);
  for (size_t i = 0; i < sections.size(); ++i) {
    Section& s = header.sections[i];
    kSections[i].copy(s.name.data(), s.name.size());
    s.offset = offset;
    s.bytes = sections[i].size();
    s.checksum = XXH3_64bits(sections[i].data(), sections[i].size());
    offset += s.bytes;
  }
  header.file_bytes = offset;
  header.checksum = header_checksum(header);
  return header;
}

class ProgramReader {
 public:
  ProgramReader(std::istream& file, uint64_t size, std::string_view origin)
      : origin_(origin), file_(file), size_(size) {
    require_place(size, fmt::format("{}: the program", origin));
    read_header();
  }

  // `parameters` null: the program's own.
  Program read_program(const Parameters* parameters) {
    const bool without =
        header_.schema == kWithoutParameters || header_.schema == kPositionsWithoutParameters;
    if (without && parameters == nullptr)
      refuse(
          "its parameters are in a file of their own, which has to be given too (vta run "
          "--params FILE; vta_program_load_params)");
    const std::string description = read_text(kDescription);
    std::vector<std::byte> host_constants, constants, uops, insns;
    read(kHostConstants, host_constants);
    read(kConstants, constants);
    read(kUops, uops);
    read(kInsns, insns);
    try {
      Program program = parse_description(description, host_constants);
      program.constants = without ? empty_constants(constants) : std::move(constants);
      program.uops = std::move(uops);
      program.insns = std::move(insns);
      check_program(program);
      return parameters == nullptr ? program : with_parameters(program, *parameters);
    } catch (const ResourceError& e) {
      throw ResourceError(fmt::format("{}: {}", origin_, e.what()));
    } catch (const Error& e) {
      throw InputError(fmt::format("{}: {}", origin_, e.what()));
    }
  }

 private:
  static void require_place(uint64_t bytes, std::string_view what) {
    const auto size = static_cast<int64_t>(std::min(bytes, kLargestFile));
    resources().require_bytes(size, what);
    require_addressable(size, what);
  }

  // As many as the parameters will fill.
  static std::vector<std::byte> empty_constants(Bytes section) {
    uint64_t bytes = 0;
    if (section.size() != sizeof(bytes))
      throw InputError(fmt::format("section constants has {} bytes (legal without parameters: {})",
                                   section.size(), sizeof(bytes)));
    std::memcpy(&bytes, section.data(), sizeof(bytes));
    require_place(bytes, "the constants of the program");
    return std::vector<std::byte>(bytes);
  }

  void read(SectionIndex index, std::vector<std::byte>& out) {
    const Section& s = header_.sections[index];
    out.resize(s.bytes);
    read_into(s, reinterpret_cast<char*>(out.data()));
    check(index, out);
  }

  std::string read_text(SectionIndex index) {
    const Section& s = header_.sections[index];
    std::string out(s.bytes, '\0');
    read_into(s, out.data());
    check(index, std::as_bytes(std::span(out)));
    return out;
  }

  [[noreturn]] void refuse(const std::string& why) const {
    throw InputError(fmt::format("{}: {}", origin_, why));
  }

  // The schema version is looked at before the checksum: another version's header may be another.
  void read_header() {
    const auto got = static_cast<std::streamsize>(std::min<uint64_t>(size_, sizeof(Header)));
    file_.read(reinterpret_cast<char*>(&header_), got);
    if (size_ < kMagic.size() || header_.magic != kMagic) {
      const std::string kind = file_kind(
          std::as_bytes(std::span(&header_, 1)).first(static_cast<size_t>(std::max(got, {}))));
      refuse(kind.empty() ? "not a VTA program (wrong magic at its beginning)"
                          : "not a VTA program: " + kind);
    }
    if (size_ < sizeof(Header))
      refuse(fmt::format("truncated at byte {}, inside the header of {} bytes", size_,
                         sizeof(Header)));
    if (header_.schema > kSchemaVersion)
      refuse(fmt::format("schema version {} is newer than {}, the newest that is understood",
                         header_.schema, kSchemaVersion));
    if (header_.schema == 0)
      refuse(fmt::format("schema version 0 does not exist (legal: 1 to {})", kSchemaVersion));
    if (header_.checksum != header_checksum(header_))
      refuse("the header is altered (its checksum does not match)");
    check_sections();
  }

  void check_sections() const {
    uint64_t offset = sizeof(Header);
    for (size_t i = 0; i < kSections.size(); ++i) {
      const Section& s = header_.sections[i];
      const std::string_view name(s.name.data(), strnlen(s.name.data(), s.name.size()));
      if (name != kSections[i] || s.offset != offset)
        refuse(fmt::format("the header is inconsistent at section {}", kSections[i]));
      if (s.bytes > size_ - offset)
        refuse(fmt::format("truncated at byte {} of {}, inside section {}", size_,
                           header_.file_bytes, kSections[i]));
      offset += s.bytes;
    }
    if (header_.file_bytes != offset || size_ != offset)
      refuse(fmt::format("has {} bytes after its end at byte {}", size_ - offset, offset));
  }

  void read_into(const Section& s, char* out) {
    file_.seekg(static_cast<std::streamoff>(s.offset));
    file_.read(out, static_cast<std::streamsize>(s.bytes));
    if (!file_)
      refuse(fmt::format("reading {} bytes at byte {} failed", s.bytes, s.offset));
  }

  void check(SectionIndex index, Bytes bytes) const {
    if (XXH3_64bits(bytes.data(), bytes.size()) != header_.sections[index].checksum)
      refuse(fmt::format("section {} is altered (its checksum does not match)", kSections[index]));
  }

  static constexpr uint64_t kLargestFile = uint64_t{1} << 62;

  std::string origin_;
  std::istream& file_;
  uint64_t size_ = 0;
  Header header_;
};

// Bytes in memory as a file that is read and sought.
class SpanBuffer final : public std::streambuf {
 public:
  explicit SpanBuffer(Bytes bytes) {
    auto* begin = const_cast<char*>(reinterpret_cast<const char*>(bytes.data()));
    setg(begin, begin, begin + bytes.size());
  }

 private:
  pos_type seekpos(pos_type to, std::ios_base::openmode) override {
    if (to < 0 || to > egptr() - eback())
      return pos_type(off_type(-1));
    setg(eback(), eback() + static_cast<std::ptrdiff_t>(to), egptr());
    return to;
  }
};

}  // namespace

namespace {

using Sections = std::array<Bytes, kSections.size()>;

void write_sections(std::ostream& out, const Sections& sections, uint32_t schema) {
  const Header header = make_header(sections, schema);
  out.write(reinterpret_cast<const char*>(&header), sizeof(header));
  for (const Bytes& s : sections)
    out.write(reinterpret_cast<const char*>(s.data()), static_cast<std::streamsize>(s.size()));
}

void write_file(const std::string& path, const Sections& sections, uint32_t schema) {
  OutputFile file(path);
  write_sections(file.stream(), sections, schema);
  file.commit();
}

// The description must live as long as they do.
Sections sections_of(const Program& program, const ProgramDescription& description) {
  return {std::as_bytes(std::span(description.json)), description.host_constants, program.constants,
          program.uops, program.insns};
}

Program read_program_file(const std::string& path, const Parameters* parameters) {
  std::ifstream file(path, std::ios::binary);
  std::error_code error;
  const uint64_t size = std::filesystem::file_size(path, error);
  if (!file || error)
    throw InputError(fmt::format("{}: cannot be opened: {}", path,
                                 error ? error.message() : "permission denied or not a file"));
  return ProgramReader(file, size, path).read_program(parameters);
}

Program read_program_bytes(Bytes bytes, std::string_view origin, const Parameters* parameters) {
  SpanBuffer buffer(bytes);
  std::istream file(&buffer);
  return ProgramReader(file, bytes.size(), origin).read_program(parameters);
}

}  // namespace

void save_program(const Program& program, const std::string& path) {
  check_program(program);
  const ProgramDescription description = describe_program(program);
  write_file(path, sections_of(program, description), schema_of(program));
}

std::string program_bytes(const Program& program) {
  check_program(program);
  const ProgramDescription description = describe_program(program);
  std::ostringstream out;
  write_sections(out, sections_of(program, description), schema_of(program));
  return std::move(out).str();
}

void save_program_without_parameters(const Program& program, const std::string& path) {
  check_program(program);
  const ProgramDescription description = describe_program(program, HostConstants::LeftOut);
  const uint64_t constants_bytes = program.constants.size();
  write_file(path,
             {std::as_bytes(std::span(description.json)),
              {},
              std::as_bytes(std::span(&constants_bytes, 1)),
              program.uops,
              program.insns},
             program.positions ? kPositionsWithoutParameters : kWithoutParameters);
}

Program load_program(const std::string& path) {
  return read_program_file(path, nullptr);
}

Program load_program(const std::string& path, const Parameters& parameters) {
  return read_program_file(path, &parameters);
}

Program parse_program(std::span<const std::byte> bytes, std::string_view origin) {
  return read_program_bytes(bytes, origin, nullptr);
}

Program parse_program(std::span<const std::byte> bytes, std::string_view origin,
                      const Parameters& parameters) {
  return read_program_bytes(bytes, origin, &parameters);
}

}  // namespace vta
