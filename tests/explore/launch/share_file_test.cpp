#include "explore/launch/share_file.h"

#include <gmock/gmock.h>

#include <filesystem>

#include "base/error.h"
#include "base/file.h"
#include "tests/explore/launch/scratch.h"

namespace vta::explore {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::ThrowsMessage;

const std::string kSweep = "0123456789abcdef", kOther = "ffffffffffffffff";

std::string fresh_file(const std::string& name) {
  return scratch_path(name);
}

std::string text_of(const std::string& path) {
  const auto bytes = read_file(path);
  return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

TEST(ShareFile, ReaderGetsEveryRecordOnceAsTheyCome) {
  const std::string path = fresh_file("tail");
  ShareReader reader(path, kSweep);
  EXPECT_THAT(reader.poll(), IsEmpty());  // no file yet
  ShareWriter writer(path, kSweep);
  EXPECT_THAT(reader.poll(), IsEmpty());
  writer.append("first");
  writer.append("");
  EXPECT_THAT(reader.poll(), ElementsAre("first", ""));
  EXPECT_THAT(reader.poll(), IsEmpty());
  writer.append("third");
  EXPECT_THAT(reader.poll(), ElementsAre("third"));
}

// Whatever a killed writer has left: what was complete is read, and the next writer goes on there.
TEST(ShareFile, EveryTruncationKeepsWhatWasComplete) {
  const std::string path = fresh_file("cut");
  ShareWriter(path, kSweep).append("one");
  ShareWriter(path, kSweep).append("two");
  const std::string whole = text_of(path);
  const size_t second = whole.size() - 12 - 3, first = second - 12 - 3;
  for (size_t size = 0; size < whole.size(); ++size) {
    SCOPED_TRACE(size);
    write_text_file(path, whole.substr(0, size));
    std::vector<std::string> expected;
    if (size >= second)
      expected.push_back("one");
    EXPECT_EQ(ShareReader(path, kSweep).poll(), expected);
    {
      ShareWriter writer(path, kSweep);
      EXPECT_EQ(writer.earlier(), expected);
      writer.append("next");
    }
    expected.push_back("next");
    EXPECT_EQ(ShareReader(path, kSweep).poll(), expected);
  }
  EXPECT_EQ(first, 21u);  // the head
}

TEST(ShareFile, DamageEndsWhatIsRead) {
  const std::string path = fresh_file("damage");
  {
    ShareWriter writer(path, kSweep);
    writer.append("one");
    writer.append("two");
  }
  std::string bytes = text_of(path);
  bytes.back() ^= 1;
  write_text_file(path, bytes);
  EXPECT_THAT(ShareReader(path, kSweep).poll(), ElementsAre("one"));
}

TEST(ShareFile, OtherFilesAreRefused) {
  const std::string path = fresh_file("other");
  const auto poll = [&] { ShareReader(path, kSweep).poll(); };
  ShareWriter(path, kOther).append("one");
  EXPECT_THAT(poll, ThrowsMessage<InputError>(HasSubstr("a share of the sweep " + kOther)));
  EXPECT_THAT([&] { ShareWriter(path, kSweep); },
              ThrowsMessage<InputError>(HasSubstr("the specification or the program has changed")));
  write_text_file(path, "VTAS\x02" + kSweep);
  EXPECT_THAT(poll, ThrowsMessage<InputError>(HasSubstr("version 2, this program knows 1")));
  write_text_file(path, "something else altogether");
  EXPECT_THAT(poll, ThrowsMessage<InputError>(HasSubstr("does not begin with VTAS")));
  EXPECT_THAT([] { ShareWriter("/no/such/folder/share", kSweep); },
              ThrowsMessage<OutputError>(HasSubstr("/no/such/folder/share")));
}

}  // namespace
}  // namespace vta::explore
