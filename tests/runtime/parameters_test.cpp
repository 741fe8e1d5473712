#include "runtime/parameters.h"

#include <gmock/gmock.h>

#include "runtime/executor.h"
#include "sim/factory/device_factory.h"
#include "tests/runtime/test_program.h"

namespace vta {
namespace {

using test::make_add_program;
using test::make_rich_program;
using test::ScratchFile;
using ::testing::AllOf;
using ::testing::HasSubstr;

template <typename F>
std::string parameter_error(F f) {
  try {
    f();
  } catch (const Error& e) {
    EXPECT_EQ(e.exit_code(), ExitCode::BadInput);
    return e.what();
  }
  return "no error";
}

// The add program with another factor after the sums.
Program scaled(float factor) {
  Program p = make_add_program(3, 4);
  p.values[3].constant = Tensor::scalar(factor);
  return p;
}

Tensor run(Executor& executor) {
  executor.set_input(0, Tensor::zeros(DType::I8, {1, 16, 1, 4}));
  executor.run();
  return executor.output(0);
}

Executor on_fsim(const Program& program) {
  return Executor(program, make_device("fsim", program.config));
}

TEST(Parameters, AreTheConstantsByName) {
  const Parameters p = parameters_of(make_rich_program());
  ASSERT_EQ(p.list.size(), 2U);
  EXPECT_EQ(p.list[0].name, "scale");
  EXPECT_EQ(p.list[0].type, "float32");
  EXPECT_EQ(p.list[0].shape, Shape());
  EXPECT_EQ(p.list[1].name, "numbers");
  EXPECT_EQ(p.list[1].shape, Shape({5}));
  EXPECT_EQ(p.list[1].size_bytes, 40);
  EXPECT_EQ(p.bytes.size() - static_cast<size_t>(p.device_offset), 100U);  // the accelerator's
}

TEST(Parameters, ReplaceThoseOfAProgramOfTheSameStructure) {
  const Program a = scaled(0.5f), b = scaled(-2.25f);
  EXPECT_EQ(structure_hash(a), structure_hash(b));
  EXPECT_NE(parameters_of(a).content_hash(), parameters_of(b).content_hash());
  Executor executor = on_fsim(with_parameters(a, parameters_of(b)));
  EXPECT_EQ(run(executor).data<float>()[0], -2.25f * 7);
}

TEST(Parameters, AreReplacedInAnExecutorAlone) {
  const auto program = std::make_shared<const Program>(scaled(0.5f));
  Executor executor = on_fsim(*program);
  EXPECT_EQ(run(executor).data<float>()[0], 3.5f);
  executor.set_parameters(parameters_of(scaled(2)));
  EXPECT_THAT(parameter_error([&] { executor.output(0); }), HasSubstr("no value"));
  executor.run();  // the input stays
  EXPECT_EQ(executor.output(0).data<float>()[0], 14.f);
  EXPECT_EQ(program->values[3].constant.data<float>()[0], 0.5f);
}

TEST(Parameters, WhatComesFromElsewhereIsNoStructure) {
  Program other = scaled(1);
  other.provenance.model = "elsewhere.onnx";
  other.provenance.seed = 99;
  other.preprocessing = Preprocessing{};
  other.alphabet = Alphabet("ab", "here");
  EXPECT_EQ(structure_hash(other), structure_hash(scaled(1)));
}

TEST(Parameters, ThatDoNotFitAreNamed) {
  const Program program = scaled(1);
  const auto refused = [&](const Program& from) {
    return parameter_error([&] { with_parameters(program, parameters_of(from)); });
  };
  Program other = scaled(1);
  other.values[3].name = "factor";
  EXPECT_THAT(refused(other), HasSubstr("they have 'factor' (float32 ()) where the program has "
                                        "'scale' (float32 ())"));
  other = scaled(1);
  other.values[3].shape = {1};
  other.values[3].constant = Tensor::zeros(DType::F32, {1});
  EXPECT_THAT(refused(other), HasSubstr("they have 'scale' (float32 (1)) where the program has "
                                        "'scale' (float32 ())"));
  other = scaled(1);
  other.values.push_back({"more", DType::I8, {2}, Tensor::zeros(DType::I8, {2})});
  EXPECT_THAT(refused(other), HasSubstr("they have 'more' (int8 (2)), the program has none"));
  EXPECT_THAT(parameter_error([&] { with_parameters(other, parameters_of(program)); }),
              HasSubstr("the program has 'more' (int8 (2)), they have none"));
  EXPECT_THAT(refused(make_add_program(3, 5)),
              AllOf(HasSubstr("(of 'add') do not fit the program: all names and shapes agree"),
                    HasSubstr(structure_hash(program))));
}

TEST(Parameters, AFileKeepsThem) {
  const ScratchFile file("parameters");
  const Parameters p = parameters_of(make_rich_program());
  save_parameters(p, file.path());
  const Parameters q = load_parameters(file.path());
  EXPECT_EQ(q.origin, "parameters '" + file.path() + "'");
  EXPECT_EQ(q.model, p.model);
  EXPECT_EQ(q.structure, p.structure);
  EXPECT_EQ(q.list, p.list);
  EXPECT_EQ(q.device_offset, p.device_offset);
  EXPECT_EQ(q.bytes, p.bytes);
  EXPECT_EQ(q.content_hash(), p.content_hash());
}

TEST(Parameters, AProgramWithoutThemNeedsThem) {
  const ScratchFile bare("bare"), whole("whole");
  const Program program = make_rich_program();
  save_program_without_parameters(program, bare.path());
  EXPECT_THAT(parameter_error([&] { load_program(bare.path()); }),
              HasSubstr("its parameters are in a file of their own, which has to be given too"));
  const Program loaded = load_program(bare.path(), parameters_of(program));
  save_program(loaded, whole.path());
  const std::string again = whole.read();
  save_program(program, whole.path());
  EXPECT_EQ(again, whole.read());
  Program other = program;
  other.constants.resize(50);
  EXPECT_THAT(parameter_error([&] { load_program(bare.path(), parameters_of(other)); }),
              AllOf(HasSubstr(bare.path()), HasSubstr("do not fit the program")));
}

TEST(Parameters, AWholeProgramTakesOthers) {
  const ScratchFile file("whole_program");
  save_program(scaled(1), file.path());
  const Program loaded = load_program(file.path(), parameters_of(scaled(8)));
  EXPECT_EQ(loaded.values[3].constant.data<float>()[0], 8.f);
}

TEST(Parameters, EveryDamagedFileIsRefused) {
  const ScratchFile file("damaged_parameters");
  const auto error = [&] { return parameter_error([&] { load_parameters(file.path()); }); };
  const auto rewrite = [&] { save_parameters(parameters_of(make_rich_program()), file.path()); };
  rewrite();
  const std::string good = file.read();
  for (size_t length = 0; length < good.size(); length += 7) {
    file.write(good.substr(0, length));
    EXPECT_NE(error(), "no error") << length;
  }
  for (size_t at = 0; at < good.size(); at += 5) {
    std::string bad = good;
    bad[at] = static_cast<char>(bad[at] ^ 0x10);
    file.write(bad);
    EXPECT_NE(error(), "no error") << at;
  }
  file.write(good + "more");
  EXPECT_THAT(error(), HasSubstr("its header says"));
  file.write(good.substr(0, 30));
  EXPECT_THAT(error(), HasSubstr("truncated at byte 30"));
  save_program(scaled(1), file.path());
  EXPECT_THAT(error(), HasSubstr("is no parameter file"));
  rewrite();
  EXPECT_THAT(parameter_error([&] { load_program(file.path()); }), HasSubstr("not a VTA program"));
}

TEST(Parameters, BytesBetweenThemAreZero) {
  const Program program = make_rich_program();
  Parameters p = parameters_of(program);
  const Parameter& first = p.list.front();
  const auto gap = static_cast<size_t>(first.offset + first.size_bytes);
  ASSERT_NE(gap % 64, 0u);
  p.bytes[gap] = std::byte{7};
  EXPECT_EQ(parameter_error([&] { with_parameters(program, p); }),
            fmt::format("parameters: byte {} of the values is 7, belongs to no parameter and must "
                        "be 0",
                        gap));
}

}  // namespace
}  // namespace vta
