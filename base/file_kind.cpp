#include "base/file_kind.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <filesystem>
#include <fstream>
#include <string_view>

namespace vta {
namespace {

using namespace std::string_view_literals;

struct Kind {
  std::string_view begins;
  std::string_view words;
};

constexpr std::string_view kDatabase = "SQLite format 3"sv;
constexpr std::string_view kLfs =
    "is a Git LFS pointer, not the file itself: get the file with git lfs pull";
constexpr std::string_view kHtml =
    "is an HTML page, perhaps an error page of a server: download the file again";

constexpr std::array kKinds = {
    Kind{"version https://git-lfs"sv, kLfs},
    Kind{"version https://hawser"sv, kLfs},
    Kind{"\x1f\x8b"sv, "is compressed by gzip: unpack it first (gunzip)"},
    Kind{"PK\x03\x04"sv,
         "is a zip archive: unpack it first (of PyTorch, .pt: export it with torch.onnx.export)"},
    Kind{"PK\x05\x06"sv, "is a zip archive without files"},
    Kind{"\xfd"
         "7zXZ\0"sv,
         "is compressed by xz: unpack it first (unxz)"},
    Kind{"BZh"sv, "is compressed by bzip2: unpack it first (bunzip2)"},
    Kind{"\x28\xb5\x2f\xfd"sv, "is compressed by zstd: unpack it first (unzstd)"},
    Kind{"7z\xbc\xaf\x27\x1c"sv, "is a 7z archive: unpack it first"},
    Kind{"\x89HDF\r\n"sv, "is an HDF5 file, as Keras writes: export it as ONNX"},
    Kind{"\x93NUMPY"sv, "is a NumPy array (.npy)"},
    Kind{"\x89VTA\r\n"sv, "is a compiled program (.vta)"},
    Kind{kDatabase, "is a database (SQLite)"},
    Kind{"\x89PNG"sv, "is a PNG image"},
    Kind{"\xff\xd8\xff"sv, "is a JPEG image"},
    Kind{"%PDF"sv, "is a PDF document"},
    Kind{"\x7f"
         "ELF"sv,
         "is a program of this machine (ELF)"},
};

std::string_view text_of(std::span<const std::byte> bytes) {
  return {reinterpret_cast<const char*>(bytes.data()), std::min(bytes.size(), kFileKindBytes)};
}

// Whether a page begins here, whatever stands before it: a byte order mark, blanks, comments.
bool is_html(std::string_view text) {
  std::string lower(text);
  std::ranges::transform(lower, lower.begin(),
                         [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  if (lower.starts_with("\xef\xbb\xbf"))
    lower.erase(0, 3);
  lower.erase(0, std::min(lower.find_first_not_of(" \t\r\n"), lower.size()));
  return lower.starts_with("<!doctype html") || lower.starts_with("<html") ||
         (lower.starts_with("<!--") && lower.find("<html") != std::string::npos);
}

}  // namespace

std::string file_kind(std::span<const std::byte> beginning) {
  if (beginning.empty())
    return "is empty";
  const std::string_view text = text_of(beginning);
  for (const Kind& kind : kKinds)
    if (text.starts_with(kind.begins))
      return std::string(kind.words);
  if (is_html(text))
    return std::string(kHtml);
  if (is_tflite(beginning))
    return "is a TensorFlow Lite model (.tflite)";
  return {};
}

bool is_tflite(std::span<const std::byte> beginning) {
  const std::string_view text = text_of(beginning);
  return text.size() >= 8 && text.substr(4, 4) == "TFL3";
}

bool is_tflite(const std::string& path) {
  if (std::error_code none; !std::filesystem::is_regular_file(path, none))
    return path.ends_with(".tflite");
  std::ifstream in(path, std::ios::binary);
  std::array<std::byte, 8> start{};
  return in.read(reinterpret_cast<char*>(start.data()), std::ssize(start)) && is_tflite(start);
}

bool is_database(const std::string& path) {
  if (std::error_code none; !std::filesystem::is_regular_file(path, none))
    return false;  // a pipe is read once, and by somebody else
  std::ifstream in(path, std::ios::binary);
  std::string start(kDatabase.size(), '\0');
  return in.read(start.data(), std::ssize(start)) && start == kDatabase;
}

}  // namespace vta
