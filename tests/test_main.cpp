// main() of every test program: ctest runs each TEST as a process, many side by side, so each has a
// folder for temporary files of its own, which goes when it ends.
#include <gmock/gmock.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <string>

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
  return RUN_ALL_TESTS();
}
