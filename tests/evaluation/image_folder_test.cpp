#include "evaluation/image_folder.h"

#include <gmock/gmock.h>

#include "tests/compiler/error_text.h"
#include "tests/evaluation/temporary_folder.h"

namespace vta {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

class Folder : public ::testing::Test {
 protected:
  void add(std::initializer_list<const char*> names) {
    for (const char* name : names)
      folder_.write(name, "");
  }
  ImageFolder read() { return read_image_folder(folder_.path()); }
  std::string refused() {
    return error_text<InputError>([&] { read(); });
  }
  TemporaryFolder folder_;
};

TEST_F(Folder, ImagesAreInTheOrderOfTheirNamesWithoutClasses) {
  add({"b.PNG", "a.jpeg", "c.ppm", ".hidden.png", "notes.txt"});
  const ImageFolder found = read();
  EXPECT_THAT(found.names, ElementsAre("a.jpeg", "b.PNG", "c.ppm"));
  EXPECT_EQ(found.files[0], folder_.path("a.jpeg"));
  EXPECT_THAT(found.labels, IsEmpty());
  EXPECT_THAT(found.notes, ElementsAre(HasSubstr("'notes.txt'")));
}

TEST_F(Folder, SubFoldersAreClassesAndImagesAreTakenFromThemInTurn) {
  add({"dog/1.png", "dog/2.png", "cat/3.png", "cat/4.png", "cat/5.png", "empty/a.txt"});
  const ImageFolder found = read();
  EXPECT_THAT(found.names,
              ElementsAre("cat/3.png", "dog/1.png", "cat/4.png", "dog/2.png", "cat/5.png"));
  EXPECT_THAT(found.labels, ElementsAre(0, 1, 0, 1, 0));
  EXPECT_THAT(found.class_names, ElementsAre("cat", "dog"));
  EXPECT_THAT(found.notes, ElementsAre(HasSubstr("'empty' holds no image")));
}

TEST_F(Folder, NumbersAreTheClassesThemselves) {
  add({"10/a.png", "9/b.png", "0/c.png"});
  const ImageFolder found = read();
  EXPECT_THAT(found.names, ElementsAre("0/c.png", "10/a.png", "9/b.png"));
  EXPECT_THAT(found.labels, ElementsAre(0, 10, 9));
  EXPECT_THAT(found.class_names, IsEmpty());
}

TEST_F(Folder, WithoutImagesOrWithBothIsRefused) {
  EXPECT_THAT(refused(), HasSubstr("holds no image: expected .png"));
  add({"cat/a.png", "b.png"});
  EXPECT_THAT(refused(), HasSubstr("holds 1 image beside sub-folders with images ('cat')"));
  EXPECT_THAT(error_text<InputError>([] { read_image_folder("/no/such/folder"); }),
              HasSubstr("folder '/no/such/folder' cannot be read: No such file"));
}

}  // namespace
}  // namespace vta
