#include "base/output_file.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <optional>
#include <random>
#include <utility>

#include "base/error.h"
#include "base/outputs_together.h"

namespace vta {
namespace {

namespace fs = std::filesystem;

constexpr size_t kBufferBytes = size_t{1} << 16;
constexpr mode_t kNewFile = 0666;  // less the umask
constexpr mode_t kPermissions = 0777;

std::optional<struct stat> status_of(const std::string& path) {
  struct stat status {};
  if (::stat(path.c_str(), &status) != 0)
    return std::nullopt;
  return status;
}

// Names that stand for an open descriptor: what they read as is no name to write to.
bool is_descriptor(const std::string& path) {
  return path.starts_with("/proc/") || path.starts_with("/dev/fd/");
}

// Where a chain of links leads, whether or not there is something.
std::string behind_links(const std::string& path) {
  constexpr int kMostLinks = 40;
  fs::path at = path;
  for (int k = 0; k < kMostLinks; ++k) {
    if (is_descriptor(at.string()))
      return at.string();
    std::error_code error;
    const fs::path to = fs::read_symlink(at, error);
    if (error)
      return at.string();
    at = to.is_absolute() ? to : at.parent_path() / to;
  }
  throw OutputError(fmt::format("cannot write '{}': {}", path, std::strerror(ELOOP)));
}

bool written_in_place(const std::string& path) {
  const std::optional<struct stat> there = status_of(path);
  return there && (!S_ISREG(there->st_mode) || is_descriptor(behind_links(path)));
}

// "results.json" as "results.json.1a2b3c4d5e6f7788.part"; long names are cut, names end at 255.
std::string name_beside(const std::string& path) {
  constexpr size_t kLongestStem = 200;
  std::random_device random;
  const uint64_t number = (uint64_t{random()} << 32) | random();
  const fs::path place(path);
  const std::string stem = place.filename().string().substr(0, kLongestStem);
  return (place.parent_path() / fmt::format("{}.{:016x}.part", stem, number)).string();
}

std::string folder_of(const std::string& path) {
  const fs::path folder = fs::path(path).parent_path();
  return folder.empty() ? "." : folder.string();
}

}  // namespace

StagedFile::StagedFile(const std::string& path) : path_(path) {
  if (written_in_place(path))
    open_in_place();
  else
    open_beside();
}

void StagedFile::open_in_place() {
  final_path_ = written_path_ = path_;
  fd_ = ::open(path_.c_str(), O_WRONLY | O_TRUNC | O_CLOEXEC);
  if (fd_ < 0)
    refuse(errno);
}

void StagedFile::open_beside() {
  final_path_ = behind_links(path_);
  const bool replaces = status_of(final_path_).has_value();
  if (replaces && ::access(final_path_.c_str(), W_OK) != 0)
    refuse(errno);
  do {
    written_path_ = name_beside(final_path_);
    cleanup_.remove_file(written_path_);
    fd_ = ::open(written_path_.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC,
                 replaces ? kNewFile & 0700 : kNewFile);
  } while (fd_ < 0 && errno == EEXIST);
  if (fd_ < 0)
    refuse(errno);
}

StagedFile::~StagedFile() {
  if (fd_ >= 0)
    ::close(fd_);
  if (!committed_ && written_path_ != final_path_)
    ::unlink(written_path_.c_str());
}

// By name where the file may have been created anew. An owner that we may not give it to is left:
// the contents are ours then.
void StagedFile::commit() {
  if (written_path_ != final_path_) {
    if (const std::optional<struct stat> old = status_of(final_path_)) {
      [[maybe_unused]] const int given = ::lchown(written_path_.c_str(), old->st_uid, old->st_gid);
      if (::chmod(written_path_.c_str(), old->st_mode & kPermissions) != 0)
        refuse(errno);
    }
    if (::fsync(fd_) != 0)
      refuse(errno);
  }
  if (::close(std::exchange(fd_, -1)) != 0)
    refuse(errno);
  OutputsTogether* const together = OutputsTogether::here();
  if (written_path_ != final_path_ && together != nullptr)
    together->take(path_, written_path_, final_path_);
  else if (written_path_ != final_path_ &&
           ::rename(written_path_.c_str(), final_path_.c_str()) != 0)
    refuse(errno);
  committed_ = true;
}

void StagedFile::refuse(int error) const {
  throw OutputError(fmt::format("cannot write '{}': {}", path_,
                                error != 0 ? std::strerror(error) : "not all of it was written"));
}

DescriptorBuffer::DescriptorBuffer(int fd) : fd_(fd), buffer_(kBufferBytes) {
  setp(buffer_.data(), buffer_.data() + buffer_.size());
}

DescriptorBuffer::int_type DescriptorBuffer::overflow(int_type character) {
  if (sync() != 0)
    return traits_type::eof();
  if (!traits_type::eq_int_type(character, traits_type::eof()))
    sputc(traits_type::to_char_type(character));
  return traits_type::not_eof(character);
}

int DescriptorBuffer::sync() {
  const char* at = pbase();
  while (at != pptr() && error_ == 0) {
    const ssize_t written = ::write(fd_, at, static_cast<size_t>(pptr() - at));
    if (written >= 0)
      at += written;
    else if (errno != EINTR)
      error_ = errno;
  }
  setp(buffer_.data(), buffer_.data() + buffer_.size());
  return error_ == 0 ? 0 : -1;
}

OutputFile::OutputFile(const std::string& path)
    : file_(path), buffer_(file_.fd()), stream_(&buffer_) {}

void OutputFile::flush() {
  stream_.flush();
  if (!stream_ || buffer_.error() != 0)
    file_.refuse(buffer_.error());
}

void OutputFile::commit() {
  flush();
  file_.commit();
}

void check_output_folder(const std::string& folder) {
  const auto fail = [&](int error) {
    throw OutputError(fmt::format("cannot write into '{}': {}", folder, std::strerror(error)));
  };
  std::string at = folder;
  std::optional<struct stat> there;
  while (!(there = status_of(at)) && errno == ENOENT && at != folder_of(at))
    at = folder_of(at);
  if (!there)
    fail(errno);
  if (!S_ISDIR(there->st_mode))
    fail(ENOTDIR);
  if (::access(at.c_str(), W_OK | X_OK) != 0)
    fail(errno);
}

void check_output(const std::string& output, std::span<const std::string> inputs) {
  if (output.empty())
    return;
  const auto there = status_of(output);
  const int missing = there ? 0 : errno;
  for (const std::string& input : inputs) {
    const auto other = status_of(input);
    if (there && other && S_ISREG(there->st_mode) && there->st_dev == other->st_dev &&
        there->st_ino == other->st_ino)
      throw UsageError(fmt::format(
          "'{}' would be written over the input '{}', which is the same file: give it another name",
          output, input));
  }
  const auto fail = [&](int error) {
    throw OutputError(fmt::format("cannot write '{}': {}", output, std::strerror(error)));
  };
  if (missing == ENAMETOOLONG)
    fail(missing);
  if (there && S_ISDIR(there->st_mode))
    fail(EISDIR);
  if (there && ::access(output.c_str(), W_OK) != 0)
    fail(errno);
  if (!written_in_place(output) && ::access(folder_of(behind_links(output)).c_str(), W_OK | X_OK))
    fail(errno);
}

}  // namespace vta
