#include "pipeline/split_file.h"

#include "base/json.h"
#include "tests/pipeline/split_folder_fixture.h"

namespace vta::piped {
namespace {

namespace json = boost::json;
using testing::HasSubstr;
using testing::ThrowsMessage;

// Two parts, an output of the first of which is the network's, too.
constexpr const char* kSplit = R"({
  "provenance": {"tool": "vta", "schema": "vta.split", "schema_version": 2},
  "model": "m.onnx",
  "parts": [
    {"file": "part0.vta", "content_hash": "0123456789abcdef", "kernels": 1, "cycles": 10,
     "device_memory_bytes": 64,
     "inputs": [{"name": "x", "dtype": "float32", "shape": [1, 4]}],
     "outputs": [{"name": "a", "dtype": "int8", "shape": [1, 4], "scale_exponent": -4},
                 {"name": "b", "dtype": "float32", "shape": []}]},
    {"file": "part1.vta", "content_hash": "0123456789abcdef", "kernels": 0, "cycles": 0,
     "device_memory_bytes": 0,
     "inputs": [{"name": "a", "dtype": "int8", "shape": [1, 4]}],
     "outputs": [{"name": "y", "dtype": "float32", "shape": [1, 4]}]}],
  "connections": [{"from": {"part": 0, "output": 0}, "to": {"part": 1, "input": 0}, "value": "a",
                   "dtype": "int8", "shape": [1, 4], "scale_exponent": -4}],
  "inputs": [{"name": "x", "dtype": "float32", "shape": [1, 4], "to": [{"part": 0, "input": 0}]}],
  "outputs": [{"name": "y", "dtype": "float32", "shape": [1, 4], "from": {"part": 1, "output": 0}},
              {"name": "b", "dtype": "float32", "shape": [], "from": {"part": 0, "output": 1}}]
})";

TEST(SplitFile, ReadsPartsConnectionsInputsAndOutputs) {
  const SplitFile split = parse_split(kSplit, "split.json");
  EXPECT_EQ(split.model, "m.onnx");
  ASSERT_EQ(split.parts.size(), 2u);
  EXPECT_EQ(split.parts[0].file, "part0.vta");
  EXPECT_EQ(split.parts[0].cycles, 10);
  EXPECT_EQ(split.parts[0].outputs[0].scale_exponent, -4);
  EXPECT_EQ(split.parts[0].outputs[1].type, (TensorType{{}, DType::F32}));
  ASSERT_EQ(split.links.size(), 1u);
  EXPECT_EQ(split.links[0].to, (Port{1, 0}));
  EXPECT_EQ(split.outputs[1].from, (Port{0, 1}));
}

struct Broken {
  std::string path;   // of the member, its steps between '/'
  const char* value;  // JSON; nullptr: it is removed
  std::string words;
};

std::string broken(const Broken& how) {
  json::value document = json::parse(kSplit);
  const size_t slash = how.path.rfind('/');
  json::object& parent = slash == std::string::npos
                             ? document.as_object()
                             : document.at_pointer("/" + how.path.substr(0, slash)).as_object();
  const std::string name = how.path.substr(slash == std::string::npos ? 0 : slash + 1);
  if (how.value == nullptr)
    parent.erase(name);
  else
    parent[name] = json::parse(how.value);
  return json::serialize(document);
}

TEST(SplitFile, NamesWhatIsWrong) {
  const std::vector<Broken> table = {
      {"provenance", nullptr, "has no provenance, so it was not written by vta split -o"},
      {"provenance/schema", R"("vta.run")", "its schema is vta.run, legal is vta.split"},
      {"provenance/schema_version", "1", "this program reads version 2: split again"},
      {"provenance/schema_version", "3", "this program reads version 2: use a newer vta"},
      {"model", "7", "split.json: key model must be a string, is the integer 7"},
      {"modl", "7", "unknown key \"modl\": known are "},
      {"parts", "[]", "key parts is empty"},
      {"parts", "{}", "key parts must be an array"},
      {"parts/0", nullptr, ""},
      {"parts/0/file", R"("../part0.vta")", "parts[0]: key file is '../part0.vta'"},
      {"parts/0/file", R"("..")", "must be the name of a file beside split.json"},
      {"parts/0/file", R"("")", "must be the name of a file"},
      {"parts/0/content_hash", nullptr, "required key content_hash is missing"},
      {"parts/0/content_hash", R"("0123456789ABCDEF")", "must be 16 hex digits"},
      {"parts/0/content_hash", R"("12")", "key content_hash is '12'"},
      {"parts/0/cycles", "-1", "parts[0]: cycles = -1 is out of range"},
      {"parts/0/extra", "1", "parts[0]: unknown key \"extra\""},
      {"parts/0/inputs/0/dtype", R"("int4")", "inputs[0]: key dtype: "},
      {"parts/0/inputs/0/shape", "[1, -4]", "key shape holds the integer -4"},
      {"parts/0/inputs/0/shape", "[4611686018427387904, 4]", "no tensor is as large"},
      {"parts/0/inputs/0/shape", R"(["1"])", "key shape holds a string"},
      {"parts/0/outputs/0/scale_exponent", "0.5", "key scale_exponent must be an integer"},
      {"connections/0/from/part", "2", "from: part = 2 is out of range (legal: 0..1)"},
      {"connections/0/from/output", "2", "from: output = 2 is out of range (legal: 0..1)"},
      {"connections/0/to/output", "0", "unknown key \"output\""},
      {"connections/0/dtype", R"("uint8")", "output 0 of part 0 ('a') is Tensor[(1, 4), int8]"},
      {"connections/0/from/output", "1", "output 1 of part 0 ('b')"},
      {"connections/0/value", nullptr, "required key value is missing"},
      {"inputs/0/to", R"([{"part": 1, "input": 0}])", "input 0 of part 1 ('a') is"},
      {"outputs/0/from/part", "0", "output 0 of part 0 ('a')"},
      {"outputs/0/shape", "[1, 5]", "outputs[0]: it is Tensor[(1, 5), float32]"},
  };
  for (const Broken& how : table) {
    if (how.path == "parts/0")
      continue;
    EXPECT_THAT([&] { parse_split(broken(how), "split.json"); },
                ThrowsMessage<InputError>(HasSubstr(how.words)))
        << how.path;
  }
  const std::string whole = kSplit;
  for (const size_t length : {size_t{0}, size_t{1}, whole.size() / 2, whole.size() - 2})
    EXPECT_THAT([&] { parse_split(whole.substr(0, length), "split.json"); },
                ThrowsMessage<InputError>(HasSubstr("split.json")))
        << length;
  EXPECT_THROW(parse_split("[]", "split.json"), InputError);
}

using SplitFolderFile = SplitFolder;

TEST_F(SplitFolderFile, IsReadWithItsPrograms) {
  split("--parts 3");
  const Plan plan = load_split(split_json());
  EXPECT_EQ(plan.model, model());
  EXPECT_EQ(plan.parts.size(), 3u);
  EXPECT_EQ(plan.inputs.at(0).name, "data");
  EXPECT_EQ(plan.outputs.size(), 1u);
  EXPECT_GE(plan.links.size(), 2u);
}

TEST_F(SplitFolderFile, PartsMustBeThoseThatItIsAbout) {
  split("--parts 2");
  std::filesystem::copy_file(path("parts/part0.vta"), path("parts/part1.vta"),
                             std::filesystem::copy_options::overwrite_existing);
  EXPECT_THAT([&] { load_split(split_json()); },
              ThrowsMessage<InputError>(
                  testing::AllOf(HasSubstr("part1.vta"), HasSubstr("its content hash is"))));
  std::filesystem::remove(path("parts/part1.vta"));
  EXPECT_THAT([&] { load_split(split_json()); }, ThrowsMessage<InputError>(HasSubstr("part1.vta")));
}

TEST_F(SplitFolderFile, ConnectionsMustFitThePrograms) {
  split("--parts 3");
  const auto expect = [&](const std::string& words, const auto& change) {
    json::object changed = document();
    change(changed);
    write_text_file(path("parts/changed.json"), json_text(changed));
    EXPECT_THAT([&] { load_split(path("parts/changed.json")); },
                ThrowsMessage<InputError>(HasSubstr(words)));
  };
  expect("no connection leads to input 0 of part 1", [](json::object& o) {
    o["connections"].as_array().erase(o["connections"].as_array().begin());
  });
  expect("is given twice", [](json::object& o) {
    o["connections"].as_array().push_back(o["connections"].as_array().front());
  });
  expect("split.json says 'else'",
         [](json::object& o) { o["parts"].at(0).at("inputs").at(0).as_object()["name"] = "else"; });
  expect("split.json says 2", [](json::object& o) {
    json::array& inputs = o["parts"].at(0).at("inputs").as_array();
    inputs.push_back(inputs.front());
  });
}

}  // namespace
}  // namespace vta::piped
