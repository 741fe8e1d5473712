#include "explore/diff/tensor_set.h"

#include <gmock/gmock.h>

#include <filesystem>

#include "compiler/text/text.h"
#include "tests/compiler/error_text.h"
#include "zip_writer.h"

#include "base/file.h"

namespace vta::explore {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

// Two layers with names of an ONNX file.
NetworkTensors network() {
  const Graph graph = parse_graph(R"(
def @main(%x: Tensor[(1, 2, 3, 3), int8]) {
  %0 = nn.relu(%x) /* /a/Relu */;
  %1 = cast(%0, dtype="int32");
  %2 = cast(%1, dtype="int8") /* b */;
  nn.relu(%2) /* c */
})",
                                  "net.ir");
  return network_tensors(graph, "net.ir", {{"Relu", "b"}});
}

Tensor steps() {
  return Tensor::zeros(DType::I8, {1, 2, 3, 3});
}

class TensorSet : public testing::Test {
 protected:
  TensorSet() : folder_(testing::TempDir() + "set") {
    std::filesystem::create_directories(folder_);
  }
  ~TensorSet() override { std::filesystem::remove_all(folder_); }

  std::string put(const std::string& name, const Tensor& tensor) const {
    const std::filesystem::path path = std::filesystem::path(folder_) / name;
    std::filesystem::create_directories(path.parent_path());
    write_npy(path.string(), tensor);
    return path.string();
  }
  RunTensors matched() const {
    return match_tensors(network(), read_tensor_files(folder_), folder_);
  }
  std::string error() const {
    return error_text<InputError>([&] { matched(); });
  }

  std::string folder_;
};

size_t count_of(const RunTensors& run) {
  return static_cast<size_t>(std::ranges::count_if(run.values, &Tensor::valid));
}

TEST_F(TensorSet, FilesAreTensorsByNameAlsoInFoldersAndWithOtherCharacters) {
  put("b.npy", steps());
  put("a_Relu.npy", steps());
  put("x.npy", steps().reshaped({2, 3, 3}));  // without the batch
  write_text_file(folder_ + "/notes.txt", "no tensor");
  EXPECT_EQ(count_of(matched()), 3u);
  std::filesystem::remove(folder_ + "/a_Relu.npy");
  put("a/Relu.npy", steps());
  put("d.npy", steps());
  EXPECT_EQ(count_of(matched()), 3u);
  EXPECT_THAT(matched().unknown, ElementsAre("d"));
  ZipWriter zip;
  zip.add("/a/Relu.npy", steps(), true);
  write_text_file(folder_ + "/all.npz", zip.finish());
  EXPECT_EQ(count_of(match_tensors(network(), read_tensor_files(folder_ + "/all.npz"), "all")), 1u);
  EXPECT_EQ(count_of(match_tensors(network(), read_tensor_files(folder_ + "/b.npy"), "b")), 1u);
}

TEST_F(TensorSet, OfIntegersFloat32IsTheRealValue) {
  put("b.npy", Tensor::zeros(DType::F32, {1, 2, 3, 3}));
  EXPECT_TRUE(matched().in_float);
  put("c.npy", steps());
  EXPECT_FALSE(matched().in_float);
}

TEST_F(TensorSet, WhatDoesNotFitIsNamedWithWhatIsExpected) {
  EXPECT_THAT(error(), HasSubstr("set' has no .npy files"));
  put("d.npy", steps());
  EXPECT_THAT(error(), HasSubstr("none of its 1 array is a tensor of net.ir, which has x, /a/Relu, "
                                 "b, c, ...; it has d"));
  const std::string file = put("b.npy", Tensor::zeros(DType::I8, {1, 2, 9}));
  EXPECT_THAT(error(), HasSubstr(file + " holds Tensor[(1, 2, 9), int8]: tensor b is "
                                        "Tensor[(1, 2, 3, 3), int8], or float32"));
  put("b.npy", Tensor::zeros(DType::U8, {1, 2, 3, 3}));
  EXPECT_THAT(error(), HasSubstr("holds Tensor[(1, 2, 3, 3), uint8]: tensor b is"));
  put("b.npy", steps());
  EXPECT_THAT(matched().unknown, ElementsAre("d"));
  EXPECT_THAT(error_text<InputError>([&] { read_tensor_files(folder_ + "/no.npz"); }),
              HasSubstr("no.npz"));
  ZipWriter empty;
  write_text_file(folder_ + "/empty.npz", empty.finish());
  EXPECT_THAT(error_text<InputError>([&] { read_tensor_files(folder_ + "/empty.npz"); }),
              HasSubstr("empty.npz' has no arrays"));
}

TEST_F(TensorSet, TwoFilesOfOneTensorAreRefused) {
  ZipWriter zip;
  zip.add("/a/Relu.npy", steps(), false);
  zip.add("a_Relu.npy", steps(), false);
  write_text_file(folder_ + "/two.npz", zip.finish());
  EXPECT_THAT(error_text<InputError>([&] {
                match_tensors(network(), read_tensor_files(folder_ + "/two.npz"), "two");
              }),
              HasSubstr("are both for tensor /a/Relu: leave one of them out"));
}

TEST_F(TensorSet, WhatIsWrittenIsReadAgain) {
  const NetworkTensors tensors = network();
  RunTensors run{.name = "run", .values = {}};
  run.values.resize(tensors.tensors.size());
  for (size_t i = 0; i < run.values.size(); ++i)
    if (tensors.tensors[i].compared)
      run.values[i] = steps();
  write_tensor_files(tensors, run, folder_);
  const RunTensors again = matched();
  EXPECT_EQ(count_of(again), 4u);
  EXPECT_THAT(again.unknown, testing::IsEmpty());
}

}  // namespace
}  // namespace vta::explore
