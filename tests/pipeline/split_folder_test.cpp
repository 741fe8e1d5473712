// What `vta split -o` leaves in a folder: all of a split, or what was there before.
#include "base/hash.h"
#include "pipeline/split_file.h"
#include "tests/pipeline/split_folder_fixture.h"

namespace vta {
namespace {

using testing::HasSubstr;

TEST_F(SplitFolder, HasHashesOfItsParts) {
  split("--parts 2");
  const boost::json::object split_document = document();
  for (const auto& part : split_document.at("parts").as_array())
    EXPECT_EQ(part.at("content_hash").as_string(),
              hash_hex(read_file(path("parts/" + std::string(part.at("file").as_string())))));
}

TEST_F(SplitFolder, PartsOfALargerOneGo) {
  split("--parts 4");
  EXPECT_TRUE(file_exists(path("parts/part3.vta")));
  split("--parts 2");
  EXPECT_TRUE(file_exists(path("parts/part1.vta")));
  EXPECT_FALSE(file_exists(path("parts/part2.vta")));
  EXPECT_FALSE(file_exists(path("parts/part3.vta")));
  EXPECT_EQ(piped::load_split(split_json()).parts.size(), 2u);
}

// What somebody put there is theirs.
TEST_F(SplitFolder, OtherFilesStayAndAreNamed) {
  split("--parts 4");
  write_text_file(path("parts/part3.vta"), "mine");
  write_text_file(path("parts/part12.vta"), "mine");
  write_text_file(path("parts/part02.vta"), "another name");
  const CommandResult again = run_vta("split " + model() + " --parts 2 -o " + path("parts"));
  EXPECT_EQ(again.exit_code, 0);
  EXPECT_THAT(again.text, HasSubstr("part3.vta' was there before, and is no part of this split"));
  EXPECT_THAT(again.text, HasSubstr("part12.vta' was there before"));
  EXPECT_THAT(again.text, testing::Not(HasSubstr("part02.vta")));
  EXPECT_EQ(read_text_file(path("parts/part3.vta")), "mine");
  EXPECT_FALSE(file_exists(path("parts/part2.vta")));
}

// A bound on the size of files stands for a full disk: the parts are larger than it.
TEST_F(SplitFolder, AFullDiskLeavesWhatWasThere) {
  split("--parts 2");
  const std::string before = read_text_file(split_json());
  const ApartResult full = run_vta_apart("split " + model() + " --parts 3 -o " + path("parts"),
                                         "trap '' XFSZ; ulimit -f 16; ");
  EXPECT_EQ(full.exit_code, 9) << full.err;
  EXPECT_EQ(read_text_file(split_json()), before);
  EXPECT_EQ(piped::load_split(split_json()).parts.size(), 2u);
  EXPECT_FALSE(file_exists(path("parts/part2.vta")));
  const ApartResult none = run_vta_apart("split " + model() + " --parts 2 -o " + path("new"),
                                         "trap '' XFSZ; ulimit -f 16; ");
  EXPECT_EQ(none.exit_code, 9) << none.err;
  EXPECT_FALSE(file_exists(path("new")));
}

}  // namespace
}  // namespace vta
