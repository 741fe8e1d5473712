// vta generate, run as a user would.
#include "base/npy.h"
#include "compiler/onnx/metadata.h"
#include "tests/cli/run_fixture.h"
#include "tests/compiler/onnx/onnx_test_util.h"

namespace vta {
namespace {

using testing::HasSubstr;
using testing::StartsWith;

// Behind an a comes b, behind b an end of the line or, less likely, c, behind both an a. Eight
// characters of context.
class VtaGenerate : public NetworkCommand {
 protected:
  std::string successors(const std::string& name, const std::string& alphabet) const {
    TestModel net;
    net.input("tokens", {1, 8});
    auto& type = *net.graph().mutable_input(0)->mutable_type()->mutable_tensor_type();
    type.set_elem_type(onnx::TensorProto::INT64);
    net.floats("rows", {4, 4}, {0, 9, 0, 0, 0, 0, 9, 8, 9, 0, 0, 0, 9, 0, 0, 0});
    net.node("Gather", {"rows", "tokens"}, "logits").output("logits");
    if (!alphabet.empty()) {
      auto& entry = *net.proto().add_metadata_props();
      entry.set_key(kAlphabetKey);
      entry.set_value(alphabet);
    }
    write_text_file(path(name), net.bytes());
    return path(name);
  }
  std::string decoder() const { return successors("successors.onnx", R"("ab\nc")"); }
};

TEST_F(VtaGenerate, PrintsThePromptAndWhatComesBehindIt) {
  const ApartResult run = run_vta_apart("generate " + decoder() + " --prompt ca --tokens 5");
  EXPECT_EQ(run.exit_code, 0) << run.err;
  EXPECT_EQ(run.out,
            "cab\nab\n\n\n5 characters; no cycles: no kernel runs on the accelerator\nnote: no "
            "steps of a decoder: no attention of the network becomes one with keys and values of "
            "the positions before\n");
  const ApartResult whole = run_vta_apart("generate " + decoder() + " --prompt ca");
  EXPECT_THAT(whole.out, StartsWith("cab\nab\na\n\n6 characters;")) << "up to the context";
}

TEST_F(VtaGenerate, TheDocumentSaysWhatWasAskedAndWhatCame) {
  const boost::json::object json =
      json_of("generate " + decoder() + " --prompt ca --tokens 3 --temperature 0.01 --seed 4");
  EXPECT_EQ(json.at("provenance").at("schema"), "vta.generate");
  EXPECT_EQ(json.at("prompt"), "ca");
  EXPECT_EQ(json.at("text"), "b\na");
  EXPECT_EQ(json.at("tokens"), 3);
  EXPECT_EQ(json.at("temperature"), 0.01);
  EXPECT_EQ(json.at("seed"), 4);
  EXPECT_TRUE(json.at("cycles").is_null());
  EXPECT_TRUE(json.at("times").is_null());
}

TEST_F(VtaGenerate, ASeedDrawsTheSameAndAnotherSomethingElse) {
  const std::string command = "generate " + decoder() + " --prompt b --temperature 4 --seed ";
  const boost::json::object seven = json_of(command + "7");
  EXPECT_EQ(seven.at("text"), json_of(command + "7").at("text"));
  EXPECT_NE(seven.at("text"), json_of(command + "8").at("text"));
}

TEST_F(VtaGenerate, AProgramKeepsItsAlphabet) {
  const std::string program = path("successors.vta");
  ASSERT_EQ(run_vta("compile " + decoder() + " -o " + program).exit_code, 0);
  const std::string options = " --prompt b --temperature 4 --seed 7";
  EXPECT_EQ(json_of("generate " + program + options).at("text"),
            json_of("generate " + decoder() + options).at("text"));
  expect_failure("generate " + program + " --prompt b --all-int8", 2,
                 "--all-int8 has no effect on");
}

// The decoder of this project's pages, whose attention the accelerator has.
std::string pages(const std::string& more) {
  const std::string data = VTA_SOURCE_DIR "/tests/data/";
  const std::string config = testing::TempDir() + "generate_round.json";
  VtaConfig machine = named_config("default");
  machine.isa_ext = 1;
  write_text_file(config, machine.to_json());
  return "generate " + data + "pages_decoder.onnx --all-int8 --quant percentile --calib " + data +
         "pages_calib_16.npy --config " + config + " " + more;
}

TEST_F(VtaGenerate, RunsTokenAfterTokenAndHasTheLogitsOfTheWholeContext) {
  const boost::json::object json = json_of(pages("--prompt 'A configuration ' --verify"));
  EXPECT_EQ(json.at("tokens"), 240);
  EXPECT_EQ(json.at("launches"), 240) << "the prompt is one";
  EXPECT_EQ(json.at("verify").at("compared_logits"), 240 * 96);
  EXPECT_EQ(json.at("verify").at("mismatched_logits"), 0);
  EXPECT_EQ(json.at("state").at("context"), 256);
  EXPECT_EQ(json.at("state").at("tensors").as_array().size(), 4);
  EXPECT_EQ(json.at("state").at("tensors").at(0).at("name"), "attention_step_0.state");
  const boost::json::object whole =
      json_of(pages("--prompt 'A configuration ' --tokens 30 --decode context --verify"));
  EXPECT_TRUE(whole.at("state").is_null());
  EXPECT_EQ(whole.at("verify").at("mismatched_logits"), 0);
  EXPECT_THAT(std::string(json.at("text").as_string()),
              StartsWith(std::string(whole.at("text").as_string())));
}

TEST_F(VtaGenerate, SaysWhatThePromptTookAndWhatACharacter) {
  const ApartResult run = run_vta_apart(pages("--prompt 'A conf' --tokens 3 --backend csim"));
  EXPECT_EQ(run.exit_code, 0) << run.err;
  EXPECT_THAT(run.out, testing::ContainsRegex("3 characters, [0-9]+,[0-9]+ cycles each on the "
                                              "accelerator: .*; the prompt [0-9]+,[0-9]+ cycles, "
                                              "in 1 launch\n"));
}

TEST_F(VtaGenerate, WithAHostACharacterHasBothParts) {
  const std::string options = "--prompt 'A conf' --tokens 3 --backend csim --clock 100 --host ";
  const boost::json::object json = json_of(pages(options + "cortex-a9"));
  const boost::json::object& host = json.at("host_time").as_object();
  const double ms = host.at("ms_per_token").to_number<double>();
  EXPECT_NEAR(ms,
              host.at("host_ms").to_number<double>() +
                  json.at("times").at("ms_per_token").to_number<double>(),
              1e-9);
  EXPECT_NEAR(host.at("tokens_per_second").to_number<double>() * ms, 1e3, 1e-6);
  // The same of a run, which is the first position.
  std::string run =
      pages("--decode steps --timing-only --backend csim --clock 100 --host cortex-a9");
  run.replace(0, std::string_view("generate").size(), "run");
  const boost::json::object position = json_of(run);
  EXPECT_EQ(position.at("host_time").at("of_a_position"), true);
  EXPECT_NEAR(position.at("host_time").at("host_ms").to_number<double>(),
              host.at("host_ms").to_number<double>(), 1e-9);
  expect_failure(pages("--prompt A --host cortex-a9"), 2, "--host needs cycles: backend fsim");
  expect_failure(pages("--score " VTA_SOURCE_DIR "/tests/data/pages_heldout.txt --backend csim "
                       "--host cortex-a9"),
                 2, "--score writes none");
}

TEST_F(VtaGenerate, AProgramOfStepsGoesOnByItself) {
  std::string compile = pages("-o " + path("steps.vta") + " --decode steps");
  compile.replace(0, std::string_view("generate").size(), "compile");
  EXPECT_EQ(run_vta_apart(compile).exit_code, 0);
  const std::string text = "generate " + path("steps.vta") + " --prompt 'A conf' --tokens 20 ";
  const ApartResult run = run_vta_apart(text);
  EXPECT_EQ(run.exit_code, 0) << run.err;
  EXPECT_EQ(run.out, run_vta_apart(pages("--prompt 'A conf' --tokens 20")).out);
  expect_failure(text + " --verify", 2, "--verify needs the network that the program was compiled");
  expect_failure("run " + path("steps.vta") + " --input tokens=" + path("none.npy"), 3, "none.npy");
  EXPECT_EQ(run_vta_apart("run " + path("steps.vta") + " --backend csim").exit_code, 0);
}

TEST_F(VtaGenerate, OtherCommandsTakeADecoderOfStepsAndOfItsContext) {
  const auto of = [](const std::string& command, const std::string& more) {
    return command + pages(more).substr(std::string_view("generate").size());
  };
  for (const char* decode : {"steps", "context"}) {
    const std::string how = std::string("--decode ") + decode;
    const ApartResult profile = run_vta_apart(of("profile", how));
    EXPECT_EQ(profile.exit_code, 0) << profile.err;
    EXPECT_THAT(profile.out, HasSubstr("layer_norm_0"));
  }
  EXPECT_EQ(run_vta_apart(of("graph", "--decode steps -o " + path("g.svg"))).exit_code, 0);
  const ApartResult cosim = run_vta_apart(of("cosim", "--decode steps --backends fsim,csim"));
  EXPECT_EQ(cosim.exit_code, 0) << cosim.err;
  expect_failure(of("run", "--decode steps --verify"), 2, "vta generate --verify compares all");
}

TEST_F(VtaGenerate, WhatHasNoPositionsRefusesSteps) {
  std::string split = pages("--decode steps --parts 2 -o " + path("parts"));
  split.replace(0, std::string_view("generate").size(), "split");
  expect_failure(split, 2, "keys and values of the positions before belong to one program");
}

TEST_F(VtaGenerate, ScoresAText) {
  write_text_file(path("text"), "ab\nab\nabc");
  const std::string command = "generate " + decoder() + " --score " + path("text");
  const ApartResult run = run_vta_apart(command);
  EXPECT_EQ(run.exit_code, 0) << run.err;
  EXPECT_THAT(run.out, StartsWith("perplexity 1.2748 ("));
  EXPECT_THAT(run.out, HasSubstr(" bits a character) of 8 characters\n"));
  const boost::json::object json = json_of(command);
  EXPECT_EQ(json.at("score").at("characters"), 8);
  EXPECT_NEAR(json.at("score").at("perplexity").as_double(), 1.2748, 0.0001);
  expect_failure(command + " --prompt a", 2, "--score");
  expect_failure(command + " --tokens 3", 2, "--score");
  write_text_file(path("short"), "a");
  expect_failure("generate " + decoder() + " --score " + path("short"), 3,
                 "the text has 1 character: at least two are needed");
}

TEST_F(VtaGenerate, RandomInputsOfAnAlphabetAreItsTokens) {
  const ApartResult run = run_vta_apart("run " + decoder() + " --input random:3");
  EXPECT_EQ(run.exit_code, 0) << run.err;
}

TEST_F(VtaGenerate, MistakesHaveTheirExitCodes) {
  const std::string command = "generate " + decoder();
  expect_failure(command, 2, "--prompt gives the text to go on from, or --score a text");
  expect_failure(command + " --prompt ''", 2, "--prompt");
  expect_failure(command + " --prompt a --temperature -1", 2, "--temperature");
  expect_failure(command + " --prompt a --tokens 0", 2, "--tokens");
  expect_failure(command + " --prompt a --device csim,timing_only=1", 2,
                 "the key timing_only computes no values");
  expect_failure(command + " --prompt a --stop-after quantize", 2, "vta generate needs one");
  expect_failure(
      command + " --prompt abd", 3,
      "the prompt: character 3 is 'd', which is not in the network's alphabet (legal are "
      "these 4: ab\\x0ac)");
  expect_failure(command + " --prompt aaaaa --tokens 4", 3,
                 "a prompt of 5 characters and 4 more are 9, the context is 8");
  expect_failure(command + " --prompt aaaaaaaa", 3,
                 "a prompt of 8 characters and 1 more are 9, the context is 8");
  expect_failure("generate " + model() + " --prompt a", 3,
                 "the network is no decoder of text: its inputs are data Tensor[(1, 3, 32, 32), "
                 "float32]");
}

TEST_F(VtaGenerate, DamagedAlphabetsAreNamed) {
  const auto refused = [&](const std::string& alphabet, const std::string& words) {
    expect_failure("generate " + successors("damaged.onnx", alphabet) + " --prompt a", 3, words);
  };
  refused("", "its file has no metadata 'vta.alphabet'");
  refused("{", "metadata 'vta.alphabet'");
  refused("7", "metadata 'vta.alphabet': an alphabet is a string, this is the integer 7");
  refused(R"("aba")", "the character 'a' comes twice, as token 0 and as token 2");
  refused(R"("ab")", "the network has logits of 4 tokens, and its alphabet has 2 characters");
}

}  // namespace
}  // namespace vta
