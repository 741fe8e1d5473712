#include <gmock/gmock.h>
#include <xxhash.h>

#include <boost/json.hpp>
#include <cstring>
#include <filesystem>
#include <random>

#include "runtime/bound.h"
#include "runtime/program.h"
#include "runtime/program_json.h"
#include "tests/runtime/test_program.h"

namespace vta {
namespace {

using test::make_add_program;
using test::make_rich_program;
using test::ScratchFile;
using ::testing::AllOf;
using ::testing::HasSubstr;

constexpr size_t kHeaderBytes = 256;
constexpr size_t kFirstSection = 24;
constexpr size_t kSectionEntry = 40;

std::string load_error(const ScratchFile& file) {
  try {
    load_program(file.path());
  } catch (const InputError& e) {
    return e.what();
  }
  return "loaded";
}

uint64_t u64_at(const std::string& bytes, size_t offset) {
  uint64_t v = 0;
  std::memcpy(&v, bytes.data() + offset, sizeof(v));
  return v;
}

uint64_t section_begin(const std::string& file, size_t section) {
  return u64_at(file, kFirstSection + section * kSectionEntry + 16);
}

uint64_t section_bytes(const std::string& file, size_t section) {
  return u64_at(file, kFirstSection + section * kSectionEntry + 24);
}

std::string saved(const Program& program, const ScratchFile& file) {
  save_program(program, file.path());
  return file.read();
}

void expect_same_steps(const Program& a, const Program& b) {
  ASSERT_EQ(a.steps.size(), b.steps.size());
  for (size_t i = 0; i < a.steps.size(); ++i) {
    ASSERT_EQ(a.steps[i].index(), b.steps[i].index()) << i;
    const auto* x = std::get_if<HostOpStep>(&a.steps[i]);
    const auto* y = std::get_if<HostOpStep>(&b.steps[i]);
    if (x == nullptr)
      continue;
    EXPECT_EQ(x->op, y->op);
    EXPECT_EQ(x->attrs, y->attrs);
    EXPECT_EQ(x->inputs, y->inputs);
    EXPECT_EQ(x->outputs, y->outputs);
    EXPECT_EQ(x->onnx_nodes, y->onnx_nodes);
  }
}

TEST(ProgramFile, RoundTripKeepsAttributesWithTheirTypes) {
  const ScratchFile file("attrs");
  const Program p = make_rich_program();
  save_program(p, file.path());
  expect_same_steps(p, load_program(file.path()));
}

TEST(ProgramFile, RoundTripKeepsNotANumber) {
  const ScratchFile file("nan");
  Program p = make_rich_program();
  std::get<HostOpStep>(p.steps[6]).attrs.set("alpha", std::nan(""));
  save_program(p, file.path());
  const Program q = load_program(file.path());
  EXPECT_TRUE(std::isnan(std::get<HostOpStep>(q.steps[6]).attrs.get_double("alpha", 0)));
}

TEST(ProgramFile, RoundTripKeepsEveryOtherMember) {
  const ScratchFile file("members");
  Program p = make_rich_program();
  p.outputs = {4, 4, 0};
  p.output_names = {"scores", "again", "same"};
  save_program(p, file.path());
  const Program q = load_program(file.path());
  EXPECT_EQ(p.config, q.config);
  EXPECT_EQ(p.provenance.model, q.provenance.model);
  EXPECT_EQ(p.provenance.config_hash, q.provenance.config_hash);
  EXPECT_EQ(p.provenance.seed, q.provenance.seed);
  EXPECT_EQ(p.inputs, q.inputs);
  EXPECT_EQ(p.outputs, q.outputs);
  EXPECT_EQ(p.output_names, q.output_names);
  EXPECT_EQ(p.constants, q.constants);
  EXPECT_EQ(p.uops, q.uops);
  EXPECT_EQ(p.insns, q.insns);
  EXPECT_EQ(p.arena_bytes, q.arena_bytes);
  EXPECT_EQ(p.constants_offset, q.constants_offset);
  EXPECT_EQ(p.uops_offset, q.uops_offset);
  EXPECT_EQ(p.insns_offset, q.insns_offset);
  EXPECT_EQ(p.host_macs, q.host_macs);
  EXPECT_EQ(p.device_macs, q.device_macs);
  EXPECT_EQ(p.host_ops, q.host_ops);
  EXPECT_EQ(p.device_ops, q.device_ops);
}

// Files of before the names were kept.
TEST(ProgramFile, WithoutNamesOfOnnxNodesItIsReadAllTheSame) {
  const ProgramDescription now = describe_program(make_rich_program());
  boost::json::value description = boost::json::parse(now.json);
  for (const char* list : {"kernels", "steps"})
    for (boost::json::value& item : description.as_object().at(list).as_array())
      item.as_object().erase("onnx_nodes");
  const Program old = parse_description(boost::json::serialize(description), now.host_constants);
  for (const ProgramKernel& kernel : old.kernels)
    EXPECT_TRUE(kernel.onnx_nodes.empty());
  EXPECT_EQ(old.kernels.size(), make_rich_program().kernels.size());
}

// Files of before there was least_work.
TEST(ProgramFile, WithoutLeastWorkItIsReadAndItsBoundIsNotKnown) {
  Program p = make_rich_program();
  for (ProgramKernel& kernel : p.kernels)
    kernel.least_work = LeastWork{1, 2, 3, 0};
  const ProgramDescription now = describe_program(p);
  boost::json::value description = boost::json::parse(now.json);
  EXPECT_TRUE(network_bound(parse_description(now.json, now.host_constants)));
  description.at("kernels").at(0).as_object().erase("least_work");
  const Program old = parse_description(boost::json::serialize(description), now.host_constants);
  EXPECT_EQ(old.kernels[0].least_work, std::nullopt);
  EXPECT_EQ(old.kernels[1].least_work, p.kernels[1].least_work);
  EXPECT_EQ(network_bound(old), std::nullopt);
}

TEST(ProgramFile, AClockIsKept) {
  const ScratchFile file("clock");
  Program p = make_rich_program();
  p.config.clock.mhz = 99.5;
  save_program(p, file.path());
  EXPECT_EQ(load_program(file.path()).config.clock.mhz, 99.5);
}

TEST(ProgramFile, RoundTripKeepsTables) {
  const ScratchFile file("tables");
  const Program p = make_rich_program();
  save_program(p, file.path());
  const Program q = load_program(file.path());
  ASSERT_EQ(p.kernels.size(), q.kernels.size());
  for (size_t i = 0; i < p.kernels.size(); ++i) {
    EXPECT_EQ(p.kernels[i].name, q.kernels[i].name);
    EXPECT_EQ(p.kernels[i].description, q.kernels[i].description);
    EXPECT_EQ(p.kernels[i].first_insn, q.kernels[i].first_insn);
    EXPECT_EQ(p.kernels[i].insn_count, q.kernels[i].insn_count);
    EXPECT_EQ(p.kernels[i].output_tensor, q.kernels[i].output_tensor);
    EXPECT_EQ(p.kernels[i].least_bytes, q.kernels[i].least_bytes);
    EXPECT_EQ(p.kernels[i].least_work, q.kernels[i].least_work);
    EXPECT_EQ(p.kernels[i].onnx_nodes, q.kernels[i].onnx_nodes);
  }
  ASSERT_EQ(p.device_tensors.size(), q.device_tensors.size());
  for (size_t i = 0; i < p.device_tensors.size(); ++i) {
    EXPECT_EQ(p.device_tensors[i].name, q.device_tensors[i].name);
    EXPECT_EQ(p.device_tensors[i].offset_bytes, q.device_tensors[i].offset_bytes);
    EXPECT_EQ(p.device_tensors[i].layout, q.device_tensors[i].layout);
  }
}

TEST(ProgramFile, RoundTripKeepsHostConstants) {
  const ScratchFile file("constants");
  const Program p = make_rich_program();
  save_program(p, file.path());
  const Program q = load_program(file.path());
  ASSERT_EQ(p.values.size(), q.values.size());
  for (size_t i = 0; i < p.values.size(); ++i) {
    EXPECT_EQ(p.values[i].name, q.values[i].name);
    EXPECT_EQ(p.values[i].dtype, q.values[i].dtype);
    EXPECT_EQ(p.values[i].shape, q.values[i].shape);
    ASSERT_EQ(p.values[i].constant.valid(), q.values[i].constant.valid());
    if (!p.values[i].constant.valid())
      continue;
    EXPECT_TRUE(std::ranges::equal(p.values[i].constant.bytes(), q.values[i].constant.bytes()));
  }
}

TEST(ProgramFile, SavingWhatWasLoadedGivesTheSameBytes) {
  const ScratchFile first("first"), second("second");
  save_program(make_rich_program(), first.path());
  save_program(load_program(first.path()), second.path());
  EXPECT_EQ(first.read(), second.read());
}

TEST(ProgramFile, RandomConstantsOfEveryTypeSurvive) {
  std::mt19937_64 random(20);
  const ScratchFile file("random");
  for (int round = 0; round < 20; ++round) {
    Program p = make_add_program(1, 2);
    for (DType dtype : {DType::F32, DType::I8, DType::U8, DType::I32, DType::I64}) {
      const Shape shape = {static_cast<int64_t>(1 + random() % 5),
                           static_cast<int64_t>(1 + random() % 7)};
      Tensor t = Tensor::zeros(dtype, shape);
      for (std::byte& b : t.mutable_bytes())
        b = static_cast<std::byte>(random());
      p.values.push_back({"random", dtype, shape, t});
    }
    save_program(p, file.path());
    const Program q = load_program(file.path());
    for (size_t i = 0; i < p.values.size(); ++i) {
      if (!p.values[i].constant.valid())
        continue;
      EXPECT_TRUE(std::ranges::equal(p.values[i].constant.bytes(), q.values[i].constant.bytes()));
    }
  }
}

TEST(ProgramFile, EveryTruncationIsRefusedWithItsPlace) {
  const ScratchFile file("truncated");
  const std::string bytes = saved(make_rich_program(), file);
  for (size_t n = bytes.size() - 1; n >= 8; n -= n < 300 ? 1 : 37) {
    std::filesystem::resize_file(file.path(), n);
    EXPECT_THAT(load_error(file), HasSubstr(fmt::format("truncated at byte {}", n)));
  }
}

TEST(ProgramFile, ATruncatedSectionIsNamed) {
  const ScratchFile file("sections");
  const std::string bytes = saved(make_rich_program(), file);
  const char* names[] = {"description", "host_constants", "constants", "uops", "insns"};
  for (size_t s = 0; s < 5; ++s) {
    ASSERT_GT(section_bytes(bytes, s), 1u) << names[s];
    file.write(bytes.substr(0, section_begin(bytes, s) + 1));
    EXPECT_THAT(load_error(file), HasSubstr(fmt::format("inside section {}", names[s])));
  }
}

TEST(ProgramFile, AnAlteredSectionIsNamed) {
  const ScratchFile file("altered");
  const std::string bytes = saved(make_rich_program(), file);
  const char* names[] = {"description", "host_constants", "constants", "uops", "insns"};
  for (size_t s = 0; s < 5; ++s) {
    std::string changed = bytes;
    changed[section_begin(bytes, s) + section_bytes(bytes, s) / 2] ^= 0x10;
    file.write(changed);
    EXPECT_THAT(load_error(file), HasSubstr(fmt::format("section {} is altered", names[s])));
  }
}

TEST(ProgramFile, EveryFlippedByteIsRefused) {
  const ScratchFile file("flipped");
  const std::string bytes = saved(make_add_program(1, 2), file);
  std::mt19937_64 random(21);
  for (size_t i = 0; i < bytes.size(); ++i) {
    file.overwrite(i, static_cast<char>(bytes[i] ^ static_cast<char>(1u << (random() % 8))));
    ASSERT_NE(load_error(file), "loaded") << "byte " << i;
    file.overwrite(i, bytes[i]);
  }
  EXPECT_EQ(load_error(file), "loaded");
}

TEST(ProgramFile, BytesAfterTheEndAreRefused) {
  const ScratchFile file("longer");
  const std::string bytes = saved(make_add_program(1, 2), file);
  file.write(bytes + "xyz");
  EXPECT_THAT(load_error(file), HasSubstr("3 bytes after its end"));
}

TEST(ProgramFile, ANewerSchemaIsRefusedByItsNumber) {
  const ScratchFile file("newer");
  std::string bytes = saved(make_add_program(1, 2), file);
  bytes[8] = 6;
  file.write(bytes);
  EXPECT_THAT(load_error(file), AllOf(HasSubstr("schema version 6"), HasSubstr("newer than 5")));
}

// Only programs that older readers would misread are of the second version.
TEST(ProgramFile, PartsBetweenWhoseBatchesOthersLieAreOfTheSecondSchema) {
  const ScratchFile file("parts");
  Program p = make_rich_program();
  EXPECT_EQ(saved(p, file)[8], 1);
  DeviceTensor whole = p.device_tensors[0];
  whole.layout.n = 1 + whole.layout.batch;
  whole.layout.c = 2 * whole.layout.sub * whole.layout.block;
  whole.layout.h = whole.layout.w = 1;
  DeviceTensor part = whole;
  part.layout.c /= 2;
  part.layout.image_groups = 2;
  part.part_of = std::ssize(p.device_tensors);
  p.device_tensors.insert(p.device_tensors.end(), {whole, part});
  EXPECT_EQ(saved(p, file)[8], 2);
  const Program q = load_program(file.path());
  EXPECT_EQ(q.device_tensors.back().layout, part.layout);
  EXPECT_EQ(q.device_tensors.back().part_of, part.part_of);
  EXPECT_EQ(q.device_tensors.front().part_of, -1);
}

TEST(ProgramFile, SchemaZeroIsRefused) {
  const ScratchFile file("zero");
  std::string bytes = saved(make_add_program(1, 2), file);
  bytes[8] = 0;
  file.write(bytes);
  EXPECT_THAT(load_error(file), HasSubstr("schema version 0"));
}

TEST(ProgramFile, OtherFilesAreNotPrograms) {
  const ScratchFile file("other");
  file.write("this is no program, whatever its name says");
  EXPECT_THAT(load_error(file), HasSubstr("not a VTA program"));
  file.write("");
  EXPECT_THAT(load_error(file), HasSubstr("not a VTA program"));
}

TEST(ProgramFile, AMissingFileIsNamed) {
  try {
    load_program("/nonexistent/model.vta");
    FAIL();
  } catch (const InputError& e) {
    EXPECT_THAT(e.what(),
                AllOf(HasSubstr("/nonexistent/model.vta"), HasSubstr("cannot be opened")));
  }
}

TEST(ProgramFile, AFolderIsRefused) {
  EXPECT_THROW(load_program("/"), InputError);
}

TEST(ProgramFile, AnUnwritablePathIsNamed) {
  try {
    save_program(make_add_program(1, 2), "/nonexistent/model.vta");
    FAIL();
  } catch (const OutputError& e) {
    EXPECT_THAT(e.what(), HasSubstr("cannot write '/nonexistent/model.vta'"));
  }
}

// Rewrites the description and mends the checksums: what is left is what the content checks find.
std::string with_description(std::string bytes, const std::string& from, const std::string& to) {
  const size_t at = bytes.find(from, kHeaderBytes);
  EXPECT_NE(at, std::string::npos) << from;
  EXPECT_EQ(from.size(), to.size());
  bytes.replace(at, to.size(), to);
  const uint64_t sum = XXH3_64bits(bytes.data() + section_begin(bytes, 0), section_bytes(bytes, 0));
  std::memcpy(bytes.data() + kFirstSection + 32, &sum, sizeof(sum));
  const uint64_t header = XXH3_64bits(bytes.data(), 248);
  std::memcpy(bytes.data() + 248, &header, sizeof(header));
  return bytes;
}

TEST(ProgramFile, WrongContentUnderRightChecksumsIsRefused) {
  const ScratchFile file("content");
  const std::string bytes = saved(make_rich_program(), file);
  const struct {
    std::string from, to, message;
  } cases[] = {
      {"\"arena_bytes\"", "\"arena_butes\"", "no member 'arena_bytes'"},
      {"\"inputs\":[0]", "\"inputs\":[9]", "input: index 9 is outside values"},
      {"\"outputs\":[4]", "\"outputs\":411", "must be a list"},
      {"\"step\":\"launch\"", "\"step\":\"lauxch\"", "unknown kind 'lauxch'"},
      {"\"dtype\":\"int8\"", "\"dtype\":\"intX\"", "unknown element type 'intX'"},
      {"\"LOG_BATCH\":0", "\"LOG_BATCH\":9", "LOG_BATCH"},
      {"\"constant\":64", "\"constant\":99", "outside the"},
      {"\"i\",-3", "\"x\",-3", "unknown type 'x'"},
      {"{\"config\"", "[\"config\"", "description"},
  };
  for (const auto& c : cases) {
    file.write(with_description(bytes, c.from, c.to));
    EXPECT_THAT(load_error(file), HasSubstr(c.message)) << c.from;
  }
}

}  // namespace
}  // namespace vta
