// main() of every test program: ctest runs each suite as a process, many side by side, so each has
// a folder for temporary files of its own, which goes when it ends.
//   --show-skips   exit status 77 when nothing failed and something was skipped
#include <gmock/gmock.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <string>
#include <string_view>

namespace {

class OwnTempFolder {
 public:
  OwnTempFolder() : path_(testing::TempDir() + "vta_tests_XXXXXX"), owner_(getpid()) {
    if (!mkdtemp(path_.data())) {
      perror(path_.c_str());
      exit(1);
    }
    chmod(path_.c_str(), 0755);  // tests that give up their rights go on in it
    setenv("TEST_TMPDIR", path_.c_str(), 1);
  }
  ~OwnTempFolder() {
    std::error_code kept;
    if (getpid() == owner_)
      std::filesystem::remove_all(path_, kept);
  }

 private:
  std::string path_;
  pid_t owner_;
};

}  // namespace

int main(int argc, char** argv) {
  testing::InitGoogleMock(&argc, argv);
  const OwnTempFolder folder;
  const int status = RUN_ALL_TESTS();
  const bool show_skips = argc > 1 && std::string_view(argv[1]) == "--show-skips";
  return status == 0 && show_skips && testing::UnitTest::GetInstance()->skipped_test_count() > 0
             ? 77
             : status;
}
